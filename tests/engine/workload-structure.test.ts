// Results that must follow from the structure of a benchmark under the whole fair class, whatever constants a
// machine has: forks, wake-ups and balancing decide here where tasks run, not the test.
// wasm-core/tests/test_workloads.c has the same under the stand-in for the fair class, which moves nothing.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LATENCY } from '../../web/engine/abi.gen.ts';
import { catalogOf } from '../../web/engine/catalog.ts';
import type { DefinitionInput } from '../../web/engine/definition.ts';
import { openWasm } from '../../web/engine/wasm.ts';
import { World } from '../../web/engine/world.ts';
import { explainRow, latencies } from '../../web/engine/world-views.ts';
import { buildDefinition, loadScenario } from '../../web/scenario/index.ts';
import { choiceWordsOf } from '../../web/scenario/kernel-options.ts';
import { forkHints, wakeHints } from '../../web/scenario/kernel-schema.ts';
import { nodeReader } from '../../web/scenario/node.ts';

const core = new WebAssembly.Module(readFileSync('build/core/core.wasm'));
const reader = nodeReader('scenarios');
const MS = 1_000_000;

type Settings = Readonly<Record<string, string | number>>;

async function definitionOf(scenario: string, variant: string, settings: Settings) {
  const overrides = Object.entries(settings).map(([path, value]) => ({ path, value }));
  return buildDefinition(await loadScenario(scenario, reader, overrides), variant);
}

/** What was done from one moment to another, in what the workload counts. */
async function scoreOf(definition: DefinitionInput, from: number, to: number): Promise<number> {
  const world = World.create(await openWasm(core), definition);
  world.step(from);
  const before = world.clock().score;
  world.step(to);
  return world.clock().score - before;
}

describe('a message of hackbench on Genoa', () => {
  /** The words of a set of CPUs, as interventions give it. */
  const setOf = (cpus: readonly number[]) => {
    const words = new Uint32Array(32);
    for (const cpu of cpus) words[cpu >>> 5]! |= 2 ** (cpu & 31);
    return [...words];
  };

  /** ns it takes two receivers, the two pairs of threads being free in the LLC given to each thread. */
  async function nsOfMessage(llcs: readonly number[]): Promise<number> {
    const settings = { 'workload.places': 'as-forked', duration: '40 ms', warmup: '1 ms' };
    const definition = await definitionOf('cache-aware/two-pairs', 'A', settings);
    const cpusOf = (llc: number) =>
      definition.cpu_llc.flatMap((at, cpu) => (at === llc ? cpu : []));
    const score = await scoreOf(
      {
        ...definition,
        interventions: llcs.length,
        intervention_at_low: llcs.map(() => 1),
        intervention_kind: llcs.map(() => 1),
        intervention_task: llcs.map((_, thread) => definition.cpus + 1 + thread),
        intervention_cpus: llcs.flatMap((llc) => setOf(cpusOf(llc))),
      },
      10 * MS,
      40 * MS,
    );
    return (2 * 30 * MS) / score;
  }

  it('costs the published 0.67 µs in one LLC and 1.19 µs across LLCs, within a quarter', async () => {
    const packed = await nsOfMessage([0, 0, 0, 0]);
    const spread = await nsOfMessage([0, 1, 2, 3]);
    expect(packed).toBeGreaterThan(671 * 0.75);
    expect(packed).toBeLessThan(671 * 1.25);
    expect(spread).toBeGreaterThan(1189 * 0.75);
    expect(spread).toBeLessThan(1189 * 1.25);
  });
});

