// The selected cache line between the cores of an excerpt.

import type { LazyLayer } from './layer.ts';

export const line: LazyLayer = {
  name: 'line',
  when: ({ framing, snapshot }) => framing?.of === 'cores' && snapshot.accessQueue.line >= 0,
};
