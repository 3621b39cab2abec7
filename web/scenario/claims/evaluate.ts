// Computes the value of a row from the measures of runs: metrics, gains, names, and how values vary between runs.

import { gainOf, isGain, leadingSymbols } from '../../engine/metrics.ts';
import type { LineCounts, RunMeasures } from '../../engine/sweep/measure.ts';
import type { LineReference } from '../common-schema.ts';
import type { ClaimedRow } from './entries.ts';
import type { PlannedEntry, PlannedRow } from './plan.ts';
import { comparedValue, comparedWords, perUnit } from './points.ts';
import type { Worth } from './rows.ts';
import type { ClaimTarget } from './schema.ts';
import { estimateOf, type Neighbour, type SimulatedRow } from './verdict.ts';

/** perf prints at most this many characters of a symbol; published tables are cut there. */
const symbolWidth = 26;

export type Finder = (line: LineReference) => number;

/** The share of a row's transfers that perf reports as such: it flags those of atomics more seldom than of plain loads. */
const flaggedOf = ({ loads, locked }: LineCounts, ofAtomics: number): number =>
  loads > 0 ? 1 - (locked / loads) * (1 - ofAtomics) : 1;

/** Of metrics that are the share of a row in its line: what is counted, where of atomics so many transfers are flagged. */
const countedInRows: Readonly<Record<string, (row: LineCounts, ofAtomics: number) => number>> = {
  row_remote_hitm_share: (row, ofAtomics) => row.remote_hitm * flaggedOf(row, ofAtomics),
  row_local_hitm_share: (row, ofAtomics) => row.local_hitm * flaggedOf(row, ofAtomics),
  row_load_share: ({ slow_loads, remote_hitm, local_hitm }) =>
    slow_loads + remote_hitm + local_hitm,
  row_store_share: ({ stores }) => stores,
};

/** In %; undefined where the whole line has nothing of it. */
function shareOf(
  rows: readonly LineCounts[],
  isMeant: (row: LineCounts) => boolean,
  counted: (row: LineCounts) => number,
): number | undefined {
  const sum = (some: readonly LineCounts[]) => some.reduce((all, row) => all + counted(row), 0);
  const all = sum(rows);
  return all > 0 ? (100 * sum(rows.filter(isMeant))) / all : undefined;
}

/** The value of one row in one run, in the row's unit; undefined where the run says nothing of it. */
function valueIn(
  run: RunMeasures,
  { entry: { row, claimed }, measured }: PlannedEntry,
  find: Finder,
): number | undefined {
  const { metric, line, lines = [] } = claimed!;
  if (metric === 'lines_local_share') {
    const rows = lines.flatMap((each) => run.lines[find(each)]?.rows ?? []);
    const local = rows.reduce((sum, each) => sum + each.local_hitm, 0);
    const remote = rows.reduce((sum, each) => sum + each.remote_hitm, 0);
    return local + remote > 0 ? (100 * local) / (local + remote) : undefined;
  }
  if (!line) {
    const value = run.metrics[metric];
    if (value === undefined) return undefined;
    // A run that finished nothing would never end.
    if (claimed!.run_time) return value > 0 ? claimed!.run_time.operations / value : undefined;
    return value / perUnit(metric, comparedWords(row, claimed!).unit);
  }
  const measures = run.lines[find(line)];
  if (!metric.startsWith('row_')) return measures?.metrics[metric];
  const isMeant = ({ offset, symbol }: LineCounts) =>
    offset === row.c2c?.offset && symbol.slice(0, symbolWidth) === row.c2c.symbol;
  const rows = measures?.rows ?? [];
  const counted = countedInRows[metric];
  if (counted) {
    const ofAtomics = measured?.opened.timings.line.rmw_hitm_report?.value ?? 1;
    return shareOf(rows, isMeant, (each) => counted(each, ofAtomics));
  }
  return rows.find(isMeant)?.load_cycles ?? undefined;
}

/** The functions of the leading rows, all seeds together; as many as were published. */
function namesIn(
  runs: readonly RunMeasures[],
  { row, claimed }: ClaimedRow,
  find: Finder,
): string[] {
  const rows = runs.flatMap((run) => run.lines[find(claimed!.line!)]?.rows ?? []);
  return leadingSymbols(rows).slice(0, (row.value as readonly string[]).length);
}

/** Runs of a series that has a variance of its own; as few as the fewest seeds of a claim. */
const runsOfSeries = 10;

function varianceOf(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
}

