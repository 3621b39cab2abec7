// What cache-aware balancing leaves in explain records: every aggregation, refusal and break-up has one, with
// its reason, and is told in words. That all of them are asked for changes nothing of what happens.

import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { FAIR, WORKLOAD } from '../../web/engine/abi.gen.ts';
import { captureExplain } from '../../web/engine/capture-window.ts';
import { catalogOf } from '../../web/engine/catalog.ts';
import type { DefinitionInput } from '../../web/engine/definition.ts';
import { openWasm } from '../../web/engine/wasm.ts';
import { World } from '../../web/engine/world.ts';
import { storyOf } from '../../web/views/explain/index.ts';
import { reasonCode } from '../../web/views/explain/reasons.ts';

const core = new WebAssembly.Module(readFileSync('build/core/core.wasm'));
const cores = 16;
const each = <T>(of: (cpu: number) => T) => Array.from({ length: 2 * cores }, (_, cpu) => of(cpu));

/** One node of two LLCs of eight cores with two threads each, 32 MiB an LLC. */
const machine = {
  cpus: 2 * cores,
  cpu_core: each((cpu) => cpu % cores),
  cpu_l2: each((cpu) => cpu % cores),
  cpu_llc: each((cpu) => Math.floor((cpu % cores) / 8)),
  fair_class: FAIR.FULL,
  workload: WORKLOAD.SPINNERS,
  llc_kib: 32 * 1024,
  explain_records: 2 ** 16,
  seed_low: 1,
};

/** The same with two nodes of two LLCs of four cores, where NUMA balancing is on. */
const twoNodes = {
  nodes: 2,
  cpu_llc: each((cpu) => Math.floor((cpu % cores) / 4)),
  cpu_node: each((cpu) => Math.floor((cpu % cores) / 8)),
  cpu_package: each((cpu) => Math.floor((cpu % cores) / 8)),
  distance: [10, 20, 20, 10],
  numa_balancing: 1,
};

interface Run {
  /** processes, threads, others, MiB, on, off, places, later, leaving, when: see spinners.c. */
  readonly parameters: readonly number[];
  readonly version: number;
  readonly ms: number;
  readonly tolerance?: number;
  readonly machine?: DefinitionInput;
}

const M = 1_000_000;

/** Worlds in which each rule has something to decide. */
const runs: Readonly<Record<string, Run>> = {
  gathers: { parameters: [1, 10], version: 2, ms: 200 },
  sleeps: { parameters: [1, 4, 0, 0, 30 * M, 90 * M], version: 2, ms: 250 },
  burst: { parameters: [1, 24], version: 2, ms: 120 },
  memory: { parameters: [1, 4, 0, 40], version: 2, ms: 50 },
  lone: { parameters: [1, 1], version: 2, ms: 50 },
  leaves: { parameters: [1, 2, 0, 0, 0, 0, 0, 0, 1, 40 * M], version: 2, ms: 100 },
  crowd: { parameters: [1, 40, 0, 0, 0, 0, 1], version: 2, ms: 150, tolerance: 100 },
  naps: { parameters: [1, 56, 0, 0, M, M, 1], version: 3, ms: 150, tolerance: 100 },
  several: {
    ...{ parameters: [4, 12, 12, 0, 3 * M, 3 * M, 0, 20 * M], version: 3, ms: 120 },
    tolerance: 100,
  },
  astray: {
    ...{ parameters: [1, 24, 0, 0, 3 * M, 5 * M, 1, 0, 0, 0, 2], version: 2, ms: 150 },
    ...{ tolerance: 100, machine: twoNodes },
  },
};

/** Which run shows a reason, and which functions decide by it there. */
const shown = [
  ['LLC_CHOSEN', 'gathers', ['task_cache_work']],
  ['LLC_SAME', 'gathers', ['task_cache_work']],
  ['LLC_HOME', 'gathers', ['detach_tasks']],
  ['LLC_LONE_TASK', 'gathers', ['alb_break_llc']],
  ['LLC_STALE', 'sleeps', ['account_mm_sched']],
  ['LLC_THREADS', 'burst', ['account_mm_sched']],
  ['LLC_MEMORY', 'memory', ['task_cache_work']],
  ['LLC_LONE', 'lone', ['task_cache_work']],
  ['LLC_LONE', 'leaves', ['account_mm_sched', 'task_cache_work']],
  ['LLC_KEPT', 'naps', ['alb_break_llc', 'can_migrate_llc_task', 'sched_balance_rq']],
  ['LLC_LEFT', 'naps', ['detach_tasks']],
  ['LLC_FULL', 'several', ['can_migrate_llc_task']],
  ['LLC_NUMA', 'astray', ['account_mm_sched']],
] as const;

