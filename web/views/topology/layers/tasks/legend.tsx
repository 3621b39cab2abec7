// What the key says of the marks of tasks.

import { FORM } from '../../../../engine/abi.gen.ts';
import type { LayerLegend } from '../legend.ts';
import type { TasksNote } from './note.ts';

const TaskMark = () => (
  <svg width="22" height="12" aria-hidden="true">
    <circle cx="6" cy="6" r="4.5" fill="var(--ink-muted)" />
    <circle cx="14" cy="9" r="2" fill="var(--ink-muted)" />
    <circle cx="20" cy="9" r="2" fill="var(--ink-muted)" />
  </svg>
);

const SleeperMark = () => (
  <svg width="12" height="12" aria-hidden="true">
    <circle
      cx="6"
      cy="6"
      r="4.5"
      fill="none"
      stroke="var(--ink-muted)"
      strokeWidth="1.5"
      strokeDasharray="2.8 1.9"
    />
  </svg>
);

const KernelMark = () => (
  <svg width="12" height="12" aria-hidden="true">
    <rect x="2" y="2" width="8" height="8" fill="var(--ink-muted)" />
  </svg>
);

const SenderMark = () => (
  <svg width="12" height="12" aria-hidden="true">
    <path d="M6 0.5L11.5 6L6 11.5L0.5 6Z" fill="var(--ink-muted)" />
  </svg>
);

const has = (note: TasksNote | undefined, form: number): boolean =>
  note?.forms.includes(form) ?? false;

export const tasksLegend: LayerLegend<TasksNote> = {
  name: 'tasks',
  entries: [
    {
      mark: <TaskMark />,
      meaning: 'A task on its CPU; smaller, in a row below, the tasks that wait for that CPU',
      text: () => 'tasks',
    },
    {
      mark: <SleeperMark />,
      meaning: 'A task that sleeps, where it last ran',
      text: () => 'asleep',
    },
    {
      mark: <SenderMark />,
      meaning: 'A task that wakes others or sends to them',
      when: ({ note }) => has(note, FORM.SENDER),
      text: ({ isCrowded }) => (isCrowded ? 'sender' : 'messenger or sender'),
    },
    {
      mark: <KernelMark />,
      meaning: 'A thread of the kernel',
      when: ({ note }) => has(note, FORM.KERNEL),
      text: () => 'kernel thread',
    },
  ],
};
