// Words of a program that no compiler of ours wrote: the core refuses them in words, or runs them; it never breaks.
// SCHEDSCAPE_PROGRAM_WORDS says how many programs are tried.

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { DefinitionError } from '../../../web/engine/definition.ts';
import { openWasm } from '../../../web/engine/wasm.ts';
import { World } from '../../../web/engine/world.ts';
import { buildDefinition, openScenario } from '../../../web/scenario/index.ts';
import { nodeReader } from '../../../web/scenario/node.ts';
import { blankScenario } from '../../../web/scenario/program/other-workload.ts';
import { formOf } from './run.ts';

const core = new WebAssembly.Module(readFileSync('build/core/policy.wasm'));
const programs = Number(process.env.SCHEDSCAPE_PROGRAM_WORDS ?? 100);

const rich = readFileSync('tests/fixtures/own/every-step.txt', 'utf8');

function numbers(seed: number) {
  let state = seed >>> 0;
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

it('refuses words or runs them, whatever they are', async () => {
  const workload = formOf(rich);
  const opened = await openScenario(blankScenario, nodeReader('scenarios'), [], { workload });
  const definition = buildDefinition(opened, 'B');
  const good = definition.program as readonly number[];
  const draw = numbers(3);
  const ends = { ran: 0, refused: 0 };
  for (let at = 0; at < programs; at++) {
    const program = [...good];
    for (let changes = 1 + draw(3); changes > 0; changes--) {
      const word = draw(program.length);
      const near = [0, 1, 2, 3, program[word]! + 1, program[word]! ^ (1 << draw(31)), 2 ** 32 - 1];
      program[word] = near[draw(near.length)]! >>> 0;
    }
    try {
      const world = World.create(await openWasm(core), { ...definition, program });
      world.step(2_000_000);
      ends.ran++;
    } catch (cause) {
      if (!(cause instanceof DefinitionError)) throw cause;
      expect(cause.message).toMatch(/^(program|workload)/);
      ends.refused++;
    }
  }
  expect(ends.ran).toBeGreaterThan(programs / 10);
  expect(ends.refused).toBeGreaterThan(programs / 10);
});
