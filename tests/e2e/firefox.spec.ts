// The story in a second browser: another WebAssembly engine must come to the same past.

import { findFirefox } from '../../tools/lib/firefox.mjs';
import { encodeRecipe, type Recipe } from '../../web/scenario/index.ts';
import { Firefox } from './firefox.ts';
import { expect, momentOf, open, patience, shortRun, test } from './stage.ts';

const program = findFirefox();
const sides = ['A', 'B'] as const;
const still = { ...shortRun, playhead: '2 ms', view: { playing: false } };

const traceOf = (side: string) =>
  `document.querySelector('section[aria-label="Machine ${side}"]')?.dataset.traceHash ?? ''`;

test('Firefox comes to the same past as Chromium', async ({ page, baseURL }) => {
  test.skip(!program, 'no Firefox is installed');
  test.setTimeout(6 * patience);
  await open(page, still);
  const firefox = await Firefox.launch(program!);
  try {
    const recipe = { format: 'schedscape-recipe/3', ...still } as Recipe;
    await firefox.open(`${baseURL}#r=${encodeRecipe(recipe)}`);
    for (const side of sides) {
      const { time, trace } = await momentOf(page, side);
      expect(time).toBe(2_000_000);
      await expect.poll(() => firefox.text(traceOf(side)), { timeout: 2 * patience }).toBe(trace);
    }
  } finally {
    await firefox.close();
  }
});