async function run(given: Run, explain_quiet: number) {
  const { parameters, version, ms, tolerance = 1 } = given;
  const world = World.create(await openWasm(core), {
    ...machine,
    ...given.machine,
    workload_parameter: [...parameters],
    cache_version: version,
    cache_tolerance: tolerance,
    explain_quiet,
  });
  const catalog = catalogOf(world);
  const codes = new Set<string>();
  const told = new Map<string, string>();
  const times = new Map<string, number>();
  const codeOf = (reason: number) => reasonCode(catalog.reasons[reason] ?? '') ?? '';
  for (let seen = 0; world.time < ms * 1_000_000; ) {
    world.step(world.time + 1_000_000);
    for (const end = world.clock().explains; seen < end; seen++) {
      const explain = captureExplain(world, seen)!;
      for (const step of explain.balance.steps) codes.add(codeOf(step));
      codes.add(codeOf(explain.reason));
      const story = storyOf(catalog, { explain, steps: [], leftOut: 0 }, String);
      const words = [story.title, ...story.asked, ...story.looked, ...story.chosen].join(' ');
      const key = `${catalog.decisions[explain.decision]} ${codeOf(explain.reason)}`;
      told.set(key, words);
      times.set(key, 1 + (times.get(key) ?? 0));
    }
  }
  const { accesses, switches, migrations, score } = world.clock();
  return { codes, told, times, happened: { accesses, switches, migrations, score } };
}

const all = new Map<string, Awaited<ReturnType<typeof run>>>();
beforeAll(async () => {
  for (const [name, each] of Object.entries(runs)) all.set(name, await run(each, 1));
}, 120_000);

describe('decisions of cache-aware balancing', () => {
  it.each(shown)('%s is recorded and told where %s', (code, name, functions) => {
    const { told } = all.get(name)!;
    const by = [...told.keys()].filter((key) => key.endsWith(` ${code}`));
    expect(by.map((key) => key.split(' ')[0]).sort()).toEqual(functions);
    for (const key of by) {
      expect(told.get(key)).toContain(`[${code}|`);
      expect(told.get(key)).not.toMatch(/undefined|NaN|Chosen: /);
    }
  });

  it('are named in the passes they belong to: nobody let in, no more tried, a task kept', () => {
    expect(all.get('naps')!.codes).toContain('LLC_NO_ROOM');
    expect(all.get('naps')!.codes).toContain('LLC_KEPT');
    expect(all.get('crowd')!.codes).toContain('LLC_STOPS');
    expect(all.get('several')!.codes).toContain('LLC_OTHERS');
    expect(all.get('several')!.codes).toContain('LLC_FULL');
  });

  it('are told without asking for all: the first refusal of a process, not every one', async () => {
    const weighed = new Map<string, Awaited<ReturnType<typeof run>>>();
    for (const name of ['memory', 'lone', 'astray']) {
      weighed.set(name, await run(runs[name]!, 0));
    }
    const told = (name: string, key: string, of = weighed) => of.get(name)!.times.get(key);
    expect(told('memory', 'task_cache_work LLC_MEMORY')).toBe(1);
    expect(told('memory', 'task_cache_work LLC_MEMORY', all)).toBeGreaterThan(3);
    expect(told('lone', 'task_cache_work LLC_LONE')).toBe(1);
    // Each thread once, however often its process is scanned.
    expect(told('astray', 'account_mm_sched LLC_NUMA')).toBe(24);
  });

  it('name the anchor that a thread cannot prefer because of its memory', () => {
    const words = all.get('astray')!.told.get('account_mm_sched LLC_NUMA');
    expect(words).toMatch(/another node than its process's cache: it prefers none.*Its anchor is/);
  });

  it('say where a process gathers, and where it did before', () => {
    const { told } = all.get('leaves')!;
    expect(told.get('task_cache_work LLC_CHOSEN')).toMatch(/Its anchor is .*, in LLC 0\. Before/);
    expect(told.get('account_mm_sched LLC_LONE')).toMatch(/It has no anchor\. Before, it was /);
  });

  it('happen as they would if nobody asked for all their records', async () => {
    for (const name of ['memory', 'gathers']) {
      expect((await run(runs[name]!, 0)).happened).toEqual(all.get(name)!.happened);
    }
  });
});
