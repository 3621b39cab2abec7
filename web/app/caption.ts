// Says in one sentence what a frame shows: which CPUs wait in the queue under the picture, and for what. Built from the
// frame and nothing else; the wording is in caption-words.ts.

import type { Frame } from '../engine/types.ts';
import { counterSampleOf, gaugeBetween, windowOf } from '../stage/gauges.ts';
import { type AccessQueue, accessQueueOfLock } from '../views/topology/access-queue.ts';

export type CaptionFact =
  | {
      readonly kind: 'waiting';
      readonly cpu: number;
      /** ns it has waited so far. */
      readonly waited: number;
      readonly line: number;
      /** CPUs that have waited longer for the same line. */
      readonly before: number;
    }
  | {
      /** CPUs spin for a lock: the one that has longest, and for how long; -1 and 0 where none does. */
      readonly kind: 'locked';
      readonly lock: number;
      readonly count: number;
      readonly cpu: number;
      /** ns. */
      readonly waited: number;
    }
  | {
      /** No CPU waits for the line that the picture is about. */
      readonly kind: 'free';
      readonly line: number;
      /** Core that owns it, or -1. */
      readonly owner: number;
      /** Cores that have a copy; -1 where the frame does not say. */
      readonly sharers: number;
    }
  | {
      /** What the selected CPU does, while it waits for no line. */
      readonly kind: 'cpu';
      readonly cpu: number;
      /** ACTIVITY_ code. */
      readonly activity: number;
      /** ns in this activity. */
      readonly since: number;
      /** Task it runs, or -1; lock it spins for, or -1. */
      readonly task: number;
      readonly lock: number;
      /** Index into Catalog.symbols. */
      readonly symbol: number;
    }
  | {
      readonly kind: 'working';
      readonly user: number;
      readonly kernel: number;
      readonly idle: number;
      /** CPUs that wait for a line, or for a lock; they are not among those that run the kernel. */
      readonly waiting: number;
      readonly spinning: number;
    };

/** ACTIVITY_ codes the caption tells apart. */
export interface ActivityCodes {
  readonly idle: number;
  readonly user: number;
  readonly spinning: number;
}

function waitingCaption(frame: Frame, cpu: number): CaptionFact {
  const { line, since } = frame.cpus;
  const wanted = line[cpu]!;
  let before = 0;
  for (let other = 0; other < frame.cpus.count; other += 1) {
    if (other !== cpu && line[other] === wanted && since[other]! > since[cpu]!) before += 1;
  }
  return { kind: 'waiting', cpu, waited: since[cpu]!, line: wanted, before };
}

/** The CPU that came last to `line` among `candidates` (all if undefined), or -1. */
function lastInLine(frame: Frame, line: number, candidates?: ReadonlySet<number>): number {
  let last = -1;
  for (let cpu = 0; cpu < frame.cpus.count; cpu += 1) {
    if (frame.cpus.line[cpu] !== line || (candidates && !candidates.has(cpu))) continue;
    if (last < 0 || frame.cpus.since[cpu]! <= frame.cpus.since[last]!) last = cpu;
  }
  return last;
}

export interface Focus {
  /** The CPU of the caption before: spoken of as long as it waits. */
  readonly follow?: number | undefined;
  /** The selected CPU: spoken of whatever it does. */
  readonly selected?: number | undefined;
  /** CPUs in the picture; all if undefined. */
  readonly visible?: ReadonlySet<number> | undefined;
  /** The queue under the picture: the sentence below it is of the same line, or of the same lock. */
  readonly accessQueue?: Pick<AccessQueue, 'line' | 'lock'> | undefined;
  /** The line or lock was selected: the caption speaks of it even if no CPU waits for it. */
  readonly isAsked?: boolean | undefined;
}

function freeCaption(frame: Frame, line: number): CaptionFact {
  const at = frame.lines.index.indexOf(line);
  const { owner, sharers } = frame.lines;
  return { kind: 'free', line, owner: owner[at] ?? -1, sharers: sharers[at] ?? -1 };
}

