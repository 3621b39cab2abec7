// The aims of `bench`: which ratios are aimed at, and which side of each is good.

import { describe, expect, it } from 'vitest';
import { aimLines, aimsOf, type BenchFigures } from './bench-aims.ts';

const speed = (accesses: number) => ({
  accesses_per_second: accesses,
  accesses_per_1000_reference_iterations: 1,
  events_per_1000_reference_iterations: 1,
  us_per_event: 1,
});

const point = (cpus: number, on: number, off: number) => ({
  ...{ cpus, tasks: cpus, accesses_per_event: 200 },
  ...speed(on),
  without_counters: speed(off),
});

const answer = (ratio: number, early = 0.5) => ({
  seconds: [1, ratio, ratio] as const,
  all_over_one: ratio,
  early_over_all: early,
  runs_early_over_all: 0.5,
});

const shipped = { taken: 60, all: 100, first: 40 };

const measured: BenchFigures = {
  answers: { processors: 2, sweep: answer(0.55), report: answer(0.7, 0.6), shipped },
  wasm_over_native: 0.96,
  page_lists: { wasm_over_native: 0.75 },
  fair: [point(8, 30e6, 26e6), point(480, 20e6, 20e6)],
  policies: {
    cpus: 256,
    over_none: { linux: 0.97, 'least-loaded': 0.85 },
    operations_per_second: 4e8,
  },
  memory: { cpus: 480, world_bytes: 11 * 2 ** 20 },
};

describe('the aims of bench', () => {
  it('hold a time to its share of the processors there are', () => {
    const [sweep, report] = aimsOf(measured);
    expect(sweep).toMatchObject({ at: 'most', met: true });
    expect(sweep!.aim).toBeCloseTo(1 / 1.7);
    expect(report).toMatchObject({ met: false });
  });

  it('ask nothing of a single processor but that it is no slower', () => {
    const [sweep] = aimsOf({ ...measured, answers: { ...measured.answers, processors: 1 } });
    expect(sweep).toMatchObject({ aim: 1, met: true });
  });

  it('hold what ends early to the runs that it spares, and a little for the rest', () => {
    const ofEarly = aimsOf(measured).filter(({ name }) => name.includes('ends early'));
    expect(ofEarly.map(({ value, met }) => [value, met])).toEqual([
      [0.5, true],
      [0.6, false],
    ]);
    for (const { aim } of ofEarly) expect(aim).toBeCloseTo(0.5 / 0.85);
  });

  it('count the runs of the report that comes with the program', () => {
    const ofReport = (taken: number) =>
      aimsOf({
        ...measured,
        answers: { ...measured.answers, shipped: { ...shipped, taken } },
      }).find(({ name }) => name.startsWith('runs of the shipped report'));
    expect(ofReport(60)).toMatchObject({ value: 0.6, met: false });
    expect(ofReport(44)).toMatchObject({ value: 0.44, met: true });
  });

  it('compare the largest machine with the smallest, with counters and without', () => {
    const accesses = aimsOf(measured).filter(({ name }) => name.includes('480 CPUs beside 8'));
    expect(accesses.map(({ value, met }) => [value, met])).toEqual([
      [1.5, false],
      [1.3, true],
    ]);
  });

  it('are printed one per line, each with what it is held to', () => {
    const lines = aimLines(aimsOf(measured));
    expect(lines).toHaveLength(14);
    expect(lines).toContain('  events, WebAssembly beside native: 0.96 (at least 0.95: met)');
    expect(lines).toContain(
      '  a batch point, WebAssembly beside native: 0.75 (at least 0.90: missed)',
    );
    expect(lines).toContain(
      '  accesses per second at 256 CPUs with the policy linux beside none: 0.97 (at least 0.95: met)',
    );
    expect(lines).toContain(
      '  accesses per second at 256 CPUs with the policy least-loaded beside none: 0.85 (at least 0.90: missed)',
    );
    expect(lines).toContain('  M operations per second of a policy: 400.00 (at least 300.00: met)');
    expect(lines).toContain('  MiB of a world at 480 CPUs: 11.00 (at most 12.00: met)');
  });
});
