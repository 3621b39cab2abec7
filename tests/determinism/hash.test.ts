// One scenario and one seed give one trace, whichever compiler built the core: promise three.

import { beforeAll, describe, expect, it } from 'vitest';
import { World } from '../../web/engine/world.ts';
import { buildDefinition, loadScenario, scenarioNames } from '../../web/scenario/index.ts';
import { compilers, expectAllBuilds, open, reader, short } from './builds.ts';

beforeAll(expectAllBuilds);

describe.each(scenarioNames(reader))('%s', (name) => {
  it('gives one hash and one final state with every compiler, for every variant', async () => {
    const opened = await loadScenario(name, reader, short);
    for (const { id } of opened.scenario.variants) {
      const ends = new Set<string>();
      for (const compiler of compilers) {
        const backend = await open(compiler);
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
    const opened = await loadScenario(name, reader, short);
    const definition = buildDefinition(opened, opened.scenario.variants[0]!.id);
    const hashes = new Set<string>();
    for (const seed of [1, 2, 3]) {
      const world = World.create(await open('emcc'), { ...definition, seed_low: seed });
      world.step(opened.duration);
      hashes.add(world.traceHash());
    }
    expect(hashes.size).toBe(3);
  });
});
