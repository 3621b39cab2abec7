// Files that version 0.1 wrote or shipped stay what they were: files-0.1/ holds them, as its own code left them. Links are
// links.test.ts's business; what runs come to is not promised, and not asked.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { schedscape } from '../../cli/testing.ts';
import {
  openRecipe,
  parseRecipe,
  type Recipe,
  recipeFormat,
  recipeVersion,
  type Scenario,
} from '../../web/scenario/index.ts';
import { nodeReader } from '../../web/scenario/node.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'schedscape-files-'));
afterAll(() => rmSync(folder, { recursive: true }));

const kept = (name: string) => `tests/links/files-0.1/${name}`;
const read = (name: string) => JSON.parse(readFileSync(name, 'utf8'));
/** Long enough for the changes that one of them makes at 2 ms. */
const short = ['--duration', '3ms', '--json'];
const { links } = read('tests/links/links-0.1.json') as {
  readonly links: readonly { readonly what: string; readonly recipe: Recipe }[];
};

describe('a file of version 0.1', () => {
  it('opens where it is a scenario, with its title, steps and variants', async () => {
    const written = read(kept('scenario.json')) as Scenario;
    const recipe = parseRecipe({ format: `${recipeFormat}/${recipeVersion}`, scenario: written });
    const { scenario } = await openRecipe(recipe, nodeReader('scenarios'));
    expect(scenario.title).toBe(written.title);
    const idsOf = ({ variants }: Scenario) => variants.map(({ id }) => id);
    expect(idsOf(scenario)).toEqual(idsOf(written));
    const titlesOf = ({ steps = [] }: Scenario) => steps.map(({ title }) => title);
    expect(titlesOf(scenario)).toEqual(titlesOf(written));
  });

  it('opens where it is a workload, and becomes the same tasks again', async () => {
    const { tasks } = read(kept('workload.json'));
    const again = await schedscape('import', kept('workload.json'));
    expect(again.code).toBe(0);
    expect(JSON.parse(again.out).tasks).toEqual(tasks);
    const { code } = await schedscape('run', '--workload', kept('workload.json'), ...short);
    expect(code).toBe(0);
  });

  it.each(links.filter(({ recipe }) => !('recording' in recipe)))(
    'opens where it is a recipe: $what',
    async ({ recipe }) => {
      const file = path.join(folder, 'recipe.json');
      writeFileSync(file, JSON.stringify(recipe));
      const { code, out, err } = await schedscape('run', '--recipe', file, ...short);
      expect(code, err).toBe(0);
      expect(JSON.parse(out)).toMatchObject({ seed: recipe.seed ?? 1 });
    },
  );
});
