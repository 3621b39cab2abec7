// What a person selected: the CPUs in the queue of the selected line, and frames around the CPU, the task
// and what is under the pointer.

import { drawQueueMarks, drawSelection } from '../draw/marks.ts';
import type { Layer } from './layer.ts';

export const queueMarks: Layer = {
  name: 'queue-marks',
  when: ({ snapshot }) => snapshot.selection.line !== undefined && snapshot.tempo !== 'summary',
  draw: (scene) => drawQueueMarks(scene, scene.snapshot.lane),
};

export const selection: Layer = {
  name: 'selection',
  when: ({ level }) => level !== 'far',
  draw: drawSelection,
};
