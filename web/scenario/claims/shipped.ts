// The fidelity report that comes with the program: rows that were run before it was released, with what is said of them
// today.

import type { ContentReader } from '../scenario.ts';
import { type Entry, entriesOf, readClaims, readPublished, unclaimedRow } from './entries.ts';
import { countRows, type Report, type ReportRow, reportFormat, targetsOf } from './rows.ts';

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
