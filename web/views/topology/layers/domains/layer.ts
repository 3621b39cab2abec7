// The scheduling domains of a CPU, where somebody asked for them.

import type { LateLayer } from '../layer.ts';

export const domains: LateLayer = {
  name: 'domains',
  when: ({ snapshot }) => snapshot.domains !== undefined,
};
