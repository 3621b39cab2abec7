// Examples in documents that are neither commands (commands.test.ts) nor programs (tests/package, web/policy/page.test.ts):
// the workloads, the step and the scenario that the pages show are read by what reads those of others.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { schedscape } from '../../cli/testing.ts';
import { readWorkload } from '../../web/exchange/own/workload/read.ts';
import { ownParts } from '../../web/features/home/own-words.ts';
import {
  openRecipe,
  parseRecipe,
  recipeFormat,
  recipeVersion,
  type Scenario,
} from '../../web/scenario/index.ts';
import { nodeReader } from '../../web/scenario/node.ts';

const blocksOf = (page: string, language: string): string[] =>
  [...readFileSync(page, 'utf8').matchAll(/^ *```(\w*)\n([\s\S]*?)^ *```$/gm)].flatMap(
    ([, own, text]) => (own === language ? [text!] : []),
  );

describe('a workload in the short form', () => {
  const shown = blocksOf('docs/workload.md', '').filter((text) => /^duration /.test(text));
  const onHome = ownParts.find(({ id }) => id === 'workload')!.commands[0]!.lines.join('\n');

  it.each([...shown, `${onHome}\n`])('is read as it is shown: %j', (text) => {
    expect(readWorkload(text).form).toMatchObject({ tasks: expect.any(Array) });
  });

  it('is shown with options, and with a structure', () => {
    expect(shown.length).toBeGreaterThan(1);
    expect(shown.join('')).toContain('struct ');
  });
});

describe('the step that docs/steps.md shows', () => {
  const [text] = blocksOf('docs/steps.md', 'json');

  it('opens in the story that it is of, with everything that it says', async () => {
    const reader = nodeReader('scenarios');
    const story = JSON.parse(await reader.read('pcp/one-zone')) as Scenario;
    const shown = JSON.parse(text!);
    // The page leaves fields out, and some of the text: what it names is what the step in the story has.
    const steps = story.steps!.map((step) => {
      if (step.title !== shown.title) return step;
      const values = step.values!.filter(({ id }) => shown.text.includes(`{${id}}`));
      return { ...step, ...shown, values, claims: [] };
    });
    const recipe = parseRecipe({
      format: `${recipeFormat}/${recipeVersion}`,
      scenario: { ...story, steps },
    });
    const { scenario } = await openRecipe(recipe, reader);
    expect(scenario.steps!.find(({ title }) => title === shown.title)).toMatchObject(shown);
  });
});

describe('the scenario that the recipe of a workload shows', () => {
  it('runs as it is shown, with a figure for the score', async () => {
    const [text] = blocksOf('docs/dev/add-a-workload.md', 'json');
    const folder = mkdtempSync(path.join(tmpdir(), 'schedscape-recipe-'));
    const file = path.join(folder, 'mine.json');
    writeFileSync(file, text!);
    const { code, out, err } = await schedscape('run', file, '--json');
    rmSync(folder, { recursive: true });
    expect(code, err).toBe(0);
    expect(JSON.parse(out).metrics.throughput).toBeGreaterThan(0);
  });
});
