// What cache-aware balancing leaves in explain records: every aggregation, refusal and break-up has one, with
// its reason, and is told in words. That all of them are asked for changes nothing of what happens.

import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { captureExplain } from '../../web/engine/capture-window.ts';
import { catalogOf } from '../../web/engine/catalog.ts';
import { openWasm } from '../../web/engine/wasm.ts';
import { World } from '../../web/engine/world.ts';
import { decisionText } from '../../web/views/explain/index.ts';
import { factsAs } from '../../web/views/explain/tellers/teller.ts';
import { definitionOf, type Run, runs } from './cache-runs.ts';

const core = new WebAssembly.Module(readFileSync('build/core/core.wasm'));
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
  ['LLC_FULL', 'several', ['can_migrate_llc_task', 'sched_balance_rq']],
  ['LLC_NUMA', 'astray', ['account_mm_sched']],
] as const;

async function run(given: Run, explain_quiet: number) {
  const { ms } = given;
  const world = World.create(await openWasm(core), { ...definitionOf(given), explain_quiet });
  const catalog = catalogOf(world);
  const codes = new Set<string>();
  const told = new Map<string, string>();
  const times = new Map<string, number>();
  const codeOf = (reason: number) => catalog.reasonCodes[reason] ?? '';
  for (let seen = 0; world.time < ms * 1_000_000; ) {
    world.step(world.time + 1_000_000);
    for (const end = world.clock().explains; seen < end; seen++) {
      const explain = captureExplain(world, seen)!;
      for (const test of factsAs(explain, 'pass')?.tests ?? []) codes.add(codeOf(test));
      codes.add(codeOf(explain.reason));
      const story = decisionText(catalog, { explain, steps: [], leftOut: 0 }, String);
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

  it('name the preferred LLC that a thread cannot prefer because of its memory', () => {
    const words = all.get('astray')!.told.get('account_mm_sched LLC_NUMA');
    expect(words).toMatch(
      /another node than the preferred LLC: it prefers none.*The preferred LLC of the process is/,
    );
  });

  it('say where a process gathers, and where it did before', () => {
    const { told } = all.get('leaves')!;
    expect(told.get('task_cache_work LLC_CHOSEN')).toMatch(
      /preferred LLC of the process is LLC 0, that of .*\. Before/,
    );
    expect(told.get('account_mm_sched LLC_LONE')).toMatch(
      /The process prefers no LLC\. Before, the preferred LLC was /,
    );
  });

  it('happen as they would if nobody asked for all their records', async () => {
    for (const name of ['memory', 'gathers']) {
      expect((await run(runs[name]!, 0)).happened).toEqual(all.get(name)!.happened);
    }
  });
});
