// The selected cache line between the cores of an excerpt.

import type { LateLayer } from './layer.ts';

export const line: LateLayer = {
  name: 'line',
  when: ({ framing, snapshot }) => framing?.of === 'cores' && snapshot.lane.line >= 0,
};