describe('the p99 of the older versions of schbench', () => {
  interface Run {
    /** ns. */
    readonly p99: number;
    /** ns from a messenger's wake-up of one worker to that of the next, the median. */
    readonly wake: number;
  }

  /** One thread per core where work counts as latency: a thread beside a busy sibling would take twice as long. */
  const oneThreadACore = (definition: DefinitionInput & { cpus: number }) => {
    const cores = Array.from({ length: definition.cpus }, (_, cpu) => cpu);
    return { ...definition, cpu_core: cores, cpu_l2: cores };
  };

  async function run(settings: Settings, workers: number): Promise<Run> {
    // All idle CPUs in C1: how deep a wakee's CPU slept is no part of what a wake-up costs its waker.
    const alike = { 'workload.messengers': 1, 'variant.A.kernel.idle': 'c1' };
    const all = { warmup: '20 ms', duration: '150 ms', ...alike, ...settings };
    const named = { ...all, 'workload.workers': workers };
    const chosen = await definitionOf('split-llc/schbench-hints', 'A', named);
    const definition =
      settings['workload.name'] === 'schbench-old' ? oneThreadACore(chosen) : chosen;
    const world = World.create(await openWasm(core), definition);
    const select = catalogOf(world).decisions.indexOf('select_task_rq_fair');
    const messenger = definition.cpus + 1;
    const gaps: number[] = [];
    let [seen, cpu, time] = [0, -1, 0];
    while (world.time < 150 * MS) {
      world.step(Math.min(150 * MS, world.time + 200_000));
      for (const end = world.clock().explains; seen < end; seen++) {
        const row = explainRow(world, seen)!;
        if (row.decision !== select || row.task === messenger) continue;
        if (row.cpu === cpu && row.time - time < 10_000) gaps.push(row.time - time);
        [cpu, time] = [row.cpu, row.time];
      }
    }
    world.refresh();
    const { p99 } = latencies(world).at(LATENCY.WAKE);
    return { p99, wake: gaps.sort((a, b) => a - b)[gaps.length >> 1]! };
  }

  it.each([
    ['of 2021', { 'workload.name': 'schbench-2021' }],
    ['before the last', { 'workload.name': 'schbench-old', 'workload.work': '60 us' }],
  ])('%s grows by about one wake-up a worker', async (_, settings: Settings) => {
    const [some, more, most] = [
      await run(settings, 20),
      await run(settings, 40),
      await run(settings, 60),
    ];
    const steps = [(more.p99 - some.p99) / 20, (most.p99 - more.p99) / 20];
    for (const step of steps) {
      expect(step).toBeGreaterThan(0.7 * more.wake);
      expect(step).toBeLessThan(1.3 * more.wake);
    }
  });
});

describe('stress-ng context', () => {
  const SMT = 1.632;
  const CORES = 120;
  type Policy = [name: string, variant: string, kernel: DefinitionInput];
  /** Of as many processes as have a few cores to share, without any policy. */
  let plain: Promise<number> | undefined;

  async function swaps(instances: number, variant = 'A', kernel: DefinitionInput = {}) {
    const settings = { 'workload.instances': instances };
    const definition = await definitionOf('cache-aware/context-control', variant, settings);
    return scoreOf({ ...definition, ...kernel }, 20 * MS, 60 * MS);
  }

  it('grows with the cores, and from there by the factor of SMT', async () => {
    const one = await swaps(1);
    for (const instances of [32, 64, 120, 180, 240]) {
      const shared = Math.max(0, instances - CORES);
      const expected = one * (Math.min(instances, CORES) - shared + SMT * shared);
      const done = await swaps(instances);
      expect(done / expected, `${instances}`).toBeGreaterThan(0.98);
      expect(done / expected, `${instances}`).toBeLessThan(1.02);
    }
  });

  it.each<Policy>([
    ['cache-aware balancing', 'B', {}],
    ['no domain for the cache', 'A', { sched_mc: 0 }],
    ...choiceWordsOf('numa_imbalance').map(
      (name, code): Policy => [`the NUMA imbalance of ${name}`, 'A', { numa_imbalance: code }],
    ),
    ...choiceWordsOf('idle_search').map(
      (name, code): Policy => [`the idle search ${name}`, 'A', { idle_search: code }],
    ),
    ['FORK_AFFINE', 'A', { task_hints: forkHints.affine }],
    ['FORK_SPREAD', 'A', { task_hints: forkHints.spread }],
    ['WAKE_AFFINE', 'A', { task_hints: wakeHints.affine }],
    ['WAKE_HOLD', 'A', { task_hints: wakeHints.hold }],
  ])('does the same under %s', async (_, variant, kernel) => {
    plain ??= swaps(128);
    const change = (await swaps(128, variant, kernel)) / (await plain);
    expect(change).toBeGreaterThan(0.98);
    expect(change).toBeLessThan(1.02);
  });
});
