// The fidelity report: which runs the claims need, and the rows that come of them. Every published row
// is in it, claimed or not. Who runs the runs, and where, is the caller's business.

import { gainOf, isGain, leadingSymbols } from '../../engine/metrics.ts';
import { fingerprint } from '../../engine/sweep/canonical.ts';
import type { RunJob, RunMeasures } from '../../engine/sweep/measure.ts';
import { buildDefinition, variantOf } from '../definition.ts';
import { ScenarioError } from '../error.ts';
import type { Override } from '../overrides.ts';
import { type ContentReader, loadScenario, type OpenedScenario } from '../scenario.ts';
import { type LineReference, stories } from '../schema.ts';
import { lineKey } from '../sweep.ts';
import { claimsOf, comparedValue, figureId, isUnclaimed, matches, perUnit } from './points.ts';
import { type PublishedRow, publishedFiles, publishedRows } from './published.ts';
import { type ClaimedRows, type Claims, parseClaims, type Target } from './schema.ts';
import { type ReachedTarget, reached } from './targets.ts';
import {
  claimText,
  errorOf,
  estimateOf,
  type Judged,
  judge,
  type RowError,
  type Simulated,
} from './verdict.ts';

/** A published row, or one of its numbers, with what is claimed of it. */
interface Entry {
  /** Of the row, or of its number. */
  readonly id: string;
  readonly row: PublishedRow;
  readonly claimed: ClaimedRows | undefined;
  readonly reason: string | undefined;
}

/** How to open the run of a row on the stage or in a terminal: the very run that was judged. */
export interface RowRun {
  readonly scenario: string;
  /** Duration and warm-up of the claim among them. */
  readonly set: Readonly<Record<string, string | number | boolean>>;
  readonly variant: string;
  /** Of the run whose value is nearest to the median. */
  readonly seed: number;
}

/** Another form of the same measurement: shown beside the row, not judged. */
export interface AlsoMeasured {
  readonly simulated: ReportRow['simulated'];
  readonly interval: ReportRow['interval'];
  readonly seeds: number;
  readonly run: RowRun;
}

export interface ReportRow {
  readonly id: string;
  readonly story: string;
  readonly label: string;
  readonly machine: string;
  readonly unit: string;
  readonly published: PublishedRow['value'];
  /** Median over the seeds, or names; null where nothing was simulated. */
  readonly simulated: number | readonly string[] | null;
  /** 95 % bootstrap interval of the median. */
  readonly interval: readonly [number, number] | null;
  readonly seeds: number;
  readonly error: RowError | null;
  /** S sign, O order, E(points) equal to another row, factor, M(points), range, names; "-" where nothing is claimed. */
  readonly claim: string;
  readonly basis: 'predicted' | 'follows-from-fitted' | 'fitted' | null;
  /** True where a parameter was tuned to this very figure: agreement then shows nothing. */
  readonly fitted: boolean;
  readonly verdict: 'pass' | 'fail' | 'not-claimed';
  readonly judged: readonly Judged[];
  /** Why nothing is claimed, or what to know of the comparison. */
  readonly note: string | null;
  /** Of a row that fails: why, as far as known; written after it was run, unlike the claim. */
  readonly explanation: string | null;
  /** Other forms of the same measurement; left out where there are none. */
  readonly also?: readonly AlsoMeasured[];
  readonly run: RowRun | null;
}

export const reportFormat = 'schedscape-fidelity/1';

export interface Report {
  readonly format: typeof reportFormat;
  readonly rows: readonly ReportRow[];
  /** What is claimed of many rows together. */
  readonly targets: readonly ReachedTarget[];
  readonly counts: Counts;
}

export interface Counts {
  readonly rows: number;
  readonly passed: number;
  readonly failed: number;
  readonly not_claimed: number;
  /** The same of those that nothing was fitted to: what is evidence. */
  readonly predicted: { readonly passed: number; readonly failed: number };
}

