// The figures over a machine: what each gauge of a scenario says. Most are of the measured window so far, from the very
// report that steps and Figures have, so that one thing has one figure wherever it stands. What has no sum over time,
// where tasks are and how many moved, is counted in the frame that is drawn, and called so. Nothing here is kept.

import { ACTIVITY, LEDGER, TASK } from '../engine/abi.gen.ts';
import { workloadTasks } from '../engine/task-names.ts';
import { SAMPLE_WIDTH, sampleLayout } from '../engine/track.ts';
import type { Catalog, Frame } from '../engine/types.ts';
import { ledgerKinds } from '../engine/types.ts';
import type { GaugeName } from '../scenario/gauges-schema.ts';
import { measure, type RunReport } from './measures.ts';

/** What a value is a part of: so many of all CPUs, so many that have work, or what CPUs that are busy have of time. */
export type Whole =
  | { readonly of: 'all' | 'busy'; readonly cpus: number }
  | { readonly of: 'busy-time' }
  | { readonly of: 'things'; readonly count: number };

/** What a gauge shows. Undefined: nothing to be told. */
export interface GaugeValue {
  readonly value: number;
  readonly whole?: Whole;
}

/** What a trace of the scheduler tells; the other gauges have nothing to show of a recording, which is not 0. */
const toldByTraces: ReadonlySet<GaugeName> = new Set<GaugeName>([
  ...(['busy-cpus', 'busy-share', 'waiting-tasks', 'caches-used', 'together'] as const),
  ...(['moves', 'wakeups', 'wake-latency'] as const),
]);
export const isToldByTraces = (name: GaugeName): boolean => toldByTraces.has(name);

/** It runs something; of a recording may not be known what a CPU does. */
const isAtWork = (activity: number | undefined): boolean =>
  activity !== ACTIVITY.IDLE && activity !== ACTIVITY.UNKNOWN;

/** Counters at one moment, as a sample of the head holds them. */
export type CounterSample = ArrayLike<number>;

/** The counters of the frame itself, in the form of a sample. */
export function counterSampleOf({ time, measuring, counters, ledger }: Frame): Float64Array {
  const here = new Float64Array(SAMPLE_WIDTH);
  here[sampleLayout.time] = time;
  for (let at = 0; at < ledger.length; at += 1) {
    const slot = sampleLayout.ledger + (at % ledgerKinds.length);
    here[slot] = here[slot]! + ledger[at]!;
  }
  here[sampleLayout.score] = counters.score;
  here[sampleLayout.wakeups] = counters.wakeups;
  here[sampleLayout.migrations] = counters.migrations;
  here[sampleLayout.latencySum] = counters.latencySum;
  here[sampleLayout.latencyCount] = counters.latencyCount;
  here[sampleLayout.measuring] = Number(measuring);
  return here;
}

/** ns of the window that ends at the frame; 0 where it has none. */
export const windowOf = ({ time, windowStart }: Frame): number =>
  windowStart.length < SAMPLE_WIDTH ? 0 : Math.max(0, time - windowStart[sampleLayout.time]!);

const difference = (from: CounterSample, to: CounterSample, slot: number): number =>
  to[slot]! - from[slot]!;

/** What passed between two samples of one run, for pictures of its course; undefined: nothing that could be told. */
export function gaugeBetween(
  name: GaugeName,
  from: CounterSample,
  to: CounterSample,
): number | undefined {
  const length = difference(from, to, sampleLayout.time);
  if (!(length > 0)) return undefined;
  const spent = (kind: number) => difference(from, to, sampleLayout.ledger + kind);
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
      return (difference(from, to, sampleLayout.score) * 1e9) / length;
    case 'wakeups':
      return (difference(from, to, sampleLayout.wakeups) * 1e9) / length;
    case 'moves':
      return difference(from, to, sampleLayout.migrations);
    case 'wake-latency':
      return meanLatency(from, to);
    default:
      return undefined;
  }
}

