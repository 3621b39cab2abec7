// LLCs that are shared while others are empty, where a machine is better off with more of them in use.

import type { LazyLayer } from '../layer.ts';

export const sharing: LazyLayer = {
  name: 'sharing',
  when: ({ snapshot }) => snapshot.colouring.marksShared,
};