/**
 * How the variance of throughput between runs differs from the first variant's, in %: a number for
 * every series of ten seeds. A series in which the first variant does not vary has nothing to compare with.
 */
function varianceChanges(base: readonly RunMeasures[], own: readonly RunMeasures[]): number[] {
  const varianceIn = (runs: readonly RunMeasures[], from: number) =>
    varianceOf(
      runs.slice(from, from + runsOfSeries).map(({ metrics }) => metrics.throughput ?? Number.NaN),
    );
  const series = Array.from({ length: Math.floor(own.length / runsOfSeries) }, (_, at) => {
    const from = at * runsOfSeries;
    return 100 * (varianceIn(own, from) / varianceIn(base, from) - 1);
  });
  return series.filter(Number.isFinite);
}

export interface Evaluated {
  readonly simulated: SimulatedRow;
  /** Of the run whose value is nearest to the median. */
  readonly seed: number;
  /** Where a value is of several runs together: how many ran in all. */
  readonly runs?: number;
}

export const nothing = { kind: 'nothing' } as const;

/** Measures by job; a run that was not needed has none. */
export type JobMeasures = readonly (RunMeasures | undefined)[];

/** Runs of a row and of the first variant, seed by seed, as far as both have run. */
function runsOf({ entry, measured }: PlannedEntry, measures: JobMeasures) {
  const { seeds, jobs, first } = measured!;
  const [bases, owns] = [jobs.get(first)!, jobs.get(entry.claimed!.variant)!];
  return seeds.flatMap((seed, at) => {
    const [base, own] = [measures[bases[at]!], measures[owns[at]!]];
    return base && own ? [{ seed, base, own }] : [];
  });
}

export function evaluate(planned: PlannedEntry, measures: JobMeasures, find: Finder): Evaluated {
  const { entry } = planned;
  const runs = runsOf(planned, measures);
  const seeds = runs.map(({ seed }) => seed);
  const base = runs.map((run) => run.base);
  const own = runs.map((run) => run.own);
  const seed = planned.measured!.seeds[0]!;
  const { metric } = entry.claimed!;
  if (metric === 'line_symbols') {
    const names = namesIn(own, entry, find);
    return { simulated: names.length > 0 ? { kind: 'names', names } : nothing, seed };
  }
  if (metric === 'throughput_variance_change') {
    const values = varianceChanges(base, own);
    const simulated = { kind: 'number', values, differences: values } as const;
    return { simulated: values.length > 0 ? simulated : nothing, seed, runs: own.length };
  }
  const value = (run: RunMeasures, at: number) =>
    isGain(metric) ? gainOf(metric, base[at]!.metrics, run.metrics) : valueIn(run, planned, find);
  const all = own.map((run, at) => ({ seed: seeds[at]!, value: value(run, at), at }));
  // A run in which nothing was finished has no gain.
  const found = all.filter((each): each is typeof each & { value: number } =>
    Number.isFinite(each.value),
  );
  if (found.length === 0) return { simulated: nothing, seed };
  const differences = found.flatMap((each) => {
    const before = isGain(metric) ? 0 : valueIn(base[each.at]!, planned, find);
    return before === undefined ? [] : [each.value - before];
  });
  const values = found.map((each) => each.value);
  const simulated = { kind: 'number', values, differences } as const;
  const { median } = estimateOf(simulated)!;
  const off = (each: { value: number }) => Math.abs(each.value - median);
  const nearest = found.reduce((best, each) => (off(each) < off(best) ? each : best));
  return { simulated, seed: nearest.seed };
}

/** A planned report: its rows, and what there is to say of them together. */
export interface Planned {
  readonly rows: readonly PlannedRow[];
  readonly worth: ReadonlyMap<string, Worth>;
  readonly targets: readonly ClaimTarget[];
  readonly find: Finder;
}

/** What the runs say of every planned row, and how a row that a claim compares with is found. */
export function evaluateAll({ rows: planned, find }: Planned, measures: JobMeasures) {
  const evaluated = new Map<string, Evaluated>();
  const byId = new Map(planned.map((each) => [each.entry.id, each]));
  for (const each of planned) {
    if (each.measured) evaluated.set(each.entry.id, evaluate(each, measures, find));
  }
  const near = (id: string): Neighbour => {
    const { simulated } = evaluated.get(id) ?? { simulated: nothing };
    const { row, claimed } = byId.get(id)!.entry;
    return { id, published: comparedValue(row, claimed!), simulated };
  };
  return { evaluated, near };
}
