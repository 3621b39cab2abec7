// Policies to begin with, run by the page: each gives the very trace that the engine gives in Node, and those that leave
// everything to Linux that of no policy (acceptance 2 and 3 of the policy bench, in a browser). Scenarios take turns; one
// policy runs in a second browser, too.

import { readFileSync } from 'node:fs';
import { findFirefox } from '../../tools/lib/firefox.mjs';
import { openWasm } from '../../web/engine/wasm.ts';
import { World } from '../../web/engine/world.ts';
import { starters } from '../../web/policy/starters.ts';
import {
  buildDefinition,
  encodeRecipe,
  openRecipe,
  parseRecipe,
  type Recipe,
} from '../../web/scenario/index.ts';
import { nodeReader } from '../../web/scenario/node.ts';
import { Firefox } from './firefox.ts';
import { button, expect, momentOf, open, patience, test } from './stage.ts';

const core = new WebAssembly.Module(readFileSync('build/core/policy.wasm'));
const scenarios = [
  'split-llc/one-wakeup',
  'split-llc/wide-wakers',
  'split-llc/newly-idle',
  'cache-aware/ties',
  'cache-aware/two-pairs',
];
const time = 3_000_000;

async function traceInNode(recipe: object): Promise<string> {
  const given = parseRecipe({ format: 'schedscape-recipe/3', ...recipe });
  const opened = await openRecipe(given, nodeReader('scenarios'), undefined, true);
  const world = World.create(await openWasm(core), buildDefinition(opened, 'C'));
  world.step(time);
  return world.traceHash();
}

/** Stands at the end of a short run. */
const recipeOf = (scenario: string, source: string) => ({
  scenario,
  set: { duration: '4 ms', warmup: '1 ms' },
  playhead: '3 ms',
  view: { playing: false },
  policy: { language: 1, from: 'A' as const, source },
});

for (const [turn, scenario] of scenarios.entries()) {
  const own = starters.filter((_, i) => i % scenarios.length === turn);
  test(`cases 2 and 3: policies on ${scenario} have one trace in the browser and in Node`, async ({
    page,
  }) => {
    for (const { id, title, source } of own) {
      await test.step(`"${title}" on ${scenario} has one trace in the browser and in Node`, async () => {
        const recipe = recipeOf(scenario, source);
        await page.goto('about:blank');
        await open(page, recipe);
        await button(page, 'Run as C').click();
        const ran = await momentOf(page, 'C');
        expect(ran).toMatchObject({ time, trace: await traceInNode(recipe) });
        const { trace: ofLinux } = await momentOf(page, 'A');
        // Tasks of the cache-aware scenarios hardly ever move: there some policies answer as Linux does.
        const isLinux = id.startsWith('linux');
        if (isLinux || scenario.startsWith('split-llc'))
          expect(ran.trace === ofLinux).toBe(isLinux);
      });
    }
  });
}

const program = findFirefox();

test('case 3: a policy has the trace of Node in Firefox', async ({ baseURL }) => {
  test.skip(!program, 'no Firefox is installed');
  test.setTimeout(5 * patience);
  const { source } = starters.find(({ id }) => id === 'least-loaded')!;
  const recipe = recipeOf('split-llc/one-wakeup', source);
  const firefox = await Firefox.launch(program!);
  const ofC = (name: string) =>
    firefox.text(
      `document.querySelector('section[aria-label="Machine C"]')?.dataset.${name} ?? ''`,
    );
  const soon = { timeout: 2 * patience };
  try {
    const link = encodeRecipe({ format: 'schedscape-recipe/3', ...recipe } as Recipe);
    await firefox.open(`${baseURL}#r=${link}`);
    await expect
      .poll(() => firefox.text(`String(document.body.innerText.includes('Run as C'))`), soon)
      .toBe('true');
    await firefox.press('button', 'Run as C');
    await expect.poll(() => ofC('time'), soon).toBe(String(time));
    await expect.poll(() => ofC('traceHash'), soon).toBe(await traceInNode(recipe));
  } finally {
    await firefox.close();
  }
});
