// A fork of the past on the real core: the same run up to the fork, byte by byte, another one behind
// it, and the same fork whatever way it is reached.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { decodeFrame } from '../../web/engine/frame.ts';
import { Simulation } from '../../web/engine/simulation.ts';
import { openWasm } from '../../web/engine/wasm.ts';
import { buildDefinition, openRecipe, parseRecipe } from '../../web/scenario/index.ts';
import { nodeReader } from '../../web/scenario/node.ts';
import { frameHash } from '../../web/stage/frame-hash.ts';

const core = new WebAssembly.Module(readFileSync('build/core/core.wasm'));
const duration = 1_500_000;
const forkAt = 700_000;

async function start(variant: string) {
  const recipe = parseRecipe({
    format: 'schedscape-recipe/3',
    scenario: 'cpupri/ffmpeg-480',
    set: { duration: '1500us', warmup: '500us' },
    interventions: [{ at: '700 us', set: { 'tasks.cpus': '0-119' } }],
  });
  const definition = buildDefinition(await openRecipe(recipe, nodeReader('scenarios')), variant);
  const instances = [await openWasm(core), await openWasm(core)] as const;
  return new Simulation(...instances, definition, { duration, recordingLimit: 40 * 2 ** 20 });
}

const frameAt = async (simulation: Simulation, time: number) =>
  decodeFrame((await simulation.frameAt(time))!);

describe('a fork', () => {
  it('has the past of its origin, to the last bit, and a future of its own', async () => {
    const [origin, fork] = [await start('A'), await start('C')];
    for (const time of [0, 100_000, 699_000, forkAt - 1]) {
      const [a, c] = [await frameAt(origin, time), await frameAt(fork, time)];
      expect(a.traceHash).toBe(c.traceHash);
      expect(frameHash(a)).toBe(frameHash(c));
    }
    const [a, c] = [await frameAt(origin, duration), await frameAt(fork, duration)];
    expect(a.traceHash).not.toBe(c.traceHash);
    const outside = ({ cpus }: typeof c) => cpus.task.subarray(120).filter((task) => task >= 480);
    expect(outside(a).length).toBeGreaterThan(100);
    expect(outside(c)).toHaveLength(0);
    origin.dispose();
    fork.dispose();
  });

  it('is the same fork after any dragging back and forward over it', async () => {
    const [straight, dragged] = [await start('C'), await start('C')];
    const times = [1_200_000, 300_000, forkAt, forkAt - 1, 1_499_999, forkAt + 1, 900_000];
    for (const time of times) await frameAt(dragged, time);
    const [one, two] = [await frameAt(straight, 1_300_000), await frameAt(dragged, 1_300_000)];
    expect(frameHash(one)).toBe(frameHash(two));
    straight.dispose();
    dragged.dispose();
  });
});