function cpuCaption({ cpus }: Frame, cpu: number): CaptionFact {
  const of = (column: ArrayLike<number>) => column[cpu]!;
  const { activity, since, task, lock, symbol } = cpus;
  return {
    ...{ kind: 'cpu', cpu, activity: of(activity), since: of(since) },
    ...{ task: of(task), lock: of(lock), symbol: of(symbol) },
  };
}

/** The caption for the queue of a lock; undefined if no CPU waits for it, unless it was selected. */
function lockedCaption(frame: Frame, lock: number, { isAsked = false }: Focus) {
  const { waiting, since } = accessQueueOfLock(frame, lock);
  const [cpu] = waiting;
  if (cpu === undefined)
    return isAsked ? ({ kind: 'locked', lock, count: 0, cpu: -1, waited: 0 } as const) : undefined;
  return { kind: 'locked', lock, count: waiting.length, cpu, waited: since[0]! } as const;
}

/** The caption for the queue of a line; undefined if no CPU waits for it, unless it was selected. */
function lineCaption(frame: Frame, line: number, focus: Focus): CaptionFact | undefined {
  const { follow = -1, visible, isAsked = false } = focus;
  const isFollowed = follow >= 0 && follow < frame.cpus.count && frame.cpus.line[follow] === line;
  if (isFollowed) return waitingCaption(frame, follow);
  // Nothing untrue is said because the picture is only a part.
  const seen = lastInLine(frame, line, visible);
  const cpu = seen < 0 ? lastInLine(frame, line) : seen;
  if (cpu >= 0) return waitingCaption(frame, cpu);
  return isAsked ? freeCaption(frame, line) : undefined;
}

function workingCaption({ cpus }: Frame, codes: ActivityCodes, visible?: ReadonlySet<number>) {
  let [user, idle, waiting, spinning, counted] = [0, 0, 0, 0, 0];
  for (let cpu = 0; cpu < cpus.count; cpu += 1) {
    if (visible && !visible.has(cpu)) continue;
    counted += 1;
    if (cpus.line[cpu]! >= 0) waiting += 1;
    else if (cpus.activity[cpu] === codes.user) user += 1;
    else if (cpus.activity[cpu] === codes.idle) idle += 1;
    else if (cpus.activity[cpu] === codes.spinning) spinning += 1;
  }
  const kernel = counted - user - idle - waiting - spinning;
  return { kind: 'working', user, idle, waiting, spinning, kernel } as const;
}

/** The caption of a frame for a reader who looks at `focus`. */
export function captionOf(frame: Frame, codes: ActivityCodes, focus: Focus = {}): CaptionFact {
  const { cpus } = frame;
  const { selected, visible, accessQueue } = focus;
  if (selected !== undefined && selected < cpus.count) {
    const waits = cpus.line[selected]! >= 0;
    return waits ? waitingCaption(frame, selected) : cpuCaption(frame, selected);
  }
  const { line, lock } = accessQueue ?? { line: -1, lock: -1 };
  const ofQueue =
    lock >= 0 ? lockedCaption(frame, lock, focus) : line >= 0 && lineCaption(frame, line, focus);
  return ofQueue || workingCaption(frame, codes, visible);
}

/** What passed in the window that ends at a frame. */
export interface WindowCaption {
  /** ns. */
  readonly length: number;
  /** CPUs that waited for a line, or for a lock: means over the window. */
  readonly lines: number;
  readonly locks: number;
  /** CPUs at work in all: a mean, too; and the share of their time that was the kernel's. */
  readonly busy: number;
  readonly kernel: number;
}

/** Undefined where a frame knows of no window. */
export function windowCaption(frame: Frame): WindowCaption | undefined {
  const length = windowOf(frame);
  if (length === 0) return undefined;
  const here = counterSampleOf(frame);
  const of = (name: Parameters<typeof gaugeBetween>[0]) =>
    gaugeBetween(name, frame.windowStart, here) ?? 0;
  return {
    length,
    lines: of('waiting-for-lines'),
    locks: of('waiting-for-locks'),
    busy: of('busy-cpus'),
    kernel: of('kernel-share'),
  };
}
