// What cpupri files say of layouts and allocations, with a probe whose answers are written by hand.

import { describe, expect, it } from 'vitest';
import { PROBE } from '../../web/engine/abi.gen.ts';
import { cpupriVectors } from './cpupri.ts';
import { answering, check, file, problemOf } from './cpupri-testing.ts';

const characters = (text: string) => [text.length, ...[...text].map((c) => c.charCodeAt(0))];
const fieldWords = (name: string, offset: number, size: number, index = -1) => [
  ...[offset, size, index],
  ...characters(name),
];

const LAYOUT_ANSWER = [
  [1816, 8, 184, 1624, 4],
  fieldWords('rto_push_work.node.llist', 120, 8),
  fieldWords('rto_push_work.irqwait', 144, 8),
  fieldWords('rto_counts', -1, 8),
  fieldWords('count', 984, 4, 50),
].flat();

describe('a layout', () => {
  const layout = (fields: object) => ({ layouts: { 'p1+p2': { lines: 29, fields } } });

  it('knows arrays by index and structures by their parts', () => {
    const { probe, inputs } = answering(LAYOUT_ANSWER);
    const parts = layout({
      cpupri: { offset: 184, size: 1624, line: 3, in_line: '0x38' },
      rto_push_work: { offset: 120, size: 32 },
      'count[50]': { offset: 984, size: 4, line: 16, in_line: '0x18' },
    });
    expect([...cpupriVectors.check(file(parts), probe)]).toEqual([
      { id: 'layout p1+p2', ok: true },
    ]);
    expect(inputs).toEqual([[PROBE.LAYOUT, [0, 5]]]);
  });

  it('fails where a field lies elsewhere or is not there', () => {
    const elsewhere = layout({ 'count[50]': { in_line: '0x38' } });
    expect(check(elsewhere, LAYOUT_ANSWER)[0]).toMatchObject({ expected: '0x38', got: '0x18' });
    const absent = layout({ rto_counts: { offset: 64 } });
    expect(check(absent, LAYOUT_ANSWER)[0]).toMatchObject({
      where: 'layouts.p1+p2.fields.rto_counts.offset',
      expected: '64',
      got: 'none',
    });
  });

  it('is refused under a name nobody knows', () => {
    const error = problemOf({ layouts: { p9: { size: 1 } } });
    expect(error.path).toBe('layouts.p9');
    expect(error.remedy).toContain('p1alt');
  });
});

describe('the allocations', () => {
  const kinds = (...list: [string, number, number, number][]) => [
    list.length,
    ...list.flatMap(([name, ...numbers]) => [...characters(name), ...numbers]),
  ];
  const layout = [8, 8, 0, 8, 2, ...fieldWords('span', 0, 8), ...fieldWords('rto_mask', 8, 8)];
  const answers = [
    layout,
    kinds(['cpupri mask bitmap', 101, 16, 1], ['rto_mask bitmap', 1, 16, 1]),
    kinds(['rto_counts pointers', 1, 48, 1]),
    kinds(['cpupri per-node mask pointers', 101, 48, 1]),
  ];
  const item = (what: string, count: number, bytes: number, more = {}) => ({
    allocations: { items: [{ what, count, bytes_each: bytes, ...more }] },
  });

  it('are found by what they are said to be', () => {
    const items: [string, number, number, object?][] = [
      ['bitmap per vector (baseline)', 101, 16, { slab: 'kmalloc-16', lines: 'one private line' }],
      ['span, rto_mask bitmaps', 2, 16],
      ['patch 3: pointer array', 1, 48, { slab: 'kmalloc-64 of node i' }],
      ['patch 4: pointer array per vector', 101, 48],
    ];
    for (const [what, count, bytes, more] of items) {
      expect(check(item(what, count, bytes, more), ...answers)).toEqual([
        { id: 'allocations.items[0]', ok: true },
      ]);
    }
  });

  it('fail where count, slab or lines differ', () => {
    const wrong = (more: object) => check(item('bitmap per vector', 101, 16, more), ...answers)[0];
    expect(wrong({ count: 100 })).toMatchObject({ expected: '100', got: '101' });
    expect(wrong({ slab: 'kmalloc-64' })).toMatchObject({ got: 'kmalloc-16' });
    expect(wrong({ lines: '2 lines each' })).toMatchObject({ expected: '2 lines', got: '1 lines' });
  });

  it('total what the slabs hand out', () => {
    const totals = { patch4_pointer_arrays_bytes: 6464 };
    expect(check({ allocations: { totals } }, ...answers)).toEqual([
      { id: 'allocations.totals', ok: true },
    ]);
  });

  it('are refused where nothing is known of a total, also of one called what every object has', () => {
    for (const name of ['dunno', 'constructor']) {
      const totals = { [name]: 1 };
      expect(() => check({ allocations: { totals } }, ...answers)).toThrow(
        'nothing is known of this total',
      );
    }
  });

  it('are those of the machine in the note', () => {
    const { probe, inputs } = answering(...answers);
    const parts = item('patch 3: pointer array', 1, 48);
    const allocations = { ...parts.allocations, note: 'on the 4-CPU, 2-node machine' };
    for (const _result of cpupriVectors.check(file({ allocations }), probe));
    const machine = [4, 2, 0, 0, 1, 0, 2, 1, 3, 1];
    expect(inputs.slice(1).map(([, words]) => words)).toEqual([
      [1, ...machine, 0, 0],
      [1, ...machine, 4, 0],
      [1, ...machine, 0, 1],
    ]);
  });

  it('are refused when nobody knows what they are', () => {
    expect(problemOf(item('rabbits', 2, 8)).path).toBe('allocations.items[0].what');
  });
});
