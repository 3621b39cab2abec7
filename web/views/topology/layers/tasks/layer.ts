// The marks of tasks, and their names over everything that moves between CPUs.

import type { LateLayer } from '../layer.ts';

export const tasks: LateLayer = { name: 'tasks', when: () => true };

export const taskNames: LateLayer = { name: 'taskNames', when: () => true };
