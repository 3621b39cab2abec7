// Links that were passed on by a release stay what they were: links-<version>.json holds what its own code wrote, and what it
// made of them.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  openRecipe,
  recipeFormat,
  recipeInAddress,
  recipeVersion,
} from '../../web/scenario/index.ts';
import { nodeReader } from '../../web/scenario/node.ts';
import { choiceOf, playheadOf } from '../../web/stage/address.ts';
import { firstState } from '../../web/stage/store.ts';
import { UNBOUNDED } from '../../web/stage/tempo.ts';
import { linksOf, releases } from './releases.ts';

/** How version 0.1 called a view within the page; links had the names they have today. */
const dockOf: Readonly<Record<string, string>> = { lines: 'cache-lines', layout: 'struct-layout' };

describe.each(releases)('a link of version %s', (release) => {
  const links = linksOf(release);

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
    const { dock, ...others } = { ...choice, speed: choice.speed ?? UNBOUNDED };
    const now = { ...firstState, ...choiceOf(read!, { ...opened, playhead }) };
    expect(now).toMatchObject(others);
    expect(now.dock).toBe(dock && (dockOf[dock] ?? dock));
  });

  it('is kept of every kind: stories, parameters, branches, layouts, machines, embedded stages', () => {
    expect(links.length).toBeGreaterThanOrEqual(9);
    const fields = new Set(links.flatMap(({ recipe }) => Object.keys(recipe)));
    for (const field of ['set', 'seed', 'interventions', 'layout', 'machine', 'selection', 'view'])
      expect(fields).toContain(field);
  });
});

describe('this version', () => {
  it('is kept, with a policy and a workload: what it promises is held from its release on', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    const release = version.split('.').slice(0, 2).join('.');
    expect(releases).toContain(release);
    const fields = new Set(linksOf(release).flatMap(({ recipe }) => Object.keys(recipe)));
    for (const field of ['policy', 'workload']) expect(fields).toContain(field);
  });
});
