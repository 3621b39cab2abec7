import { describe, expect, it } from 'vitest';
import { RECORD } from '../../../../engine/abi.gen.ts';
import { catalogOf, shapes } from '../../testing/machines.ts';
import { frameOf, type TestRecord } from '../../testing/records.ts';
import { Transfers } from './transfers.ts';

// Four LLCs of two CPUs each.
const catalog = catalogOf(shapes['ring of four']);
const memory = 0xff;
const miss = (time: number, cpu: number, line: number, supplier: number): TestRecord => ({
  kind: RECORD.MISS,
  time,
  cpu,
  a: line * 64 + 0x38,
  b: 50,
  c: 100,
  d: supplier | (3 << 8),
});

const any = () => true;

describe('Transfers', () => {
  it('name the CPU that fetched the line last in the supplying LLC', () => {
    const transfers = new Transfers(catalog);
    transfers.add(frameOf(catalog, { time: 10, records: [miss(10, 3, 0, memory)] }), 0);
    transfers.add(frameOf(catalog, { time: 200, records: [miss(200, 6, 0, 1)] }), 1000, any);
    expect(transfers.drawn).toEqual([
      { line: 0, fromCpu: 3, fromLlc: 1, to: 6, start: 250, end: 350 },
    ]);
  });
  it('name only the LLC where nobody was seen fetching it, and memory as such', () => {
    const transfers = new Transfers(catalog);
    transfers.add(frameOf(catalog, { time: 10, records: [miss(10, 3, 2, 0)] }), 0, any);
    expect(transfers.drawn).toMatchObject([{ fromCpu: -1, fromLlc: 0 }]);
    transfers.add(frameOf(catalog, { time: 20, records: [miss(20, 5, 1, memory)] }), 999, any);
    expect(transfers.drawn[1]).toMatchObject({ fromCpu: -1, fromLlc: -1 });
  });
  it('travel after the wait, for as long as the latency', () => {
    const transfers = new Transfers(catalog);
    transfers.add(frameOf(catalog, { time: 10, records: [miss(10, 3, 0, 0)] }), 0, any);
    const [transfer] = transfers.drawn;
    expect(transfers.shareTravelled(transfer!)).toBeLessThan(0);
    transfers.add(frameOf(catalog, { time: 110 }), 20, any);
    expect(transfers.shareTravelled(transfer!)).toBeCloseTo(0.5);
  });
  it('begin at most three times a second of the viewer', () => {
    const transfers = new Transfers(catalog);
    let begun = 0;
    for (let picture = 0; picture < 60; picture++) {
      const time = picture * 7;
      const before = transfers.drawn.length;
      transfers.add(
        frameOf(catalog, { time, records: [miss(time, 3, 0, 0)] }),
        (picture * 1000) / 60,
        any,
      );
      if (transfers.drawn.length > before) begun++;
    }
    expect(begun).toBeLessThanOrEqual(3);
    expect(begun).toBeGreaterThan(0);
  });
  it('are only those that are wanted', () => {
    const transfers = new Transfers(catalog);
    const records = [miss(10, 3, 0, 0), miss(10, 5, 1, 0)];
    transfers.add(frameOf(catalog, { time: 10, records }), 0, ({ line }) => line === 1);
    expect(transfers.drawn.map((transfer) => transfer.line)).toEqual([1]);
  });
  it('are not drawn in other tempos, nor after a step back', () => {
    const transfers = new Transfers(catalog);
    transfers.add(frameOf(catalog, { time: 500, records: [miss(500, 3, 0, 0)] }), 0, any);
    transfers.add(frameOf(catalog, { time: 100, continuous: false }), 50, any);
    expect(transfers.drawn).toEqual([]);
    transfers.add(frameOf(catalog, { time: 110, records: [miss(110, 3, 0, 0)] }), 900);
    expect(transfers.drawn).toEqual([]);
  });
});
