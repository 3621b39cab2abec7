// The table of errors that comes with the program, held against the report that it was made from; the coverage of rows that
// an interval has not seen.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { ShippedReport } from '../claims/shipped.ts';
import { nodeReader } from '../node.ts';
import { figureKinds, kindNames, publishedSourceOf } from './kinds.ts';
import { shippedErrorsOf } from './residuals.ts';
import { allBound, isOwn, nearBound, type Residual } from './table.ts';

const reader = nodeReader('scenarios');
const report = JSON.parse(readFileSync('scenarios/fidelity/report.json', 'utf8')) as ShippedReport;
const { residuals, table } = await shippedErrorsOf(reader, report);

/** Whether the interval that the other rows give covers a row. */
function covers(row: Residual, others: readonly Residual[]): boolean {
  const like = others.filter(({ kind }) => kind === row.kind);
  const near = nearBound(like.filter(({ family }) => family === row.family));
  const all = allBound(like);
  const { error } = isOwn(near, all) ? near : all;
  return figureKinds[row.kind].error(row.simulated, row.published) <= error;
}

/**
 * Per cent of rows that are covered by the interval of those that share nothing with them. Of the way an interval is made:
 * some of these rest on fewer workloads than errorBar() asks for before it gives one.
 */
function coverage(rows: readonly Residual[], isSeen: (row: Residual, other: Residual) => boolean) {
  const covered = rows.filter((row) =>
    covers(
      row,
      residuals.filter((other) => isSeen(row, other)),
    ),
  );
  return (100 * covered.length) / rows.length;
}

const otherFamily = (row: Residual, { family }: Residual) => family !== row.family;
const otherSource = (row: Residual, other: Residual) =>
  publishedSourceOf(other.id) !== publishedSourceOf(row.id);

describe('the table of errors', () => {
  // Made anew: npx vitest run --project unit web/scenario/error-bars -u
  it('is the one that the shipped report gives', async () => {
    const text = `${JSON.stringify(table, null, 2)}\n`;
    await expect(text).toMatchFileSnapshot('../../../scenarios/fidelity/error-bars.json');
  });

  it('is of informative predictions alone, a hundred at least', () => {
    expect(residuals.length).toBeGreaterThan(100);
    const basis = new Map(report.rows.map((row) => [row.id, row.basis]));
    expect(residuals.every(({ id }) => basis.get(id) === 'predicted')).toBe(true);
  });

  it.each([
    { what: 'workload', isSeen: otherFamily },
    { what: 'source', isSeen: otherSource },
  ])('covers 70 to 90 % of the rows of a $what that it has not seen', ({ isSeen }) => {
    const ofKind = kindNames.map((name) => residuals.filter(({ kind }) => kind === name));
    for (const rows of [residuals, ...ofKind]) {
      const covered = coverage(rows, isSeen);
      expect(covered).toBeGreaterThanOrEqual(70);
      expect(covered).toBeLessThanOrEqual(90);
    }
  });

  it('has every family once a kind, and bounds only those with enough rows', () => {
    for (const kind of kindNames) {
      for (const [family, bound] of Object.entries(table.near[kind])) {
        const rows = residuals.filter((row) => row.kind === kind && row.family === family).length;
        expect(bound.rows).toBe(rows);
        expect(bound.error !== undefined).toBe(rows >= 4);
      }
    }
  });
});
