// Which claim belongs to which published row. Every published row is spoken of, claimed or with a reason why not.

import { ScenarioError } from '../error.ts';
import type { ContentReader } from '../platform.ts';
import { stories } from '../stories.ts';
import { claimsOf, comparedValue, figureId, isUnclaimed, matches } from './points.ts';
import { type PublishedRow, publishedFiles, publishedRows } from './published.ts';
import type { ReportRow } from './rows.ts';
import { type ClaimedRows, type Claims, parseClaims } from './schema.ts';

/** A published row, or one of its numbers, with what is claimed of it. */
export interface ClaimedRow {
  /** Of the row, or of its number. */
  readonly id: string;
  readonly row: PublishedRow;
  readonly claimed: ClaimedRows | undefined;
  readonly reason: string | undefined;
}

/** Every published row of the story with its claim. Throws ScenarioError if a row is forgotten. */
export function claimedRowsOf(claims: Claims, rows: readonly PublishedRow[]): ClaimedRow[] {
  const used = new Set<object>();
  const entries = rows.flatMap((row): ClaimedRow[] => {
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
      `does not mention the published row ${row.id}`,
      'add a claim, or list it under not_claimed with a reason',
    );
  });
  for (const entry of entries) checkRunTime(entry, rows);
  const names = rows.map(({ id }) => id);
  const shown = (claims.shown ?? []).filter((each) => !names.some((id) => matches(each.rows, id)));
  const idle = [...claims.claimed, ...claims.not_claimed, ...shown].find((each) => !used.has(each));
  if (idle) {
    throw new ScenarioError(
      `claims/${claims.story}`,
      `names ${idle.rows[0]}, which is not a published row, or which an earlier entry already covers`,
      'fix the name or remove the entry',
    );
  }
  return entries;
}

/** How many numbers a row was published with; a range or a list of names is one. */
export function numbersOf({ value }: PublishedRow): number {
  if (typeof value !== 'object' || Array.isArray(value)) return 1;
  return Object.values(value).filter((each) => typeof each === 'number').length;
}

export function unclaimedRow({ id, row, reason }: ClaimedRow): ReportRow {
  const { story, label, machine, unit, value } = row;
  return {
    id,
    table_row: row.id,
    numbers: numbersOf(row),
    worth: null,
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

export const neighboursOf = (claimed: ClaimedRows): string[] =>
  claimed.claims.flatMap((claim) => {
    if (claim.level === 'equal') return [claim.to];
    return claim.level === 'order' ? claim.among : [];
  });

/** The rows that are listed, and those their orders need. */
export function withNeighbours(
  entries: readonly ClaimedRow[],
  listed: ReadonlySet<string>,
): ClaimedRow[] {
  const needed = new Set(listed);
  for (const { id: own, claimed } of entries) {
    if (claimed && listed.has(own)) for (const id of neighboursOf(claimed)) needed.add(id);
  }
  return entries.filter(({ id }) => needed.has(id));
}

/** What knowing nothing would guess of a run time has to be a run time that was published. */
function checkRunTime({ row, claimed }: ClaimedRow, rows: readonly PublishedRow[]): void {
  const run_time = claimed?.run_time;
  if (!claimed || !run_time?.null_row) return;
  const by = rows.find(({ id }) => id === run_time.null_row);
  if (by && typeof comparedValue(by, { cell: run_time.cell ?? claimed.cell }) === 'number') return;
  throw new ScenarioError(
    `claims/${row.story}: ${row.id}: run_time.null_row`,
    `is ${run_time.null_row}, which is not a published row of one number`,
    'name the row, and in run_time.cell the number, that a baseline predictor would guess',
  );
}

export function checkOrders(entries: readonly ClaimedRow[]): void {
  const claimed = new Set(entries.filter((entry) => entry.claimed).map(({ id }) => id));
  for (const entry of entries) {
    const odd = entry.claimed && neighboursOf(entry.claimed).find((id) => !claimed.has(id));
    if (!odd) continue;
    throw new ScenarioError(
      `claims/${entry.row.story}: ${entry.id}`,
      `is ordered among ${odd}, which is not a row with a claim`,
      'name rows that are claimed',
    );
  }
}

/** The claims of every story, in the order of the stories. */
export async function readClaims(reader: ContentReader): Promise<Claims[]> {
  const names = reader.names().filter((name) => name.startsWith('claims/'));
  const files = names.map(async (name) => parseClaims(await reader.read(name), name));
  const order = (claims: Claims) => stories.indexOf(claims.story);
  return (await Promise.all(files)).sort((a, b) => order(a) - order(b));
}

export async function readPublished(reader: ContentReader): Promise<PublishedRow[]> {
  const files = Object.keys(publishedFiles).map(async (name) =>
    publishedRows(name, JSON.parse(await reader.read(`published/${name}`))),
  );
  return (await Promise.all(files)).flat();
}
