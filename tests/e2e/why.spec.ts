// Asking why, where a browser is needed: what axe says of the story of a decision and of the glossary, and where it stands in
// a small hall. What is told and what a press opens: web/features/inspector/why.test.tsx.

import type { Page } from '@playwright/test';
import { axeOf } from './axe.ts';
import { button, expect, momentOf, open, patience, shortRun, test, wear } from './stage.ts';

const inspector = (page: Page) => page.getByRole('region', { name: 'Inspector', exact: true });
const glossary = (page: Page) => page.getByRole('dialog', { name: 'Glossary' });

/** Opens a paused run and asks why; the story of the last decision is there. */
async function ask(page: Page, more: Parameters<typeof open>[1] = shortRun) {
  await open(page, more);
  await momentOf(page);
  await button(page, 'Inspector').click();
  await inspector(page).getByRole('button', { name: 'Why?' }).click();
  const story = inspector(page).getByRole('article');
  await expect(story).toBeVisible({ timeout: patience });
  return story;
}

test('the story and the glossary pass the accessibility rules', async ({ page }) => {
  test.slow(); // axe reads every entry
  await ask(page, { ...shortRun, selection: { cpu: 4 } });
  const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
  const broken = async () => {
    const { violations } = await axeOf(page).withTags(rules).analyze();
    return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
  };
  expect(await broken()).toEqual([]);
  await page.keyboard.press('g');
  await expect(glossary(page)).toBeVisible({ timeout: patience });
  expect(await broken()).toEqual([]);
});

test('in a small hall “Why?” answers over the lower half of the page, by button and by key', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await open(page, shortRun);
  await momentOf(page);
  await wear(page, 'Projector');
  await expect(inspector(page)).toBeHidden();
  await page.locator('header').getByRole('button', { name: 'Why?', exact: true }).click();
  await expect(inspector(page).getByRole('article')).toBeVisible({ timeout: patience });
  const { x, width, height } = (await inspector(page).boundingBox())!;
  expect([x, width]).toEqual([0, 1280]);
  expect(height).toBeLessThan(460);
  await inspector(page)
    .getByRole('button', { name: /^Close/ })
    .first()
    .click();
  await expect(inspector(page)).toBeHidden();
  await page.keyboard.press('i');
  await expect(inspector(page).getByRole('article')).toBeVisible({ timeout: patience });
});
