// The figures over a machine: what each gauge of a scenario says of one frame. Of the moment: counted in the very frame
// that is drawn. Of the window that ends there: the difference between the frame's counters and those that came with it
// from where the window begins (engine/track.ts). Nothing here is kept from one frame to the next.

import { ACTIVITY, LEDGER, TASK } from '../engine/abi.gen.ts';
import { tally, tallyWidth } from '../engine/track.ts';
import type { Catalog, Frame } from '../engine/types.ts';
import { ledgerKinds } from '../engine/types.ts';
import type { ScoreName } from '../scenario/scores-schema.ts';

/** What a gauge shows. Undefined: nothing to be told of this moment. */
export interface Score {
  readonly value: number;
  /** Of how many, where it is a count of a whole. */
  readonly of?: number;
}

/** What a trace of the scheduler tells; the other gauges have nothing to show of a recording, which is not 0. */
const toldByTraces: ReadonlySet<ScoreName> = new Set<ScoreName>([
  ...(['busy-cpus', 'busy-share', 'waiting-tasks', 'caches-used', 'together'] as const),
  ...(['moves', 'wakeups', 'wake-latency'] as const),
]);
export const isToldByTraces = (name: ScoreName): boolean => toldByTraces.has(name);

/** It runs something; of a recording may not be known what a CPU does. */
const isAtWork = (activity: number | undefined): boolean =>
  activity !== ACTIVITY.IDLE && activity !== ACTIVITY.UNKNOWN;

/** Counters at one moment, as a sample of the head holds them. */
export type Tally = ArrayLike<number>;

/** The counters of the frame itself, in the form of a sample. */
export function tallyOfFrame({ time, measuring, counters, ledger }: Frame): Float64Array {
  const here = new Float64Array(tallyWidth);
  here[tally.time] = time;
  for (let at = 0; at < ledger.length; at += 1) {
    const slot = tally.ledger + (at % ledgerKinds.length);
    here[slot] = here[slot]! + ledger[at]!;
  }
  here[tally.score] = counters.score;
  here[tally.wakeups] = counters.wakeups;
  here[tally.migrations] = counters.migrations;
  here[tally.latencySum] = counters.latencySum;
  here[tally.latencyCount] = counters.latencyCount;
  here[tally.measuring] = Number(measuring);
  return here;
}

/** ns of the window that ends at the frame; 0 where it has none. */
export const windowOf = ({ time, windowStart }: Frame): number =>
  windowStart.length < tallyWidth ? 0 : Math.max(0, time - windowStart[tally.time]!);

const difference = (from: Tally, to: Tally, slot: number): number => to[slot]! - from[slot]!;

/** What passed between two samples of one run; undefined: nothing that could be told. */
export function scoreBetween(name: ScoreName, from: Tally, to: Tally): number | undefined {
  const length = difference(from, to, tally.time);
  if (!(length > 0)) return undefined;
  const spent = (kind: number) => difference(from, to, tally.ledger + kind);
  const all = ledgerKinds.reduce((sum, _, kind) => sum + spent(kind), 0);
  const idle = spent(LEDGER.IDLE) + spent(LEDGER.IDLE_EXIT);
  switch (name) {
    case 'waiting-for-lines':
      return spent(LEDGER.LINE_WAIT) / length;
    case 'waiting-for-locks':
      return spent(LEDGER.LOCK_WAIT) / length;
    case 'busy-cpus':
      return (all - idle) / length;
    case 'busy-share':
      return all > 0 ? (all - idle) / all : undefined;
    case 'kernel-share':
      return all > idle ? (all - idle - spent(LEDGER.USER)) / (all - idle) : undefined;
    case 'line-wait-share':
      return all > 0 ? spent(LEDGER.LINE_WAIT) / all : undefined;
    case 'lock-wait-share':
      return all > 0 ? spent(LEDGER.LOCK_WAIT) / all : undefined;
    case 'throughput':
      return (difference(from, to, tally.score) * 1e9) / length;
    case 'wakeups':
      return (difference(from, to, tally.wakeups) * 1e9) / length;
    case 'moves':
      return difference(from, to, tally.migrations);
    case 'wake-latency':
      return meanLatency(from, to);
    default:
      return undefined;
  }
}

