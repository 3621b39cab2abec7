// Published figures as points of a curve: which of a scenario's published rows lie on an axis, and
// where. A row lies on it when it was measured with the scenario as it comes, but for that one
// parameter.

import type { AxisValue } from '../../engine/sweep/grid.ts';
import { ScenarioError } from '../error.ts';
import type { ContentReader } from '../scenario.ts';
import type { LineReference, Scenario } from '../schema.ts';
import { lineKey } from '../sweep.ts';
import {
  type PublishedRow,
  type PublishedValue,
  publishedFiles,
  publishedRows,
  type Story,
} from './published.ts';
import { type ClaimedRows, type Claims, parseClaims } from './schema.ts';
import { claimText } from './verdict.ts';

/** A published row of a scenario with what is claimed of it. */
export interface ClaimedFigure {
  readonly row: PublishedRow;
  readonly claimed: ClaimedRows;
  readonly scenario: string;
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
  /** S, O, M(5) … as in the fidelity report. */
  readonly claim: string;
  readonly basis: ClaimedRows['basis'];
  readonly note: string | undefined;
}

/** True if a name fits one of the patterns, in which * stands for any characters. */
export const matches = (patterns: readonly string[], id: string): boolean =>
  patterns.some((pattern) => {
    const parts = pattern.split('*').map((part) => part.replaceAll('.', '\\.'));
    return new RegExp(`^${parts.join('.*')}$`).test(id);
  });

/** The first claim that fits a row, as the report takes it. */
export const claimOf = (claims: Claims, id: string): ClaimedRows | undefined =>
  claims.claimed.find(({ rows }) => matches(rows, id));

export const isUnclaimed = (claims: Claims, id: string) =>
  claims.not_claimed.find(({ rows }) => matches(rows, id));

/** The published value that is compared: the row's own, or the one of its numbers that is claimed. */
export function comparedValue(row: PublishedRow, { cell }: ClaimedRows): PublishedValue {
  if (cell === undefined) return row.value;
  const { value } = row;
  const isTable = typeof value === 'object' && !Array.isArray(value);
  const found = isTable ? (value as Readonly<Record<string, unknown>>)[cell] : undefined;
  if (typeof found === 'number') return found;
  const cells = isTable ? Object.keys(value).join(', ') : 'none, it is a single value';
  throw new ScenarioError(
    `claims: ${row.id}: cell`,
    `"${cell}" is no number of this row`,
    `write one of its numbers: ${cells}`,
  );
}

/** Every claimed row of a story. Throws ScenarioError. */
export async function claimedFigures(
  reader: ContentReader,
  story: Story,
): Promise<ClaimedFigure[]> {
  const name = `claims/${story}`;
  if (!reader.names().includes(name)) return [];
  const claims = parseClaims(await reader.read(name), name);
  const files = Object.entries(publishedFiles).filter(([, of]) => of === story);
  const rows = files.map(async ([file]) =>
    publishedRows(file, JSON.parse(await reader.read(`published/${file}`))),
  );
  return (await Promise.all(rows)).flat().flatMap((row) => {
    const claimed = claimOf(claims, row.id);
    const scenario = claimed && claims.measured[claimed.measured]?.scenario;
    return scenario ? [{ row, claimed, scenario }] : [];
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
    if (at === null || typeof at !== 'object') return undefined;
    at = (at as Readonly<Record<string, unknown>>)[key];
  }
  const isPlain = ['string', 'number', 'boolean'].includes(typeof at);
  return isPlain ? (at as AxisValue) : undefined;
}

const isDrawn = (value: PublishedValue): value is number | readonly [number, number] =>
  typeof value === 'number' ||
  (Array.isArray(value) && value.length === 2 && value.every((end) => typeof end === 'number'));

export interface PointQuestion {
  readonly scenario: string;
  /** The parameter of the axis. */
  readonly path: string;
  /** Where the scenario as it comes lies on it. */
  readonly usual: AxisValue | undefined;
  readonly metric: string;
  readonly line: LineReference | undefined;
}

/** The published points of one metric on one axis. */
export function publishedPoints(
  figures: readonly ClaimedFigure[],
  { scenario, path, usual, metric, line }: PointQuestion,
): PublishedPoint[] {
  const isAsked = ({ claimed, scenario: of }: ClaimedFigure) =>
    of === scenario &&
    claimed.metric === metric &&
    (line ? claimed.line !== undefined && lineKey(claimed.line) === lineKey(line) : !claimed.line);
  return figures.filter(isAsked).flatMap(({ row, claimed }) => {
    const { set = {} } = claimed;
    const isOnAxis = Object.keys(set).every((key) => key === path);
    const x = set[path] ?? usual;
    const value = comparedValue(row, claimed);
    if (!isOnAxis || x === undefined || !isDrawn(value)) return [];
    return [
      {
        id: row.id,
        label: row.label,
        variant: claimed.variant,
        x,
        value,
        spread: row.spread,
        claim: claimText(claimed.claims),
        basis: claimed.basis,
        note: claimed.note,
      },
    ];
  });
}
