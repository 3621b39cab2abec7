// A ring around what is pointed at elsewhere on the page; all else recedes. Over everything that the picture has.

import type { LateLayer } from '../layer.ts';

export const ring: LateLayer = {
  name: 'ring',
  when: ({ snapshot }) => snapshot.ring !== undefined,
};
