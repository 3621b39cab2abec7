// The epoch clock of cache-aware balancing.

import type { LateLayer } from '../layer.ts';

export const epoch: LateLayer = {
  name: 'epoch',
  when: ({ snapshot }) => snapshot.frame.epoch !== undefined,
};
