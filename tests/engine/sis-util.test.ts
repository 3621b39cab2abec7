// What the scenario of searches in a busy cache must come to: when a wake-up stops searching, that
// SIS_PROP never does, and that a cache with idle CPUs is searched alike by all rules.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { catalogOf } from '../../web/engine/catalog.ts';
import { openWasm } from '../../web/engine/wasm.ts';
import { World } from '../../web/engine/world.ts';
import { explainRow } from '../../web/engine/world-views.ts';
import { buildDefinition, loadScenario } from '../../web/scenario/index.ts';
import { nodeReader } from '../../web/scenario/node.ts';

const core = new WebAssembly.Module(readFileSync('build/core/core.wasm'));

const whole = 'no idle CPU was found: the task goes to the target';
const limit = 'the scan of the LLC stopped at its limit';
const tooBusy = 'the LLC is too busy to be scanned';
/** No CPU is chosen for such a task. */
const left = 'the task was still leaving its CPU, which queues it again itself';

/** Decisions looked at of each half millisecond: some hundreds of thousands a run are more than it takes. */
const sampled = 100;

interface Searches {
  /** By reason: ns of its first wake-up. */
  readonly first: ReadonlyMap<string, number>;
  /** By reason: wake-ups of the last tenth of the run. */
  readonly last: ReadonlyMap<string, number>;
  /** Shared words touched by a wake-up of that tenth, on average. */
  readonly touched: number;
}

async function searchesOf(variant: string, clients: number, ns: number): Promise<Searches> {
  const overrides = [{ path: 'workload.clients', value: clients }];
  const opened = await loadScenario('split-llc/sis-util', nodeReader('scenarios'), overrides);
  const world = World.create(await openWasm(core), buildDefinition(opened, variant));
  const { decisions, reasons } = catalogOf(world);
  const select = decisions.indexOf('select_task_rq_fair');
  const first = new Map<string, number>();
  const last = new Map<string, number>();
  let [seen, touched, wakeups] = [0, 0, 0];
  while (world.time < ns) {
    world.step(Math.min(ns, world.time + 500_000));
    const end = world.clock().explains;
    for (seen = Math.max(seen, end - sampled); seen < end; seen++) {
      const row = explainRow(world, seen);
      if (row?.decision !== select) continue;
      const reason = reasons[row.reason]!;
      if (reason === left) continue;
      if (!first.has(reason)) first.set(reason, world.time);
      if (world.time < 0.9 * ns) continue;
      last.set(reason, (last.get(reason) ?? 0) + 1);
      touched += row.accesses;
      wakeups++;
    }
  }
  return { first, last, touched: touched / wakeups };
}

const shareOf = ({ last }: Searches, reason: string) =>
  (last.get(reason) ?? 0) / [...last.values()].reduce((sum, count) => sum + count, 0);

describe('a wake-up in a cache with nothing idle', () => {
  it('searches all of it, then none by SIS_UTIL; always four CPUs by SIS_PROP', async () => {
    // By SIS_UTIL both caches count as too busy for good from a fifth of a second on, whatever the seed.
    const [prop, util] = [
      await searchesOf('A', 16, 180_000_000),
      await searchesOf('B', 16, 240_000_000),
    ];
    expect(util.first.get(whole)).toBeLessThan(20_000_000);
    expect(util.first.get(tooBusy)).toBeGreaterThan(100_000_000);
    expect(shareOf(util, tooBusy)).toBeGreaterThan(0.98);
    expect(prop.first.has(tooBusy)).toBe(false);
    expect(shareOf(prop, limit)).toBeGreaterThan(0.98);
    expect(util.touched).toBeLessThan(prop.touched);
  }, 120_000);

  it('is no case while CPUs idle: then both rules come to the same', async () => {
    const [prop, util] = [
      await searchesOf('A', 4, 20_000_000),
      await searchesOf('B', 4, 20_000_000),
    ];
    for (const searches of [prop, util]) {
      expect(searches.first.has(limit)).toBe(false);
      expect(searches.first.has(tooBusy)).toBe(false);
    }
    expect([...util.last.keys()]).toEqual([...prop.last.keys()]);
    expect(util.touched).toBeCloseTo(prop.touched, 0);
  });
});
