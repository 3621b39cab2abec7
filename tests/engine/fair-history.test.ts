// Kernels before and after the baseline, and the parts of the fair class that only act on request: every switch
// makes the difference that its rule says, and without it there is none. wasm-core/tests/test_fair_history.c tests
// which CPU balances, when nodes are serialised, how often the dice is thrown and how v5.10 searched;
// definition.test.ts tests that each switch has a name.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { BALANCE, ExplainPass, FORM, RECORD, TASK, WORKLOAD } from '../../web/engine/abi.gen.ts';
import { catalogOf } from '../../web/engine/catalog.ts';
import type { DefinitionInput } from '../../web/engine/definition.ts';
import { openWasm } from '../../web/engine/wasm.ts';
import { World } from '../../web/engine/world.ts';
import { explainRow } from '../../web/engine/world-views.ts';
import { buildDefinition, loadScenario, openRecipe } from '../../web/scenario/index.ts';
import { nodeReader } from '../../web/scenario/node.ts';

const core = new WebAssembly.Module(readFileSync('build/core/core.wasm'));
const reader = nodeReader('scenarios');
const create = async (definition: DefinitionInput) =>
  World.create(await openWasm(core), definition);

/** The core's SS_VECTOR_CALL_FUNCTION. */
const CALL_FUNCTION = 1;

interface Told {
  /** Decisions by the code of their reason. */
  readonly reasons: ReadonlyMap<string, number>;
  /** Of these, balancing of CPUs that went idle. */
  readonly newidle: ReadonlyMap<string, number>;
  /** Switches from tasks that could have gone on. */
  readonly preempted: number;
  /** Moments at which a CPU was interrupted to run something. */
  readonly called: readonly number[];
}

async function tellOf(definition: DefinitionInput, ns: number): Promise<Told> {
  const world = await create({ ...definition, explain_records: 1 << 16 });
  const names = catalogOf(world).reasonCodes;
  const [reasons, newidle] = [new Map<string, number>(), new Map<string, number>()];
  const called: number[] = [];
  let preempted = 0;
  for (let [decision, record] = [0, 0]; world.time < ns; ) {
    world.step(Math.min(ns, world.time + 100_000));
    for (const end = world.clock().explains; decision < end; decision++) {
      const row = explainRow(world, decision)!;
      const code = names[row.reason]!;
      reasons.set(code, (reasons.get(code) ?? 0) + 1);
      const pass = row.form === FORM.PASS && explainRow(world, decision, ExplainPass);
      const isNewidle = pass && pass.balanceType === BALANCE.NEWIDLE;
      if (isNewidle) newidle.set(code, (newidle.get(code) ?? 0) + 1);
    }
    for (const end = world.clock().records; record < end; record++) {
      const row = world.ring().at(record % world.at.ringRecords);
      const isOfTask = row.a >= world.at.cpuViewCount; // a CPU that idled could have gone on, too
      if (row.kind === RECORD.SWITCH && row.c === TASK.RUNNABLE && isOfTask) preempted += 1;
      if (row.kind === RECORD.IPI && row.b === CALL_FUNCTION) called.push(row.time);
    }
  }
  return { reasons, newidle, preempted, called };
}

async function scenarioTells(name: string, variant: string, set: Record<string, unknown>) {
  const overrides = Object.entries(set).map(([path, value]) => ({ path, value }));
  const opened = await loadScenario(name, reader, overrides as never);
  return tellOf(buildDefinition(opened, variant), opened.duration);
}

const count = (counts: ReadonlyMap<string, number>, code: string) => counts.get(code) ?? 0;

describe('kernel.newidle_fail_cost', () => {
  const told = async (rule: string) => {
    const { newidle } = await scenarioTells('split-llc/newly-idle', 'B', {
      'variant.B.kernel.newidle_fail_cost': rule,
      explain: 'all',
      'workload.fds': 8,
    });
    const passes = [...newidle].filter(([code]) => code !== 'LB_NOT_FIRST');
    return {
      searches: passes.reduce((sum, [, times]) => sum + times, 0),
      moved: count(newidle, 'LB_MOVED'),
    };
  };

  it('lets idling CPUs search less often by the dice than by what it took, but less in vain', async () => {
    const measured = await told('measured');
    const dice = await told('dice');
    expect(dice.searches).toBeLessThan(0.7 * measured.searches);
    expect(dice.moved / dice.searches).toBeGreaterThan(measured.moved / measured.searches);
  });
});

