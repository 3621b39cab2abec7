// What "local" means of a HITM: the glossary says it as the engine counts it, which is by last-level cache and not by node.

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { runBatch } from '../../web/engine/batch.ts';
import { openWasm } from '../../web/engine/wasm.ts';
import { World } from '../../web/engine/world.ts';
import { entryNamed, entryText } from '../../web/learn/glossary/search.ts';
import { buildDefinition, loadScenario } from '../../web/scenario/index.ts';
import { nodeReader } from '../../web/scenario/node.ts';
import { measure } from '../../web/stage/measures.ts';

const core = new WebAssembly.Module(readFileSync('build/core/core.wasm'));

/** Share of the HITM loads that are local, of a sender and a receiver on one node with so many last-level caches. */
async function localShare(llcs: number): Promise<number> {
  const opened = await loadScenario('cache-aware/two-caches', nodeReader('scenarios'), [
    { path: 'duration', value: '10 ms' },
    { path: 'warmup', value: '2 ms' },
    { path: 'workload.fds', value: 1 },
    { path: 'platform.topology.llcs_per_node', value: llcs },
  ]);
  expect(opened.machine).toMatchObject({ nodes: 1, llcs });
  const world = World.create(await openWasm(core), buildDefinition(opened, 'A'));
  const { duration, window, program } = opened;
  const report = runBatch(world, { duration, windowStart: window.from, program });
  return measure('local_share', report, report) as number;
}

it('a HITM is local under one last-level cache, and remote between two of the same node', async () => {
  expect(await localShare(2)).toBeLessThan(1);
  expect(await localShare(1)).toBeGreaterThan(99);
  const [local] = entryText(entryNamed('local-hitm')!).split('. ');
  expect(local).toContain('is local if the modified copy was under the same LLC as the reader');
  expect(local).not.toContain('node');
});
