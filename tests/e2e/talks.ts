// Walks a talk from its cover to its last step, by the keys of a remote. For tests of where a talk has to run: without a
// network, from a disk.

import { expect, type Page } from '@playwright/test';
import { nodeReader } from '../../web/scenario/node.ts';
import { loadTalk, talkNames } from '../../web/scenario/talk/talk.ts';

const reader = nodeReader('scenarios');

/** The talks of the program, and the titles of their steps. */
export const talks = await Promise.all(
  talkNames(reader).map(async (name) => {
    const { title, steps } = await loadTalk(name, reader);
    return { name, title, steps: steps.map((step) => step.title ?? step.on.step) };
  }),
);
export type ToldTalk = (typeof talks)[number];

/**
 * The one that stands for all where it is not about them: all are walked in one browser (single.spec.ts), and that all of their
 * files are kept is asked of the list of files (offline.spec.ts).
 */
export const aTalk = talks.find(({ name }) => name === 'split-llc')!;

/** ms after which a talk begins although not everything is computed: a slow machine is no reason to fail. */
export const longestWait = 120_000;

/**
 * Begins a talk whose cover is shown, once all its runs are computed if that takes no more than `wait` ms. Steps
 * become ready with their runs: one talk that waits until it is ready shows that it can, and the others need not
 * compute runs that no test looks at.
 */
export async function begin(page: Page, wait: number): Promise<void> {
  const cover = page.getByRole('navigation', { name: 'Talk' }).getByRole('region');
  const ready = cover.getByRole('status');
  await expect(ready).toHaveText(/^(Ready|Getting ready)/, { timeout: 90_000 });
  if (wait > 0) {
    await expect(ready)
      .toHaveText('Ready', { timeout: wait })
      .catch(() => {});
  }
  await cover.getByRole('button', { name: /^Begin/ }).click();
  await expect(cover).toHaveCount(0);
}

/** Every step is shown, the last one, too: its title, and machines that stand where it begins, or its view. */
export async function walkToTheEnd(page: Page, { steps }: ToldTalk): Promise<void> {
  const talk = page.getByRole('navigation', { name: 'Talk' });
  for (const [at, title] of steps.entries()) {
    if (at > 0) await page.keyboard.press('PageDown');
    await expect(talk.getByRole('heading', { level: 1 })).toHaveText(title, { timeout: 30_000 });
    await expect(page.locator('main canvas, main svg, main table').first()).toBeVisible({
      timeout: 30_000,
    });
    await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(0);
  }
  await expect(talk.getByRole('status')).toHaveText(`Step ${steps.length} of ${steps.length}`);
}
