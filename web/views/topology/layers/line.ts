// The selected cache line between the cores of an excerpt.

import { drawLine } from '../draw/line.ts';
import type { Layer } from './layer.ts';

export const line: Layer = {
  name: 'line',
  when: ({ excerpt, snapshot }) => excerpt !== undefined && snapshot.lane.line >= 0,
  draw: (scene) => drawLine(scene, scene.snapshot.lane),
};
