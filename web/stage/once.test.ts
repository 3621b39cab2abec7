// What a stage loads once is its own.

import { describe, expect, it } from 'vitest';
import { oncePerStage } from './once.ts';
import type { StageController } from './session.ts';

/** Nothing is asked of it here but which one it is. */
const stage = () => ({}) as StageController;

describe('what a stage loads once', () => {
  it('is loaded when somebody first asks, and by each stage for itself', async () => {
    let loaded = 0;
    const asked = oncePerStage(async () => ++loaded);
    const [one, other] = [stage(), stage()];
    expect(loaded).toBe(0);
    expect([await asked(one), await asked(one), await asked(other)]).toEqual([1, 1, 2]);
  });

  it('is tried again after it failed', async () => {
    let tries = 0;
    const asked = oncePerStage(async () => {
      tries += 1;
      if (tries === 1) throw new Error('no network');
      return tries;
    });
    const one = stage();
    await expect(asked(one)).rejects.toThrow('no network');
    expect(await asked(one)).toBe(2);
  });
});
