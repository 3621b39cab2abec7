// The marks of tasks, and their names over everything that moves between CPUs.

import type { Catalog } from '../../../../engine/types.ts';
import type { LateLayer } from '../layer.ts';
import type { TaskBrushes } from './brushes.ts';

const remember = ({ tasks }: Catalog): TaskBrushes => ({
  style: new Uint8Array(tasks),
  add: () => {},
});

export const tasks: LateLayer<TaskBrushes> = { name: 'tasks', when: () => true, remember };

export const taskNames: LateLayer = { name: 'taskNames', when: () => true };
