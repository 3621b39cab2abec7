// Transfers bundled between the parts of a machine, where single ones are too fast to be seen.

import type { LateLayer } from '../layer.ts';

export const bundles: LateLayer = {
  name: 'bundles',
  when: ({ snapshot }) => snapshot.tempo !== 'follow',
};
