// What the scenarios of split caches must come to, whatever constants a machine has: where threads start,
// which accident brings tasks together, and in how many runs of many.

import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { LATENCY } from '../../web/engine/abi.gen.ts';
import { runBatch } from '../../web/engine/batch.ts';
import { captureExplain } from '../../web/engine/capture-window.ts';
import { catalogOf } from '../../web/engine/catalog.ts';
import { domainsOf, type MachineShape } from '../../web/engine/domains/domains.ts';
import { runMetrics } from '../../web/engine/metrics.ts';
import { openProbes } from '../../web/engine/probes.ts';
import type { Explain } from '../../web/engine/types.ts';
import { openWasm } from '../../web/engine/wasm.ts';
import { World } from '../../web/engine/world.ts';
import { latencies } from '../../web/engine/world-views.ts';
import { buildDefinition, loadScenario } from '../../web/scenario/index.ts';
import { intents } from '../../web/scenario/kernel-schema.ts';
import { nodeReader } from '../../web/scenario/node.ts';
import { factsAs } from '../../web/views/explain/tellers/teller.ts';

const core = new WebAssembly.Module(readFileSync('build/core/core.wasm'));
const probes = new WebAssembly.Module(readFileSync('build/core/probes.wasm'));
const reader = nodeReader('scenarios');
const cpus = 256;
const llcOf = (cpu: number) => Math.floor((cpu % 128) / 8);

type Settings = Readonly<Record<string, string | number | boolean>>;

/** The LLCs of the first `tasks` of a run at some moment. */
async function llcsAt(
  name: string,
  variant: string,
  settings: Settings,
  ns: number,
  tasks: number,
) {
  const overrides = Object.entries(settings).map(([path, value]) => ({ path, value }));
  const opened = await loadScenario(`split-llc/${name}`, reader, overrides);
  const world = World.create(await openWasm(core), buildDefinition(opened, variant));
  world.step(ns);
  world.refresh();
  const views = world.tasks();
  return Array.from({ length: tasks }, (_, task) => llcOf(views.at(cpus + task).cpu));
}

const teamOf = (variant: string, external: string, seed: number) =>
  llcsAt(
    'stream-initial-placement',
    variant,
    { 'workload.external': external, seed },
    1_000_000,
    16,
  );

describe('the team of STREAM', () => {
  it('gets a cache a thread by the rule of 6.0, and two threads a cache by that of 5.11', async () => {
    for (const seed of [1, 2, 3, 4, 5]) {
      expect(new Set(await teamOf('B', 'none', seed)).size).toBe(16);
      expect(new Set(await teamOf('A', 'none', seed)).size).toBe(8);
    }
  });

  it('piles up on the master’s cache in about 94 % of 200 runs beside another task', async () => {
    let piled = 0;
    for (let seed = 1; seed <= 200; seed++) {
      const [master, ...others] = await teamOf('B', 'random', seed);
      piled += Number(others.includes(master!));
    }
    expect(piled / 200).toBeGreaterThanOrEqual(0.9);
    expect(piled / 200).toBeLessThanOrEqual(0.98);
  }, 300_000);

  it('avoids the other task’s cache and its own when it goes by allocated memory', async () => {
    for (const seed of [1, 2, 3, 4, 5]) {
      expect(new Set(await teamOf('D', 'other-node', seed)).size).toBe(16);
    }
  });
});

