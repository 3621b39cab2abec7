// Reads the present moment of a world out into the forms the views want: frames, c2c rows, explain
// records and the headline of the measured window. Changes nothing in the world.

import * as abi from './abi.gen.ts';
import { LATENCY, LEDGER } from './abi.gen.ts';
import { copyColumn, copyRing, copyTable } from './columns.ts';
import type { FrameDraft } from './frame.ts';
import { draftFrame } from './frame.ts';
import type { C2cRows, Catalog, Explain, Headline, HotLine, Latency, LedgerKind } from './types.ts';
import { frameLineLimit, frameRecordLimit, ledgerKinds } from './types.ts';
import type { World } from './world.ts';

const hotLineLimit = 10;

/**
 * Indices of the lines to show, hottest first, and how many have misses at all. Plain loops: this runs
 * over thousands of lines for every picture.
 */
function hottest(lines: abi.LineView): { chosen: number[]; touched: number } {
  const { count } = lines;
  const misses = new Float64Array(count);
  copyColumn(misses, lines, abi.LineView.fields.misses);
  const heat = new Float64Array(count);
  let touched = 0;
  for (let line = 0; line < count; line++) {
    if (misses[line]! > 0) heat[touched++] = misses[line]!;
  }
  const sorted = heat.subarray(0, touched).sort();
  // The least heat that may be shown: lines of just that heat come in as long as there is room.
  const least = touched > frameLineLimit ? sorted[touched - frameLineLimit]! : 1;
  let room = frameLineLimit;
  for (let rank = touched - 1; rank >= 0 && sorted[rank]! > least; rank--) room--;
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

function fillCounters(clock: abi.WorldClock, { counters }: FrameDraft): void {
  counters.records = clock.records;
  counters.explains = clock.explains;
  counters.accesses = clock.accesses;
  counters.misses = clock.misses;
  counters.switches = clock.switches;
  counters.wakeups = clock.wakeups;
  counters.migrations = clock.migrations;
  counters.score = clock.score;
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
}

/** The present moment. */
export function captureFrame(world: World, options: CaptureOptions = {}): FrameDraft {
  const { time = world.time, headTime = time, since } = options;
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
  });
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
  fillCounters(clock, draft);
  fillCpus(world, draft);
  copyTable(draft.tasks, world.tasks(), abi.TaskView.fields);
  fillLines(lines, chosen, draft);
  copyRing(draft.records, world.ring(), abi.Record.fields, from, draft.records.count);
  return draft;
}

/** The fields of a c2c row under the names a view knows them by. */
const rowFields = {
  ...abi.C2cRow.fields,
  localHitm: abi.C2cRow.fields.lclHitm,
  remoteHitm: abi.C2cRow.fields.rmtHitm,
  storeL1Hit: abi.C2cRow.fields.stL1hit,
  storeL1Miss: abi.C2cRow.fields.stL1miss,
};

/** The c2c rows as they stand now. */
export function captureRows(world: World): C2cRows {
  const rows = world.c2cRows();
  const { count } = rows;
  const u32 = () => new Uint32Array(count);
  const columns = {
    count,
    dropped: world.clock().rowsDropped,
    line: u32(),
    offset: new Uint16Array(count),
    symbol: new Uint16Array(count),
    loads: u32(),
    stores: u32(),
    locked: u32(),
    localHitm: u32(),
    remoteHitm: u32(),
    storeL1Hit: u32(),
    storeL1Miss: u32(),
    loadCount: u32(),
    loadCycles: new Float64Array(count),
    hitmCycles: new Float64Array(count),
    maxCycles: u32(),
    records: u32(),
  };
  copyTable(columns, rows, rowFields);
  return columns;
}

/** The explain record `id`, if the world's ring holds it. */
export function captureExplain(world: World, id: number): Explain | undefined {
  const row = world.explainRow(id);
  if (!row) return undefined;
  return {
    id,
    time: row.time,
    cpu: row.cpu,
    decision: row.decision,
    reason: row.reason,
    task: row.task,
    chosen: row.chosen,
    previous: row.previous,
    foundLevel: row.foundLevel,
    probed: row.probed,
    candidates: row.candidates,
    taskPriority: row.taskPriority,
    otherPriority: row.otherPriority,
    accesses: row.accesses,
    cost: row.cost,
    // ~0: no domain decided.
    domain: row.domain | 0,
    refused: row.refused,
    runningPriority: row.runningPriority,
    // Without a search the column is another's, or empty.
    found: row.foundLevel < 0 ? [] : [...row.candidate.slice(0, row.candidates)],
  };
}

