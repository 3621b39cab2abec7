// A policy that leaves every question to Linux changes nothing: the trace hash of no policy, in every scenario, at every
// point that it has.

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { DefinitionInput } from '../../web/engine/definition.ts';
import { capturePolicy } from '../../web/engine/policy.ts';
import { openWasm } from '../../web/engine/wasm.ts';
import { World } from '../../web/engine/world.ts';
import { compilePolicy } from '../../web/policy/compile.ts';
import { policyValues } from '../../web/policy/values.ts';
import { buildDefinition, loadScenario, scenarioNames } from '../../web/scenario/index.ts';
import { nodeReader } from '../../web/scenario/node.ts';

const core = new WebAssembly.Module(readFileSync('build/core/policy.wasm'));
const reader = nodeReader('scenarios');
/** What a world of the definition has to be asked about. */
const pointsOf = (definition: DefinitionInput): string[] => [
  ...['select_cpu', 'find_lowest_rq'],
  ...(definition.fair_class === 1 ? ['balance', 'enqueue'] : []),
  ...(definition.cache_version && definition.cache_enabled !== 0 ? ['prefer_llc'] : []),
  ...['pcp_refill', 'pcp_flush'],
];
const leavesOf = (definition: DefinitionInput) =>
  policyValues(
    compilePolicy(
      pointsOf(definition)
        .map((each) => `function ${each}() { return; }`)
        .join('\n'),
    ),
  );
const short = [
  { path: 'duration', value: '8ms' },
  { path: 'warmup', value: '1ms' },
];

const variants = [];
for (const name of scenarioNames(reader)) {
  const opened = await loadScenario(name, reader, short);
  const { id } = opened.scenario.variants.at(-1)!;
  const definition = buildDefinition(opened, id);
  variants.push({ name, id, definition });
}

const questions: number[] = [];

it.each(variants)('$name, variant $id', async ({ definition }) => {
  const backend = await openWasm(core);
  const end = (given: object) => {
    const world = World.create(backend, given);
    world.step(8_000_000);
    return world;
  };
  const withPolicy = end({ ...definition, ...leavesOf(definition) });
  const { asked, ended } = capturePolicy(withPolicy)!;
  questions.push(asked.reduce((sum, each) => sum + each));
  expect(ended[1]).toBe(ended.reduce((sum, each) => sum + each));
  expect(withPolicy.traceHash()).toBe(end(definition).traceHash());
});

it('was asked in nearly all of them: three have tasks alone on their CPUs', () => {
  expect(questions).toHaveLength(variants.length);
  expect(questions.filter((asked) => asked === 0).length).toBeLessThanOrEqual(3);
  expect(questions.filter((asked) => asked > 100).length).toBeGreaterThan(variants.length / 3);
});
