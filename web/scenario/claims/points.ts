// Published figures as points of a curve: which of a scenario's published rows lie on an axis, and
// where. A row lies on it when it was measured with the scenario as it comes, but for that one
// parameter.

import type { AxisValue } from '../../engine/sweep/grid.ts';
import type { LineReference } from '../common-schema.ts';
import { ScenarioError } from '../error.ts';
import { metrics } from '../metrics.ts';
import type { ContentReader } from '../platform.ts';
import type { Scenario } from '../schema.ts';
import { lineKey } from '../sweep.ts';
import {
  type PublishedRow,
  type PublishedValue,
  publishedFiles,
  publishedRows,
  type Story,
} from './published.ts';
import { type ClaimedRows, type Claims, parseClaims, type ShownRows } from './schema.ts';
import { claimCode } from './verdict.ts';

type Compared = Pick<
  ClaimedRows,
  'metric' | 'line' | 'variant' | 'cell' | 'claims' | 'note' | 'run_time'
>;

/** A published row of a scenario with what is claimed of it: of some, nothing. */
export interface PublishedFigure {
  readonly row: PublishedRow;
  /** Where nothing is claimed there are no claims and no basis, and the note is the reason. */
  readonly claimed: Compared & { readonly basis: ClaimedRows['basis'] | null };
  readonly scenario: string;
  /** How the runs it is compared with differ from the scenario as it comes, but for `span`. */
  readonly set: Readonly<Record<string, AxisValue>>;
  /** How long the runs of its claim are; of one that is only shown nothing is said. */
  readonly span?: RunSpan;
}

/** Of a run, as scenarios write it. */
export interface RunSpan {
  readonly duration: string;
  readonly warmup: string;
}

export interface PublishedPoint {
  /** Name of the published row. */
  readonly id: string;
  readonly label: string;
  readonly variant: string;
  readonly x: AxisValue;
  readonly value: number | readonly [number, number];
  /** Standard deviation as published. */
  readonly spread: number | undefined;
  /** S, O, M(5) … as in the fidelity report; '' where nothing is claimed. */
  readonly claim: string;
  readonly basis: ClaimedRows['basis'] | null;
  /** What to know of the comparison, or why nothing is claimed. */
  readonly note: string | undefined;
  /** Where the claim is judged by runs of another length than the curve's. */
  readonly span: RunSpan | undefined;
}

/** True if a name fits one of the patterns, in which * stands for any characters. */
export const matches = (patterns: readonly string[], id: string): boolean =>
  patterns.some((pattern) => {
    const parts = pattern.split('*').map((part) => part.replaceAll('.', '\\.'));
    return new RegExp(`^${parts.join('.*')}$`).test(id);
  });

/** The claims about a row: the first that fits for each of its numbers. */
export function claimsOf(claims: Claims, id: string): ClaimedRows[] {
  const byCell = new Map<string, ClaimedRows>();
  for (const claimed of claims.claimed) {
    const cell = claimed.cell ?? '';
    if (!byCell.has(cell) && matches(claimed.rows, id)) byCell.set(cell, claimed);
  }
  return [...byCell.values()];
}

/** The name of what a claim is about: of the row, or of the one of its numbers that is claimed. */
export const figureId = ({ id }: PublishedRow, { cell }: Pick<ClaimedRows, 'cell'>): string =>
  cell === undefined ? id : `${id}/${cell}`;

export const isUnclaimed = (claims: Claims, id: string) =>
  claims.not_claimed.find(({ rows }) => matches(rows, id));

/** The published value that is compared: the row's own, or the one of its numbers that is claimed. */
export function comparedValue(
  row: PublishedRow,
  { cell }: Pick<ClaimedRows, 'cell'>,
): PublishedValue {
  if (cell === undefined) return row.value;
  const { value } = row;
  const isTable = typeof value === 'object' && !Array.isArray(value);
  const found = isTable ? (value as Readonly<Record<string, unknown>>)[cell] : undefined;
  if (typeof found === 'number') return found;
  const cells = isTable ? Object.keys(value).join(', ') : 'none, the row has a single value';
  throw new ScenarioError(
    `claims: ${row.id}: cell`,
    `"${cell}" is not a number of this row`,
    `write one of its numbers: ${cells}`,
  );
}

