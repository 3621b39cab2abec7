// What the answer "the fair class is not affected" rests on: tasks of the fair class alone, on every
// CPU of a machine of four sockets, under each of the four patches. Only shared lines could make a difference.

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { runJob } from '../../web/engine/sweep/measure.ts';
import { openWasm } from '../../web/engine/wasm.ts';
import { buildDefinition, loadScenario } from '../../web/scenario/index.ts';
import { nodeReader } from '../../web/scenario/node.ts';

const core = new WebAssembly.Module(readFileSync('build/core/core.wasm'));
const reader = nodeReader('scenarios');
const [duration, windowStart] = [3_000_000, 1_000_000];
/** More lines than any layout of root_domain up to its counts has. */
const lines = Array.from({ length: 29 }, (_, line) => ({ structure: 'root_domain', line }));

async function measured(layout: string) {
  const overrides = Object.entries({
    duration: '3 ms',
    warmup: '1 ms',
    'workload.pages': 512,
    'workload.nodes': 4,
    'variant.A.kernel.layout': layout,
  }).map(([path, value]) => ({ path, value }));
  const opened = await loadScenario('pcp/worst-case', reader, overrides);
  const definition = buildDefinition(opened, 'A');
  return runJob(await openWasm(core), { definition, duration, windowStart, lines, rows: true });
}

it('no patch of root_domain changes a run of fair tasks, because none of its lines is handed around', async () => {
  const base = await measured('base');
  expect(base.metrics.page_rate).toBeGreaterThan(0);
  for (const layout of ['p1', 'p2', 'p3', 'p4']) {
    const patched = await measured(layout);
    expect(patched.metrics, layout).toEqual(base.metrics);
    for (const line of patched.lines) {
      const rows = line?.rows ?? [];
      expect(rows.filter((row) => row.local_hitm + row.remote_hitm > 0)).toEqual([]);
    }
  }
});
