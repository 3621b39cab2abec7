// The figures of a stage at a moment, counted again: from the bare rows of one frame, and of another where the
// window begins. Shares no code with the figures themselves (web/stage/gauges.ts, web/app/caption.ts,
// web/engine/track.ts).

import { ACTIVITY, TASK } from '../../web/engine/abi.gen.ts';
import type { Catalog, Frame, LedgerKind } from '../../web/engine/types.ts';
import { ledgerKinds } from '../../web/engine/types.ts';
import type { GaugeName } from '../../web/scenario/gauges-schema.ts';

/** That of the threads migration/N (task_view in schedscape/views.h). */
const stopPolicy = 3;

/** What has happened up to a frame: enough of where a window begins, so that the frame itself need not be kept. */
export interface Past {
  readonly time: number;
  readonly measuring: boolean;
  /** ns of all CPUs by kind. */
  readonly ledger: Readonly<Record<LedgerKind, number>>;
  readonly score: number;
  readonly wakeups: number;
  readonly migrations: number;
  readonly latencySum: number;
  readonly latencyCount: number;
}

export function pastOf({ time, measuring, ledger, counters }: Frame): Past {
  const sums = Object.fromEntries(ledgerKinds.map((kind) => [kind, 0])) as Record<
    LedgerKind,
    number
  >;
  for (let at = 0; at < ledger.length; at += ledgerKinds.length) {
    ledgerKinds.forEach((kind, slot) => {
      sums[kind] += ledger[at + slot]!;
    });
  }
  const { score, wakeups, migrations, latencySum, latencyCount } = counters;
  return { time, measuring, ledger: sums, score, wakeups, migrations, latencySum, latencyCount };
}

const countOf = (count: number, holds: (at: number) => boolean): number => {
  let found = 0;
  for (let at = 0; at < count; at++) if (holds(at)) found++;
  return found;
};

/** The LLC of a CPU. */
const llcOf = ({ topology }: Catalog, cpu: number): number => topology.llc[cpu] ?? -1;

/** What gauges of the moment have to say; undefined: nothing. */
export function momentaryOf(
  frame: Frame,
  catalog: Catalog,
): Partial<Record<GaugeName, number | undefined>> {
  const { cpus, tasks } = frame;
  const isBusy = (cpu: number) => cpus.task[cpu]! >= 0 || cpus.activity[cpu] !== ACTIVITY.IDLE;
  const wanting = (task: number) => tasks.preferredLlc[task]! >= 0;
  const used = Array.from({ length: catalog.topology.llcs }, () => 0);
  const homes = new Set<number>();
  let placed = 0;
  for (let cpu = 0; cpu < cpus.count; cpu++) if (isBusy(cpu)) used[llcOf(catalog, cpu)]!++;
  for (let task = 0; task < tasks.count; task++) {
    if (tasks.group[task]! < 0 || tasks.cpu[task]! < 0) continue;
    placed++;
    homes.add(llcOf(catalog, tasks.cpu[task]!));
  }
  return {
    'waiting-tasks': countOf(tasks.count, (task) => {
      const isIdleTask = task < cpus.count;
      const isStopper = tasks.policy[task] === stopPolicy;
      return !isIdleTask && !isStopper && tasks.state[task] === TASK.RUNNABLE;
    }),
    'tasks-at-home':
      countOf(tasks.count, wanting) === 0
        ? undefined
        : countOf(
            tasks.count,
            (task) =>
              wanting(task) && llcOf(catalog, tasks.cpu[task]!) === tasks.preferredLlc[task],
          ),
    'caches-used': used.filter((busy) => busy > 0).length,
    together: placed > 1 ? Number(homes.size === 1) : undefined,
    moves: frame.counters.migrations,
  };
}

/** What gauges of the window have to say; undefined: nothing, because no time or nothing of the kind passed. */
export function windowedOf(from: Past, to: Past): Partial<Record<GaugeName, number | undefined>> {
  const length = to.time - from.time;
  if (length <= 0) return {};
  const spent = (...kinds: readonly LedgerKind[]) =>
    kinds.reduce((sum, kind) => sum + to.ledger[kind] - from.ledger[kind], 0);
  const all = spent(...ledgerKinds);
  const kernel = spent('kernel', 'private', 'llc', 'remote', 'memory', 'lineWait', 'lockWait');
  const busy = kernel + spent('user');
  const share = (part: number, whole: number) => (whole > 0 ? part / whole : undefined);
  // Latencies are counted anew from the moment on that measuring begins.
  const isAnew = to.measuring && !from.measuring;
  const woken = to.latencyCount - (isAnew ? 0 : from.latencyCount);
  return {
    'waiting-for-lines': spent('lineWait') / length,
    'waiting-for-locks': spent('lockWait') / length,
    'busy-cpus': busy / length,
    'busy-share': share(busy, all),
    'kernel-share': share(kernel, busy),
    'line-wait-share': share(spent('lineWait'), all),
    'lock-wait-share': share(spent('lockWait'), all),
    throughput: ((to.score - from.score) / length) * 1e9,
    wakeups: ((to.wakeups - from.wakeups) / length) * 1e9,
    'wake-latency': share(to.latencySum - (isAnew ? 0 : from.latencySum), woken),
  };
}

/** The CPUs that wait for a line, those that came first before the others, of two at once the lower. */
export function queueOf({ cpus }: Frame, line: number): readonly number[] {
  const waiting: number[] = [];
  for (let cpu = 0; cpu < cpus.count; cpu++) {
    if (cpus.line[cpu] !== line) continue;
    const place = waiting.findIndex((other) => cpus.since[other]! < cpus.since[cpu]!);
    waiting.splice(place < 0 ? waiting.length : place, 0, cpu);
  }
  return waiting;
}

const units: Readonly<Record<string, number>> = {
  '': 1,
  '/s': 1,
  'K/s': 1e3,
  'M/s': 1e6,
  '%': 0.01,
  ns: 1,
  µs: 1e3,
  ms: 1e6,
  s: 1e9,
};

/** True where `figure` with its `unit` is what a person writes for `value`: right in every digit that stands there. */
export function isWrittenFor(figure: string, unit: string, value: number): boolean {
  const scale = units[unit.replace(/ ?of .*/, '')];
  if (scale === undefined || !/^−?[\d,]+(\.\d+)?$/.test(figure)) return false;
  const plain = figure.replaceAll(',', '').replace('−', '-');
  const digits = plain.split('.')[1]?.length ?? 0;
  // Zeros at the end are not written, so that a figure may be finer than it looks, never coarser.
  return Math.abs(Number(plain) * scale - value) <= 0.5001 * scale * 10 ** -digits;
}
