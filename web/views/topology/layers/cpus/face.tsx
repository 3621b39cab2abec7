// What the key says of CPUs and of the tasks on them.

import { ActivitySwatch } from '../../ActivitySwatch.tsx';
import { type Activity, activities } from '../../activity.ts';
import { words } from '../../words.ts';
import type { Face } from '../face.ts';

const meaning: Readonly<Record<Activity, string>> = {
  idle: 'The CPU has nothing to run',
  user: 'The CPU runs user code',
  kernel: 'The CPU runs kernel code',
  stalled: 'The CPU stands still until a cache line arrives',
  spinning: 'The CPU spins until a lock is free',
};

const TaskMark = () => (
  <svg width="24" height="12" aria-hidden="true">
    <circle cx="6" cy="6" r="4.5" fill="var(--ink-muted)" />
    <circle cx="16" cy="6" r="2" fill="var(--ink-muted)" />
    <circle cx="22" cy="6" r="2" fill="var(--ink-muted)" />
  </svg>
);

/** Speaks for shares, too, which are of the same activities. */
export const moment: Face = {
  name: 'moment',
  key: activities.map((activity) => ({
    mark: <ActivitySwatch activity={activity} />,
    meaning: meaning[activity],
    text: () => words.activity[activity],
  })),
};

export const running: Face = {
  name: 'running',
  key: [
    {
      mark: <TaskMark />,
      meaning: 'A task on its CPU, and smaller the tasks queued there',
      when: ({ tempo }) => tempo !== 'summary',
      text: () => 'tasks',
    },
  ],
};
