// A ring around what is pointed at elsewhere on the page; all else recedes. Over everything that the picture has.

import type { LazyLayer } from '../layer.ts';

export const ring: LazyLayer = {
  name: 'ring',
  when: ({ snapshot }) => snapshot.ring !== undefined,
};