/** The unit and the words of what is compared: the row's own, or those of the one of its numbers that is claimed. */
export const comparedWords = (
  { cells, unit, label }: PublishedRow,
  { cell = '' }: Pick<ClaimedRows, 'cell'>,
): { readonly unit: string; readonly label: string } => cells?.[cell] ?? { unit, label };

/** What an axis calls the case of a row: the last part of its name, as a number where it is one. */
function caseOf(id: string): AxisValue {
  const last = id.slice(id.lastIndexOf('/') + 1);
  return Number.isNaN(Number(last)) ? last : Number(last);
}

/** A row where it is only shown, with what is claimed of it elsewhere or why nothing is. */
function shownFigure(claims: Claims, row: PublishedRow, shown: ShownRows): PublishedFigure {
  const { scenario, variant, metric, cell, along } = shown;
  const said = claimsOf(claims, row.id);
  const known = cell === undefined ? said[0] : said.find((each) => each.cell === cell);
  const note = known ? known.note : isUnclaimed(claims, row.id)?.reason;
  const basis = known?.basis ?? null;
  const compared = { variant, metric, claims: known?.claims ?? [], basis };
  const set = { ...shown.set, ...(along && { [along]: caseOf(row.id) }) };
  return {
    row,
    scenario,
    set,
    claimed: { ...compared, ...(cell !== undefined && { cell }), ...(note && { note }) },
  };
}

/** True if runs differ from a scenario in the same things, but for the parameter of the axis. */
function areAlike(
  a: Readonly<Record<string, AxisValue>>,
  b: Readonly<Record<string, AxisValue>>,
  along: string | undefined,
): boolean {
  const keys = [...Object.keys(a), ...Object.keys(b)];
  return keys.every((key) => key === along || a[key] === b[key]);
}

/** True where `shown` adds a point: the row has that number, and no claim puts it there already. */
function adds(shown: ShownRows, row: PublishedRow, claimed: readonly PublishedFigure[]): boolean {
  const { cell, along } = shown;
  if (!matches(shown.rows, row.id)) return false;
  const isThere = claimed.some(
    (figure) =>
      figure.scenario === shown.scenario &&
      figure.claimed.cell === cell &&
      (along === undefined || along in figure.set) &&
      areAlike(figure.set, shown.set ?? {}, along),
  );
  if (cell === undefined) return !isThere;
  const value = (row.value as Readonly<Record<string, unknown>> | null)?.[cell];
  return !isThere && typeof value === 'number';
}

/** Every row of a story that compares with runs, claimed or only shown. Throws ScenarioError. */
export async function publishedFigures(
  reader: ContentReader,
  story: Story,
): Promise<PublishedFigure[]> {
  const name = `claims/${story}`;
  if (!reader.names().includes(name)) return [];
  const claims = parseClaims(await reader.read(name), name);
  const files = Object.entries(publishedFiles).filter(([, of]) => of === story);
  const rows = files.map(async ([file]) =>
    publishedRows(file, JSON.parse(await reader.read(`published/${file}`))),
  );
  return (await Promise.all(rows)).flat().flatMap((row) => {
    const claimed = claimsOf(claims, row.id).flatMap((claimed) => {
      const how = claims.measured[claimed.measured];
      if (!how) return [];
      const { scenario, duration, warmup } = how;
      return [
        { row, claimed, scenario, set: { ...how.set, ...claimed.set }, span: { duration, warmup } },
      ];
    });
    const shown = (claims.shown ?? []).filter((each) => adds(each, row, claimed));
    return [...claimed, ...shown.map((each) => shownFigure(claims, row, each))];
  });
}

