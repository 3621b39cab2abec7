// What one moment, one truth stands on (one-truth.ts holds it, story by story): that no story is left out, and the samples
// of a run, which say where windows begin.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Simulation } from '../../web/engine/simulation.ts';
import { SAMPLE_WIDTH } from '../../web/engine/track.ts';
import { openWasm } from '../../web/engine/wasm.ts';
import { buildDefinition, loadScenario } from '../../web/scenario/index.ts';
import { nodeReader } from '../../web/scenario/node.ts';
import { allStories, shares } from './one-truth.ts';

describe('the stories whose moments are held', () => {
  it('are all there are, dealt out to files that exist', () => {
    expect(allStories().length).toBeGreaterThan(50);
    for (let share = 0; share < shares; share++) {
      const text = readFileSync(`tests/engine/one-truth-${share}.test.ts`, 'utf8');
      expect(text).toContain(`describeShare(${share})`);
    }
  });
});

describe('the samples of a run', () => {
  it('are bounded, in order, and the same whenever they are asked for', async () => {
    const core = new WebAssembly.Module(readFileSync('build/core/core.wasm'));
    const opened = await loadScenario('split-llc/node-fills-up', nodeReader('scenarios'));
    const { duration, scoreWindow: window } = opened;
    const [head, cursor] = [await openWasm(core), await openWasm(core)];
    const simulation = new Simulation(head, cursor, buildDefinition(opened, 'A'), {
      duration,
      window,
    });
    await simulation.frameAt(duration);
    const all = simulation.track(0);
    const count = all.length / SAMPLE_WIDTH;
    expect(count).toBeGreaterThan(1_000);
    expect(count).toBeLessThanOrEqual(2_000);
    for (let at = 1; at < count; at += 1) {
      expect(all[at * SAMPLE_WIDTH]).toBeGreaterThan(all[(at - 1) * SAMPLE_WIDTH]!);
    }
    expect([...simulation.track(count - 2)]).toEqual([...all.slice(-2 * SAMPLE_WIDTH)]);
    expect(simulation.track(count + 5).length).toBe(0);
    simulation.dispose();
  });
});
