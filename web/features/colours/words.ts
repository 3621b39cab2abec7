// What is said of colours. Texts only.

import type { ColourBy, HeatMeasure, HuePart, LegendEntry } from '../../scenario/colouring.ts';
import { count, decimal, duration, percent, rate } from '../../ui/format.ts';

interface Said {
  readonly name: string;
  readonly meaning: string;
}

/** How a measure is called, said in a sentence, and written. */
interface Measure extends Said {
  readonly text: (value: number) => string;
}

const share = (value: number): string => percent(value, value < 0.1 ? 1 : 0);

export const words = {
  colourBy: 'Colour by',
  hueBy: 'Hue by',
  heat: 'Heat',
  legend: 'Legend',
  by: {
    state: 'state',
    task: 'task',
    home: 'preferred cache',
    heat: 'heat',
  } satisfies Record<ColourBy, string>,
  hint: {
    state: 'What each CPU does',
    task: 'Where each task is; CPUs fade back',
    home: 'Which LLC the task on each CPU prefers',
    heat: 'One number for each CPU, over the window shown',
  } satisfies Record<ColourBy, string>,
  hue: { role: 'by role', process: 'by process', instance: 'by group' } satisfies Record<
    HuePart,
    string
  >,
  measure: {
    waiting: {
      name: 'time waiting',
      meaning: 'Share of time in waits for lines and locks',
      text: share,
    },
    utilisation: { name: 'utilisation', meaning: 'Share of time not idle', text: share },
    queue: {
      name: 'run queue length',
      meaning: 'Runnable tasks, the running one included',
      text: (value) => decimal(value, 1),
    },
    transfers: {
      name: 'remote transfers',
      meaning: 'Lines fetched from another cache',
      text: rate,
    },
    moves: { name: 'migrations in', meaning: 'Tasks that moved here', text: rate },
    latency: {
      name: 'wake-up latency',
      meaning: 'From a wake-up to running, on average',
      text: (value) => duration(value),
    },
    kernel: {
      name: 'kernel share',
      meaning: 'Share of time in the kernel, waits included',
      text: share,
    },
  } satisfies Record<HeatMeasure, Measure> as Readonly<Record<HeatMeasure, Measure>>,
  state: {
    user: { name: 'user work', meaning: 'The CPU runs user code' },
    kernel: { name: 'kernel', meaning: 'The CPU runs kernel code' },
    line: {
      name: 'waits for a line',
      meaning: 'The CPU stalls until a cache line arrives',
    },
    lock: { name: 'waits for a lock', meaning: 'The CPU spins until a lock is free' },
    idle: { name: 'idle', meaning: 'The CPU has nothing to run' },
  } satisfies Partial<Record<LegendEntry, Said>>,
  home: {
    'at-home': { name: 'in its LLC', meaning: 'The task runs under its preferred LLC: filled' },
    away: {
      name: 'away',
      meaning: 'The task prefers another LLC, the one of its colour: outlined',
    },
    'no-home': { name: 'prefers none', meaning: 'The task prefers no LLC' },
  } satisfies Partial<Record<LegendEntry, Said>>,
  part: (hue: HuePart, part: number) => (hue === 'process' ? `process ${part}` : `group ${part}`),
  /** Hues that several parts share. */
  andMore: (name: string) => `${name}…`,
  others: 'kernel threads and others',
  upTo: (text: string) => `≤ ${text}`,
  noHeat: 'no data in this window',
  keep: (meaning: string) => `${meaning}. Press to show only this; press again to show all.`,
  many: count,
};
