// The fidelity report that comes with the program: rows that were run before it was released, with what is said of them
// today.

import type { ContentReader } from '../platform.ts';
import {
  type ClaimedRow,
  claimedRowsOf,
  numbersOf,
  readClaims,
  readPublished,
  unclaimedRow,
} from './entries.ts';
import { informativenessOf } from './informativeness.ts';
import { comparedWords } from './points.ts';
import {
  type FidelityReport,
  type ReportRow,
  reportFormat,
  targetsOf,
  type Worth,
} from './rows.ts';
import { countRows } from './tally.ts';
import { verdictOf } from './verdict.ts';

/** What a report that comes with the program holds: the rows that were run, and when. */
export interface ShippedReport {
  readonly format: 'schedscape-fidelity-shipped/1';
  readonly date: string;
  readonly version: string;
  readonly rows: readonly RunRow[];
}

/** A row as it was run. What it belongs to and is worth follows from the claims, and is told from them. */
export type RunRow = Omit<ReportRow, 'table_row' | 'numbers' | 'worth'>;

/**
 * A row that was run, with what is said of it today: words may be mended without running it again, and what a
 * verdict is called follows from what is claimed.
 */
const withWords = (
  run: RunRow,
  { row, claimed }: ClaimedRow,
  worth: Worth | undefined,
): ReportRow => ({
  ...run,
  table_row: row.id,
  numbers: numbersOf(row),
  worth: worth ?? null,
  verdict: claimed ? verdictOf(claimed.claims, run.verdict !== 'fail') : run.verdict,
  label: claimed ? comparedWords(row, claimed).label : row.label,
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
  shipped: Pick<ShippedReport, 'rows'>,
  story?: string,
): Promise<FidelityReport> {
  const run = new Map(shipped.rows.map((row) => [row.id, row]));
  const published = await readPublished(reader);
  const files = (await readClaims(reader)).filter((each) => !story || each.story === story);
  const entries = files.flatMap((claims) =>
    claimedRowsOf(
      claims,
      published.filter((row) => row.story === claims.story),
    ),
  );
  const worth = informativenessOf(entries);
  const rows = entries.map((entry) => {
    const waits = entry.claimed && 'Claimed, but not run yet.';
    const known = run.get(entry.id);
    return known
      ? withWords(known, entry, worth.get(entry.id))
      : unclaimedRow({ ...entry, reason: waits ?? entry.reason });
  });
  const targets = targetsOf(
    files.flatMap(({ targets: own = [] }) => own),
    rows.filter(({ verdict }) => verdict !== 'not-claimed'),
  );
  return { format: reportFormat, rows, targets, counts: countRows(rows) };
}

/** The rows of several reports, each once: the last report that ran a row has it. */
export function mergedRuns(reports: readonly Pick<FidelityReport, 'rows'>[]): RunRow[] {
  const rows = new Map<string, RunRow>();
  for (const { rows: own } of reports) {
    for (const row of own) if (row.verdict !== 'not-claimed') rows.set(row.id, row);
  }
  return [...rows.values()];
}
