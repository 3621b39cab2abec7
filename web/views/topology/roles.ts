// Which roles the tasks of a workload have, in an order that gives each a hue: the first role the first hue, threads
// of the kernel the grey one. Where the core says no roles there are none.

import { FORM } from '../../engine/abi.gen.ts';
import { workloadTasks } from '../../engine/task-names.ts';
import type { Catalog } from '../../engine/types.ts';
import { taskHues } from '../../ui/theme.ts';

const known = new WeakMap<Catalog, { hues: Int16Array; names: readonly string[] }>();

/** Roles of the tasks behind the idle ones, a task a CPU, in the order in which they come. */
function rolesOf(catalog: Catalog): { hues: Int16Array; names: readonly string[] } {
  const before = known.get(catalog);
  if (before) return before;
  const { taskRoles } = catalog;
  const names: string[] = [];
  const hues = new Int16Array(taskRoles.name.length).fill(-1);
  const [first, end] = workloadTasks(catalog);
  for (let task = first; task < end; task++) {
    const role = taskRoles.role[task] ?? -1;
    const name = taskRoles.name[role];
    if (!name || hues[role] !== -1) continue;
    if (taskRoles.form[role] === FORM.KERNEL) {
      hues[role] = taskHues - 1;
      continue;
    }
    hues[role] = names.length;
    names.push(name);
  }
  const roles = { hues, names };
  known.set(catalog, roles);
  return roles;
}

/** The part a task belongs to by its role, from 0 on; -1: none that is known. */
export function roleHue(catalog: Catalog, task: number): number {
  const role = catalog.taskRoles.role[task];
  return role === undefined ? -1 : (rolesOf(catalog).hues[role] ?? -1);
}

/** The roles in the order of their hues. */
export const roleNames = (catalog: Catalog): readonly string[] => rolesOf(catalog).names;