/** Ledger sums of the measured window over all CPUs, ns by kind. */
function windowLedger(world: World): Record<LedgerKind, number> {
  const sums = Object.fromEntries(ledgerKinds.map((kind) => [kind, 0])) as Record<
    LedgerKind,
    number
  >;
  const now = world.ledger();
  const before = world.windowLedger();
  for (let cpu = 0; cpu < now.count; cpu++) {
    now.at(cpu);
    before.at(cpu);
    ledgerKinds.forEach((kind, i) => {
      sums[kind] += now.ns(i) - before.ns(i);
    });
  }
  return sums;
}

/** The lines with most HITM, rows merged; ties: more records, then lower line. */
export function hotLines(rows: C2cRows, catalog: Catalog, lines: abi.LineView): HotLine[] {
  const byLine = new Map<number, number[]>();
  for (let i = 0; i < rows.count; i++) {
    const line = rows.line[i]!;
    const at = byLine.get(line);
    if (at) at.push(i);
    else byLine.set(line, [i]);
  }
  const merged = [...byLine].map(([line, at]) => {
    const sum = (column: ArrayLike<number>) => at.reduce((total, i) => total + column[i]!, 0);
    const mean = (total: number, count: number) => (count > 0 ? total / count : 0);
    const view = lines.at(line);
    return {
      line,
      structure: catalog.structures[view.structure] ?? '',
      instance: view.instance,
      lineNumber: view.lineNumber,
      localHitm: sum(rows.localHitm),
      remoteHitm: sum(rows.remoteHitm),
      loads: sum(rows.loads),
      stores: sum(rows.stores),
      loadCycles: mean(sum(rows.loadCycles), sum(rows.loadCount)),
      hitmCycles: mean(sum(rows.hitmCycles), sum(rows.localHitm) + sum(rows.remoteHitm)),
      meanWait: mean(view.waitSum, view.misses),
    };
  });
  const heat = (line: HotLine) => line.localHitm + line.remoteHitm;
  merged.sort((a, b) => heat(b) - heat(a) || b.loads - a.loads || a.line - b.line);
  return merged.slice(0, hotLineLimit);
}

const nothingYet: Headline = {
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

function captureLatencies(world: World): Headline['latencies'] {
  if (world.at.latencyViewCount === 0) return {};
  const views = world.latencies();
  const of = (series: number): Latency => {
    const { samples, p50, p99 } = views.at(series);
    return { samples, p50, p99 };
  };
  return { wake: of(LATENCY.WAKE), request: of(LATENCY.REQUEST) };
}

/** The numbers of the measured window, from its start to now. */
export function captureHeadline(world: World, catalog: Catalog): Headline {
  const clock = world.clock();
  if (clock.measuring !== 1) return nothingYet;
  world.refresh();
  const ledger = windowLedger(world);
  const total = ledgerKinds.reduce((sum, kind) => sum + ledger[kind], 0);
  const idle = ledger[ledgerKinds[LEDGER.IDLE]!] + ledger[ledgerKinds[LEDGER.IDLE_EXIT]!];
  const busy = total - idle;
  const windowLength = clock.now - clock.windowStart;
  const score = clock.score - clock.scoreWindow;
  return {
    measuring: true,
    windowStart: clock.windowStart,
    windowLength,
    kernelShare: busy > 0 ? (busy - ledger.user) / busy : 0,
    busyShare: total > 0 ? busy / total : 0,
    throughput: windowLength > 0 ? (score * 1e9) / windowLength : 0,
    score,
    meanLatency: clock.latencyCount > 0 ? clock.latencySum / clock.latencyCount : 0,
    wakeups: clock.latencyCount,
    latencies: captureLatencies(world),
    ledger,
    hotLines: hotLines(captureRows(world), catalog, world.lines()),
  };
}
