// What the view of recordings says.

import type { LeftCache } from '../../exchange/own/recording/left-cache.ts';
import { count, decimal, duration, percent } from '../../ui/format.ts';

export const words = {
  lead: 'A trace of the scheduler from a real machine: the text of ftrace, trace-cmd or perf (script, timehist), a trace.dat, a trace of Perfetto or systrace. It is read in this page and sent nowhere.',
  open: 'Open a trace…',
  cancel: 'Stop reading',
  reading: (mib: number, of: number, events: number) =>
    `Reading: ${decimal(mib, 0)} of ${decimal(of, 0)} MiB, ${count(events)} events`,
  onMachine: 'Use the machine on stage, instead of a plain one with as many CPUs',
  failed: (why: string) => `The trace could not be read: ${why}.`,
  notMade: (why: string) => `No workload could be made from it: ${why}.`,
  summary: (name: string, events: number, cpus: number, tasks: number, ns: number) =>
    `${name}: ${count(events)} events on ${count(cpus)} CPUs, ${count(tasks)} tasks, ${duration(ns)}`,
  figures: 'Results of the trace',
  tasks: 'Tasks that ran longest',
  heads: ['Task', 'CPU time', 'Runs', 'Wake-ups', 'Mean wait', 'Longest wait', 'Migrations'],
  rows: {
    busy: 'Utilisation of the known time',
    unknown: 'Unknown time',
    switches: 'Switches',
    wakeups: 'Wake-ups',
    mean: 'Wake-up to running, mean',
    p99: 'Wake-up to running, p99',
    longest: 'Wake-up to running, longest',
    wake: 'Migrations by wake-ups',
    fork: 'Migrations by forks',
    other: 'Migrations for other reasons',
  },
  notTold: 'not told',
  percent: (share: number) => percent(share),
  form: 'Make a workload from it',
  forms: {
    fitted: 'fitted: kinds of tasks, with times drawn from the trace',
    exact: 'exact: each recorded step once',
  },
  leftCache: ({ left, wakeups, caches, tasks }: LeftCache) =>
    `${count(left)} of ${count(wakeups)} wake-ups left the cache that their task ran in before (the machine has ${count(caches)})${
      tasks.length > 0 ? `, most often those of ${tasks.map(({ name }) => name).join(', ')}` : ''
    }.`,
  seeThem: 'See them on the timeline',
  stage: 'Simulate it beside the trace',
  opening: 'Opening…',
  lacks:
    'A scheduler trace says which task ran where, which task woke it, and when it migrated. It has no cache lines, locks, kernel time, decisions or pages, so views of those stay empty for the trace.',
  notes: 'What was left out or assumed',
  label: (name: string) => `Recorded: ${name}`,
} as const;
