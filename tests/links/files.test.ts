// Files that a release wrote or shipped stay what they were: files-<version>/ holds them, as its own code left them. Links
// are links.test.ts's business; what runs come to is not promised, and not asked.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { schedscape } from '../../cli/testing.ts';
import {
  openRecipe,
  parseRecipe,
  recipeFormat,
  recipeVersion,
  type Scenario,
} from '../../web/scenario/index.ts';
import { nodeReader } from '../../web/scenario/node.ts';
import { fileOf, linksOf, releases } from './releases.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'schedscape-files-'));
afterAll(() => rmSync(folder, { recursive: true }));

const read = (name: string) => JSON.parse(readFileSync(name, 'utf8'));
/** Long enough for the changes that one of them makes at 2 ms. */
const short = ['--duration', '3ms', '--json'];

describe.each(releases)('a file of version %s', (release) => {
  it('opens where it is a scenario, with its title, steps and variants', async () => {
    const written = read(fileOf(release, 'scenario.json')) as Scenario;
    const recipe = parseRecipe({ format: `${recipeFormat}/${recipeVersion}`, scenario: written });
    const { scenario } = await openRecipe(recipe, nodeReader('scenarios'));
    expect(scenario.title).toBe(written.title);
    const idsOf = ({ variants }: Scenario) => variants.map(({ id }) => id);
    expect(idsOf(scenario)).toEqual(idsOf(written));
    const titlesOf = ({ steps = [] }: Scenario) => steps.map(({ title }) => title);
    expect(titlesOf(scenario)).toEqual(titlesOf(written));
  });

  it('opens where it is a workload, and becomes the same tasks again', async () => {
    const kept = fileOf(release, 'workload.json');
    const { tasks } = read(kept);
    const again = await schedscape('import', kept);
    expect(again.code).toBe(0);
    expect(JSON.parse(again.out).tasks).toEqual(tasks);
    const { code } = await schedscape('run', '--workload', kept, ...short);
    expect(code).toBe(0);
  });

  it.each(linksOf(release).filter(({ recipe }) => !('recording' in recipe)))(
    'opens where it is a recipe: $what',
    async ({ recipe }) => {
      const file = path.join(folder, `recipe-${release}.json`);
      writeFileSync(file, JSON.stringify(recipe));
      const { code, out, err } = await schedscape('run', '--recipe', file, ...short);
      expect(code, err).toBe(0);
      expect(JSON.parse(out)).toMatchObject({ seed: recipe.seed ?? 1 });
    },
  );
});