/** They are counted anew from where measuring begins: a window that begins before has but what came since. */
function meanLatency(from: Tally, to: Tally): number | undefined {
  const isSince = from[tally.measuring] !== to[tally.measuring];
  const of = (slot: number) => (isSince ? to[slot]! : difference(from, to, slot));
  const count = of(tally.latencyCount);
  return count > 0 ? of(tally.latencySum) / count : undefined;
}

/** The tasks that the workload is made of: neither idle tasks nor what the kernel keeps for each CPU. */
function tasksOf({ tasks }: Frame): number[] {
  return Array.from({ length: tasks.count }, (_, task) => task).filter(
    (task) => tasks.group[task]! >= 0 && tasks.cpu[task]! >= 0,
  );
}

function countOf(length: number, passes: (at: number) => boolean): number {
  let count = 0;
  for (let at = 0; at < length; at += 1) if (passes(at)) count += 1;
  return count;
}

/** LLCs in which some CPU is at work. */
function cachesUsed({ cpus }: Frame, { topology }: Catalog): number {
  const used = new Set<number>();
  for (let cpu = 0; cpu < cpus.count; cpu += 1) {
    if (isAtWork(cpus.activity[cpu])) used.add(topology.llc[cpu]!);
  }
  return used.size;
}

const momentary: {
  readonly [Name in ScoreName]?: (frame: Frame, catalog: Catalog) => Score | undefined;
} = {
  'waiting-for-lines': ({ cpus }) => ({
    value: countOf(cpus.count, (cpu) => cpus.activity[cpu] === ACTIVITY.STALLED),
    of: cpus.count,
  }),
  'waiting-for-locks': ({ cpus }) => ({
    value: countOf(cpus.count, (cpu) => cpus.activity[cpu] === ACTIVITY.SPINNING),
    of: cpus.count,
  }),
  'busy-cpus': ({ cpus }) => ({
    value: countOf(cpus.count, (cpu) => isAtWork(cpus.activity[cpu])),
    of: cpus.count,
  }),
  'waiting-tasks': ({ tasks }) => ({
    value: countOf(tasks.count, (task) => tasks.state[task] === TASK.RUNNABLE),
  }),
  'tasks-at-home': ({ tasks }, { topology }) => {
    const wants = (task: number) => tasks.preferredLlc[task]! >= 0;
    const of = countOf(tasks.count, wants);
    const isHome = (task: number) =>
      wants(task) && topology.llc[tasks.cpu[task]!] === tasks.preferredLlc[task];
    return of === 0 ? undefined : { value: countOf(tasks.count, isHome), of };
  },
  'caches-used': (frame, catalog) => ({
    value: cachesUsed(frame, catalog),
    of: catalog.topology.llcs,
  }),
  together: (frame, { topology }) => {
    const places = tasksOf(frame).map((task) => topology.llc[frame.tasks.cpu[task]!]!);
    return places.length > 1 ? { value: new Set(places).size === 1 ? 1 : 0 } : undefined;
  },
  moves: ({ counters }) => ({ value: counters.migrations }),
};

/** True of what is counted in the frame alone, not over a window. */
export const isMomentary = (name: ScoreName): boolean => Object.hasOwn(momentary, name);

/** What gauge `name` says of a frame. */
export function scoreOf(name: ScoreName, frame: Frame, catalog: Catalog): Score | undefined {
  const now = momentary[name];
  if (now) return now(frame, catalog);
  if (windowOf(frame) === 0) return undefined;
  const value = scoreBetween(name, frame.windowStart, tallyOfFrame(frame));
  return value === undefined ? undefined : { value };
}