describe('schbench at a distance', () => {
  /** The 99th percentile of wake-ups with one worker held there, ns. */
  async function p99(distance: string): Promise<number> {
    const set = { 'workload.distance': distance, duration: '200 ms' };
    const overrides = Object.entries(set).map(([path, value]) => ({ path, value }));
    const opened = await loadScenario('split-llc/schbench-distance', reader, overrides);
    const world = World.create(await openWasm(core), buildDefinition(opened, 'A'));
    world.step(200_000_000);
    world.refresh();
    return latencies(world).at(LATENCY.WAKE).p99;
  }

  it('is woken quicker in its cache than in another, and slowest on the other socket', async () => {
    const [near, node, far] = [
      await p99('same-llc'),
      await p99('same-node'),
      await p99('other-node'),
    ];
    expect(near).toBeLessThan(node);
    expect(node).toBeLessThan(far);
  });

  /** Posted with the hints: 17 µs in the messenger's cache, 37 in another. Lines alone would be 5 and 6. */
  it('pays for the CPU that sleeps, and far for the cache that sleeps, what the posting measured', async () => {
    const [near, node] = [await p99('same-llc'), await p99('same-node')];
    expect(Math.abs(near - 17_000)).toBeLessThan(1000);
    expect(Math.abs(node - 37_000)).toBeLessThan(1000);
  });

  it('is never brought near by a wake-up while its CPU idles', async () => {
    const free = { 'workload.distance': 'same-node', 'workload.pinned': 'no' };
    const start = await llcsAt('schbench-distance', 'A', free, 5_000_000, 3);
    const end = await llcsAt('schbench-distance', 'A', free, 200_000_000, 3);
    expect(start[1]).not.toBe(start[2]);
    expect(end).toEqual(start);
  });
});

describe('schbench beside a bound kernel thread', () => {
  const areTogether = async (variant: string, settings: Settings) => {
    const name = 'schbench-kworker-consolidation';
    const [messenger, worker] = (await llcsAt(name, variant, settings, 400_000_000, 3)).slice(1);
    return messenger === worker;
  };

  it('comes together in one cache, unless a hint holds the worker', async () => {
    expect(await areTogether('A', {})).toBe(true);
    expect(await areTogether('B', {})).toBe(false);
  });

  it('says of the hint that it held the worker, where nobody asks for all records', async () => {
    const told = new Map<string, number>();
    for (const variant of ['A', 'B']) {
      const opened = await loadScenario('split-llc/schbench-kworker-consolidation', reader);
      const world = World.create(await openWasm(core), buildDefinition(opened, variant));
      const { reasonCodes } = catalogOf(world);
      const held: Explain[] = [];
      for (let seen = 0; world.time < 400_000_000; ) {
        world.step(world.time + 1_000_000);
        for (const end = world.clock().explains; seen < end; seen++) {
          const explain = captureExplain(world, seen)!;
          if (reasonCodes[explain.reason] === 'MV_HINT') held.push(explain);
        }
      }
      told.set(variant, held.length);
      for (const explain of held) {
        const { tests, moved } = factsAs(explain, 'pass')!;
        const steps = tests.map((test) => reasonCodes[test]);
        expect(steps).toContain('MV_HINT');
        expect([llcOf(explain.previous), moved]).toEqual([llcOf(128 + 8), 0]);
      }
    }
    expect(told.get('A')).toBe(0);
    expect(told.get('B')).toBeGreaterThan(0);
  });

  it.each([
    ['no kernel thread', { 'workload.kworker': '0 ns' }],
    ['one that has gone too early', { 'workload.kworker': '100 ns' }],
    ['a worker on the other node', { 'workload.distance': 'other-node' }],
    ['a worker that ran a moment ago', { 'workload.work': '200 us', 'workload.sleep': '200 us' }],
  ])('stays apart with %s', async (_, settings) => {
    expect(await areTogether('A', settings)).toBe(false);
  });
});

describe('WAKE_AFFINE', () => {
  /** The 99th percentile of wake-up latencies with so many workers, ns. */
  async function p99(variant: string, workers: number): Promise<number> {
    const overrides = [
      { path: 'workload.workers', value: workers },
      { path: 'duration', value: '60 ms' },
    ];
    const opened = await loadScenario('split-llc/hint-turns-harmful', reader, overrides);
    const world = World.create(await openWasm(core), buildDefinition(opened, variant));
    world.step(60_000_000);
    world.refresh();
    return latencies(world).at(LATENCY.WAKE).p99;
  }

  it('helps eight workers, and lets one of sixteen wait for the spin of another', async () => {
    expect(await p99('B', 8)).toBeLessThan(await p99('A', 8));
    expect(await p99('A', 16)).toBeLessThan(100_000);
    expect(await p99('B', 16)).toBeGreaterThan(1_000_000);
  });
});

