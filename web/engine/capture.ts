// Reads the present moment of a world out into what every picture needs: frames, and the waiting by line.
// Changes nothing in the world. What is asked for now and then: capture-window.ts.

import * as abi from './abi.gen.ts';
import { copyColumn, copyRing, copyTable } from './columns.ts';
import type { FrameDraft } from './frame.ts';
import { draftFrame } from './frame.ts';
import type { MechanismShape } from './frame-mechanisms.ts';
import type { LedgerKind } from './types/frame.ts';
import { frameLineLimit, frameRecordLimit, ledgerKinds } from './types/frame.ts';
import type { Headline } from './types/measured.ts';
import type { World } from './world.ts';

/**
 * The least heat that was shown last: counts grow, so that what has less is hardly shown now. It decides what is sorted,
 * never what is chosen.
 */
let likely = 1;

/** Those of `misses` that are at least `least`, ascending. */
function sortedFrom(misses: Float64Array, least: number): Float64Array {
  const some = new Float64Array(misses.length);
  let count = 0;
  for (let line = 0; line < misses.length; line++) {
    if (misses[line]! >= least) some[count++] = misses[line]!;
  }
  return some.subarray(0, count).sort();
}

/**
 * Indices of the lines to show, hottest first, and how many have misses at all. Plain loops: this runs
 * over thousands of lines for every picture.
 */
function hottest(lines: abi.LineView): { chosen: number[]; touched: number } {
  const { count } = lines;
  const misses = new Float64Array(count);
  copyColumn(misses, lines, abi.LineView.fields.misses);
  let touched = 0;
  for (let line = 0; line < count; line++) if (misses[line]! > 0) touched++;
  const likeliest = sortedFrom(misses, likely);
  // After a jump back, or in another run, the guess is too high.
  const enough = likeliest.length >= Math.min(touched, frameLineLimit);
  const sorted = enough ? likeliest : sortedFrom(misses, 1);
  // The least heat that may be shown: lines of just that heat come in as long as there is room.
  const least = touched > frameLineLimit ? sorted.at(-frameLineLimit)! : 1;
  likely = least;
  let room = frameLineLimit;
  for (let rank = sorted.length - 1; rank >= 0 && sorted[rank]! > least; rank--) room--;
  const chosen: number[] = [];
  for (let line = 0; line < count; line++) {
    const here = misses[line]!;
    if (here > least || (here === least && room-- > 0)) chosen.push(line);
  }
  return { chosen: chosen.sort((a, b) => misses[b]! - misses[a]! || a - b), touched };
}

function fillCpus(world: World, { cpus, ledger }: FrameDraft): void {
  copyTable(cpus, world.cpus(), abi.CpuView.fields);
  const spent = world.ledger();
  // A row of the ledger is nothing but its kinds: the table is one column of 64-bit values.
  const { buffer, start } = spent;
  copyColumn(ledger, { buffer, start, count: ledger.length, rowBytes: 8 }, ['u64', 0, 1]);
}

function fillLines(rows: abi.LineView, chosen: readonly number[], { lines }: FrameDraft): void {
  chosen.forEach((index, i) => {
    const line = rows.at(index);
    lines.index[i] = index;
    lines.structure[i] = line.structure;
    lines.instance[i] = line.instance;
    lines.lineNumber[i] = line.lineNumber;
    lines.owner[i] = line.owner;
    lines.sharers[i] = line.sharers;
    lines.dirty[i] = line.dirty;
    lines.home[i] = line.home;
    lines.queue[i] = line.queue;
    lines.misses[i] = line.misses;
    lines.waitSum[i] = line.waitSum;
    lines.busySum[i] = line.busySum;
    lines.localHitm[i] = line.lclHitm;
    lines.remoteHitm[i] = line.rmtHitm;
  });
}

