// What the scenario of ghosts says, held to its own run: how many CPUs a search at RT50 names, that a
// ghost keeps an RT99 thread from CPU 0, and that none of it is left where the masks begin complete.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { captureFrame } from '../../web/engine/capture.ts';
import { captureExplain } from '../../web/engine/capture-window.ts';
import { catalogOf } from '../../web/engine/catalog.ts';
import type { Catalog, Explain, SearchFacts } from '../../web/engine/types.ts';
import { openWasm } from '../../web/engine/wasm.ts';
import { World } from '../../web/engine/world.ts';
import { buildDefinition, loadScenario } from '../../web/scenario/index.ts';
import { nodeReader } from '../../web/scenario/node.ts';
import { decisionText } from '../../web/views/explain/index.ts';
import { factsAs } from '../../web/views/explain/tellers/teller.ts';

const core = new WebAssembly.Module(readFileSync('build/core/core.wasm'));
/** Kernel prio of RT50. */
const RT50 = 49;

interface Run {
  readonly catalog: Catalog;
  /** Searches of an RT99 thread that ended at RT50. */
  readonly searches: readonly SearchFacts[];
  /** The decisions that a ghost decided. */
  readonly misled: readonly Explain[];
  /**
   * Share of the time that the handler runs, %. As many threads of RT99 as there are CPUs are always
   * runnable: while it runs, one of them waits.
   */
  readonly handler: number;
}

/** Runs by what makes them; each is asked several things. */
const runs = new Map<string, Promise<Run>>();

function run(variant: string, kernel: Record<string, boolean> = {}): Promise<Run> {
  const key = JSON.stringify([variant, kernel]);
  const known = runs.get(key) ?? begin(variant, kernel);
  runs.set(key, known);
  return known;
}

async function begin(variant: string, kernel: Record<string, boolean>): Promise<Run> {
  const opened = await loadScenario('cpupri/ghosts', nodeReader('scenarios'));
  const definition = buildDefinition(opened, variant);
  const world = World.create(await openWasm(core), {
    ...definition,
    ...Object.fromEntries(Object.entries(kernel).map(([field, on]) => [field, Number(on)])),
  });
  const catalog = catalogOf(world);
  const ghost = catalog.reasonCodes.indexOf('GHOST_NAMED');
  const explains: Explain[] = [];
  let seen = 0;
  while (world.time < opened.duration) {
    world.step(Math.min(opened.duration, world.time + 100_000));
    for (const end = world.clock().explains; seen < end; seen += 1) {
      explains.push(captureExplain(world, seen)!);
    }
  }
  const { tasks } = captureFrame(world);
  const handler = [...tasks.priority].indexOf(RT50);
  return {
    catalog,
    searches: explains
      .flatMap((explain) => factsAs(explain, 'search') ?? [])
      .filter(({ foundLevel, probed }) => probed > 0 && foundLevel === 50),
    misled: explains.filter(({ reason }) => reason === ghost),
    handler: (100 * tasks.runtime[handler]!) / world.time,
  };
}

const scenario = JSON.parse(readFileSync('scenarios/cpupri/ghosts.json', 'utf8'));
/** What the captions of its steps say. */
const captions: string = scenario.steps
  .map(({ caption }: { caption: string }) => caption)
  .join('\n');
const numbers = ['none', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'];

describe('ghosts', () => {
  it('are as many in a search as the caption says, and one CPU is filed', async () => {
    const [a, b] = [await run('A'), await run('B')];
    const [, ...said] = /names (\w+) CPUs, (\w+) of them ghosts/.exec(captions)!;
    const [named, ghosts] = said.map((word) => numbers.indexOf(word));
    expect(a.searches.length).toBeGreaterThan(20);
    expect(b.searches.length).toBeGreaterThan(20);
    for (const { found, ghosts: none } of a.searches) expect([found, none]).toEqual([[0], 0]);
    const filed = b.searches.filter(({ candidates }) => candidates === named);
    expect(filed.length / b.searches.length).toBeGreaterThan(0.9);
    const told = b.searches.filter((search) => search.ghosts === ghosts);
    expect(told.length / b.searches.length).toBeGreaterThan(0.9);
  });

  it('keep RT99 waiting while RT50 runs, more than twice as long as without them', async () => {
    const [a, b] = [await run('A'), await run('B')];
    expect(a.misled).toEqual([]);
    expect(b.misled.length).toBeGreaterThan(20);
    for (const { chosen, previous } of b.misled) expect([previous, -1]).toContain(chosen);
    expect(captions).toContain('In B the RT50 handler keeps CPU 0 while a woken RT99 thread waits');
    expect(b.handler).toBeGreaterThan(2 * a.handler);
  });

  it('are gone where the masks begin with complete maps, and where there is one mask a level', async () => {
    for (const without of ['static_root_domain', 'cpupri_per_node']) {
      const { searches, misled, handler } = await run('B', { [without]: false });
      expect(misled).toEqual([]);
      expect(searches.length).toBeGreaterThan(20);
      for (const { found, ghosts } of searches) expect([found, ghosts]).toEqual([[0], 0]);
      expect(handler).toBeLessThan((await run('B')).handler / 2);
    }
  });

  it('are told by the story of a decision', async () => {
    const { catalog, misled } = await run('B');
    for (const explain of misled.slice(0, 20)) {
      const story = { explain, steps: [], leftOut: 0 };
      const told = decisionText(catalog, story, (line) => `line ${line}`);
      expect(told.looked.join(' ')).toContain('of them are [ghosts|ghost]: listed at');
      expect(told.looked.join(' ')).toContain("is the task's own CPU and among them");
      expect(told.chosen[0]).toContain('[GHOST_NAMED|reason-ghost-named]');
    }
  });
});
