// The scheduling domains of a CPU, where somebody asked for them.

import type { LazyLayer } from '../layer.ts';

export const domains: LazyLayer = {
  name: 'domains',
  when: ({ snapshot }) => snapshot.domains !== undefined,
};
