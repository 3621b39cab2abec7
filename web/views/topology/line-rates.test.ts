import { describe, expect, it } from 'vitest';
import { RECORD } from '../../engine/abi.gen.ts';
import type { Frame } from '../../engine/types.ts';
import { LineRates } from './line-rates.ts';
import { RecentMisses } from './misses.ts';
import { catalogOf, shapes } from './testing/machines.ts';
import { frameOf, type TestRecord } from './testing/records.ts';

// Four LLCs of two CPUs each.
const catalog = catalogOf(shapes['ring of four']);
const miss = (time: number, cpu: number, line: number, supplier: number): TestRecord => ({
  kind: RECORD.MISS,
  time,
  cpu,
  a: line * 64,
  d: supplier,
});
const key = (from: number, to: number) => from * catalog.topology.llcs + to;

/** The rates of line 2 after some frames, selected before them. */
function ratesAfter(frames: readonly Frame[]): Float64Array {
  const misses = new RecentMisses(catalog);
  const rates = new LineRates(catalog, 2, misses, 0);
  for (const frame of frames) {
    misses.add(frame);
    rates.add(frame, misses);
  }
  return rates.rates;
}

const steady = (records: (time: number) => readonly TestRecord[]) =>
  Array.from({ length: 300 }, (_, i) => (i + 1) * 500).map((time) =>
    frameOf(catalog, { time, records: records(time) }),
  );
const past = Array.from({ length: 64 }, (_, i) => miss(10_000 + i * 100, 6, 2, 1));

describe('LineRates', () => {
  it('settle at the rate of the one line, by supplier and requester', () => {
    const rates = ratesAfter(
      steady((time) => [miss(time, 6, 2, 1), miss(time, 6, 1, 1), miss(time, 0, 2, 0xff)]),
    );
    expect(rates[key(1, 3)]).toBeCloseTo(1 / 500, 5);
    expect(rates.reduce((a, b) => a + b, 0)).toBeCloseTo(1 / 500, 5);
  });
  it('make up for records that did not fit', () => {
    const frames = steady((time) => [miss(time, 6, 2, 1)]).map((frame) => ({
      ...frame,
      records: { ...frame.records, dropped: 3 },
    }));
    expect(ratesAfter(frames)[key(1, 3)]).toBeCloseTo(4 / 500, 5);
  });
  it('know a rate at once after a jump if enough misses lead up to it', () => {
    const jump = frameOf(catalog, { time: 16_400, continuous: false, records: past });
    expect(ratesAfter([jump])[key(1, 3)]).toBeCloseTo(64 / 6_400, 5);
    const few = { time: 90_000, continuous: false, records: past.slice(0, 3) };
    expect(ratesAfter([jump, frameOf(catalog, few)])[key(1, 3)]).toBe(0);
  });
  it('know the past of a line that is selected while the run stands still', () => {
    const misses = new RecentMisses(catalog);
    misses.add(frameOf(catalog, { time: 13_200, records: past.slice(0, 32) }));
    misses.add(frameOf(catalog, { time: 16_400, records: past.slice(32) }));
    const rates = new LineRates(catalog, 2, misses, 16_400);
    expect(rates.rates[key(1, 3)]).toBeCloseTo(64 / 6_400, 5);
  });
});
