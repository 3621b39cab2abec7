// Balance passes over the domains of a CPU.

import type { LateLayer } from '../layer.ts';

export const passes: LateLayer = {
  name: 'passes',
  when: ({ level, snapshot }) => level !== 'far' && snapshot.tempo !== 'summary',
};
