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

export const cacheReasons = {
  epoch: (epoch: number, length: number) =>
    `[Epoch|epoch] ${number(epoch)} of the process had begun; an epoch lasts ${span(length)}.`,
  occupancy: (first: string, most: string, cpus: number) =>
    `Under the [LLC|llc] of ${first} the process recently ran as much as ${worth(cpus)}, most of it on ${most}.`,
  running: (seen: number, average: number) =>
    `${some(seen, 'thread of the process was', 'threads of the process were')} seen running; the average of these counts was ${number(average)} before.`,
  chosen: (best: number, current: number) =>
    current === 0
      ? `The largest account is ${worth(best)}, and the process had no preferred [LLC|llc] yet: it now prefers that one.`
      : `The largest account is ${worth(best)}, more than twice the ${worth(current)} of the [LLC|llc] preferred until now: the preference moves there.`,
  same: (best: number, current: number) =>
    `The largest account is ${worth(best)}, not more than twice the ${worth(current)} of the [LLC|llc] preferred until now: the preference stays.`,

  lone: (threads: number) => `The process has ${some(threads, 'thread', 'threads')}.`,
  threads: (average: number, smt: number, cpus: number, scale: number, margin: boolean) =>
    `On average ${some(average, 'thread', 'threads')} of the process run at once, times ${number(smt)} for the threads of a core: ${number(average * smt)}. The [LLC|llc] has ${some(cpus, 'CPU', 'CPUs')}, times ${number(scale)} by llc_aggr_tolerance: ${number(cpus * scale)}${margin ? ', a fifth of which is to stay free' : ''}. That is too many threads.`,
  memory: (held: number, limit: number) =>
    limit === 0
      ? `The process holds ${size(held)}, and the limit is 0.`
      : `The process holds ${size(held)}; the limit of the [LLC|llc], by llc_aggr_tolerance, is ${size(limit)}. The process exceeds the limit.`,
  stale: (age: number, most: number) =>
    age < 0
      ? `The process is ${some(-age, 'epoch', 'epochs')} ahead of this CPU; the comparison ignores the sign, so the account counts as too old.`
      : `The last scan was ${some(age, 'epoch', 'epochs')} ago, and more than ${number(most)} is too long.`,
  astray: (memory: number, anchor: number) =>
    `The task’s memory lies on [node|numa-node] ${number(memory)}, the preferred LLC is on node ${number(anchor)}.`,

  test: (from: string, to: string, util: number) =>
    `The task, with a utilisation of ${number(util)}, would go from the [LLC|llc] of ${from} to that of ${to}.`,
  groupTest: (from: string, to: string) =>
    `Tasks of the [LLC|llc] of ${from} prefer that of ${to}; the utilisation of such a task was not counted.`,
  source: (used: number, capacity: number) =>
    `Recorded utilisation of the LLC to be left: ${busy(used, capacity)}, the task included.`,
  target: (used: number, capacity: number) =>
    `Recorded utilisation of the LLC to be joined: ${busy(used, capacity)}, without the task.`,
  groupSource: (used: number, capacity: number) =>
    `Recorded utilisation of the LLC to be left: ${busy(used, capacity)}.`,
  groupTarget: (used: number, capacity: number) =>
    `Recorded utilisation of the LLC to be joined: ${busy(used, capacity)}.`,
  room: (below: number, busier: number) =>
    `Below ${number(below)} % an LLC has room; more than ${number(busier)} % above the other, it is clearly busier.`,
  /** By what it was decided: enum ss_cache_judgement. */
  judged: [
    'The LLCs were not compared.',
    'The preferred LLC has room for the task.',
    'The preferred LLC has no room, but is not clearly busier than the current one.',
    'The preferred LLC has no room and would be clearly busier than the current one.',
    'The task is under its preferred LLC, which has room.',
    'The task is under its preferred LLC, which has no room, but is not clearly busier than the other.',
    'The task is under its preferred LLC, which has no room and is clearly busier than the other.',
    'Neither LLC has room, so the preference does not count.',
  ] as readonly string[],
  noRoom:
    'The LLC to be joined has no room and is clearly busier than the other, so none of these tasks may move there.',
  loneTask: (preferring: number, runnable: number, running: number) =>
    `Of the ${some(runnable, 'runnable task', 'runnable tasks')} of the CPU ${number(preferring)} prefer this [LLC|llc], and ${number(running)} ${running === 1 ? 'is' : 'are'} there in all: the utilisation of the LLCs was not compared.`,
} as const;