describe('kernel.slit', () => {
  const on = async (machine: string, slit: string) => {
    const recipe = {
      format: 'schedscape-recipe/3',
      scenario: 'split-llc/node-fills-up',
      machine,
      set: { 'variant.A.kernel.slit': slit, duration: '3 ms', warmup: '100 us' },
    };
    return buildDefinition(await openRecipe(recipe as never, reader), 'A');
  };
  const end = async (definition: DefinitionInput) => {
    const world = await create(definition);
    world.step(3_000_000);
    return world.traceHash();
  };

  it('makes of the firmware table what later kernels make of it', async () => {
    const raw = await on('gnr-2s-snc3-rawslit', 'given');
    const sanitised = await on('gnr-2s-snc3-rawslit', 'sanitised');
    const averaged = await on('gnr-2s-snc3', 'given');
    expect(raw.distance.slice(0, 6)).toEqual([10, 15, 17, 21, 28, 26]);
    expect(sanitised.distance).toEqual(averaged.distance);
    expect((await on('gnr-2s-snc3', 'sanitised')).distance).toEqual(averaged.distance);
    expect((await on('milan-2s-nps2', 'sanitised')).distance).toEqual(
      (await on('milan-2s-nps2', 'given')).distance,
    );
    expect(await end(sanitised)).toBe(await end(averaged));
    expect(await end(raw)).not.toBe(await end(averaged));
  });
});

describe('kernel.wake_leaving', () => {
  const told = (form: string) =>
    scenarioTells('split-llc/wide-wakers', 'A', { 'variant.A.kernel.wake_leaving': form });

  it('leaves a task that is still being switched out to its CPU, or waits for it', async () => {
    expect(count((await told('wakelist')).reasons, 'TQ_WAKELIST_ONCPU')).toBeGreaterThan(10);
    expect(count((await told('wait')).reasons, 'TQ_WAKELIST_ONCPU')).toBe(0);
  });
});

describe('kernel.nohz_kicks', () => {
  /** One task computes; the one that made it has left its load on a CPU that idles. CPUs k and k + 1 are a core. */
  const told = (nohz_kicks: number) =>
    tellOf(
      {
        cpus: 8,
        cpu_core: [0, 0, 1, 1, 2, 2, 3, 3],
        cpu_l2: [0, 0, 1, 1, 2, 2, 3, 3],
        cpu_llc: [0, 0, 0, 0, 1, 1, 1, 1],
        fair_class: 1,
        seed_low: 1,
        workload: WORKLOAD.CONTEXT,
        workload_parameter: [1, 100_000],
        nohz_kicks,
      },
      400_000_000,
    );

  it('has an idle CPU look after averages every 32 ms while nobody asks for balancing', async () => {
    const [balance, all] = [await told(0), await told(1)];
    const late = ({ called }: Told) => called.filter((at) => at > 20_000_000);
    expect(late(balance)).toEqual([]);
    const times = late(all);
    expect(times.length).toBeGreaterThan(3);
    const gaps = times.slice(1).map((at, i) => at - times[i]!);
    expect(Math.min(...gaps)).toBeGreaterThan(32_000_000);
  });
});

describe('kernel.sched_batch_every and sched_idle_every', () => {
  const told = (set: Record<string, unknown>) =>
    scenarioTells('split-llc/wide-wakers', 'A', { duration: '40 ms', ...set });

  it('lets tasks that wake wait their turn', async () => {
    const normal = await told({});
    const batch = await told({ 'variant.A.kernel.sched_batch_every': 1 });
    expect(normal.preempted).toBeGreaterThan(100);
    expect(batch.preempted).toBeLessThan(normal.preempted / 2);
  });

  it('leaves a SCHED_IDLE task what three in a thousand is', async () => {
    const world = await create({
      cpus: 1,
      fair_class: 1,
      seed_low: 1,
      workload: WORKLOAD.CONTEXT,
      workload_parameter: [2, 1000],
      sched_idle_every: 3,
    });
    world.step(1_000_000_000);
    world.refresh();
    const runtime = (task: number) => world.tasks().at(task).runtime;
    expect(runtime(3)).toBeGreaterThan(0);
    expect(runtime(3)).toBeLessThan(12_000_000);
    expect(runtime(2)).toBeGreaterThan(980_000_000);
  });
});
