// Says in one sentence what a frame shows: who waits longest in line, and for what. Built from the
// frame and nothing else; the wording is in caption-words.ts.

import type { Frame } from '../engine/types.ts';
import { scoreBetween, tallyOfFrame, windowOf } from '../stage/scores.ts';

export type Caption =
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
      /** Nobody waits for the line the picture is about. */
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
      /** Task it runs, or -1. */
      readonly task: number;
      /** Index into Catalog.symbols. */
      readonly symbol: number;
    }
  | {
      readonly kind: 'working';
      readonly user: number;
      readonly kernel: number;
      readonly idle: number;
      /** CPUs that wait for a lock; they are not among those that run the kernel. */
      readonly spinning: number;
    };

/** ACTIVITY_ codes the caption tells apart. */
export interface ActivityCodes {
  readonly idle: number;
  readonly user: number;
  readonly spinning: number;
}

/** The line most CPUs wait for, or -1; among equals the lower line index. */
function busiestLine(frame: Frame): number {
  const waiting = new Map<number, number>();
  let best = -1;
  for (const line of frame.cpus.line) {
    if (line < 0) continue;
    const queue = (waiting.get(line) ?? 0) + 1;
    waiting.set(line, queue);
    const record = waiting.get(best) ?? 0;
    if (queue > record || (queue === record && line < best)) best = line;
  }
  return best;
}

function waitingCaption(frame: Frame, cpu: number): Caption {
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
  /** The line the picture is about. */
  readonly line?: number | undefined;
}

function freeCaption(frame: Frame, line: number): Caption {
  const at = frame.lines.index.indexOf(line);
  const { owner, sharers } = frame.lines;
  return { kind: 'free', line, owner: owner[at] ?? -1, sharers: sharers[at] ?? -1 };
}

function cpuCaption({ cpus }: Frame, cpu: number): Caption {
  const [activity, since] = [cpus.activity[cpu]!, cpus.since[cpu]!];
  return { kind: 'cpu', cpu, activity, since, task: cpus.task[cpu]!, symbol: cpus.symbol[cpu]! };
}

/** What to say of a frame to somebody who looks at `focus`. */
export function captionOf(frame: Frame, codes: ActivityCodes, focus: Focus = {}): Caption {
  const { cpus } = frame;
  const { follow = -1, selected, visible, line } = focus;
  if (selected !== undefined && selected < cpus.count) {
    const waits = cpus.line[selected]! >= 0;
    return waits ? waitingCaption(frame, selected) : cpuCaption(frame, selected);
  }
  const waitsFor = follow >= 0 && follow < cpus.count ? cpus.line[follow]! : -1;
  if (waitsFor >= 0 && (line === undefined || line === waitsFor)) {
    return waitingCaption(frame, follow);
  }
  const wanted = line ?? busiestLine(frame);
  if (wanted >= 0) {
    const seen = lastInLine(frame, wanted, visible);
    // Of a line that was asked for nothing untrue is said because the picture is only a part.
    const cpu = seen < 0 && line !== undefined ? lastInLine(frame, line) : seen;
    if (cpu >= 0) return waitingCaption(frame, cpu);
    if (line !== undefined) return freeCaption(frame, line);
  }
  let [user, idle, spinning, counted] = [0, 0, 0, 0];
  for (let cpu = 0; cpu < cpus.count; cpu += 1) {
    if (visible && !visible.has(cpu)) continue;
    counted += 1;
    if (cpus.activity[cpu] === codes.user) user += 1;
    else if (cpus.activity[cpu] === codes.idle) idle += 1;
    else if (cpus.activity[cpu] === codes.spinning) spinning += 1;
  }
  const kernel = counted - user - idle - spinning;
  return { kind: 'working', user, idle, spinning, kernel };
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
  const here = tallyOfFrame(frame);
  const of = (name: Parameters<typeof scoreBetween>[0]) =>
    scoreBetween(name, frame.windowStart, here) ?? 0;
  return {
    length,
    lines: of('waiting-for-lines'),
    locks: of('waiting-for-locks'),
    busy: of('busy-cpus'),
    kernel: of('kernel-share'),
  };
}