describe('sockets of one cache', () => {
  /** How many of two workers share the messenger's cache; CPUs of a cache of either machine. */
  async function sharing(platform: string, variant: string, perSocket: number, seed: number) {
    const overrides = { platform, seed };
    const cache = (llc: number) => (perSocket === 1 ? Math.floor(llc / 8) : llc);
    const llcs = await llcsAt('unified-vs-split', variant, overrides, 2_000_000, 4);
    const [messenger, ...workers] = llcs.slice(1).map(cache);
    return workers.filter((worker) => worker === messenger).length;
  }

  it('let the first workers share the messenger’s cache without a hint, eight caches do not', async () => {
    for (const seed of [1, 2, 3, 4, 5]) {
      expect(await sharing('milan-2s-unified', 'A', 1, seed)).toBe(2);
      expect(await sharing('milan-2s-nps1', 'A', 8, seed)).toBe(0);
      expect(await sharing('milan-2s-nps1', 'B', 8, seed)).toBe(2);
    }
  });

  it('hold a herd that overloads one of sixteen', async () => {
    const seen: number[] = [];
    for (const platform of ['milan-2s-nps1', 'milan-2s-unified']) {
      const all = await llcsAt('tbench-thundering-herd', 'A', { platform }, 6_500_000, 130);
      const llcs = all.slice(2);
      const cache = (llc: number) => (platform === 'milan-2s-unified' ? Math.floor(llc / 8) : llc);
      const most = Math.max(
        ...llcs.map((llc) => llcs.filter((other) => cache(other) === cache(llc)).length),
      );
      seen.push(most / (platform === 'milan-2s-unified' ? 128 : 16));
    }
    expect(seen[0]).toBeGreaterThan(1);
    expect(seen[1]).toBeLessThanOrEqual(1);
  });
});

describe('the imbalance that is allowed between nodes', () => {
  it.each([
    ['milan-2s-unified', 16],
    ['milan-2s-nps1', 8],
  ])('of %s is %i tasks', async (platform, allowed) => {
    const opened = await loadScenario('split-llc/unified-vs-split', reader, [
      { path: 'platform', value: platform },
    ]);
    const shape = buildDefinition(opened, 'A') as unknown as MachineShape;
    const { domains } = domainsOf(openProbes(await openWasm(probes)), shape, 0);
    expect(domains.at(-1)).toMatchObject({ name: 'NUMA', imb_numa_nr: allowed });
    expect(domains.slice(0, -1).map(({ span_weight }) => span_weight)).toEqual(
      platform === 'milan-2s-unified' ? [2, 128] : [2, 16, 128],
    );
  });
});

describe('an intent', () => {
  /** The trace of 10 ms with this intent, or none. */
  async function hash(intent: string | undefined): Promise<string> {
    const settings = [
      { path: 'duration', value: '10 ms' },
      { path: 'warmup', value: '1 ms' },
      ...(intent ? [{ path: 'variant.B.kernel.hints.intent', value: intent }] : []),
    ];
    const opened = await loadScenario('split-llc/intents', reader, settings);
    const variant = intent ? 'B' : 'A';
    const world = World.create(await openWasm(core), buildDefinition(opened, variant));
    world.step(10_000_000);
    return world.traceHash();
  }

  it('changes the run, each of the six', async () => {
    const none = await hash(undefined);
    const found = await Promise.all(Object.keys(intents).map(hash));
    expect(found).toHaveLength(6);
    expect(found).not.toContain(none);
  }, 60_000);
});

