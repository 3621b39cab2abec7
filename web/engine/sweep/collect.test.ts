import { describe, expect, it } from 'vitest';
import { collect, neededPairs, type PairRuns, type Runner, SweepCancelled } from './collect.ts';
import { cellsOf, inShard, pairsOf } from './grid.ts';
import type { RunJob, RunMeasures } from './measure.ts';

/** A job that carries its own answer: its duration is what it "measures". */
const jobOf = (value: number) => ({ duration: value }) as RunJob;
const measuresOf = (value: number): RunMeasures => ({
  trace_hash: '0'.repeat(16),
  metrics: { value },
  lines: [],
});

/** A worker that finishes after some turns of the event loop, different for every job. */
function worker(log: number[] = [], delays = (value: number) => (value * 7919) % 5): Runner {
  return {
    async run(job) {
      log.push(job.duration);
      for (let i = 0; i < delays(job.duration); i++) await new Promise((r) => setImmediate(r));
      return measuresOf(job.duration);
    },
    close() {},
  };
}

const grid = pairsOf(3, [10, 11, 12, 13]);
const ask = (pair: { cell: number; seed: number }, variant: string) =>
  jobOf(1000 * pair.cell + 10 * pair.seed + (variant === 'B' ? 1 : 0));
const base = { pairs: grid, variants: ['A', 'B'], jobOf: ask };
const chosenOf = (runs: PairRuns) => runs.A!.metrics.value!;

describe('the grid', () => {
  it('has a cell for every combination, the last axis fastest', () => {
    const axes = [
      { path: 'x', values: [1, 2] },
      { path: 'y', values: ['a', 'b'] },
    ];
    expect(cellsOf(axes)).toEqual([
      [1, 'a'],
      [1, 'b'],
      [2, 'a'],
      [2, 'b'],
    ]);
    expect(cellsOf([])).toEqual([[]]);
  });

  it('gives every pair to exactly one shard', () => {
    for (const of of [1, 2, 3, 5, 20]) {
      const shards = Array.from({ length: of }, (_, i) => ({ index: i + 1, of }));
      for (const pair of grid) {
        expect(shards.filter((shard) => inShard(pair, shard))).toHaveLength(1);
      }
    }
  });
});

