// The marks of tasks, and their names over everything that moves between CPUs.

import type { LazyLayer } from '../layer.ts';

export const tasks: LazyLayer = { name: 'tasks', when: () => true };

export const taskNames: LazyLayer = { name: 'taskNames', when: () => true };
