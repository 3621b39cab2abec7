// The tasks of a machine in words, for screen readers: of few tasks each with its state and place, of many how
// many of each role run, wait and sleep. Filled with the notes of the picture, past React.

import { type RefObject, useImperativeHandle, useMemo, useRef } from 'react';
import { TASK } from '../../engine/abi.gen.ts';
import { taskName, workloadTasks } from '../../engine/task-names.ts';
import type { Catalog } from '../../engine/types.ts';
import type { TasksNote } from './layers/tasks/note.ts';
import styles from './MachineView.module.css';
import { words } from './words.ts';

export type TasksUpdate = (note: TasksNote) => void;

/** Above this number, tasks are summed up by role: a screen reader of a thousand rows is of no use. */
const mostRows = 100;

interface Row {
  readonly name: string;
  readonly tasks: readonly number[];
}

function rowsOf(catalog: Catalog): readonly Row[] {
  const [first, end] = workloadTasks(catalog);
  const all = Array.from({ length: end - first }, (_, i) => first + i);
  if (all.length <= mostRows) {
    return all.map((task) => ({ name: taskName(catalog, task), tasks: [task] }));
  }
  const { role, name } = catalog.taskRoles;
  const roles = [...new Set(all.map((task) => role[task] ?? -1))];
  return roles.map((id) => {
    const tasks = all.filter((task) => (role[task] ?? -1) === id);
    return { name: words.tasksOf(tasks.length, name[id] || words.column.task), tasks };
  });
}

function stateText(note: TasksNote, tasks: readonly number[]): string {
  const counts = { runs: 0, waits: 0, sleeps: 0, none: 0 };
  for (const task of tasks) counts[doingIn(note, task)]++;
  const kinds = Object.keys(counts) as (keyof typeof counts)[];
  if (tasks.length === 1) return words.doing[kinds.find((kind) => counts[kind] > 0)!];
  return kinds
    .filter((kind) => counts[kind] > 0)
    .map((kind) => `${counts[kind]} ${words.doingOfMany[kind]}`)
    .join(', ');
}

function doingIn({ state, ran }: TasksNote, task: number): keyof typeof words.doing {
  if (state[task] === TASK.RUNNING) return 'runs';
  if (state[task] === TASK.SLEEPING) return ran[task] ? 'sleeps' : 'none';
  return state[task] === TASK.NEW ? 'none' : 'waits';
}

function placeText({ cpu, ran }: TasksNote, tasks: readonly number[]): string {
  const [task, ...others] = tasks;
  if (task === undefined || others.length > 0 || !ran[task]) return '';
  return cpu[task]! < 0 ? '' : words.cpu(cpu[task]!);
}

export function TaskTable({
  side,
  catalog,
  update,
}: {
  readonly side: string;
  readonly catalog: Catalog;
  readonly update: RefObject<TasksUpdate | null>;
}) {
  const rows = useMemo(() => rowsOf(catalog), [catalog]);
  const body = useRef<HTMLTableSectionElement>(null);
  useImperativeHandle(update, () => (note) => {
    rows.forEach(({ tasks }, index) => {
      const cells = body.current?.children[index]?.children;
      if (!cells) return;
      cells[1]!.textContent = stateText(note, tasks);
      cells[2]!.textContent = placeText(note, tasks);
    });
  });
  return (
    <table className={styles.table}>
      <caption>{words.tasks(side)}</caption>
      <thead>
        <tr>
          {[words.column.task, words.column.state, words.column.cpu].map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody ref={body}>
        {rows.map(({ name }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td />
            <td />
          </tr>
        ))}
      </tbody>
    </table>
  );
}
