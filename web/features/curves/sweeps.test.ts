// The sweeps of one stage are not those of another.

import { describe, expect, it, vi } from 'vitest';
import type { PlannedSweep } from '../../scenario/index.ts';
import type { Stage } from '../../stage/session.ts';
import { sweepsOn } from './sweeps.ts';

interface Request {
  readonly signal: AbortSignal;
  readonly pairs: readonly { readonly cell: number; readonly seed: number }[];
}

const order = vi.hoisted(() => [] as number[][][]);
const asked = vi.hoisted(() => [] as AbortSignal[]);
vi.mock('../../engine/sweep/browser.ts', () => ({
  keptPairs: async () => [],
  sweepInBrowser: ({ signal, pairs }: Request) => {
    asked.push(signal);
    order.push(pairs.map(({ cell, seed }) => [cell, seed]));
    return new Promise(() => {});
  },
}));

/** Nothing is asked of it here but which one it is. */
const stage = () => ({}) as Stage;
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
    const planned = async () => ({ head: four }) as unknown as PlannedSweep;
    const sweep = await sweepsOn(stage()).of('near', planned, (cell) => Math.abs(cell - 2));
    void sweep.run();
    expect(order.at(-1)).toEqual(
      [2, 1, 3, 0].flatMap((cell) => [
        [cell, 1],
        [cell, 2],
      ]),
    );
  });
});
