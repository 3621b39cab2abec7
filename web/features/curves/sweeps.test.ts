// The sweeps of one stage are not those of another.

import { describe, expect, it, vi } from 'vitest';
import type { PlannedSweep } from '../../scenario/index.ts';
import type { Stage } from '../../stage/session.ts';
import { sweepsOn } from './sweeps.ts';

const asked = vi.hoisted(() => [] as AbortSignal[]);
vi.mock('../../engine/sweep/browser.ts', () => ({
  keptPairs: async () => [],
  sweepInBrowser: ({ signal }: { readonly signal: AbortSignal }) => {
    asked.push(signal);
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
});
