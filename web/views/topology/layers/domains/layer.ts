// The scheduling domains of a CPU, drawn on request.

import type { LazyLayer } from '../layer.ts';

export const domains: LazyLayer = {
  name: 'domains',
  when: ({ snapshot }) => snapshot.domains !== undefined,
};
