// What tasks of real runs are called, and since when they are in their state: every one can be told from the
// others by name, in each scenario.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FORM } from '../../web/engine/abi.gen.ts';
import { catalogOf } from '../../web/engine/catalog.ts';
import { withScenarioNames } from '../../web/engine/scenario-names.ts';
import { taskForm, taskName, workloadTasks } from '../../web/engine/task-names.ts';
import type { Catalog } from '../../web/engine/types.ts';
import { openWasm } from '../../web/engine/wasm.ts';
import { World } from '../../web/engine/world.ts';
import { buildDefinition, loadScenario, scenarioNames } from '../../web/scenario/index.ts';
import { nodeReader } from '../../web/scenario/node.ts';

const core = new WebAssembly.Module(readFileSync('build/core/core.wasm'));
/** It runs workloads of one's own, too. */
const policyCore = new WebAssembly.Module(readFileSync('build/core/policy.wasm'));
const reader = nodeReader('scenarios');

async function runOf(name: string, variant = 'A'): Promise<{ world: World; catalog: Catalog }> {
  const opened = await loadScenario(name, reader);
  const backend = await openWasm(opened.program ? policyCore : core);
  const definition = buildDefinition(opened, variant);
  const world = World.create(backend, definition);
  const { program } = opened;
  return { world, catalog: withScenarioNames(catalogOf(world), { program }, definition) };
}

const worldOf = async (name: string): Promise<World> => (await runOf(name)).world;

async function namesIn(scenario: string): Promise<string[]> {
  const { catalog } = await runOf(scenario);
  const [first, end] = workloadTasks(catalog);
  return Array.from({ length: end - first }, (_, i) => taskName(catalog, first + i));
}

describe('tasks', () => {
  it.each(scenarioNames(reader))(
    'of %s have a role each, and no two the same name',
    async (name) => {
      const names = await namesIn(name);
      expect(names.length).toBeGreaterThan(0);
      expect(names.filter((text) => text.startsWith('task '))).toEqual([]);
      expect(new Set(names).size).toBe(names.length);
    },
  );

  it('are called as the benchmark calls them, with a number where there are several', async () => {
    expect(await namesIn('split-llc/schbench-kworker-consolidation')).toEqual([
      'main',
      'messenger',
      'worker',
      'kworker',
    ]);
    const herd = await namesIn('split-llc/tbench-thundering-herd');
    expect(herd.slice(0, 3)).toEqual(['parent', 'listener', 'client 0']);
    expect(herd.at(-1)).toMatch(/^server \d+$/);
    const stream = await namesIn('split-llc/stream-initial-placement');
    expect(stream.slice(0, 2)).toEqual(['thread 0', 'thread 1']);
  });

  it('have the form of their kind', async () => {
    const catalog = catalogOf(await worldOf('split-llc/schbench-kworker-consolidation'));
    const [first, end] = workloadTasks(catalog);
    const forms = Array.from({ length: end - first }, (_, i) => taskForm(catalog, first + i));
    expect(forms).toEqual([FORM.TASK, FORM.SENDER, FORM.TASK, FORM.KERNEL]);
    expect(taskName(catalog, catalog.tasks - 1)).toBe('migration 255');
    expect(taskForm(catalog, catalog.tasks - 1)).toBe(FORM.KERNEL);
  });

  it('say how long they have been in their state', async () => {
    const world = await worldOf('split-llc/schbench-kworker-consolidation');
    const worker = world.definition.cpus + 2;
    const at = (ns: number) => {
      world.step(ns);
      world.refresh();
      const { state, since, wakeups } = world.tasks().at(worker);
      return { state, since, wakeups };
    };
    const before = at(20_000_000);
    const after = at(20_001_000);
    expect(after).toEqual({ ...before, since: before.since + 1000 });
    // Once it is woken, it begins anew.
    let now = 20_001_000;
    let next = after;
    while (next.wakeups === after.wakeups) {
      now += 100_000;
      next = at(now);
    }
    expect(next.since).toBeLessThanOrEqual(100_000);
    expect(before.since).toBeGreaterThan(100_000);
  });
});
