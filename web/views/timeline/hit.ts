// What lies under a point of the timeline: a slice, a wait in it, a mark, or a share of time. Pure.

import { type TimelineDetail, type TimelineWindow, tileActivities } from '../../engine/slices.ts';

export interface SliceHit {
  readonly from: number;
  readonly to: number;
  /** ACTIVITY code: idle, user, kernel. */
  readonly mode: number;
  readonly task: number;
  readonly stalled: number;
  readonly spun: number;
}

export interface WaitHit {
  readonly from: number;
  readonly to: number;
  readonly activity: number;
  /** Line or lock. */
  readonly what: number;
  readonly waited: number;
  readonly symbol: number;
}

export interface MarkHit {
  readonly time: number;
  readonly kind: number;
  readonly task: number;
  readonly cpu: number;
  readonly fromCpu: number;
  readonly more: number;
}

/** Last index in [from, to) whose value is at most `time`, or -1. */
function lastUpTo(values: Float64Array, from: number, to: number, time: number): number {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (values[middle]! <= time) low = middle + 1;
    else high = middle;
  }
  return low > from ? low - 1 : -1;
}

/** The slice of row `index` at `time`. */
export function sliceAt(window: TimelineWindow, index: number, time: number): SliceHit | undefined {
  const { sliceFrom, sliceStart, sliceEnd } = window;
  const at = lastUpTo(sliceStart, sliceFrom[index]!, sliceFrom[index + 1]!, time);
  if (at < 0 || sliceEnd[at]! <= time) return undefined;
  return {
    from: sliceStart[at]!,
    to: sliceEnd[at]!,
    mode: window.sliceMode[at]!,
    task: window.sliceTask[at]!,
    stalled: window.sliceStalled[at]!,
    spun: window.sliceSpun[at]!,
  };
}

/** The wait of a CPU at `time`, where details are known. */
export function waitAt(
  detail: TimelineDetail | undefined,
  cpu: number,
  time: number,
): WaitHit | undefined {
  const index = detail ? detail.cpus.indexOf(cpu) : -1;
  if (!detail || index < 0) return undefined;
  const at = lastUpTo(detail.begin, detail.start[index]!, detail.start[index + 1]!, time);
  if (at < 0 || detail.end[at]! <= time) return undefined;
  return {
    from: detail.begin[at]!,
    to: detail.end[at]!,
    activity: detail.activity[at]!,
    what: detail.what[at]!,
    waited: detail.waited[at]!,
    symbol: detail.symbol[at]!,
  };
}

/** The mark of row `index` nearest to `time`, at most `reach` ns away. */
export function markAt(
  window: TimelineWindow,
  index: number,
  time: number,
  reach: number,
): MarkHit | undefined {
  let nearest = -1;
  let distance = reach;
  for (let at = window.markFrom[index]!; at < window.markFrom[index + 1]!; at++) {
    const away = Math.abs(window.markTime[at]! - time);
    if (away > distance) continue;
    distance = away;
    nearest = at;
  }
  if (nearest < 0) return undefined;
  return {
    time: window.markTime[nearest]!,
    kind: window.markKind[nearest]!,
    task: window.markTask[nearest]!,
    cpu: window.markCpu[nearest]!,
    fromCpu: window.markFromCpu[nearest]!,
    more: window.markMore[nearest]!,
  };
}

/** Shares of time of row `index` at `time`, by activity; undefined where it has no cells. */
export function sharesAt(
  window: TimelineWindow,
  index: number,
  time: number,
): readonly number[] | undefined {
  const { cellFrom, cellStart, cellWidth, shares } = window;
  const count = cellFrom[index + 1]! - cellFrom[index]!;
  const cell = Math.floor((time - cellStart[index]!) / cellWidth[index]!);
  if (count === 0 || cell < 0 || cell >= count || time >= window.known) return undefined;
  const at = (cellFrom[index]! + cell) * 4;
  const busy = [0, 1, 2, 3].map((part) => shares[at + part]! / 255);
  const idle = 1 - busy.reduce((sum, share) => sum + share, 0);
  return [idle, ...busy].map((share) => Math.max(0, share));
}

/** Shares of the shown time by row and activity, for the table; 0 where nothing is known. */
export function shownShares(window: TimelineWindow, index: number): number[] {
  const count = tileActivities.length;
  const spent = window.spent.subarray(index * count, (index + 1) * count);
  const all = spent.reduce((sum, ns) => sum + ns, 0);
  return Array.from(spent, (ns) => (all > 0 ? ns / all : 0));
}
