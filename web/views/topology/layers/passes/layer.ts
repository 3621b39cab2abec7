// Balance passes over the domains of a CPU.

import type { LazyLayer } from '../layer.ts';

export const passes: LazyLayer = {
  name: 'passes',
  when: ({ level, snapshot }) => level !== 'far' && snapshot.tempo !== 'summary',
};
