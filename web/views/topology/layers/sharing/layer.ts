// LLCs that are shared while others are empty, where a machine is better off with more of them in use.

import type { LateLayer } from '../layer.ts';

export const sharing: LateLayer = {
  name: 'sharing',
  when: ({ snapshot }) => snapshot.colouring.marksShared,
};
