// The weights of rows and lines of a report: within a line, and over the whole report. Rows have percentages of
// their line's remote HITM, local HITM and stores; percentages of different totals are never added if the totals
// are known.

import type { OwnC2cLine } from './read.ts';

/** What a row weighs within its line: its records, or its HITM and peer snoops where the report does not count them. */
export function weightsOf(line: Pick<OwnC2cLine, 'rows' | 'totals'>): number[] {
  const { rows } = line;
  if (rows.some(({ records }) => records > 0)) return rows.map(({ records }) => records);
  return contestedOf(line, isPeer([line])) ?? rows.map(percents);
}

/** Without totals all that can be done is to count remote and local ones alike. */
const percents = ({ rmt_hitm_pct, lcl_hitm_pct, peer_pct = 0 }: OwnC2cLine['rows'][number]) =>
  rmt_hitm_pct + lcl_hitm_pct + peer_pct;

/** True for a machine that counts no HITM. */
const isPeer = (lines: readonly Pick<OwnC2cLine, 'totals'>[]): boolean =>
  lines.every(({ totals }) => (totals?.rmt_hitm ?? 0) + (totals?.lcl_hitm ?? 0) === 0);

/** HITM by row, or peer snoops; undefined: the line says no totals. */
function contestedOf(
  { rows, totals }: Pick<OwnC2cLine, 'rows' | 'totals'>,
  ofPeers: boolean,
): number[] | undefined {
  if (!totals) return undefined;
  const { rmt_hitm, lcl_hitm, peer } = totals;
  return rows.map(({ rmt_hitm_pct, lcl_hitm_pct, peer_pct = 0 }) =>
    ofPeers ? (peer_pct * peer) / 100 : (rmt_hitm_pct * rmt_hitm + lcl_hitm_pct * lcl_hitm) / 100,
  );
}

/** How much each row counts of a whole report. */
export interface ReportWeights {
  /** What is counted: "HITM". */
  readonly of: string;
  /** By line and row. */
  readonly rows: readonly (readonly number[])[];
  /** Of all lines. */
  readonly total: number;
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

/** Undefined: the report has no rows, or says nothing of how much they count. */
export function reportWeightsOf(lines: readonly OwnC2cLine[]): ReportWeights | undefined {
  const found = (of: string, rows: readonly (readonly number[])[]): ReportWeights | undefined => {
    const total = sum(rows.map(sum));
    return total > 0 ? { of, rows, total } : undefined;
  };
  const ofPeers = isPeer(lines);
  const contested = lines.map((line) => contestedOf(line, ofPeers));
  const isTold = contested.every((line) => line !== undefined);
  const heat = isTold ? found(ofPeers ? 'peer snoops' : 'HITM', contested) : undefined;
  if (heat) return heat;
  const records = lines.map(({ rows }) => rows.map((row) => row.records));
  const counted = found('records', records);
  if (counted) return counted;
  // Of several lines without totals it is not known which counts more.
  const of = 'HITM, remote and local weighted equally';
  return lines.length === 1 ? found(of, [lines[0]!.rows.map(percents)]) : undefined;
}

/** The share of each line, and of what it is one. */
export function lineSharesOf(lines: readonly OwnC2cLine[]): {
  readonly of: string;
  readonly shares: readonly (number | undefined)[];
} {
  const [first] = lines;
  if (first?.share !== undefined) {
    return { of: first.shareOf ?? 'HITM', shares: lines.map(({ share }) => share) };
  }
  const heat = reportWeightsOf(lines);
  if (!heat) return { of: '', shares: lines.map(() => undefined) };
  return { of: heat.of, shares: heat.rows.map((rows) => sum(rows) / heat.total) };
}