/** A part of a report; for the regression gate run faster than the claims say. */
export interface Part {
  /** Names of rows; * stands for any characters. */
  readonly rows: readonly string[];
  /** Left out: as many as the claims say. */
  readonly seeds?: number;
  /** Durations and warm-ups by the name in "measured"; what is not named takes as long as claimed. */
  readonly spans?: Readonly<Record<string, { readonly duration: string; readonly warmup: string }>>;
}

// ---- which claim belongs to which row -------------------------------------------------------------

/** Every published row of the story with its claim. Throws ScenarioError if a row is forgotten. */
function entriesOf(claims: Claims, rows: readonly PublishedRow[]): Entry[] {
  const used = new Set<object>();
  const entries = rows.flatMap((row): Entry[] => {
    const all = claimsOf(claims, row.id);
    for (const claimed of all) used.add(claimed);
    if (all.length > 0) {
      return all.map((claimed) => ({
        id: figureId(row, claimed),
        row,
        claimed,
        reason: undefined,
      }));
    }
    const left = isUnclaimed(claims, row.id);
    used.add(left ?? row);
    if (left) return [{ id: row.id, row, claimed: undefined, reason: left.reason }];
    throw new ScenarioError(
      `claims/${claims.story}`,
      `says nothing of the published row ${row.id}`,
      'add a claim, or list it under not_claimed with a reason',
    );
  });
  const names = rows.map(({ id }) => id);
  const shown = (claims.shown ?? []).filter((each) => !names.some((id) => matches(each.rows, id)));
  const idle = [...claims.claimed, ...claims.not_claimed, ...shown].find((each) => !used.has(each));
  if (idle) {
    throw new ScenarioError(
      `claims/${claims.story}`,
      `speaks of ${idle.rows[0]}, which no published row is called, or an entry before it is`,
      'mend the name or remove the entry',
    );
  }
  return entries;
}

// ---- which runs they need -------------------------------------------------------------------------

interface Measured {
  readonly opened: OpenedScenario;
  readonly scenario: string;
  readonly set: Readonly<Record<string, string | number | boolean>>;
  readonly seeds: readonly number[];
  readonly first: string;
  /** By variant: the index of the job of every seed. */
  readonly jobs: Map<string, number[]>;
}

/** Collects the jobs that rows need, each once, however many rows share it. */
class Jobs {
  readonly list: RunJob[] = [];
  readonly #known = new Map<string, number>();
  readonly #lines: readonly LineReference[];

  constructor(lines: readonly LineReference[]) {
    this.#lines = lines;
  }

  /**
   * Indices of the jobs of one variant, seed by seed. A run is the same with the counters of lines and
   * without, but quicker without: they are on where some row needs them.
   */
  add(
    opened: OpenedScenario,
    variant: string,
    seeds: readonly number[],
    counted: boolean,
  ): number[] {
    const built = buildDefinition(opened, variant);
    const { duration, window } = opened;
    const run = fingerprint([{ ...built, seed_low: 0, seed_high: 0 }, duration, window.from]);
    return seeds.map((seed) => {
      const key = `${run} ${seed}`;
      const known = this.#known.get(key) ?? this.list.length;
      if (known < this.list.length && (!counted || this.list[known]!.rows)) return known;
      this.#known.set(key, known);
      const high = Math.floor(seed / 2 ** 32);
      const definition = { ...built, seed_low: seed % 2 ** 32, seed_high: high };
      this.list[known] = {
        definition: counted ? definition : { ...definition, no_line_counters: 1 },
        duration,
        windowStart: window.from,
        lines: counted ? this.#lines : [],
        rows: counted,
      };
      return known;
    });
  }
}

/** Metrics of a run that come from the counters of its lines. */
const countedMetrics = ['local_share', 'cpupri_local_share', 'lines_local_share'];

const needsCounters = ({ metric, line }: ClaimedRows): boolean =>
  line !== undefined || countedMetrics.includes(metric);

interface PlannedEntry {
  readonly entry: Entry;
  readonly measured: Measured | undefined;
}

interface PlannedRow extends PlannedEntry {
  /** Other forms of the same measurement. */
  readonly also: readonly PlannedEntry[];
  /** False: only another row's order needs it. */
  readonly listed: boolean;
}

