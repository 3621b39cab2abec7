// Measures of migrations and searches on the real core: which code moved a task, when messenger and worker came to
// share a cache, and whether scans find an idle CPU.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { runBatch } from '../../web/engine/batch.ts';
import { catalogOf } from '../../web/engine/catalog.ts';
import { runMetrics } from '../../web/engine/metrics.ts';
import { scanFound, scanInVain } from '../../web/engine/moves.ts';
import { openWasm } from '../../web/engine/wasm.ts';
import { World } from '../../web/engine/world.ts';
import { buildDefinition, loadScenario } from '../../web/scenario/index.ts';
import { nodeReader } from '../../web/scenario/node.ts';

const core = new WebAssembly.Module(readFileSync('build/core/core.wasm'));

async function opened(
  name: string,
  variant: string,
  set: Readonly<Record<string, string | number>>,
) {
  const overrides = Object.entries(set).map(([path, value]) => ({ path, value }));
  const scenario = await loadScenario(`split-llc/${name}`, nodeReader('scenarios'), overrides);
  return {
    scenario,
    world: World.create(await openWasm(core), buildDefinition(scenario, variant)),
  };
}

async function measured(
  name: string,
  variant: string,
  set: Readonly<Record<string, string | number>>,
) {
  const { scenario, world } = await opened(name, variant, set);
  const { duration, window } = scenario;
  const result = runBatch(world, { duration, windowStart: window.from, program: undefined });
  return { metrics: runMetrics(result), hash: result.traceHash };
}

describe('the moves of schbench', () => {
  const chain = (variant: string) =>
    measured('schbench-kworker-consolidation', variant, { duration: '400 ms' });

  it('are one by balancing, and messenger and worker are together from then on', async () => {
    const { metrics: run } = await chain('A');
    expect(run.migrations_balance).toBe(1);
    expect(run.migrations_wake).toBeGreaterThanOrEqual(1);
    expect(run.together_since).toBeGreaterThan(100_000_000);
    expect(run.together_since).toBeLessThan(300_000_000);
  });

  it('are none where a hint holds the worker, and then there is no time to tell', async () => {
    const { metrics: run } = await chain('B');
    expect(run.migrations_balance).toBe(0);
    expect(run.together_since).toBeUndefined();
  });
});

describe('the searches of tbench', () => {
  const searches = async (clients: number) => {
    const set = { 'workload.clients': clients, duration: '12 ms', warmup: '4 ms' };
    return (await measured('sis-util', 'B', set)).metrics;
  };

  it('are told with the words they touch and how many scans find a CPU', async () => {
    const [few, many] = [await searches(4), await searches(12)];
    expect(few.search_words).toBeGreaterThan(1);
    expect(many.search_words).toBeGreaterThan(few.search_words!);
    expect(many.scan_success).toBeGreaterThan(0);
    expect(many.scan_success).toBeLessThan(100);
    expect(many.together_since).toBeUndefined();
  });

  it('have no share of scans that find a CPU where the kernel knows no cache to scan', async () => {
    const [known, unknown] = [
      await measured('one-wakeup', 'A', {}),
      await measured('one-wakeup', 'B', {}),
    ];
    expect(known.metrics.scan_success).toBeGreaterThan(0);
    expect(unknown.metrics.search_words).toBeGreaterThan(0);
    expect(unknown.metrics.scan_success).toBeUndefined();
  });

  it('are told by reasons that the core knows', async () => {
    const { world } = await opened('sis-util', 'B', { 'workload.clients': 1 });
    const { decisions, reasons } = catalogOf(world);
    expect(decisions).toContain('select_task_rq_fair');
    expect(reasons).toEqual(expect.arrayContaining([...scanFound, ...scanInVain]));
  });
});

describe('who reads the moves', () => {
  it('changes nothing in the run', async () => {
    const set = { 'workload.clients': 2, duration: '6 ms', warmup: '2 ms' };
    const { hash } = await measured('sis-util', 'A', set);
    const { scenario, world } = await opened('sis-util', 'A', set);
    world.step(scenario.duration);
    expect(world.traceHash()).toBe(hash);
  });
});
