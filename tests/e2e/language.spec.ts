// Stories in another language: chosen on the page, kept in the browser, English where there is nothing else.

import { axeOf } from './axe.ts';
import { expect, flagship, more, patience, test } from './stage.ts';

const select = 'Language of the stories';

test('a chapter and its flagship are told in German when somebody chooses it, and English elsewhere', async ({
  page,
}) => {
  test.setTimeout(4 * patience);
  await page.goto('/#/cpupri');
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText(/Why do 480\sCPUs running real-time threads/);
  await page.getByRole('combobox', { name: select }).selectOption({ label: 'Deutsch' });
  await expect(heading).toHaveText(/Warum warten 480\sCPUs mit Echtzeit-Threads/);
  await expect(heading).toHaveAttribute('lang', 'de');
  const card = page.getByRole('link', { name: /Was teilen sich 480 Threads/ });
  await expect(card).toContainText('stress-ng cyclic auf 480 CPUs');
  const { violations } = await axeOf(page).analyze();
  expect(violations).toEqual([]);

  await page.goto('/#/cpupri/ffmpeg-480/3');
  await page.reload();
  const story = page.getByRole('region', { name: 'Story', exact: true });
  await expect(story).toContainText('Fünfzig CPUs stehen an', { timeout: patience });
  await expect(story).toContainText('Im Mittel warten');
  await expect(page.getByRole('heading', { name: 'Fünfzig CPUs stehen an' })).toHaveAttribute(
    'lang',
    'de',
  );

  // A chapter without a translation has no language to choose.
  await page.goto('/#/pcp');
  await expect(heading).toHaveText(/How many pages should each CPU keep/);
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
  await expect(page.getByRole('combobox', { name: select })).toHaveCount(0);
});

test('the language is chosen beside a story, too, and the link of the story does not carry it', async ({
  page,
}) => {
  test.setTimeout(4 * patience);
  await page.goto(flagship);
  await expect(page.getByRole('radiogroup', { name: 'Variant' })).toBeVisible();
  const before = new URL(page.url()).hash;
  await more(page);
  await page.getByRole('combobox', { name: select }).selectOption({ label: 'Deutsch' });
  await page.keyboard.press('Escape');
  const story = page.getByRole('region', { name: 'Story', exact: true });
  await expect(story).toContainText('Warum warten 480 CPUs mit Echtzeit-Threads', {
    timeout: patience,
  });
  expect(new URL(page.url()).hash.includes('Deutsch')).toBe(false);
  expect(new URL(page.url()).hash.startsWith(before.split('?')[0]!.slice(0, 10))).toBe(true);
});
