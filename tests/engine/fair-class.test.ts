// What the answer "the fair class is not affected" rests on: fair tasks alone, under each of the four patches
// and all of them. Pages are faulted on every CPU of four sockets by the stand-in class; hackbench runs the full
// one, whose CPUs idle, balance anew and write the one word of root_domain they share. Only shared lines could
// make a difference.

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { runJob } from '../../web/engine/sweep/measure.ts';
import { openWasm } from '../../web/engine/wasm.ts';
import { buildDefinition, loadScenario } from '../../web/scenario/index.ts';
import { nodeReader } from '../../web/scenario/node.ts';

const core = new WebAssembly.Module(readFileSync('build/core/core.wasm'));
const reader = nodeReader('scenarios');
const [duration, windowStart] = [3_000_000, 1_000_000];
/** Lines of the largest layout, that of all patches, padded: 208. */
const lines = Array.from({ length: 208 }, (_, at) => ({ structure: 'root_domain', line: at + 1 }));
const patches = ['p1', 'p2', 'p3', 'p4', 'p1+p2+p3+p4'];
const talk = { 'workload.fds': 8 };
const pages = { 'workload.pages': 512, 'workload.nodes': 4 };

async function measured(scenario: string, layout: string, set: Record<string, number> = {}) {
  const all = { duration: '3 ms', warmup: '1 ms', ...set, 'variant.A.kernel.layout': layout };
  const overrides = Object.entries(all).map(([path, value]) => ({ path, value }));
  const opened = await loadScenario(scenario, reader, overrides);
  const definition = buildDefinition(opened, 'A');
  const job = { definition, duration, windowStart, lines, rows: true, program: undefined };
  const { metrics, lines: found } = runJob(await openWasm(core), job);
  const rows = found.flatMap((line) => line?.rows ?? []);
  return { metrics, handedAround: rows.filter((row) => row.local_hitm + row.remote_hitm > 0) };
}

it('no patch changes a run of page faults, because no line of root_domain is handed around', async () => {
  const base = await measured('pcp/worst-case', 'base', pages);
  expect(base.metrics.page_rate).toBeGreaterThan(0);
  for (const layout of patches) {
    const patched = await measured('pcp/worst-case', layout, pages);
    expect(patched.metrics, layout).toEqual(base.metrics);
    expect(patched.handedAround, layout).toEqual([]);
  }
});

it('no patch changes a run of hackbench, which hands one word around wherever it lies', async () => {
  const base = await measured('split-llc/wide-wakers', 'base', talk);
  expect(base.metrics.throughput).toBeGreaterThan(0);
  expect(base.handedAround.length).toBeGreaterThan(0);
  for (const layout of patches) {
    const patched = await measured('split-llc/wide-wakers', layout, talk);
    expect(patched.metrics, layout).toEqual(base.metrics);
    expect(new Set(patched.handedAround.map(({ offset }) => offset)).size, layout).toBe(1);
  }
});
