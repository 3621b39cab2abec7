// The sweeps of one stage are not those of another.

import { describe, expect, it, vi } from 'vitest';
import type { EarlyEnd, FinishedPair } from '../../engine/sweep/collect.ts';
import { pairsOf } from '../../engine/sweep/grid.ts';
import type { PlannedSweep } from '../../scenario/index.ts';
import { leaveStage, type StageController } from '../../stage/session.ts';
import { sweepsOn } from './sweeps.ts';

interface Request {
  readonly signal: AbortSignal;
  readonly pairs: readonly { readonly cell: number; readonly seed: number }[];
}

interface Answer {
  readonly request: Request & { readonly stop?: EarlyEnd };
  readonly settle: (pairs: readonly FinishedPair[]) => void;
}

const answers = vi.hoisted(() => [] as Answer[]);
const order = vi.hoisted(() => [] as number[][][]);
const asked = vi.hoisted(() => [] as AbortSignal[]);
vi.mock('../../engine/sweep/browser.ts', () => ({
  keptPairs: async () => [],
  sweepInBrowser: (request: Request) => {
    asked.push(request.signal);
    order.push(request.pairs.map(({ cell, seed }) => [cell, seed]));
    return new Promise((settle) => answers.push({ request, settle }));
  },
}));

/** Nothing is asked of it here but which one it is. */
const stage = () => ({}) as StageController;
const head = { cells: [{}], seeds: [1], variants: ['A'] };
const plan = async () => ({ head }) as unknown as PlannedSweep;

describe('the sweeps of a stage', () => {
  it('are found again there and nowhere else, and give way to none of another stage', async () => {
    const [one, other] = [sweepsOn(stage()), sweepsOn(stage())];
    const first = await one.of('points', plan);
    expect(await one.of('points', plan)).toBe(first);
    const elsewhere = await other.of('points', plan);
    expect(elsewhere).not.toBe(first);
    void first.run();
    void elsewhere.run();
    expect(asked.map(({ aborted }) => aborted)).toEqual([false, false]);
    void (await one.of('other points', plan)).run();
    expect(asked.map(({ aborted }) => aborted)).toEqual([true, false, false]);
  });

  it('run what is nearest to the stage first, each place with its seeds in order', async () => {
    const four = { cells: [{}, {}, {}, {}], seeds: [1, 2], variants: ['A'] };
    const planned = async () => ({ head: four, costOf: () => 1 }) as unknown as PlannedSweep;
    const sweep = await sweepsOn(stage()).of('near', planned, (cell) => Math.abs(cell - 2));
    void sweep.run();
    expect(order.at(-1)).toEqual(
      [2, 1, 3, 0].flatMap((cell) => [
        [cell, 1],
        [cell, 2],
      ]),
    );
    // With the costs of its runs, a sweep would begin with the cheapest.
    expect(answers.at(-1)!.request).not.toHaveProperty('costOf');
  });

  it('end a place by the rule, and go on where another rule needs more', async () => {
    const seeds = [1, 2, 3, 4, 5, 6];
    const two = { cells: [{}, {}], seeds, variants: ['A'] };
    const sweep = await sweepsOn(stage()).of('rule', async () => ({ head: two }) as never);
    const rule = (width: number): EarlyEnd => ({
      least: 2,
      width,
      values: ({ A }) => [A!.metrics.value!],
    });
    sweep.endBy(rule(1));
    expect(sweep.picture()).toMatchObject({ state: 'none', done: 0, total: 12 });
    void sweep.run();
    const { request, settle } = answers.at(-1)!;
    expect(request.stop!.width).toBe(1);
    // The first place is the same at every seed, the second never.
    const finished = pairsOf(2, seeds).map((pair) => ({
      pair,
      runs: { A: { metrics: { value: pair.cell * 10 * pair.seed } } },
    })) as unknown as FinishedPair[];
    settle(finished.filter(({ pair }) => pair.cell === 1 || pair.seed <= 2));
    await vi.waitFor(() => expect(sweep.picture().state).toBe('done'));
    expect(sweep.picture()).toMatchObject({ done: 8, total: 8, seeds: [2, 6] });
    expect(sweep.picture().pairs).toHaveLength(8);
    sweep.endBy(undefined);
    expect(sweep.picture()).toMatchObject({ state: 'none', done: 8, total: 12 });
  });

  it('stop when the stage is left, and say so to who comes back', async () => {
    const before = stage();
    const sweep = await sweepsOn(before).of('left', plan);
    void sweep.run();
    const signal = asked.at(-1)!;
    leaveStage(before);
    expect(signal.aborted).toBe(true);
    const again = await sweepsOn(stage()).of('left', plan);
    expect(again.picture().state).toBe('left');
    void again.run();
    expect(again.picture().state).toBe('running');
    expect((await sweepsOn(stage()).of('left', plan)).picture().state).toBe('none');
  });
});
