// Transfers between the caches of a machine, where single ones are too fast to be seen.

import type { LateLayer } from '../layer.ts';

export const ribbons: LateLayer = {
  name: 'ribbons',
  when: ({ snapshot, matrix }) => snapshot.tempo !== 'follow' && matrix === undefined,
};