export interface PlannedReport {
  readonly jobs: readonly RunJob[];
  /** The report from the measures of the jobs, in their order. */
  readonly report: (measures: readonly RunMeasures[]) => Report;
}

const neighboursOf = (claimed: ClaimedRows): string[] =>
  claimed.claims.flatMap((claim) => {
    if (claim.level === 'equal') return [claim.to];
    return claim.level === 'order' ? claim.among : [];
  });

/** The rows that are listed, and those their orders need. */
function withNeighbours(entries: readonly Entry[], listed: ReadonlySet<string>): Entry[] {
  const needed = new Set(listed);
  for (const { id: own, claimed } of entries) {
    if (claimed && listed.has(own)) for (const id of neighboursOf(claimed)) needed.add(id);
  }
  return entries.filter(({ id }) => needed.has(id));
}

class Planner {
  readonly #reader: ContentReader;
  readonly #jobs: Jobs;
  readonly #part: Part | undefined;
  readonly #measured = new Map<string, Measured>();
  readonly #lines: readonly LineReference[];

  constructor(reader: ContentReader, lines: readonly LineReference[], part?: Part) {
    this.#reader = reader;
    this.#lines = lines;
    this.#jobs = new Jobs(lines);
    this.#part = part;
  }

  get jobs(): readonly RunJob[] {
    return this.#jobs.list;
  }

  get lines(): readonly LineReference[] {
    return this.#lines;
  }

  async #open(claims: Claims, claimed: ClaimedRows): Promise<Measured> {
    const { story, measured } = claims;
    const how = Object.hasOwn(measured, claimed.measured) ? measured[claimed.measured] : undefined;
    if (!how) {
      throw new ScenarioError(
        `claims/${story}: claimed`,
        `is measured by "${claimed.measured}", which does not exist`,
        `write one of ${Object.keys(measured).join(', ')}`,
      );
    }
    const { duration, warmup } = this.#part?.spans?.[claimed.measured] ?? how;
    const set = { ...how.set, ...claimed.set, duration, warmup };
    const key = fingerprint([how.scenario, set]);
    const known = this.#measured.get(key);
    if (known) return known;
    const overrides: Override[] = Object.entries(set).map(([path, value]) => ({ path, value }));
    const opened = await loadScenario(how.scenario, this.#reader, overrides);
    const count = this.#part?.seeds ?? how.seeds;
    const made: Measured = {
      opened,
      scenario: how.scenario,
      set,
      seeds: Array.from({ length: count }, (_, i) => opened.seed + i),
      first: opened.scenario.variants[0]!.id,
      jobs: new Map(),
    };
    this.#measured.set(key, made);
    return made;
  }