describe('the herd of tbench', () => {
  /** Where its 128 processes started, as the metrics tell it. */
  async function starts(variant: string, seed: number) {
    const settings = { seed, duration: '7 ms', warmup: '6 ms' };
    const overrides = Object.entries(settings).map(([path, value]) => ({ path, value }));
    const opened = await loadScenario('split-llc/tbench-thundering-herd', reader, overrides);
    const world = World.create(await openWasm(core), buildDefinition(opened, variant));
    const { duration, window } = opened;
    return runMetrics(runBatch(world, { duration, windowStart: window.from, program: undefined }));
  }

  it('starts on one node and overloads a cache on average by the rule of 5.18, on both nodes by that of 6.0', async () => {
    let overloaded = 0;
    for (const seed of [1, 2, 3]) {
      const [old, now] = [await starts('A', seed), await starts('B', seed)];
      expect(old.fork_node_most).toBeGreaterThan(78);
      expect(old.fork_node_most! + old.fork_node_least!).toBeCloseTo(100);
      expect(old.fork_llc_most).toBeGreaterThanOrEqual(16);
      overloaded += old.fork_llcs_overloaded!;
      expect(old.fork_llc_least).toBeLessThanOrEqual(2);
      expect(now.fork_node_most).toBeLessThan(57);
      expect(now.fork_llcs_overloaded).toBe(0);
    }
    expect(overloaded / 3).toBeGreaterThanOrEqual(1);
  });
});

describe('the herd of tbench, once released', () => {
  /** How many moves there were until 8.5 ms, and how caches and nodes are filled by then. */
  async function released(variant: string, seed: number) {
    const overrides = Object.entries({ seed, duration: '8500 us', warmup: '6500 us' });
    const opened = await loadScenario(
      'split-llc/tbench-thundering-herd',
      reader,
      overrides.map(([path, value]) => ({ path, value })),
    );
    const world = World.create(await openWasm(core), buildDefinition(opened, variant));
    const { duration, window } = opened;
    const { migrations_wake, migrations_balance } = runMetrics(
      runBatch(world, { duration, windowStart: window.from, program: undefined }),
    );
    world.refresh();
    const tasks = world.tasks();
    const llcs = Array.from({ length: 128 }, (_, at) => llcOf(tasks.at(cpus + 2 + at).cpu));
    const within = (from: number, to: number) =>
      llcs.filter((llc) => llc >= from && llc < to).length;
    const most = Math.max(...Array.from({ length: 16 }, (_, llc) => within(llc, llc + 1)));
    const offEven = Math.abs(within(0, 8) - 64);
    return { moved: migrations_wake! + migrations_balance!, most, offEven };
  }

  const herd: Awaited<ReturnType<typeof released>>[] = [];
  const spread: typeof herd = [];
  beforeAll(async () => {
    for (const seed of [1, 2, 3, 4]) {
      herd.push(await released('A', seed));
      spread.push(await released('C', seed));
    }
  }, 120_000);
  const mean = (runs: typeof herd, of: 'moved' | 'offEven') =>
    runs.reduce((sum, run) => sum + run[of], 0) / runs.length;

  it('is moved hundreds of times on average until hardly a cache has more of it than CPUs, its nodes still uneven', () => {
    expect(mean(herd, 'moved')).toBeGreaterThan(300);
    for (const { moved, most, offEven } of herd) {
      expect(moved).toBeGreaterThan(80);
      expect(most).toBeLessThanOrEqual(18);
      // Published are 67 of 128 on the first node after ten thousand migrations, which take seconds.
      expect(offEven).toBeGreaterThan(20);
    }
  });

  it('has both nodes about even at once on average with FORK_SPREAD, and hardly moves', () => {
    expect(mean(spread, 'offEven')).toBeLessThan(8);
    // 85 % fewer by the slides, which do not say by which better start.
    expect(mean(spread, 'moved')).toBeLessThan(0.15 * mean(herd, 'moved'));
    for (const { moved, offEven } of spread) {
      expect(moved).toBeLessThan(30);
      expect(offEven).toBeLessThanOrEqual(20);
    }
  });
});
