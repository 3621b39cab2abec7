// The stored worlds of the fuzzer: one trace hash, whichever compiler built the core.

import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import type { DefinitionInput } from '../../web/engine/definition.ts';
import { hasOwn } from '../../web/engine/own-code.ts';
import { World } from '../../web/engine/world.ts';
import { compilers, expectAllBuilds, open } from './builds.ts';

beforeAll(expectAllBuilds);

const folder = 'wasm-core/fuzz/stored';

/** Lines "field value value ..."; "run end" and "run records" say how far it goes. */
function readWorld(file: string) {
  const lines = readFileSync(`${folder}/${file}`, 'utf8').trim().split('\n');
  const words = lines.map((line) => line.split(' '));
  const run = (what: string) =>
    Number(words.find(([first, second]) => first === 'run' && second === what)?.[2]);
  const fields = words.filter(([first]) => first !== 'run');
  const values = fields.map(([name, ...rest]) => [name, rest.map(Number)]);
  return {
    definition: Object.fromEntries(values) as DefinitionInput,
    end: run('end'),
    records: run('records'),
  };
}

it.each(readdirSync(folder))('%s ends with one hash in every build', async (file) => {
  const { definition, end, records } = readWorld(file);
  const hashes = [];
  for (const compiler of compilers) {
    const fair_class = Number(definition.fair_class);
    const backend = await open(compiler, hasOwn({ ...definition, fair_class }));
    const world = World.create(backend, definition);
    world.step(end, records);
    expect(world.clock().records, compiler).toBeGreaterThan(400);
    hashes.push(world.traceHash());
    backend.dispose();
  }
  expect(new Set(hashes).size, hashes.join(' ')).toBe(1);
});
