// The epoch clock of cache-aware balancing.

import type { LazyLayer } from '../layer.ts';

export const epoch: LazyLayer = {
  name: 'epoch',
  when: ({ snapshot }) => snapshot.frame.epoch !== undefined,
};
