// Transfers between the caches of a machine, where single ones are too fast to be seen.

import type { LazyLayer } from '../layer.ts';

export const ribbons: LazyLayer = {
  name: 'ribbons',
  when: ({ snapshot, matrix }) => snapshot.tempo !== 'follow' && matrix === undefined,
};
