// A layout made by hand is the layout: moving the fields of the baseline to where a patch puts them gives the run
// of the patch, record for record.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openWasm } from '../../web/engine/wasm.ts';
import { World } from '../../web/engine/world.ts';
import {
  buildDefinition,
  layoutNames,
  loadScenario,
  openRecipe,
  parseRecipe,
} from '../../web/scenario/index.ts';
import { nodeReader } from '../../web/scenario/node.ts';

const core = new WebAssembly.Module(readFileSync('build/core/core.wasm'));
const reader = nodeReader('scenarios');
const scenario = 'cpupri/ffmpeg-480';
const duration = 600_000;
const run = { duration: '600us', warmup: '100us' };

async function traceOf(definition: ReturnType<typeof buildDefinition>) {
  const world = World.create(await openWasm(core), definition);
  world.step(duration);
  return { hash: world.traceHash(), records: world.clock().records };
}

/** The run of a posted layout, given to the core by name. */
async function posted(layout: string) {
  const overrides = Object.entries({ ...run, 'variant.A.kernel.layout': layout }).map(
    ([path, value]) => ({ path, value }),
  );
  return traceOf(buildDefinition(await loadScenario(scenario, reader, overrides), 'A'));
}

/** The run of variant C: edits of a layout. */
async function edited(base: string, edits: readonly string[]) {
  const layout = { from: 'A', base, edits };
  const recipe = parseRecipe({ format: 'schedscape-recipe/3', scenario, set: run, layout });
  return traceOf(buildDefinition(await openRecipe(recipe, reader), 'C'));
}

describe('a layout of your own', () => {
  it('with the mask of a vector aligned to a cache line runs as patch 1 does', async () => {
    const patch = await posted('p1');
    expect(patch.records).toBeGreaterThan(10_000);
    expect(await edited('base', ['align mask 64'])).toEqual(patch);
    expect(patch.hash).not.toBe((await posted('base')).hash);
  });

  it('with the members dragged to where patch 2 has them runs as patch 2 does', async () => {
    const own = await edited('base', [
      'move visit_cookie before cpupri',
      'move dlo_mask before visit_cookie',
      'align cpupri 64',
      'move overloaded last',
      'move overutilized last',
      'align overloaded 64',
      'move pd to 1856',
      'move rto_mask before overloaded',
    ]);
    expect(own).toEqual(await posted('p2'));
  });

  it.each(layoutNames)('that changes nothing of %s runs as the core lays it out', async (name) => {
    expect(await edited(name, [])).toEqual(await posted(name));
  });

  it('that changes only the alignment of the structure and no place changes nothing', async () => {
    expect(await edited('base', ['align refcount 64'])).toEqual(await posted('base'));
  });
});
