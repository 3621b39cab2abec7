// Reads of a world what is asked for now and then, in numbers of the host: the c2c rows, one explain
// record, and the sums of the measured window. What every picture needs: capture.ts.

import * as abi from './abi.gen.ts';
import { FORM, LATENCY, LEDGER } from './abi.gen.ts';
import { nothingYet } from './capture.ts';
import { copyTable } from './columns.ts';
import type { Catalog } from './types/catalog.ts';
import type { Explain, ExplainFacts, ExplainStep, Pick } from './types/explain.ts';
import type { LedgerKind } from './types/frame.ts';
import { ledgerKinds } from './types/frame.ts';
import type { C2cRows, Headline, HotLine, Latency } from './types/measured.ts';
import type { World } from './world.ts';
import {
  c2cRows,
  explainRow,
  latencies,
  ledgerBefore,
  picksKept,
  picksOf,
  stepsRow,
} from './world-views.ts';

const hotLineLimit = 10;

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
  const rows = c2cRows(world);
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

/** Reads what the record of a decision has besides what all of them have. */
type Read = (world: World, id: number) => ExplainFacts;

const searchOf: Read = (world, id) => {
  const row = explainRow(world, id, abi.ExplainSearch)!;
  const { foundLevel, probed, refused, candidates, ghosts, domain } = row;
  const { taskPriority, otherPriority, runningPriority } = row;
  return {
    form: 'search',
    ...{ foundLevel, probed, refused, candidates, ghosts, domain },
    ...{ taskPriority, otherPriority, runningPriority },
    found: [...row.candidate.slice(0, candidates)],
  };
};

const placementOf: Read = (world, id) => {
  const row = explainRow(world, id, abi.ExplainPlacement)!;
  const { placed, looked, target, wakerFlips, wakeeFlips, llcCpus } = row;
  return { form: 'placement', placed, looked, target, wakerFlips, wakeeFlips, llcCpus };
};

const passOf: Read = (world, id) => {
  const row = explainRow(world, id, abi.ExplainPass)!;
  const { moved, moves, amount, level, domainCpus, groups, sourceMetric, tasksSeen, failed } = row;
  return {
    form: 'pass',
    ...{ moved, moves, amount, level, domainCpus, groups, sourceMetric, tasksSeen, failed },
    type: row.balanceType,
    own: [...row.ownGroup],
    busiest: [...row.busiestGroup],
    tests: [...row.test].filter((reason) => reason !== 0),
  };
};

const gateOf: Read = (world, id) => {
  const { idle, expected, drawn, needed } = explainRow(world, id, abi.ExplainGate)!;
  return { form: 'gate', idle, expected, drawn, needed };
};

const holdOf: Read = (world, id) => {
  const row = explainRow(world, id, abi.ExplainHold)!;
  const { first, wanted, pages, single, work, order, listed } = row;
  const stopped = [...row.stopped];
  return { form: 'hold', first, wanted, pages, single, work, order, listed, stopped };
};

const fallbackOf: Read = (world, id) => {
  const row = explainRow(world, id, abi.ExplainFallback)!;
  const { page, wanted, type, order, fallbacks, moved, onLru, alike } = row;
  return { form: 'fallback', page, wanted, type, order, fallbacks, moved, onLru, alike };
};

const reads: Readonly<Record<number, Read>> = {
  [FORM.SEARCH]: searchOf,
  [FORM.WALK]: (world, id) => ({
    form: 'walk',
    overloaded: explainRow(world, id, abi.ExplainWalk)!.overloaded,
  }),
  [FORM.PLACEMENT]: placementOf,
  [FORM.PASS]: passOf,
  [FORM.GATE]: gateOf,
  [FORM.HOLD]: holdOf,
  [FORM.FALLBACK]: fallbackOf,
};

/** The explain record `id`, if the world's ring holds it. */
export function captureExplain(world: World, id: number): Explain | undefined {
  const row = explainRow(world, id);
  if (!row) return undefined;
  const { time, cpu, decision, reason, task, chosen, previous, accesses, cost } = row;
  const steps = stepsRow(world, id);
  return {
    id,
    ...{ time, cpu, decision, reason, task, chosen, previous, accesses, cost },
    facts: reads[row.form]?.(world, id) ?? { form: 'plain' },
    steps: steps ? stepsOf(steps) : [],
    isCut: steps?.leftOut === 1,
    isOpen: steps?.open === 1,
  };
}

function stepsOf(row: abi.Steps): ExplainStep[] {
  let first = 0;
  return [...row.reason.subarray(0, row.steps)].map((reason, at) => {
    const facts = Array.from({ length: row.factsOf[at]! }, (_, index) => row.fact(first + index));
    first += facts.length;
    return { reason, facts };
  });
}

/**
 * The picks a world keeps that happened in [from, to] (ns), newest first. A world keeps one that was computed
 * twice, on from different checkpoints, in two places: the copy with more steps counts, as the other began
 * between a tick and the pick it asked for.
 */
export function capturePicks(world: World, from: number, to: number): Pick[] {
  const { pick, steps } = picksOf(world);
  const found = new Map<string, Pick>();
  for (let at = 0; at < pick.count; at++) {
    const { time, previous, chosen } = pick.at(at);
    if (time === 0 || time < from || time > to) continue;
    const cpu = Math.floor(at / picksKept(world));
    const copy = { time, cpu, previous, chosen, steps: stepsOf(steps.at(at)) };
    const known = found.get(`${cpu} ${time}`);
    if (!known || known.steps.length < copy.steps.length) found.set(`${cpu} ${time}`, copy);
  }
  return [...found.values()].sort((a, b) => b.time - a.time || b.cpu - a.cpu);
}

/**
 * True if every place that the world has for picks of the CPU (left out: of all CPUs) holds one of [from, to]:
 * then it keeps no earlier ones.
 */
export function holdsAllPicks(world: World, from: number, to: number, cpu?: number): boolean {
  const { pick } = picksOf(world);
  const [first, end] =
    cpu === undefined ? [0, pick.count] : [cpu * picksKept(world), (cpu + 1) * picksKept(world)];
  for (let at = first; at < end; at++) {
    const { time } = pick.at(at);
    if (time === 0 || time < from || time > to) return false;
  }
  return true;
}

/** Ledger sums of the measured window over all CPUs, ns by kind. */
function windowLedger(world: World): Record<LedgerKind, number> {
  const sums = Object.fromEntries(ledgerKinds.map((kind) => [kind, 0])) as Record<
    LedgerKind,
    number
  >;
  const now = world.ledger();
  const before = ledgerBefore(world);
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

function captureLatencies(world: World): Headline['latencies'] {
  if (world.at.latencyViewCount === 0) return {};
  const views = latencies(world);
  const of = (series: number): Latency => {
    const { samples, p50, p99, greatest } = views.at(series);
    return { samples, p50, p99, greatest };
  };
  return { wake: of(LATENCY.WAKE), request: of(LATENCY.REQUEST), refill: of(LATENCY.REFILL) };
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
