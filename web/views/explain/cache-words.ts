// The words for the figures of decisions about caches, in the markup of markup.ts: CPUs arrive as links, numbers as
// numbers.

import {
  whole as number,
  kibibytes as size,
  plural as some,
  duration as span,
} from '../../ui/format.ts';

/** A share of what ran on CPUs: how many whole CPUs it is worth. */
const worth = (cpus: number): string => `${cpus.toFixed(2)} CPUs`;

/** How busy a cache is. */
function busy(used: number, capacity: number): string {
  const share = capacity === 0 ? '' : ` (${number(Math.round((used * 100) / capacity))} %)`;
  return `${number(used)} of ${number(capacity)}${share}`;
}

export const cache = {
  epoch: (epoch: number, length: number) =>
    `[Epoch|task-cache-work] ${number(epoch)} of the process had begun; one lasts ${span(length)}.`,
  occupancy: (first: string, most: string, cpus: number) =>
    `The [LLC|llc] of ${first}: of what ran there of late, ${worth(cpus)} were the process's, the largest share on ${most}.`,
  running: (seen: number, average: number) =>
    `${some(seen, 'thread of the process was', 'threads of the process were')} seen running; the average of such counts was ${number(average)} before.`,
  chosen: (best: number, current: number) =>
    current === 0
      ? `The most is ${worth(best)}, and nothing of it lies in an [LLC|llc] preferred so far: the anchor goes there.`
      : `The most is ${worth(best)}, more than twice the ${worth(current)} of the [LLC|llc] preferred so far: the anchor goes there.`,
  same: (best: number, current: number) =>
    `The most is ${worth(best)}, not more than twice the ${worth(current)} of the [LLC|llc] preferred so far: the anchor stays.`,

  lone: (threads: number) => `The process has ${some(threads, 'thread', 'threads')}.`,
  threads: (average: number, smt: number, cpus: number, scale: number, margin: boolean) =>
    `On average ${some(average, 'thread', 'threads')} of the process run at once, times ${number(smt)} for the threads of a core: ${number(average * smt)}. The [LLC|llc] has ${some(cpus, 'CPU', 'CPUs')}, times ${number(scale)} by the tolerance: ${number(cpus * scale)}${margin ? ', a fifth of which is to stay free' : ''}. That is too many threads.`,
  memory: (held: number, limit: number) =>
    limit === 0
      ? `The process holds ${size(held)}, and nothing is let in.`
      : `The process holds ${size(held)}; the [LLC|llc] takes in ${size(limit)} by the tolerance. That is too much.`,
  stale: (age: number, most: number) =>
    age < 0
      ? `The process is ${some(-age, 'epoch', 'epochs')} ahead of this CPU, which counts as too old without a sign.`
      : `The last scan was ${some(age, 'epoch', 'epochs')} ago, and more than ${number(most)} is too long.`,
  astray: (memory: number, anchor: number) =>
    `The task's memory lies on [node|numa-node] ${number(memory)}, the anchor on ${number(anchor)}.`,

  test: (from: string, to: string, util: number) =>
    `The task, with a utilisation of ${number(util)}, would go from the [LLC|llc] of ${from} to that of ${to}.`,
  groupTest: (from: string, to: string) =>
    `Tasks of the [LLC|llc] of ${from} prefer that of ${to}; what one of them uses was not counted.`,
  source: (used: number, capacity: number) =>
    `The one to be left was used to ${busy(used, capacity)} when last recorded, the task included.`,
  target: (used: number, capacity: number) =>
    `The one to be joined was used to ${busy(used, capacity)} when last recorded, without it.`,
  groupSource: (used: number, capacity: number) =>
    `The one to be left was used to ${busy(used, capacity)} when last recorded.`,
  groupTarget: (used: number, capacity: number) =>
    `The one to be joined was used to ${busy(used, capacity)} when last recorded.`,
  room: (below: number, busier: number) =>
    `Below ${number(below)} % a cache has room; more than ${number(busier)} % above the other it is clearly busier.`,
  /** By what it was decided: enum ss_cache_judgement. */
  judged: [
    'The caches were not compared.',
    'The one it prefers has room for it.',
    'The one it prefers has no room, but is not clearly busier than where it is.',
    'The one it prefers has no room and would be clearly busier than where it is.',
    'It is in the one it prefers, which has room even with the task away.',
    'It is in the one it prefers, which has no room, but is not clearly busier than the other.',
    'It is in the one it prefers, which has no room and is clearly busier than the other.',
    'Neither of the two has room: which one it prefers does not count.',
  ] as readonly string[],
  noRoom:
    'The one to be joined has no room and is clearly busier than the other: nobody of them is let in.',
  loneTask: (preferring: number, runnable: number, running: number) =>
    `Of the ${some(runnable, 'runnable task', 'runnable tasks')} of the CPU ${number(preferring)} prefer this [LLC|llc], and ${number(running)} ${running === 1 ? 'is' : 'are'} there in all: how busy the caches are was not asked.`,
} as const;
