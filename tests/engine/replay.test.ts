// Replay on the real core: whatever way a moment is reached, it is the same moment to the last bit.
// The engine's own tests, on a toy core, say which moments; these say that the simulator keeps its
// side of the bargain.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { decodeFrame } from '../../web/engine/frame.ts';
import { Simulation } from '../../web/engine/simulation.ts';
import { openWasm } from '../../web/engine/wasm.ts';
import { World } from '../../web/engine/world.ts';
import { buildDefinition, loadScenario } from '../../web/scenario/index.ts';
import { nodeReader } from '../../web/scenario/node.ts';

const core = new WebAssembly.Module(readFileSync('build/core/core.wasm'));
const duration = 1_500_000;
const set = (path: string, value: string) => ({ path, value });
const overrides = [set('duration', '1500us'), set('warmup', '500us')];
const reader = nodeReader('scenarios');

async function definitionOf(name: string, variant: string) {
  return buildDefinition(await loadScenario(name, reader, overrides), variant);
}

const bytesOf = (world: World) => {
  const { buffer, byteOffset, byteLength } = world.stateWords();
  return Buffer.from(buffer, byteOffset, byteLength);
};

const cases = [
  ['cpupri/ffmpeg-480', 'A'],
  ['cpupri/cyclic', 'B'],
] as const;

describe.each(cases)('%s, variant %s', (name, variant) => {
  it('comes to the same state, whatever steps the way is cut into', async () => {
    const definition = await definitionOf(name, variant);
    const walk = async (step: (world: World) => void) => {
      const world = World.create(await openWasm(core), definition);
      while (world.time < duration) step(world);
      return world;
    };
    const straight = await walk((world) => world.step(duration));
    const byTime = await walk((world) => world.step(Math.min(duration, world.time + 777)));
    const byRecord = await walk((world) => world.step(duration, 1));
    expect(straight.clock().records).toBeGreaterThan(10_000);
    for (const world of [byTime, byRecord]) {
      expect(world.traceHash()).toBe(straight.traceHash());
      expect(bytesOf(world).equals(bytesOf(straight))).toBe(true);
    }
  });

  it('is found again at any moment, with a recording that had to thin itself out', async () => {
    const definition = await definitionOf(name, variant);
    const options = { duration, recordingLimit: 30 * 2 ** 20 };
    const simulation = new Simulation(
      await openWasm(core),
      await openWasm(core),
      definition,
      options,
    );
    for (const time of [duration, 900_001, 17, 1_200_000, 1_200_050]) {
      const frame = decodeFrame((await simulation.frameAt(time))!);
      const world = World.create(await openWasm(core), definition);
      world.step(time);
      expect(frame.traceHash).toBe(world.traceHash());
    }
    simulation.dispose();
  });

  it('steps back over exactly the events it stepped forward over', async () => {
    const definition = await definitionOf(name, variant);
    const simulation = new Simulation(await openWasm(core), await openWasm(core), definition, {
      duration,
    });
    const stepped = async (by: 1 | -1) => {
      const { time, traceHash } = decodeFrame((await simulation.stepEvent(by))!);
      return `${time} ${traceHash}`;
    };
    await simulation.frameAt(1_000_000);
    const there: string[] = [];
    for (let i = 0; i < 12; i++) there.push(await stepped(1));
    expect(new Set(there).size).toBe(12);
    const back: string[] = [];
    for (let i = 0; i < 11; i++) back.push(await stepped(-1));
    expect(back).toEqual(there.slice(0, -1).reverse());
    simulation.dispose();
  });
});

describe('the time of every CPU', () => {
  it.each(cases)('is accounted for to the nanosecond in %s', async (name, variant) => {
    const world = World.create(await openWasm(core), await definitionOf(name, variant));
    for (const time of [1, 99_999, duration]) {
      world.step(time);
      world.refresh();
      const ledger = world.ledger();
      for (let cpu = 0; cpu < ledger.count; cpu++) {
        ledger.at(cpu);
        let spent = 0;
        for (let kind = 0; kind < 10; kind++) spent += ledger.ns(kind);
        expect(spent, `CPU ${cpu} at ${time} ns`).toBe(time);
      }
    }
  });
});
