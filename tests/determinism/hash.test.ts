// One scenario and one seed give one trace, whichever compiler built the core: promise three.

import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Backend } from '../../web/engine/backend.ts';
import { openNative } from '../../web/engine/native.ts';
import { openWasm } from '../../web/engine/wasm.ts';
import { World } from '../../web/engine/world.ts';
import { buildDefinition, loadScenario, scenarioNames } from '../../web/scenario/index.ts';
import { nodeReader } from '../../web/scenario/node.ts';

const builds = [
  'build/core/core.wasm',
  'build/core/core-yowasp.wasm',
  'build/native/libschedscape-gcc.so',
  'build/native/libschedscape-clang.so',
];
const reader = nodeReader('scenarios');
const overrides = [
  { path: 'duration', value: '3ms' },
  { path: 'warmup', value: '1ms' },
];

async function open(file: string): Promise<Backend> {
  if (file.endsWith('.so')) return openNative(file);
  return openWasm(new WebAssembly.Module(readFileSync(file)));
}

describe.each(scenarioNames(reader))('%s', (name) => {
  it('gives one hash and one final state with every compiler, for every variant', async () => {
    const missing = builds.filter((file) => !existsSync(file));
    expect(missing, 'node tools/build-core.mjs --all-compilers').toEqual([]);
    const opened = await loadScenario(name, reader, overrides);
    for (const { id } of opened.scenario.variants) {
      const ends = new Set<string>();
      for (const file of builds) {
        const backend = await open(file);
        const world = World.create(backend, buildDefinition(opened, id));
        world.step(opened.duration);
        const { records, accesses, misses, score } = world.clock();
        ends.add([world.traceHash(), records, accesses, misses, score].join(' '));
        backend.dispose();
      }
      expect([...ends], `variant ${id}`).toHaveLength(1);
    }
  });

  it('gives another hash with another seed', async () => {
    const opened = await loadScenario(name, reader, overrides);
    const definition = buildDefinition(opened, opened.scenario.variants[0]!.id);
    const hashes = new Set<string>();
    for (const seed of [1, 2, 3]) {
      const world = World.create(await open(builds[0]!), { ...definition, seed_low: seed });
      world.step(opened.duration);
      hashes.add(world.traceHash());
    }
    expect(hashes.size).toBe(3);
  });
});