describe('collecting', () => {
  it('gives the same, in the order of the grid, whatever the number and speed of workers', async () => {
    const one = await collect({ ...base, runners: [worker()] });
    const slow = worker([], () => 9);
    const many = await collect({ ...base, runners: [slow, worker(), worker(), worker()] });
    expect(many).toEqual(one);
    expect(one.map(({ pair }) => pair)).toEqual(grid);
    expect(one[5]!.runs.B!.metrics.value).toBe(1111);
  });

  it('runs the first seed of every cell before the second of any', async () => {
    const log: number[] = [];
    await collect({ ...base, runners: [worker(log)] });
    expect(log.slice(0, 8)).toEqual([100, 101, 1100, 1101, 2100, 2101, 110, 111]);
  });

  it('begins with the cheapest cell in every round of seeds, and in the last with the dearest', async () => {
    const log: number[] = [];
    const costOf = (cell: number) => [20, 30, 10][cell]!;
    const begun = () => log.filter((value) => value % 2 === 0);
    await collect({ ...base, costOf, runners: [worker(log)] });
    expect(begun()).toEqual([
      ...[2100, 100, 1100],
      ...[2110, 110, 1110],
      ...[2120, 120, 1120],
      ...[1130, 130, 2130],
    ]);
    // Of parts the seeds of a cell need not be as many as those of another: its own last one counts.
    log.length = 0;
    const pairs = grid.filter(({ cell, seed }) => cell !== 0 || seed < 12);
    await collect({ ...base, pairs, costOf, runners: [worker(log)] });
    expect(begun().slice(-3)).toEqual([1130, 110, 2130]);
  });

  it('ends soon after the others the worker that runs the dearest', async () => {
    // Three cheap runs and one as long as all of them: two workers need as long as it takes.
    const ends: string[] = [];
    const timed = (name: string): Runner => ({
      async run({ duration }) {
        for (let i = 0; i < duration; i++) await new Promise((r) => setImmediate(r));
        ends.push(name);
        return measuresOf(duration);
      },
      close() {},
    });
    const costs = [5, 5, 5, 15];
    await collect({
      pairs: pairsOf(4, [0]),
      variants: ['A'],
      jobOf: ({ cell }) => jobOf(costs[cell]!),
      costOf: (cell) => costs[cell]!,
      runners: [timed('first'), timed('second')],
    });
    expect(ends.filter((name) => name === 'first')).toHaveLength(1);
    expect(ends.filter((name) => name === 'second')).toHaveLength(3);
  });

  it('gives the same whatever cells are thought to cost', async () => {
    const pairs = pairsOf(3, [0, 1, 2, 3, 4, 5, 6, 7]);
    const ofPair = ({ cell, seed }: { cell: number; seed: number }) =>
      jobOf(cell === 1 ? 100 * seed : 5 + cell);
    const stop = { least: 4, width: 1, values: (runs: PairRuns) => [chosenOf(runs)] };
    const wanted = { pairs, variants: ['A'], jobOf: ofPair, stop };
    const alike = await collect({ ...wanted, runners: [worker()] });
    expect(alike).toHaveLength(4 + 8 + 4);
    for (const costs of [
      [1, 2, 3],
      [3, 2, 1],
      [2, 3, 1],
    ]) {
      const runners = [worker([], () => 9), worker(), worker()];
      const costOf = (cell: number) => costs[cell]!;
      expect(await collect({ ...wanted, costOf, runners })).toEqual(alike);
    }
  });

  it('does not run again what is known', async () => {
    const log: number[] = [];
    const known = new Map([[0, { A: measuresOf(7), B: measuresOf(8) }]]);
    const progress: number[] = [];
    const all = await collect({
      ...base,
      known,
      runners: [worker(log)],
      onProgress: ({ done }) => progress.push(done),
    });
    expect(log).toHaveLength(22);
    expect(all[0]!.runs.A!.metrics.value).toBe(7);
    expect([progress[0], progress.at(-1)]).toEqual([2, 24]);
  });

  it('stops a cell by its seeds in order, however many ran ahead', async () => {
    // Cell 0 gives the same value again and again; cell 1 never settles.
    const pairs = pairsOf(2, [0, 1, 2, 3, 4, 5, 6, 7]);
    const settled = (pair: { cell: number; seed: number }) =>
      jobOf(pair.cell === 0 ? 5 : 100 * pair.seed);
    const run = (runners: Runner[]) =>
      collect({
        pairs,
        variants: ['A'],
        jobOf: settled,
        runners,
        stop: { least: 4, width: 1, values: (runs) => [chosenOf(runs)] },
      });
    const one = await run([worker()]);
    expect(one.filter(({ pair }) => pair.cell === 0)).toHaveLength(4);
    expect(one.filter(({ pair }) => pair.cell === 1)).toHaveLength(8);
    // The second worker is so slow that the first runs far ahead of its seeds.
    const two = await run([worker(), worker([], () => 30), worker()]);
    expect(two).toEqual(one);
  });

  it('says of what is finished which pairs are still needed, without running any', () => {
    const stop = { least: 4, width: 1, values: (runs: PairRuns) => [chosenOf(runs)] };
    const pairs = pairsOf(2, [0, 1, 2, 3, 4, 5]);
    const runs = (pair: { cell: number; seed: number }) => ({
      A: measuresOf(pair.cell === 0 ? 5 : 100 * pair.seed),
    });
    const all = new Map(pairs.map((pair) => [pair.index, runs(pair)]));
    const seedsOf = (finished: ReadonlyMap<number, PairRuns>, rule?: typeof stop) =>
      [0, 1].map(
        (cell) => neededPairs(pairs, finished, rule).filter((pair) => pair.cell === cell).length,
      );
    expect(seedsOf(all, stop)).toEqual([4, 6]);
    expect(seedsOf(all)).toEqual([6, 6]);
    // Without its second seed the first cell cannot be settled.
    const gap = new Map([...all].filter(([index]) => index !== pairs[1]!.index));
    expect(seedsOf(gap, stop)).toEqual([6, 6]);
  });

  it('ends with the first error of a run', async () => {
    const broken: Runner = { run: () => Promise.reject(new Error('line 3 broke')), close() {} };
    await expect(collect({ ...base, runners: [worker(), broken] })).rejects.toThrow('line 3 broke');
    await expect(collect({ ...base, runners: [] })).rejects.toThrow('no worker');
  });

  it('can be cancelled, and has told by then what was finished', async () => {
    const control = new AbortController();
    const told: number[] = [];
    const all = collect({
      ...base,
      runners: [worker()],
      signal: control.signal,
      onPair: ({ pair }) => {
        told.push(pair.index);
        if (told.length === 3) control.abort();
      },
    });
    await expect(all).rejects.toThrow(SweepCancelled);
    expect(told).toEqual([0, 4, 8]);
    await expect(
      collect({ ...base, runners: [worker()], signal: AbortSignal.abort() }),
    ).rejects.toThrow(SweepCancelled);
  });
});
