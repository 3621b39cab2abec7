// What a run does when the network is gone that it would fetch a part of its program from.

import { afterEach, describe, expect, it, vi } from 'vitest';
import { nothingYet } from './capture.ts';
import { Simulation } from './simulation.ts';
import { fakeDefinition, openFake } from './testing/fake-core.ts';
import { World } from './world.ts';

vi.mock('./capture-window.ts', () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});

const duration = 20_000;

describe('a run without a network', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('has no figures where what measures cannot be fetched, and goes on', async () => {
    const simulation = new Simulation(openFake(), openFake(), fakeDefinition, { duration });
    simulation.setLead(duration);
    const measuring = { measuring: 1 } as ReturnType<World['clock']>;
    vi.spyOn(World.prototype, 'clock').mockReturnValueOnce(measuring);
    expect(await simulation.headline()).toBe(nothingYet);
    expect(await simulation.frameAt(duration)).toBeDefined();
    simulation.dispose();
  });
});