function fillCaches(world: World, draft: FrameDraft): void {
  draft.llcKib = world.at.llcKib;
  draft.occupancy.set(world.occupancy());
  const epochs = world.epochs();
  if (epochs.count === 0) return;
  const { epoch, next, period } = epochs.at(0);
  draft.epoch = { number: epoch, next, period };
}

function fillCounters(clock: abi.WorldClock, { counters }: FrameDraft): void {
  counters.records = clock.records;
  counters.explains = clock.explains;
  counters.accesses = clock.accesses;
  counters.misses = clock.misses;
  counters.switches = clock.switches;
  counters.wakeups = clock.wakeups;
  counters.migrations = clock.migrations;
  counters.score = clock.score;
  counters.latencySum = clock.latencySum;
  counters.latencyCount = clock.latencyCount;
}

/** Reads what mechanisms on the stage asked for; mechanisms.ts, which is loaded where some did. */
export interface MechanismReader {
  /** Undefined where the world has nothing of what was asked for. */
  readonly shapeOf: (world: World) => MechanismShape | undefined;
  readonly fill: (world: World, draft: FrameDraft) => void;
}

export interface CaptureOptions {
  /** ns: what the moment is called; where the world stands if left out. */
  readonly time?: number;
  readonly headTime?: number;
  /**
   * Number of records at the frame before. Without it the frame carries the latest records that are
   * at hand and says that it does not continue another.
   */
  readonly since?: number | undefined;
  /** Where the window of its figures begins. */
  readonly windowStart?: Float64Array;
  readonly mechanisms?: MechanismReader | undefined;
}

/** The present moment. */
export function captureFrame(world: World, options: CaptureOptions = {}): FrameDraft {
  const { time = world.time, headTime = time, since, mechanisms } = options;
  world.refresh();
  const lines = world.lines();
  const { chosen, touched } = hottest(lines);
  const range = world.recordRange();
  const continuous = since !== undefined && since <= range.to;
  const from = Math.max(range.from, range.to - frameRecordLimit, continuous ? since : 0);
  const draft = draftFrame({
    cpus: world.at.cpuViewCount,
    tasks: world.at.taskViewCount,
    llcs: world.at.llcs,
    lines: chosen.length,
    records: range.to - from,
    owners: world.at.occupancyOwners,
    windowStart: options.windowStart?.length ?? 0,
    mechanisms: mechanisms?.shapeOf(world),
  });
  if (options.windowStart) draft.windowStart.set(options.windowStart);
  const clock = world.clock();
  draft.time = time;
  draft.headTime = Math.max(headTime, time);
  draft.traceHash = world.traceHash();
  draft.measuring = clock.measuring === 1;
  draft.continuous = continuous;
  draft.linesTouched = touched;
  draft.records.first = from;
  draft.records.dropped = continuous ? from - since : 0;
  draft.transfers.set(world.transfers());
  fillCaches(world, draft);
  fillCounters(clock, draft);
  fillCpus(world, draft);
  copyTable(draft.tasks, world.tasks(), abi.TaskView.fields);
  fillLines(lines, chosen, draft);
  copyRing(draft.records, world.ring(), abi.Record.fields, from, draft.records.count);
  if (draft.mechanisms) mechanisms?.fill(world, draft);
  return draft;
}

/** What is measured before the measured window begins. */
export const nothingYet: Headline = {
  measuring: false,
  windowStart: 0,
  windowLength: 0,
  kernelShare: 0,
  busyShare: 0,
  throughput: 0,
  score: 0,
  meanLatency: 0,
  wakeups: 0,
  latencies: {},
  ledger: Object.fromEntries(ledgerKinds.map((kind) => [kind, 0])) as Record<LedgerKind, number>,
  hotLines: [],
};

/** By line: ns all requests have waited behind others, since the start. */
export function captureWaits(world: World): Float64Array {
  world.refresh();
  const lines = world.lines();
  return Float64Array.from({ length: lines.count }, (_, line) => lines.at(line).waitSum);
}
