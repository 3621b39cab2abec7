// The words of the key under a picture.

import { rate as perSecond } from '../../ui/format.ts';

export const keyWords = {
  oneOf: (of: number) => (of > 1 ? `1 of ${of} migrations` : 'migration'),
  fullBundle: (rate: number) => (rate > 0 ? `= ${perSecond(rate)}` : 'transfers'),
  tasks: 'tasks',
  transfer: 'line on its way',
  /** The same where the key has much to say. */
  transferShort: 'line',
  away: 'away',
  pass: 'balance pass',
  held: 'filled',
  epoch: 'epoch',
  meaning: {
    tasks: 'A task on its CPU, and smaller the tasks queued there',
    bundle: 'Cache lines handed from one LLC to another: transfers per second of simulated time',
    flight: 'A task on its way to another CPU; its length is the latency of the migration',
    away: 'A task outside the LLC that cache-aware balancing prefers for its process; a strip in the colour of the process stands at that LLC, filled by the share of its threads that are there',
    held: 'How much of an LLC is filled, and with whose footprints, in the colours of processes; grey: of tasks in no process',
    epoch:
      'How far the epoch has come in which cache-aware balancing counts where processes run; when it is over, one thread of a process looks again which LLC to prefer',
    transfer: 'A cache line on its way from the CPU that had it to the one that asked',
    pass: 'A CPU looks over its domain for tasks to move: dashed at a tick, dashed and dotted for a CPU without one, dotted before it idles; stronger if it moves some',
    idle: 'The CPU has nothing to run',
    user: 'The CPU runs user code',
    kernel: 'The CPU runs kernel code',
    stalled: 'The CPU stands still until a cache line arrives',
    spinning: 'The CPU spins until a lock is free',
  },
} as const;
