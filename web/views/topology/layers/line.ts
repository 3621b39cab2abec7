// The selected cache line between the cores of an excerpt.

import type { LateLayer } from './layer.ts';

export const line: LateLayer = {
  name: 'line',
  when: ({ excerpt, snapshot }) => excerpt !== undefined && snapshot.lane.line >= 0,
};
