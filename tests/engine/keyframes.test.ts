// Keyframes under a bound that is far too small: they thin out, the bound holds, and every moment can
// still be had to the last bit, in whatever order it is asked for.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { decodeFrame } from '../../web/engine/frame.ts';
import { Simulation } from '../../web/engine/simulation.ts';
import { openWasm } from '../../web/engine/wasm.ts';
import { buildDefinition, loadScenario } from '../../web/scenario/index.ts';
import { nodeReader } from '../../web/scenario/node.ts';
import { frameHash } from '../../web/stage/frame-hash.ts';

const core = new WebAssembly.Module(readFileSync('build/core/core.wasm'));
const duration = 1_200_000;
const overrides = [
  { path: 'duration', value: '1200us' },
  { path: 'warmup', value: '400us' },
];

async function start(recordingLimit: number) {
  const opened = await loadScenario('cpupri/ffmpeg-480', nodeReader('scenarios'), overrides);
  const instances = [await openWasm(core), await openWasm(core)] as const;
  const options = { duration, recordingLimit };
  return new Simulation(...instances, buildDefinition(opened, 'A'), options);
}

const hashAt = async (simulation: Simulation, time: number) =>
  frameHash(decodeFrame((await simulation.frameAt(time))!));

/** Numbers that look random and are the same in every run (xorshift32). */
function* random(seed: number): Generator<number, never> {
  for (let state = seed; ; ) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    yield (state >>> 0) / 2 ** 32;
  }
}

describe('keyframes at their bound', () => {
  it('thin out and stay under it, and 200 jumps give identical frames each time', async () => {
    const roomy = await start(256 * 2 ** 20);
    await hashAt(roomy, duration);
    const { recordingBytes: most, keyframes: many } = roomy.status();
    // The first keyframe, which is whole, and the state that the next are compared with.
    const bare = await start(1);
    await hashAt(bare, duration);
    const least = bare.status().recordingBytes;
    bare.dispose();
    const tight = await start(Math.ceil(least + (most - least) * 0.4));
    await hashAt(tight, duration);
    const { recordingBytes, recordingLimit, keyframes } = tight.status();
    expect(recordingBytes).toBeLessThanOrEqual(recordingLimit);
    expect(keyframes).toBeGreaterThan(1);
    expect(keyframes).toBeLessThan(many);
    const numbers = random(7);
    const next = () => numbers.next().value;
    const times = Array.from({ length: 25 }, () => Math.floor(next() * duration));
    const truth = new Map<number, string>();
    for (const time of times) truth.set(time, await hashAt(roomy, time));
    for (let jump = 0; jump < 200; jump += 1) {
      const time = times[Math.floor(next() * times.length)]!;
      expect(await hashAt(tight, time), `jump ${jump}, to ${time} ns`).toBe(truth.get(time));
    }
    roomy.dispose();
    tight.dispose();
  });

  it('are one at least, however little there is: nothing breaks', async () => {
    const [roomy, tiny] = [await start(256 * 2 ** 20), await start(1)];
    for (const time of [900_000, 12_345, duration, 0]) {
      expect(await hashAt(tiny, time)).toBe(await hashAt(roomy, time));
    }
    expect(tiny.status().keyframes).toBe(1);
    roomy.dispose();
    tiny.dispose();
  });
});
