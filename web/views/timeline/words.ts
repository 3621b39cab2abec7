// Every word of the Timeline. Numbers arrive formatted.

import { plural } from '../../ui/format.ts';

export const words = {
  region: (side: string) => `Timeline of machine ${side}`,
  rows: 'CPUs over time',
  rowsHint:
    'Arrow up and down go from row to row, Enter selects or unfolds one, W, S, A and D zoom and pan.',
  ruler: 'Press or drag to move the playhead',
  llc: (llc: number) => `LLC ${llc}`,
  cpus: (number: number) => plural(number, 'CPU', 'CPUs'),
  cpu: (cpu: number) => `CPU ${cpu}`,
  fold: (name: string) => `Fold the CPUs of ${name}`,
  unfold: (name: string) => `Show the CPUs of ${name}`,
  role: { holder: 'owns it', waiter: 'waits' },
  moreWaiters: (number: number) => `and ${plural(number, 'more CPU waits', 'more CPUs wait')}`,
  activity: {
    idle: 'idle',
    user: 'user',
    kernel: 'kernel',
    stalled: 'waits for a line',
    spinning: 'waits for a lock',
  },
  key: {
    name: 'Key',
    wake: 'wake-up',
    migrate: 'push or pull',
    decision: 'decision',
    sleep: 'goes to sleep',
  },
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  whole: 'Whole run',
  focus: 'Focus, then fit',
  selectRange: 'Select a range',
  clearRange: 'Clear the range',
  rangeFrom: 'Start of the range',
  rangeTo: 'End of the range',
  rangeHint: 'Drag, or move with the arrow keys',
  shown: (length: string, from: string) => `${length} from ${from}`,
  unknown: 'not computed yet',
  loadingWaits: 'finding every wait…',
  icicle: {
    says: 'Where the CPU time of the range goes; the table below has the same figures',
    all: 'CPU time',
    work: 'work',
    wait: 'waits',
    behind: 'behind others',
    transfer: 'transfers',
  },
  sums: {
    title: 'Sums of the range',
    allCpus: (number: number) => `on all ${plural(number, 'CPU', 'CPUs')}`,
    switches: 'Context switches',
    wakeups: 'Wake-ups to here',
    migrations: 'Migrations to here',
    misses: 'Misses',
    waited: 'Behind others',
    adding: 'Adding up…',
    partly: (to: string) => `Computed up to ${to}.`,
  },
  table: {
    caption: (side: string, from: string, to: string) =>
      `Machine ${side} from ${from} to ${to}: shares of time`,
    row: 'Row',
  },
  tip: {
    task: (task: string, activity: string) => `${task}, ${activity}`,
    unknown: 'not known: nothing was recorded here, or the record is lost',
    idle: 'idle',
    share: (stalled: string, spun: string) =>
      `${stalled} of that waiting for lines, ${spun} for locks`,
    lasting: (length: string, from: string) => `${length} from ${from}`,
    stalled: (line: string, where: string) => `waits for ${line} in ${where}`,
    spinning: (lock: string) => `waits for lock ${lock}`,
    behind: (length: string) => `${length} of it behind others`,
    wake: (task: string, cpu: number, from: number) =>
      cpu === from
        ? `wakes ${task} on CPU ${cpu}`
        : `wakes ${task} on CPU ${cpu}, before on ${from}`,
    migrate: (task: string, from: number, to: number) =>
      `moves ${task} from CPU ${from} to CPU ${to}`,
    decision: (name: string, task: string | undefined, cpu: number) =>
      `${name}${task ? ` for ${task}` : ''}: ${cpu < 0 ? 'no CPU' : `CPU ${cpu}`}`,
    sleep: (task: string) => `${task} goes to sleep`,
  },
} as const;
