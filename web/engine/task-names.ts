// What tasks are called and which form their marks have: by their role in the workload and which one of that
// role they are. Roles come from the core (roles of workload.h); nothing here knows a workload.

import { FORM } from './abi.gen.ts';
import type { Catalog, TaskRoles } from './types/catalog.ts';

/** FORM_ codes and names of roles from names "FORM NAME"; where there is none the name is ''. */
export function parseRoles(names: readonly string[]): Pick<TaskRoles, 'name' | 'form'> {
  const parts = names.map((name) => {
    const [, form = '0', text = ''] = /^(\d+) (.+)$/.exec(name) ?? [];
    return { form: Number(form), text };
  });
  return {
    name: parts.map(({ text }) => text),
    form: Uint8Array.from(parts, ({ form }) => form),
  };
}

/** How many tasks have each role. */
function countRoles({ name, role }: TaskRoles): Uint32Array {
  const counts = new Uint32Array(name.length);
  for (const id of role) if (id < counts.length) counts[id]!++;
  return counts;
}

const counted = new WeakMap<TaskRoles, Uint32Array>();

/** "messenger", "worker 3": the number only where there are several; "task 17" where no role is known. */
export function taskName({ taskRoles }: Catalog, task: number): string {
  const role = taskRoles.role[task];
  const name = role === undefined ? undefined : taskRoles.name[role];
  if (role === undefined || !name) return `task ${task}`;
  let counts = counted.get(taskRoles);
  if (!counts) {
    counts = countRoles(taskRoles);
    counted.set(taskRoles, counts);
  }
  return counts[role] === 1 ? name : `${name} ${taskRoles.number[task]}`;
}

/** The same with the number by which the kernel's records name it: "worker 3 (task 12)". */
export function taskTitle(catalog: Catalog, task: number): string {
  const name = taskName(catalog, task);
  const number = `task ${task}`;
  return name === number ? name : `${name} (${number})`;
}

/** FORM_ code of a task. */
export function taskForm({ taskRoles }: Catalog, task: number): number {
  return taskRoles.form[taskRoles.role[task] ?? -1] ?? FORM.TASK;
}

/**
 * The tasks of the workload, [first, end): they lie behind the idle tasks, one a CPU, and before the stoppers. All
 * tasks where roles are not known.
 */
export function workloadTasks({ topology, tasks, taskRoles }: Catalog): readonly [number, number] {
  if (taskRoles.name.length === 0) return [0, tasks];
  const migration = taskRoles.name.indexOf('migration');
  let end = tasks;
  while (end > topology.cpus && migration >= 0 && taskRoles.role[end - 1] === migration) end--;
  return [Math.min(topology.cpus, end), end];
}

/** Roles before the first kind of a workload of one's own: the kernel's idle and migration tasks, and main. */
export const FIRST_KIND = 3;

/** The catalog of a run whose tasks are of kinds that only its scenario names. */
export function withKindNames(catalog: Catalog, kinds: readonly string[]): Catalog {
  const { taskRoles } = catalog;
  const name = [...taskRoles.name.slice(0, FIRST_KIND), ...kinds];
  const form = Uint8Array.from(name, (_, role) => taskRoles.form[role] ?? FORM.TASK);
  return { ...catalog, taskRoles: { ...taskRoles, name, form } };
}
