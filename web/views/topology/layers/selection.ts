// What a person selected: the CPUs in the queue of the selected line, and frames around the CPU, the task
// and what is under the pointer.

import type { LazyLayer } from './layer.ts';

export const queueMarks: LazyLayer = {
  name: 'queue-marks',
  when: ({ snapshot }) => snapshot.selection.line !== undefined && snapshot.tempo !== 'summary',
};

export const selection: LazyLayer = {
  name: 'selection',
  when: ({ level }) => level !== 'far',
};
