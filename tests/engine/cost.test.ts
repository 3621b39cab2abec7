// The estimate that decides whether a run is asked about: never less than what the core then does, and not
// so much more that people are asked about nothing.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openWasm } from '../../web/engine/wasm.ts';
import { World } from '../../web/engine/world.ts';
import { buildDefinition, loadScenario } from '../../web/scenario/index.ts';
import { nodeReader } from '../../web/scenario/node.ts';

const core = new WebAssembly.Module(readFileSync('build/core/core.wasm'));
const reader = nodeReader('scenarios');
const duration = 10_000_000;
const short = [
  { path: 'duration', value: '10 ms' },
  { path: 'warmup', value: '1 ms' },
];

describe('the estimate of what a run costs', () => {
  // Where threads wait for each other rather than work, they wake less often than they could.
  it.each([
    ['cpupri/ffmpeg-480', 2],
    ['cpupri/ffmpeg-fork-join', 3],
    ['cpupri/cyclic', 8],
  ])('of %s is not below what is counted, and at most %i times as much', async (name, most) => {
    const opened = await loadScenario(name, reader, short);
    const counted: number[] = [];
    for (const { id } of opened.scenario.variants.slice(0, 2)) {
      const world = World.create(await openWasm(core), buildDefinition(opened, id));
      world.step(duration);
      counted.push(world.clock().accesses);
    }
    const dearest = Math.max(...counted);
    expect(opened.cost.accesses).toBeGreaterThanOrEqual(dearest);
    expect(opened.cost.accesses).toBeLessThanOrEqual(most * dearest);
  });
});
