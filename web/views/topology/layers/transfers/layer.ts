// Single cache lines on their way between CPUs, in Follow.

import type { LateLayer } from '../layer.ts';

export const transfers: LateLayer = {
  name: 'transfers',
  when: ({ snapshot }) => snapshot.tempo === 'follow',
};
