// Single cache lines on their way between CPUs, in Follow.

import type { LazyLayer } from '../layer.ts';

export const transfers: LazyLayer = {
  name: 'transfers',
  when: ({ snapshot }) => snapshot.tempo === 'follow',
};
