// The words of a branch: a run that is changed from the playhead on, as variant C.

import { moment } from '../../ui/format.ts';

export const words = {
  button: 'Branch',
  buttonHint: 'Change something from this moment on and run it as C',
  title: (time: number) => `Branch at ${moment(time)}`,
  what: 'Up to this moment, C is the same run, bit for bit. From here on, your change applies.',
  from: 'Branch from',
  side: (side: string, label: string) => `${side} ${label}`,
  notOfTrace:
    'R is a trace, and what was recorded cannot be changed. The branch replaces R on the stage.',
  change: 'What changes',
  kinds: {
    pin: 'Pin a task',
    restrict: 'Restrict CPUs',
    lists: 'Change page lists',
    tunable: 'Change a tunable',
  },
  task: 'Task',
  cpu: 'To CPU',
  cpus: 'CPUs that tasks may use',
  cpusHint: 'Numbers and ranges with commas, such as 0-59,240',
  node: (node: number) => `Node ${node}`,
  limit: 'Limit',
  limits: { batch: 'batch', high: 'high' },
  pages: 'Pages',
  tunable: 'Tunable',
  /** As the kernel's file is called. */
  tunableName: (key: string) => key.replace(/^kernel\./, '').replace(/^cache_aware\./, 'llc_'),
  value: (unit: string) => (unit === '' ? 'New value' : `New value (${unit})`),
  range: (start: number, least: number, most: number) =>
    `${least} to ${most}; the run began with ${start}`,
  run: 'Run on as C',
  opening: 'Opening C …',
  cancel: 'Cancel',
  problem: (path: string, problem: string, remedy: string) =>
    `${path ? `${path}: ` : ''}${problem}; ${remedy}.`,
} as const;
