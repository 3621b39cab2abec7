// Lines of a report beside those of a run: matched by themselves where that is clear, by a person where it is not.

import { describe, expect, test } from 'vitest';
import type { C2cRows, Catalog } from '../../../engine/types.ts';
import { ScenarioError } from '../../../scenario/index.ts';
import { matchesOf } from './match.ts';
import type { OwnC2cRow } from './read.ts';

const symbols = ['none', 'reader_one', 'writer', 'other'];
const catalog = {
  symbols,
  structures: ['root_domain', 'rq'],
  lines: {
    count: 4,
    structure: [0, 0, 1, 1],
    instance: [0, 0, 0, 1],
    lineNumber: [1, 2, 1, 1],
  },
} as unknown as Catalog;

type Counted = readonly [line: number, offset: number, symbol: number, records: number];
const rowsOf = (counted: readonly Counted[]) =>
  ({
    count: counted.length,
    line: counted.map(([line]) => line),
    offset: counted.map(([, offset]) => offset),
    symbol: counted.map(([, , symbol]) => symbol),
    records: counted.map(([, , , records]) => records),
  }) as unknown as C2cRows;

const row = (offset: number, symbol: string, records: number): OwnC2cRow => ({
  ...{ offset, symbol, records, inKernel: true, load_cycles: 0, cpus: 1 },
  ...{ rmt_hitm_pct: 0, lcl_hitm_pct: 0, store_l1_hit_pct: 0, store_l1_miss_pct: 0 },
});
const reported = [{ rows: [row(0x10, 'reader_one', 350), row(0x28, 'writer.isra.0', 110)] }];

describe('a line of a report', () => {
  test('is the simulated one that the same functions touch at the same fields, whatever the compiler added', () => {
    const rows = rowsOf([
      [0, 0, 3, 50],
      [1, 0x10, 1, 70],
      [1, 0x28, 2, 30],
    ]);
    const [match] = matchesOf(reported, rows, catalog);
    expect(match).toMatchObject({ how: 'by score', notSimulated: 0 });
    expect(match!.chosen).toMatchObject({ structure: 'root_domain', lineNumber: 2, line: 1 });
    // Shares 76 and 24 % beside 70 and 30 %: 70 + 24 in common.
    expect(match!.chosen!.score).toBeCloseTo(0.7 + 110 / 460, 5);
  });

  test('of which two simulated lines have as much is asked for, and what a person says holds', () => {
    const rows = rowsOf([
      [1, 0x10, 1, 50],
      [2, 0x28, 2, 5],
      [3, 0x10, 1, 45],
    ]);
    const [match] = matchesOf(reported, rows, catalog);
    expect(match).toMatchObject({ chosen: undefined, how: undefined });
    expect(match!.candidates.map(({ structure }) => structure)).toEqual(['rq', 'root_domain']);
    // Of several of a kind the most used one.
    expect(match!.candidates[0]).toMatchObject({ line: 3, instance: 1 });
    const said = matchesOf(reported, rows, catalog, new Map([[0, 'root_domain.2']]))[0]!;
    expect(said).toMatchObject({ how: 'by hand', chosen: { line: 1 } });
    expect(matchesOf(reported, rows, catalog, new Map([[0, 'none']]))[0]!.chosen).toBeUndefined();
    expect(() => matchesOf(reported, rows, catalog, new Map([[0, 'rq.9']]))).toThrow(ScenarioError);
  });

  test('has half in common where a function touches another field, and says what the run has no function for', () => {
    const other = [{ rows: [row(0x10, 'writer', 60), row(0x20, 'memcg_charge', 40)] }];
    const [match] = matchesOf(other, rowsOf([[0, 0x30, 2, 9]]), catalog);
    expect(match!.candidates[0]!.score).toBeCloseTo(0.3, 5);
    expect(match!.chosen).toBeUndefined();
    expect(match!.notSimulated).toBeCloseTo(0.4, 5);
  });
});
