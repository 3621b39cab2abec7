// What there is to say of tasks besides the picture: plain data, read from a frame twice a second.

import { taskForm, workloadTasks } from '../../../../engine/task-names.ts';
import type { Catalog, Frame } from '../../../../engine/types.ts';

export interface TasksNote {
  /** TASK_ code, CPU, and whether it has ever run, by task. */
  readonly state: Uint8Array;
  readonly cpu: Int32Array;
  readonly ran: Uint8Array;
  /** The forms that are there: FORM_ codes. */
  readonly forms: readonly number[];
}

export function noteTasks({ tasks }: Frame, { catalog }: { readonly catalog: Catalog }): TasksNote {
  const forms = new Set<number>();
  const ran = Uint8Array.from(tasks.runtime, (runtime) => (runtime > 0 ? 1 : 0));
  const [first, end] = workloadTasks(catalog);
  for (let task = first; task < end; task++) if (ran[task]) forms.add(taskForm(catalog, task));
  return { state: tasks.state.slice(), cpu: tasks.cpu.slice(), ran, forms: [...forms].sort() };
}
