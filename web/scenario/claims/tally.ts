// Counts of a fidelity report, each in one unit: published numbers, and table rows beside them. The headline is
// skill: how many non-trivial predictions came true, how large the errors are beside the published effects, and how
// often the know-nothing predictor would have done as well.

import { median } from '../../engine/sweep/statistics.ts';
import {
  type ClaimTally,
  type Covered,
  groups,
  type NullTally,
  type ReportRow,
  type RowCounts,
  type RowGroup,
  type Skill,
} from './rows.ts';
import { publishedNumber } from './verdict.ts';

const isClaimed = ({ verdict }: ReportRow): boolean => verdict !== 'not-claimed';
const count = (rows: readonly ReportRow[], is: (row: ReportRow) => boolean): number =>
  rows.filter(is).length;

export const tallyOf = (rows: readonly ReportRow[]): ClaimTally => ({
  reproduced: count(rows, ({ verdict }) => verdict === 'pass'),
  direction: count(rows, ({ verdict }) => verdict === 'direction-only'),
  missed: count(rows, ({ verdict }) => verdict === 'fail'),
});

/** How many things a tally counts. */
export const allOf = ({ reproduced, direction, missed }: ClaimTally): number =>
  reproduced + direction + missed;

/** Rows of the report by the table row they belong to, in the order of the report. */
function byTableRow(rows: readonly ReportRow[]): ReportRow[][] {
  const tables = new Map<string, ReportRow[]>();
  for (const row of rows) {
    const known = tables.get(row.table_row);
    if (known) known.push(row);
    else tables.set(row.table_row, [row]);
  }
  return [...tables.values()];
}

function tableRows(tables: readonly (readonly ReportRow[])[]): Covered {
  const claimed = tables.filter((rows) => rows.some(isClaimed));
  const having = (wanted: ReportRow['verdict']) =>
    claimed.filter((rows) => rows.some(({ verdict }) => verdict === wanted));
  const missed = having('fail');
  const direction = having('direction-only').filter((rows) => !missed.includes(rows)).length;
  return {
    published: tables.length,
    claimed: claimed.length,
    reproduced: claimed.length - missed.length - direction,
    direction,
    missed: missed.length,
  };
}

export const nullTally = (rows: readonly ReportRow[]): NullTally => ({
  passes: count(rows, ({ worth }) => worth?.nullPasses === true),
  better: count(rows, ({ worth, verdict }) => worth?.nullPasses === true && verdict === 'fail'),
});

/** A prediction whose agreement would say something. */
export const isInformative = ({ worth, basis }: ReportRow): boolean =>
  basis === 'predicted' && (worth?.group === 'informative' || worth?.group === 'direction');

/** How far a row is off beside what there was to explain; undefined where that is no number. */
export function errorOverEffect({ published, simulated, worth }: ReportRow): number | undefined {
  const there = publishedNumber(published);
  if (there === undefined || typeof simulated !== 'number') return undefined;
  const effect = Math.abs(there - (worth?.null ?? 0));
  return effect > 0 ? Math.abs(simulated - there) / effect : undefined;
}

export function skillOf(rows: readonly ReportRow[]): Skill {
  const informative = rows.filter(isInformative);
  // Where only a direction is claimed the metric may be in another unit than the row.
  const errors = informative
    .filter(({ worth }) => worth?.group === 'informative')
    .flatMap((row) => errorOverEffect(row) ?? []);
  return { ...tallyOf(informative), error_over_effect: errors.length > 0 ? median(errors) : null };
}

export function countRows(rows: readonly ReportRow[]): RowCounts {
  const tables = byTableRow(rows);
  const numbers = tables.reduce((sum, [first]) => sum + (first?.numbers ?? 0), 0);
  const ofGroup = (group: RowGroup) => tallyOf(rows.filter(({ worth }) => worth?.group === group));
  return {
    numbers: { published: numbers, claimed: count(rows, isClaimed), ...tallyOf(rows) },
    table_rows: tableRows(tables),
    groups: Object.fromEntries(groups.map((group) => [group, ofGroup(group)])) as Record<
      RowGroup,
      ClaimTally
    >,
    null: nullTally(rows),
    skill: skillOf(rows),
  };
}

/** The rows of one published table. */
export interface Family extends ClaimTally {
  readonly name: string;
  readonly story: string;
  readonly null: NullTally;
  readonly skill: Skill;
}

/** The table a row stands in. */
const familyOf = ({ table_row: row }: ReportRow): string => row.slice(0, row.lastIndexOf('/'));

/** Every family with something claimed, in the order of the report. */
export function families(rows: readonly ReportRow[]): Family[] {
  const found = new Map<string, ReportRow[]>();
  for (const row of rows.filter(isClaimed)) {
    const name = familyOf(row);
    found.set(name, [...(found.get(name) ?? []), row]);
  }
  return [...found].map(([name, own]) => ({
    name,
    story: own[0]!.story,
    ...tallyOf(own),
    null: nullTally(own),
    skill: skillOf(own),
  }));
}
