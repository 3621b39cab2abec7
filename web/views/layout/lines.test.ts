import { describe, expect, it } from 'vitest';
import { builtInLayout, type LayoutName, pictureOf } from '../../scenario/layout/index.ts';
import { foldedRows, type LayoutRow, lineRowsOf } from './lines.ts';

const lines = (name: LayoutName) => lineRowsOf(pictureOf(builtInLayout(name)));
const idle = { isBusy: () => false, open: new Set<number>() };
const spans = (rows: readonly LayoutRow[]) =>
  rows.map((row) => (row.kind === 'line' ? row.number : [row.first, row.last]));

describe('the lines of a layout', () => {
  it('are covered to the last byte of the structure', () => {
    for (const line of lines('p2').slice(0, -1)) {
      expect(
        line.cells.reduce((bytes, { size }) => bytes + size, 0),
        `line ${line.number}`,
      ).toBe(64);
    }
  });

  it('cut a field that lies across a boundary in two', () => {
    // Under patches 2 and 3, dl_bw begins at 56 and ends on the second line.
    const cells = lines('p2+p3')
      .slice(0, 2)
      .flatMap(({ cells }) => cells.filter(({ part }) => part?.label === 'dl_bw'));
    expect(cells.map(({ start, size, isFirst }) => [start, size, isFirst])).toEqual([
      [56, 8, true],
      [0, 16, false],
    ]);
  });
});

describe('idle lines of arrays', () => {
  it('are folded into one row, others are not', () => {
    expect(spans(foldedRows(lines('base'), idle))).toEqual([1, 2, 3, [4, 28], 29]);
    expect(spans(foldedRows(lines('p1'), idle))).toEqual([1, 2, 3, [4, 205], 206, 207]);
  });

  it('stay open where something happens or where somebody looks', () => {
    const isBusy = ({ label }: { label: string }) => label === 'count[99]';
    const rows = foldedRows(lines('base'), { isBusy, open: new Set([10]) });
    expect(spans(rows)).toEqual([1, 2, 3, [4, 9], 10, [11, 27], 28, 29]);
  });

  it('are not folded where the fold would save nothing', () => {
    const rows = foldedRows(lines('base'), { ...idle, open: new Set([6, 9, 12]) });
    expect(spans(rows)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, [13, 28], 29]);
  });

  it('name every element they stand for once', () => {
    const fold = foldedRows(lines('base'), idle).find((row) => row.kind === 'fold');
    expect(fold?.kind === 'fold' && fold.parts).toHaveLength(200);
  });
});
