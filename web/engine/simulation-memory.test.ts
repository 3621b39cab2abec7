// A run whose requests for memory are refused, at each point where it makes one.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Backend, OutOfMemoryError } from './backend.ts';
import { decodeFrame } from './frame.ts';
import { Simulation } from './simulation.ts';
import { fakeDefinition, openFake } from './testing/fake-core.ts';
import { openWasm } from './wasm.ts';
import { World } from './world.ts';

const duration = 20_000;

/**
 * Instances that count the requests to all of them, refuse the request of that number, and say which instances were
 * given back.
 */
function refusingAt(refused: number) {
  let asked = 0;
  const open = new Set<Backend>();
  const make = (): Backend => {
    const backend = openFake();
    const counted: Backend = {
      ...backend,
      reserve(bytes) {
        asked += 1;
        if (asked === refused) throw new OutOfMemoryError(bytes);
        return backend.reserve(bytes);
      },
      dispose: () => void open.delete(counted),
    };
    open.add(counted);
    return counted;
  };
  return { make, open, asked: () => asked };
}

type Memory = ReturnType<typeof refusingAt>;

const start = ({ make }: Memory) =>
  new Simulation(make(), make(), fakeDefinition, { duration, reader: async () => make() });

const query = { asker: 'why', time: duration, most: 10 } as const;

/** A whole visit: opened, looked at, and asked why. */
async function visit(memory: Memory) {
  const simulation = start(memory);
  const frame = decodeFrame((await simulation.frameAt(duration))!);
  await simulation.decisions(query);
  return { simulation, frame };
}

describe('a run that is refused memory', () => {
  it('says so wherever it is refused, and the same run begun again is whole', async () => {
    const whole = await visit(refusingAt(0));
    const requests = refusingAt(0);
    await visit(requests);
    expect(requests.asked()).toBeGreaterThanOrEqual(6);
    for (let refused = 1; refused <= requests.asked(); refused++) {
      const memory = refusingAt(refused);
      await expect(visit(memory)).rejects.toThrow(/^there is no room for \d+ MiB/);
      const again = await visit(memory);
      expect(again.frame.traceHash).toBe(whole.frame.traceHash);
      again.simulation.dispose();
    }
  });

  it('for a replay goes on, and replays as soon as there is memory, with one instance more', async () => {
    const opening = refusingAt(0);
    const { traceHash } = decodeFrame((await start(opening).frameAt(9_000))!);
    for (const refused of [1, 2]) {
      const memory = refusingAt(opening.asked() + refused);
      const simulation = start(memory);
      await simulation.frameAt(duration);
      await expect(simulation.decisions(query)).rejects.toThrow('there is no room');
      expect(memory.open.size).toBe(2);
      expect(decodeFrame((await simulation.frameAt(9_000))!).traceHash).toBe(traceHash);
      expect(await simulation.decisions(query)).toBeDefined();
      expect(memory.open.size).toBe(3);
      simulation.dispose();
      expect(memory.open.size).toBe(0);
    }
  });
});

describe('the module', () => {
  const open = async () =>
    openWasm(await WebAssembly.compile(readFileSync('build/core/core.wasm')));

  it('that may not grow says so, and still gives what it has', async () => {
    const backend = await open();
    backend.reserve(400 * 2 ** 20);
    for (let times = 0; times < 3; times++) {
      expect(() => backend.reserve(200 * 2 ** 20)).toThrow('no room for 200 MiB');
    }
    expect(() => backend.reserve(2 ** 32 - 1)).toThrow('no room');
    const { bytes, memory } = backend.reserve(2 ** 20);
    const { buffer, base } = memory();
    expect(new Uint8Array(buffer, base, bytes).every((byte) => byte === 0)).toBe(true);
  });

  it('refuses in words a world whose memory is shorter than it needs', async () => {
    const short = await open();
    const { ss_world_create: create } = short.core;
    short.core.ss_world_create = (memory, bytes, def) => create(memory, bytes - 1, def);
    expect(() => World.create(short, {})).toThrow(OutOfMemoryError);
  });
});
