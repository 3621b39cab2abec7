// Holds docs/fidelity.md: what bounds the missed rows is told of every one, and how many there are is what the shipped
// report has.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { matches } from './points.ts';
import type { ShippedReport } from './shipped.ts';

const report = JSON.parse(readFileSync('scenarios/fidelity/report.json', 'utf8')) as ShippedReport;

/** Families of the document's first table. */
const families = readFileSync('docs/fidelity.md', 'utf8')
  .split('\n')
  .filter((line) => /^\| [a-z][a-z0-9-]*[-/]/.test(line))
  .map((line) => {
    const [rows, missed, claimed] = line.split('|').slice(1);
    const patterns = rows!.split(',').map((each) => each.trim());
    return { rows: rows!.trim(), patterns, missed: Number(missed), claimed: Number(claimed) };
  });

const rowsOf = (patterns: readonly string[]) =>
  report.rows.filter(({ id }) => patterns.some((pattern) => matches([pattern], id)));

describe('what bounds the report', () => {
  it('is told of every missed row, in one line', () => {
    const missed = report.rows.filter(({ verdict }) => verdict === 'fail');
    const linesOf = (id: string) =>
      families.filter(({ patterns }) => matches(patterns, id)).map(({ rows }) => rows);
    expect(missed.filter(({ id }) => linesOf(id).length !== 1).map(({ id }) => id)).toEqual([]);
    expect(missed.length).toBeGreaterThan(0);
  });

  it('names how many rows of a family are claimed and how many of them are missed', () => {
    const counted = families.map(({ rows, patterns }) => {
      const found = rowsOf(patterns);
      const missed = found.filter(({ verdict }) => verdict === 'fail').length;
      return `${rows}: ${missed} of ${found.length}`;
    });
    expect(families.map((each) => `${each.rows}: ${each.missed} of ${each.claimed}`)).toEqual(
      counted,
    );
  });
});
