// Links that were passed on by version 0.1 stay what they were: links-0.1.json holds what its own code wrote, and what it
// made of them.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  openRecipe,
  type Recipe,
  recipeFormat,
  recipeInAddress,
  recipeVersion,
} from '../../web/scenario/index.ts';
import { nodeReader } from '../../web/scenario/node.ts';
import { choiceOf, playheadOf } from '../../web/stage/address.ts';
import { firstState } from '../../web/stage/store.ts';
import { UNBOUNDED } from '../../web/stage/tempo.ts';

interface Kept {
  readonly what: string;
  readonly hash: string;
  readonly recipe: Recipe;
  readonly cpus: number;
  readonly seed: number;
  readonly duration: number;
  readonly variants: readonly string[];
  readonly choice: Readonly<Record<string, unknown>> & {
    readonly dock?: string;
    readonly speed: number | null;
  };
}

const { links } = JSON.parse(readFileSync('tests/links/links-0.1.json', 'utf8')) as {
  readonly links: readonly Kept[];
};

/** How version 0.1 called a view within the page; links had the names they have today. */
const linkOf: Readonly<Record<string, string>> = { lines: 'cache-lines', layout: 'struct-layout' };

describe('a link of version 0.1', () => {
  it.each(links)('opens $what, as it did', async ({ hash, recipe, choice, variants, ...run }) => {
    const read = recipeInAddress(hash);
    expect(read).toEqual({ ...recipe, format: `${recipeFormat}/${recipeVersion}` });
    const opened = await openRecipe(read!, nodeReader('scenarios'));
    const { machine, seed, duration, scenario } = opened;
    expect({ cpus: machine.cpus, seed, duration }).toEqual({
      cpus: run.cpus,
      seed: run.seed,
      duration: run.duration,
    });
    expect(scenario.variants.map(({ id }) => id)).toEqual(variants);
    const playhead = playheadOf(read!, opened);
    // JSON has no number for "as fast as it goes".
    const { dock, ...others } = { ...choice, speed: choice.speed ?? UNBOUNDED };
    const now = { ...firstState, ...choiceOf(read!, { ...opened, playhead }) };
    expect(now).toMatchObject(others);
    expect(now.dock).toBe(dock && (linkOf[dock] ?? dock));
  });

  it('is kept of every kind: stories, figures, forks, layouts, machines, embedded stages', () => {
    expect(links.length).toBeGreaterThanOrEqual(9);
    const fields = new Set(links.flatMap(({ recipe }) => Object.keys(recipe)));
    for (const field of ['set', 'seed', 'interventions', 'layout', 'machine', 'selection', 'view'])
      expect(fields).toContain(field);
  });
});