/** The value of a field of a scenario by the path an override would take; undefined if it has none. */
export function valueAt(scenario: Scenario, path: string): AxisValue | undefined {
  const keys = path.split('.');
  let at: unknown = scenario;
  if (keys[0] === 'variant') {
    at = scenario.variants.find(({ id }) => id === keys[1]);
    keys.splice(0, 2);
  }
  for (const key of keys) {
    if (at === null || typeof at !== 'object' || !Object.hasOwn(at, key)) return undefined;
    at = (at as Readonly<Record<string, unknown>>)[key];
  }
  const isPlain = ['string', 'number', 'boolean'].includes(typeof at);
  return isPlain ? (at as AxisValue) : undefined;
}

const isDrawn = (value: PublishedValue): value is number | readonly [number, number] =>
  typeof value === 'number' ||
  (Array.isArray(value) && value.length === 2 && value.every((end) => typeof end === 'number'));

/** What tbench's requests and answers carry, per operation of its load file: its rates are posted in MB/s. */
const tbenchOperationBytes = 5428;

/** A loop of STREAM here: Copy and Scale move two arrays of 64 MiB, Add and Triad three. Its posted rates are of one of them. */
const streamLoopBytes = 2.5 * 2 ** 26;

/** How many units of work are a posted MB of each benchmark. */
const perMegabyte: Readonly<Record<string, number>> = {
  'MB/s': 1e6 / tbenchOperationBytes,
  'MB/s (STREAM)': 1e6 / streamLoopBytes,
};

/** How much of a metric's unit is one of a row's: posted tables have latencies in µs, metrics in ns. */
export function perUnit(metric: string, unit: string): number {
  const work = metric === 'throughput' ? perMegabyte[unit] : undefined;
  if (work !== undefined) return work;
  const isTime = metrics.find(({ name }) => name === metric)?.unit === 'ns';
  return isTime && unit === 'us' ? 1000 : 1;
}

function inUnitOf(
  { metric, run_time }: Compared,
  unit: string,
  value: number | readonly [number, number],
): number | readonly [number, number] {
  const of = (number: number) =>
    run_time ? run_time.operations / number : perUnit(metric, unit) * number;
  return typeof value === 'number' ? of(value) : [of(value[0]), of(value[1])];
}

export interface PointQuestion {
  readonly scenario: string;
  /** The parameter of the axis. */
  readonly path: string;
  /** The value of a field in the scenario as it comes; undefined where it has none. */
  readonly usual: (path: string) => AxisValue | undefined;
  /** What else differs from the scenario as it comes; left out: nothing. */
  readonly set?: Readonly<Record<string, AxisValue>>;
  /** True if the curve's runs are as long as these; left out: whatever the claim says. */
  readonly isAsLong?: (span: RunSpan) => boolean;
  readonly metric: string;
  readonly line: LineReference | undefined;
}

/**
 * The published points of one metric on one axis: figures whose runs differ from what is asked in
 * nothing but the parameter of the axis.
 */
export function publishedPoints(
  figures: readonly PublishedFigure[],
  { scenario, path, usual, set = {}, metric, line, isAsLong }: PointQuestion,
): PublishedPoint[] {
  const isAsked = ({ claimed, scenario: of }: PublishedFigure) =>
    of === scenario &&
    claimed.metric === metric &&
    (line ? claimed.line !== undefined && lineKey(claimed.line) === lineKey(line) : !claimed.line);
  return figures.filter(isAsked).flatMap((figure) => {
    const { row, claimed } = figure;
    const keys = [...Object.keys(figure.set), ...Object.keys(set)];
    const isOnAxis = keys.every(
      (key) => key === path || (figure.set[key] ?? usual(key)) === (set[key] ?? usual(key)),
    );
    const x = figure.set[path] ?? usual(path);
    const found = comparedValue(row, claimed);
    if (!isOnAxis || x === undefined || !isDrawn(found)) return [];
    const { unit, label } = comparedWords(row, claimed);
    const value = inUnitOf(claimed, unit, found);
    return [
      {
        id: figureId(row, claimed),
        label,
        variant: claimed.variant,
        x,
        value,
        spread: row.spread,
        claim: claimCode(claimed.claims),
        basis: claimed.basis,
        note: claimed.note,
        span: figure.span && isAsLong && !isAsLong(figure.span) ? figure.span : undefined,
      },
    ];
  });
}
