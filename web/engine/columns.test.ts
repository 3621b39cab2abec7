import { describe, expect, it } from 'vitest';
import { copyColumn, copyRing, copyTable } from './columns.ts';

/** Rows of 16 bytes: a u64 that counts up from 2^40, a u32 of 10 times the row, a u16, an i16. */
function rows(count: number, start = 0) {
  const buffer = new ArrayBuffer(start + count * 16);
  const view = new DataView(buffer, start);
  for (let row = 0; row < count; row++) {
    view.setUint32(row * 16, row, true);
    view.setUint32(row * 16 + 4, 256, true);
    view.setUint32(row * 16 + 8, row * 10, true);
    view.setUint16(row * 16 + 12, 60_000 + row, true);
    view.setInt16(row * 16 + 14, -row, true);
  }
  return { buffer, start, count, rowBytes: 16, view };
}
const fields = {
  wide: ['u64', 0, 1],
  tens: ['u32', 8, 1],
  short: ['u16', 12, 1],
  negative: ['i16', 14, 1],
} as const;

describe('columns', () => {
  it('take every field of every row, wherever the rows lie', () => {
    const table = {
      count: 3,
      wide: new Float64Array(3),
      tens: new Uint32Array(3),
      short: new Uint16Array(3),
      negative: new Int16Array(3),
      other: new Uint8Array([7, 7, 7]),
    };
    copyTable(table, rows(3, 64), fields);
    expect([...table.wide]).toEqual([2 ** 40, 2 ** 40 + 1, 2 ** 40 + 2]);
    expect([...table.tens]).toEqual([0, 10, 20]);
    expect([...table.short]).toEqual([60_000, 60_001, 60_002]);
    expect([...table.negative]).toEqual([0, -1, -2]);
    expect([...table.other]).toEqual([7, 7, 7]);
  });

  it('follow a ring around its end', () => {
    const table = { tens: new Uint32Array(4) };
    copyRing(table, rows(6), fields, 16, 4);
    expect([...table.tens]).toEqual([40, 50, 0, 10]);
  });

  it('refuse rows that are not there and values that a number cannot hold', () => {
    expect(() => copyColumn(new Uint32Array(4), rows(3), fields.tens)).toThrow('not among 3');
    expect(() => copyColumn(new Uint16Array(3), rows(3), fields.tens)).toThrow('does not go into');
    const { view, ...wide } = rows(2);
    view.setUint32(16 + 4, 0x20_0000, true);
    expect(() => copyColumn(new Float64Array(2), wide, fields.wide)).toThrow('beyond 2^53');
  });
});
