// One scenario and one seed give one trace, whichever compiler built the core: promise three.

import { beforeAll, describe, expect, it } from 'vitest';
import type { DefinitionInput } from '../../web/engine/definition.ts';
import { World } from '../../web/engine/world.ts';
import { buildDefinition, loadScenario, scenarioNames } from '../../web/scenario/index.ts';
import { heldOnce } from '../runs/measured.ts';
import {
  type Compiler,
  compilers,
  expectAllBuilds,
  fileOf,
  open,
  reader,
  short,
} from './builds.ts';

beforeAll(expectAllBuilds);

/** Hash and final state of a run in one build. */
async function endOf(
  compiler: Compiler,
  definition: DefinitionInput,
  ns: number,
  runsPolicies: boolean,
): Promise<string> {
  const backend = await open(compiler, runsPolicies);
  const world = World.create(backend, definition);
  world.step(ns);
  const { records, accesses, misses, score } = world.clock();
  const end = [world.traceHash(), records, accesses, misses, score].join(' ');
  backend.dispose();
  return end;
}

describe.each(scenarioNames(reader))('%s', (name) => {
  it('gives one hash and one final state with every compiler, for every variant', async () => {
    const opened = await loadScenario(name, reader, short);
    const { duration, program } = opened;
    // What runs a policy runs a workload of one's own, too.
    const isOwn = program !== undefined;
    const built = compilers.map((compiler) => fileOf(compiler, isOwn));
    const by = 'tests/determinism/hash.test.ts';
    for (const { id } of opened.scenario.variants) {
      const definition = buildDefinition(opened, id);
      const asked = { duration, what: 'one end' };
      await heldOnce({ built, by, definition, asked }, async () => {
        const ends = new Set<string>();
        for (const compiler of compilers)
          ends.add(await endOf(compiler, definition, duration, isOwn));
        expect([...ends], `variant ${id}`).toHaveLength(1);
      });
    }
  });

  it('gives another hash with another seed', async () => {
    const opened = await loadScenario(name, reader, short);
    const definition = buildDefinition(opened, opened.scenario.variants[0]!.id);
    const [first] = compilers;
    const asked = { duration: opened.duration, what: 'another hash with another seed' };
    const by = 'tests/determinism/hash.test.ts';
    const isOwn = opened.program !== undefined;
    await heldOnce({ built: [fileOf(first!, isOwn)], by, definition, asked }, async () => {
      const hashes = new Set<string>();
      for (const seed of [1, 2, 3]) {
        const world = World.create(await open(first!, isOwn), { ...definition, seed_low: seed });
        world.step(opened.duration);
        hashes.add(world.traceHash());
      }
      expect(hashes.size).toBe(3);
    });
  });
});