/** They are counted anew from where measuring begins: a window that begins before has but what came since. */
function meanLatency(from: CounterSample, to: CounterSample): number | undefined {
  const isSince = from[sampleLayout.measuring] !== to[sampleLayout.measuring];
  const of = (slot: number) => (isSince ? to[slot]! : difference(from, to, slot));
  const count = of(sampleLayout.latencyCount);
  return count > 0 ? of(sampleLayout.latencySum) / count : undefined;
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

const things = (count: number): Whole => ({ of: 'things', count });

const momentary: {
  readonly [Name in GaugeName]?: (frame: Frame, catalog: Catalog) => GaugeValue | undefined;
} = {
  'waiting-tasks': ({ tasks }, catalog) => {
    // The idle task of a busy CPU is runnable, too, and waits for nothing.
    const [first, end] = workloadTasks(catalog);
    const waits = (at: number) => tasks.state[first + at] === TASK.RUNNABLE;
    return { value: countOf(end - first, waits) };
  },
  'tasks-at-home': ({ tasks }, { topology }) => {
    const wants = (task: number) => tasks.preferredLlc[task]! >= 0;
    const of = countOf(tasks.count, wants);
    const isHome = (task: number) =>
      wants(task) && topology.llc[tasks.cpu[task]!] === tasks.preferredLlc[task];
    return of === 0 ? undefined : { value: countOf(tasks.count, isHome), whole: things(of) };
  },
  'caches-used': (frame, catalog) => ({
    value: cachesUsed(frame, catalog),
    whole: things(catalog.topology.llcs),
  }),
  together: (frame, { topology }) => {
    const places = tasksOf(frame).map((task) => topology.llc[frame.tasks.cpu[task]!]!);
    return places.length > 1 ? { value: new Set(places).size === 1 ? 1 : 0 } : undefined;
  },
  moves: ({ counters }) => ({ value: counters.migrations }),
};

/** True of what is counted in the frame alone, not over a window. */
export const isMomentary = (name: GaugeName): boolean => Object.hasOwn(momentary, name);

/** What a gauge of the moment says of a frame; undefined also for one of the window. */
export const gaugeNow = (name: GaugeName, frame: Frame, catalog: Catalog): GaugeValue | undefined =>
  momentary[name]?.(frame, catalog);

/** A number that the run has measured; undefined where it has nothing of the kind. */
function metricOf(run: RunReport, metric: string): number | undefined {
  const value = measure(metric, run, undefined);
  return typeof value === 'number' ? value : undefined;
}

/** CPUs that wait are told of these: the nodes with a page allocator stand for the others, and all their CPUs work. */
function cpusOf({ zones, catalog }: RunReport): {
  readonly of: 'all' | 'busy';
  readonly cpus: number;
} {
  const { cpus } = catalog.topology;
  const ofZones = zones.reduce((sum, zone) => sum + zone.cpus, 0);
  return ofZones > 0 && ofZones < cpus ? { of: 'busy', cpus: ofZones } : { of: 'all', cpus };
}

/** Share of the time of those CPUs, 0 to 1. */
function waitOf(run: RunReport, kind: 'lineWait' | 'lockWait'): number {
  const ofPages = kind === 'lockWait' ? metricOf(run, 'page_lock_share') : undefined;
  if (ofPages !== undefined) return ofPages / 100;
  const { windowLength, ledger } = run.headline;
  return windowLength > 0 ? ledger[kind] / (cpusOf(run).cpus * windowLength) : 0;
}

const shareOf = (run: RunReport, kind: 'lineWait' | 'lockWait'): GaugeValue => ({
  value: waitOf(run, kind),
  whole: cpusOf(run),
});

const waitingOf = (run: RunReport, kind: 'lineWait' | 'lockWait'): GaugeValue => {
  const whole = cpusOf(run);
  return { value: waitOf(run, kind) * whole.cpus, whole };
};

const allCpus = ({ catalog }: RunReport): Whole => ({ of: 'all', cpus: catalog.topology.cpus });

const measured: { readonly [Name in GaugeName]?: (run: RunReport) => GaugeValue | undefined } = {
  'waiting-for-lines': (run) => waitingOf(run, 'lineWait'),
  'waiting-for-locks': (run) => waitingOf(run, 'lockWait'),
  'line-wait-share': (run) => shareOf(run, 'lineWait'),
  'lock-wait-share': (run) => shareOf(run, 'lockWait'),
  'busy-cpus': (run) => ({
    value: run.headline.busyShare * run.catalog.topology.cpus,
    whole: allCpus(run),
  }),
  'busy-share': (run) => ({ value: run.headline.busyShare, whole: allCpus(run) }),
  'kernel-share': ({ headline }) => ({ value: headline.kernelShare, whole: { of: 'busy-time' } }),
  // The nodes that run stand for the others: pages are those of the machine.
  throughput: (run) => ({ value: metricOf(run, 'page_rate') ?? run.headline.throughput }),
  wakeups: ({ headline: { wakeups, windowLength } }) =>
    windowLength > 0 ? { value: (wakeups * 1e9) / windowLength } : undefined,
  'wake-latency': ({ headline }) =>
    headline.wakeups > 0 ? { value: headline.meanLatency } : undefined,
};

/** What gauge `name` says of the measured window so far; undefined also for one of the moment. */
export const gaugeMeasured = (name: GaugeName, run: RunReport): GaugeValue | undefined =>
  run.headline.measuring ? measured[name]?.(run) : undefined;

/** Which quantities a machine is better off with more of, or less; others tell neither. */
const better: Readonly<Partial<Record<GaugeName, 'more' | 'less'>>> = {
  throughput: 'more',
  'waiting-for-lines': 'less',
  'waiting-for-locks': 'less',
  'kernel-share': 'less',
  'line-wait-share': 'less',
  'lock-wait-share': 'less',
  'wake-latency': 'less',
};

/** How a machine fares beside the first; undefined: neither way. `inStory` is what is better there, where a story says so. */
export function wayOf(
  name: GaugeName,
  value: number,
  first: number,
  inStory?: 'more' | 'less',
): 'better' | 'worse' | undefined {
  const way = inStory ?? better[name];
  if (way === undefined || value === first) return undefined;
  return value > first === (way === 'more') ? 'better' : 'worse';
}