  async plan(claims: Claims, claimed: ClaimedRows): Promise<Measured> {
    const measured = await this.#open(claims, claimed);
    const { opened, seeds, jobs, first } = measured;
    for (const variant of [first, variantOf(opened, claimed.variant).id]) {
      jobs.set(variant, this.#jobs.add(opened, variant, seeds, needsCounters(claimed)));
    }
    return measured;
  }
}

/** Every line some claim asks for, each once. */
function linesIn(files: readonly Claims[]): LineReference[] {
  const lines = new Map<string, LineReference>();
  for (const { claimed } of files) {
    for (const { line, lines: several = [] } of claimed) {
      for (const each of line ? [line, ...several] : several) lines.set(lineKey(each), each);
    }
  }
  return [...lines.values()];
}

// ---- from measures to rows ------------------------------------------------------------------------

/** perf prints at most this many characters of a symbol; published tables are cut there. */
const symbolWidth = 26;

type Finder = (line: LineReference) => number;

/** The value of one row in one run, in the row's unit; undefined where the run says nothing of it. */
function valueIn(run: RunMeasures, { row, claimed }: Entry, find: Finder): number | undefined {
  const { metric, line, lines = [] } = claimed!;
  if (metric === 'lines_local_share') {
    const rows = lines.flatMap((each) => run.lines[find(each)]?.rows ?? []);
    const local = rows.reduce((sum, each) => sum + each.local_hitm, 0);
    const remote = rows.reduce((sum, each) => sum + each.remote_hitm, 0);
    return local + remote > 0 ? (100 * local) / (local + remote) : undefined;
  }
  if (!line) {
    const value = run.metrics[metric];
    return value === undefined ? undefined : value / perUnit(metric, row.unit);
  }
  const measures = run.lines[find(line)];
  if (metric !== 'row_load_cycles') return measures?.metrics[metric];
  const found = measures?.rows?.find(
    ({ offset, symbol }) =>
      offset === row.c2c?.offset && symbol.slice(0, symbolWidth) === row.c2c.symbol,
  );
  return found?.load_cycles ?? undefined;
}

/** The functions of the leading rows, all seeds together; as many as were published. */
function namesIn(runs: readonly RunMeasures[], { row, claimed }: Entry, find: Finder): string[] {
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

interface Evaluated {
  readonly simulated: Simulated;
  /** Of the run whose value is nearest to the median. */
  readonly seed: number;
  /** Where a value is of several runs together: how many ran in all. */
  readonly runs?: number;
}

const nothing = { kind: 'nothing' } as const;

function evaluate(
  planned: PlannedEntry,
  measures: readonly RunMeasures[],
  find: Finder,
): Evaluated {
  const { entry, measured } = planned;
  const { seeds, jobs, first } = measured!;
  const runsOf = (variant: string) => jobs.get(variant)!.map((job) => measures[job]!);
  const [base, own] = [runsOf(first), runsOf(entry.claimed!.variant)];
  const seed = seeds[0]!;
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
    isGain(metric) ? gainOf(metric, base[at]!.metrics, run.metrics) : valueIn(run, entry, find);
  const all = own.map((run, at) => ({ seed: seeds[at]!, value: value(run, at), at }));
  // A run in which nothing was finished has no gain.
  const found = all.filter((each): each is typeof each & { value: number } =>
    Number.isFinite(each.value),
  );
  if (found.length === 0) return { simulated: nothing, seed };
  const differences = found.flatMap((each) => {
    const before = isGain(metric) ? 0 : valueIn(base[each.at]!, entry, find);
    return before === undefined ? [] : [each.value - before];
  });
  const values = found.map((each) => each.value);
  const simulated = { kind: 'number', values, differences } as const;
  const { median } = estimateOf(simulated)!;
  const off = (each: { value: number }) => Math.abs(each.value - median);
  const nearest = found.reduce((best, each) => (off(each) < off(best) ? each : best));
  return { simulated, seed: nearest.seed };
}

function unclaimedRow({ id, row, reason }: Entry): ReportRow {
  const { story, label, machine, unit, value } = row;
  return {
    id,
    story,
    label,
    machine,
    unit,
    published: value,
    simulated: null,
    interval: null,
    seeds: 0,
    error: null,
    claim: '-',
    basis: null,
    fitted: false,
    verdict: 'not-claimed',
    judged: [],
    note: reason ?? null,
    explanation: null,
    run: null,
  };
}

/** What was simulated, as the report writes it. */
function simulatedOf({ entry, measured }: PlannedEntry, { simulated, seed, runs }: Evaluated) {
  const found = estimateOf(simulated);
  const { variant } = entry.claimed!;
  return {
    simulated: simulated.kind === 'names' ? simulated.names : (found?.median ?? null),
    interval: found?.interval ?? null,
    seeds: runs ?? found?.count ?? (simulated.kind === 'names' ? measured!.seeds.length : 0),
    run: { scenario: measured!.scenario, set: measured!.set, variant, seed },
  };
}

function claimedRow(
  planned: PlannedRow,
  evaluated: Evaluated,
  others: readonly AlsoMeasured[],
  near: Parameters<typeof judge>[3],
): ReportRow {
  const { entry } = planned;
  const { simulated } = evaluated;
  const { row, claimed } = entry;
  const { claims, basis, note, explanation } = claimed!;
  const published = comparedValue(row, claimed!);
  // Numbers of one row have units of their own; the names of shares and changes say so.
  const unit = claimed!.cell?.endsWith('_pct') ? '%' : row.unit;
  const judged = judge(claims, published, simulated, near);
  const passed = judged.every((each) => each.passed);
  return {
    id: entry.id,
    story: row.story,
    label: row.label,
    machine: row.machine,
    unit,
    published,
    ...simulatedOf(planned, evaluated),
    // Where only the side is claimed on which a metric lies, it is in another unit than the row.
    error: claims.every((claim) => claim.level === 'sign' && claim.expected)
      ? null
      : errorOf(published, simulated, unit),
    claim: claimText(claims),
    basis,
    fitted: basis === 'fitted',
    verdict: passed ? 'pass' : 'fail',
    judged,
    note: note ?? null,
    explanation: passed ? null : (explanation ?? null),
    ...(others.length > 0 && { also: others }),
  };
}

export function countRows(rows: readonly ReportRow[]): Counts {
  const count = (verdict: string, of = rows) => of.filter((row) => row.verdict === verdict).length;
  const predicted = rows.filter(({ basis }) => basis === 'predicted');
  return {
    rows: rows.length,
    passed: count('pass'),
    failed: count('fail'),
    not_claimed: count('not-claimed'),
    predicted: { passed: count('pass', predicted), failed: count('fail', predicted) },
  };
}

/** What is claimed of many rows together, of those that are there. */
function targetsOf(targets: readonly Target[], rows: readonly ReportRow[]): ReachedTarget[] {
  const isOf =
    ({ rows: patterns }: Target) =>
    ({ id }: ReportRow) =>
      matches(patterns, id.slice(0, id.lastIndexOf('/')));
  return targets.flatMap((target) => {
    const own = rows.filter(isOf(target));
    return own.length > 0 ? [reached(target, own)] : [];
  });
}

function reportOf(
  planned: readonly PlannedRow[],
  measures: readonly RunMeasures[],
  find: Finder,
  targets: readonly Target[],
): Report {
  const evaluated = new Map<string, Evaluated>();
  const byId = new Map(planned.map((each) => [each.entry.id, each]));
  for (const each of planned) {
    if (each.measured) evaluated.set(each.entry.id, evaluate(each, measures, find));
  }
  const near = (id: string) => {
    const { simulated } = evaluated.get(id) ?? { simulated: nothing };
    const { row, claimed } = byId.get(id)!.entry;
    return { id, published: comparedValue(row, claimed!), simulated };
  };
  const rows = planned
    .filter(({ listed }) => listed)
    .map((each) => {
      const known = evaluated.get(each.entry.id);
      if (!known) return unclaimedRow(each.entry);
      const others = each.also.map((other) => simulatedOf(other, evaluate(other, measures, find)));
      return claimedRow(each, known, others, near);
    });
  return { format: reportFormat, rows, targets: targetsOf(targets, rows), counts: countRows(rows) };
}

// ---- all together ---------------------------------------------------------------------------------

/** The claims of every story, in the order of the stories. */
async function readClaims(reader: ContentReader): Promise<Claims[]> {
  const names = reader.names().filter((name) => name.startsWith('claims/'));
  const files = names.map(async (name) => parseClaims(await reader.read(name), name));
  const order = (claims: Claims) => stories.indexOf(claims.story);
  return (await Promise.all(files)).sort((a, b) => order(a) - order(b));
}

async function readPublished(reader: ContentReader): Promise<PublishedRow[]> {
  const files = Object.keys(publishedFiles).map(async (name) =>
    publishedRows(name, JSON.parse(await reader.read(`published/${name}`))),
  );
  return (await Promise.all(files)).flat();
}

function checkOrders(entries: readonly Entry[]): void {
  const claimed = new Set(entries.filter((entry) => entry.claimed).map(({ id }) => id));
  for (const entry of entries) {
    const odd = entry.claimed && neighboursOf(entry.claimed).find((id) => !claimed.has(id));
    if (!odd) continue;
    throw new ScenarioError(
      `claims/${entry.row.story}: ${entry.id}`,
      `is ordered among ${odd}, which is no row with a claim`,
      'name rows that are claimed',
    );
  }
}

/** What a report that comes with the program holds: the rows that were run, and when. */
export interface ShippedReport {
  readonly format: 'schedscape-fidelity-shipped/1';
  readonly date: string;
  readonly version: string;
  readonly rows: readonly ReportRow[];
}

/** A row that was run, with what is said of it today: words may be mended without running it again. */
const withWords = (run: ReportRow, { row, claimed }: Entry): ReportRow => ({
  ...run,
  label: row.label,
  note: claimed?.note ?? null,
  explanation: run.verdict === 'fail' ? (claimed?.explanation ?? null) : null,
});

/**
 * The report that comes with the program: every published row of all stories (of one, where it is
 * named), those that were run as shipped, the others with their reason; what is claimed of rows
 * together is judged from them.
 */
export async function shippedReport(
  reader: ContentReader,
  shipped: ShippedReport,
  story?: string,
): Promise<Report> {
  const run = new Map(shipped.rows.map((row) => [row.id, row]));
  const published = await readPublished(reader);
  const files = (await readClaims(reader)).filter((each) => !story || each.story === story);
  const rows = files.flatMap((claims) =>
    entriesOf(
      claims,
      published.filter((row) => row.story === claims.story),
    ).map((entry) => {
      const waits = entry.claimed && 'Claimed, but not run yet.';
      const known = run.get(entry.id);
      return known
        ? withWords(known, entry)
        : unclaimedRow({ ...entry, reason: waits ?? entry.reason });
    }),
  );
  const targets = targetsOf(
    files.flatMap(({ targets: own = [] }) => own),
    rows.filter(({ verdict }) => verdict !== 'not-claimed'),
  );
  return { format: reportFormat, rows, targets, counts: countRows(rows) };
}

/** The other forms of a row's measurement: the same row and metric, measured otherwise. */
async function planOthers(planner: Planner, claims: Claims, entry: Entry): Promise<PlannedEntry[]> {
  const planned: PlannedEntry[] = [];
  for (const other of entry.claimed?.also ?? []) {
    const { set: _set, ...claimed } = entry.claimed!;
    const own = { ...claimed, ...other };
    planned.push({
      entry: { ...entry, claimed: own },
      measured: await planner.plan(claims, own),
    });
  }
  return planned;
}

/**
 * What the report of a story (all stories if left out) needs, or a part of it. Throws ScenarioError when
 * claims, published rows and scenarios do not fit together.
 */
export async function planReport(
  reader: ContentReader,
  story?: string,
  part?: Part,
): Promise<PlannedReport> {
  const published = await readPublished(reader);
  const files = (await readClaims(reader)).filter((each) => !story || each.story === story);
  const planner = new Planner(reader, linesIn(files), part);
  const planned: PlannedRow[] = [];
  for (const claims of files) {
    const own = published.filter((row) => row.story === claims.story);
    const entries = entriesOf(claims, own);
    checkOrders(entries);
    const ids = entries.map(({ id }) => id);
    const listed = new Set(part ? ids.filter((id) => matches(part.rows, id)) : ids);
    for (const entry of withNeighbours(entries, listed)) {
      const measured = entry.claimed && (await planner.plan(claims, entry.claimed));
      // A shortened part asks for verdicts only.
      const also = part?.seeds ? [] : await planOthers(planner, claims, entry);
      planned.push({ entry, measured, also, listed: listed.has(entry.id) });
    }
  }
  const idle = part?.rows.find(
    (name) => !planned.some(({ entry, listed }) => listed && matches([name], entry.id)),
  );
  if (idle) {
    throw new ScenarioError(
      'rows',
      `has ${idle}, which no published row${story ? ` of ${story}` : ''} is called`,
      'write names as the report lists them, * for any characters',
    );
  }
  const keys = planner.lines.map(lineKey);
  const find: Finder = (line) => keys.indexOf(lineKey(line));
  return {
    jobs: planner.jobs,
    report: (measures) =>
      reportOf(
        planned,
        measures,
        find,
        files.flatMap(({ targets = [] }) => targets),
      ),
  };
}
