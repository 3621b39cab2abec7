// A run without a network, at the moment when it would fetch a part of its program.

import { afterEach, describe, expect, it, vi } from 'vitest';
import { nothingYet } from './capture.ts';
import { Simulation } from './simulation.ts';
import { fakeDefinition, openFake } from './testing/fake-core.ts';
import { World } from './world.ts';

vi.mock('./capture-window.ts', () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});

// There is no network when the page first asks for the observers.
let observersAsked = 0;
vi.mock('./lazy-chunks.ts', async (original) => {
  const chunks = await original<typeof import('./lazy-chunks.ts')>();
  return {
    ...chunks,
    afterPicture: () => {
      observersAsked += 1;
      if (observersAsked === 1) throw new TypeError('Failed to fetch dynamically imported module');
      return chunks.afterPicture();
    },
  };
});

const duration = 20_000;

describe('a run without a network', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('says so where what measures cannot be fetched, which is not the warm-up, and goes on', async () => {
    const simulation = new Simulation(openFake(), openFake(), fakeDefinition, { duration });
    simulation.setLead(duration);
    const measuring = { measuring: 1 } as ReturnType<World['clock']>;
    vi.spyOn(World.prototype, 'clock').mockReturnValueOnce(measuring);
    expect(await simulation.headline()).toEqual({ ...nothingYet, unfetched: true });
    expect(await simulation.frameAt(duration)).toBeDefined();
    simulation.dispose();
  });

  it('has the whole timeline as soon as what gathers it can be fetched', async () => {
    const simulation = new Simulation(openFake(), openFake(), fakeDefinition, { duration });
    const query = { from: 0, to: duration, rows: Int32Array.of(0), pixels: 100 };
    observersAsked = 0;
    await expect(simulation.timelineWindow(query)).rejects.toThrow('Failed to fetch');
    expect(await simulation.frameAt(duration)).toBeDefined();
    const { known } = await simulation.timelineWindow(query);
    expect(known).toBe(duration);
    expect(observersAsked).toBeLessThan(4);
    simulation.dispose();
  });
});
