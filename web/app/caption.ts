// Says in one sentence what a frame shows: who waits longest in line, and for what. Built from the
// frame and nothing else; the wording is in messages.ts.

import type { Frame } from '../engine/types.ts';

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
      readonly kind: 'working';
      readonly user: number;
      readonly kernel: number;
      readonly idle: number;
    };

/** ACTIVITY_ codes the caption tells apart. */
export interface ActivityCodes {
  readonly idle: number;
  readonly user: number;
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

/**
 * `follow` is the CPU to speak of as long as it waits (the selected one, or the one of the caption
 * before); `visible` limits the choice to the CPUs in the picture.
 */
export function captionOf(
  frame: Frame,
  codes: ActivityCodes,
  follow = -1,
  visible?: ReadonlySet<number>,
): Caption {
  const { cpus } = frame;
  if (follow >= 0 && follow < cpus.count && cpus.line[follow]! >= 0) {
    return waitingCaption(frame, follow);
  }
  const busiest = busiestLine(frame);
  if (busiest >= 0) {
    const cpu = lastInLine(frame, busiest, visible);
    if (cpu >= 0) return waitingCaption(frame, cpu);
  }
  let [user, idle, counted] = [0, 0, 0];
  for (let cpu = 0; cpu < cpus.count; cpu += 1) {
    if (visible && !visible.has(cpu)) continue;
    counted += 1;
    if (cpus.activity[cpu] === codes.user) user += 1;
    else if (cpus.activity[cpu] === codes.idle) idle += 1;
  }
  return { kind: 'working', user, idle, kernel: counted - user - idle };
}
