// What is said about the thing under the pointer or the active row: a few short lines. Pure.

import { ACTIVITY } from '../../engine/abi.gen.ts';
import type { TimelineDetail, TimelineWindow } from '../../engine/slices.ts';
import { MARK, tileActivities, UNKNOWN_MODE } from '../../engine/slices.ts';
import { duration, moment, percent } from '../../ui/format.ts';
import {
  type MarkHit,
  markAt,
  type SliceHit,
  sharesAt,
  sliceAt,
  type WaitHit,
  waitAt,
} from './hit.ts';
import type { TimelineRow } from './rows.ts';
import type { TimelineNames } from './types.ts';
import { words } from './words.ts';

export interface PointedPart {
  readonly mark: MarkHit | undefined;
  readonly wait: WaitHit | undefined;
  readonly slice: SliceHit | undefined;
  readonly shares: readonly number[] | undefined;
}

export interface Looked {
  readonly window: TimelineWindow;
  readonly detail: TimelineDetail | undefined;
  readonly row: TimelineRow;
  readonly index: number;
  readonly time: number;
  /** ns that a mark may be away. */
  readonly reach: number;
}

/** All that lies at a moment of a row. */
export function look({ window, detail, row, index, time, reach }: Looked): PointedPart {
  const isCpu = row.kind === 'cpu';
  return {
    mark: isCpu && reach > 0 ? markAt(window, index, time, reach) : undefined,
    wait: isCpu ? waitAt(detail, row.cpu, time) : undefined,
    slice: isCpu ? sliceAt(window, index, time) : undefined,
    shares: sharesAt(window, index, time),
  };
}

function ofMark(mark: MarkHit, names: TimelineNames, decisions: readonly string[]) {
  const task = names.task(mark.task);
  const { tip } = words;
  if (mark.kind === MARK.WAKE) return tip.wake(task, mark.cpu, mark.fromCpu);
  if (mark.kind === MARK.MIGRATE) return tip.migrate(task, mark.fromCpu, mark.cpu);
  if (mark.kind === MARK.SLEEP) return tip.sleep(task);
  const decision = decisions[mark.fromCpu] || String(mark.fromCpu);
  return tip.decision(decision, mark.task < 0 ? undefined : task, mark.cpu);
}

function ofWait(wait: WaitHit, names: TimelineNames) {
  const { tip } = words;
  const lines =
    wait.activity === ACTIVITY.STALLED
      ? [tip.stalled(names.line(wait.what), names.symbol(wait.symbol))]
      : [tip.spinning(names.lock(wait.what))];
  lines.push(tip.lasting(duration(wait.to - wait.from), moment(wait.from)));
  if (wait.waited > 0) lines.push(tip.behind(duration(wait.waited)));
  return lines;
}

function ofSlice(slice: SliceHit, hasWait: boolean, names: TimelineNames) {
  const { tip, activity } = words;
  const length = slice.to - slice.from;
  const name = tileActivities[slice.mode]!;
  const lines = [
    slice.mode === UNKNOWN_MODE
      ? tip.unknown
      : slice.task < 0
        ? tip.idle
        : tip.task(names.task(slice.task), activity[name]),
    tip.lasting(duration(length), moment(slice.from)),
  ];
  if (!hasWait && slice.stalled + slice.spun > 0) {
    lines.push(tip.share(percent(slice.stalled / length), percent(slice.spun / length)));
  }
  return lines;
}

function ofShares(shares: readonly number[]): string[] {
  return shares.flatMap((share, code) =>
    share >= 0.005 ? [`${words.activity[tileActivities[code]!]} ${percent(share)}`] : [],
  );
}

/** The lines of a tip: what row, then what is there, nearest thing first. */
export function describe(
  row: TimelineRow,
  found: PointedPart,
  names: TimelineNames,
  decisions: readonly string[],
): string[] {
  const { mark, wait, slice, shares } = found;
  const lines = [row.kind === 'cpu' ? words.cpu(row.cpu) : words.llc(row.llc)];
  if (mark) lines.push(ofMark(mark, names, decisions), moment(mark.time));
  else {
    if (wait) lines.push(...ofWait(wait, names));
    if (slice) lines.push(...ofSlice(slice, wait !== undefined, names));
    else if (shares) lines.push(...ofShares(shares));
  }
  return lines;
}
