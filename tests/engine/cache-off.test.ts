// Property P01 of cache-aware balancing over the shipped scenarios: switched off, or on a machine with one
// last-level cache a node, a run is that of a kernel without it, record by record.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { DefinitionInput } from '../../web/engine/definition.ts';
import { openWasm } from '../../web/engine/wasm.ts';
import { World } from '../../web/engine/world.ts';
import { buildDefinition, loadScenario, scenarioNames } from '../../web/scenario/index.ts';
import { nodeReader } from '../../web/scenario/node.ts';

const core = new WebAssembly.Module(readFileSync('build/core/core.wasm'));
const reader = nodeReader('scenarios');
const names = scenarioNames(reader).filter((name) => name.startsWith('cache-aware/'));

/** Three ticks: threads are accounted, and processes have been scanned once. */
const ends = 3_100_000;

async function endOf(definition: DefinitionInput) {
  const backend = await openWasm(core);
  const world = World.create(backend, definition);
  world.step(ends);
  const end = [world.traceHash(), world.clock().records, world.clock().accesses].join(' ');
  backend.dispose();
  return end;
}

/** The same machine with a node for each of its caches. */
function withNodes(definition: DefinitionInput, llcs: readonly number[]): DefinitionInput {
  const count = new Set(llcs).size;
  const distance = Array.from({ length: count ** 2 }, (_, at) =>
    at % (count + 1) === 0 ? 10 : 20,
  );
  return { ...definition, nodes: count, cpu_node: llcs, cpu_package: llcs, distance };
}

describe.each(names)('%s', (name) => {
  it('runs as without the series where that is switched off or has nothing to choose', async () => {
    const opened = await loadScenario(name, reader, []);
    const variant = opened.scenario.variants.find(({ kernel }) => kernel.cache_aware)!;
    const series = buildDefinition(opened, variant.id);
    const without = { ...series, cache_version: 0 };
    const baseline = await endOf(without);
    expect(await endOf({ ...series, cache_enabled: 0 })).toBe(baseline);
    expect(await endOf(series), 'switched on').not.toBe(baseline);
    const [one, none] = [series, without].map((each) => withNodes(each, opened.machine.llc));
    expect(await endOf(one!)).toBe(await endOf(none!));
  });
});
