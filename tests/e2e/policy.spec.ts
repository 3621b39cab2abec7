// The Policy tab in a browser: writing, mending and running a policy of one's own, and links that bring one. Numbers of cases
// are those of the acceptance of the policy bench; the others are in web/features/policy/own.test.tsx.

import type { Page } from '@playwright/test';
import { starters } from '../../web/policy/starters.ts';
import { encodeRecipe, type Recipe, recipeInAddress } from '../../web/scenario/index.ts';
import { firstSteps } from '../../web/views/policy/first-steps.ts';
import { axeOf } from './axe.ts';
import { button, expect, foreignPage, machine, momentOf, open, patience, test } from './stage.ts';

const source = (id: string) => starters.find((each) => each.id === id)!.source;
const scenario = 'split-llc/one-wakeup';
const withTab = { scenario, playhead: '2 ms', view: { tab: 'policy' as const } };
const brings = (text: string) => ({
  scenario,
  playhead: '2 ms',
  policy: { language: 1, from: 'A' as const, source: text },
});

const view = (page: Page) => page.getByRole('region', { name: 'Policy', exact: true });
const text = (page: Page) => view(page).getByRole('textbox', { name: 'Policy', exact: true });
const problems = (page: Page) => view(page).getByRole('status', { name: 'Problems', exact: true });
const did = (page: Page) => view(page).getByRole('region', { name: 'What it did', exact: true });

/** Addresses of the module that runs policies, as the page or its workers fetch it. */
function policyModules(page: Page): string[] {
  const fetched: string[] = [];
  page.on('request', (request) => {
    if (/policy[^/]*\.wasm$/.test(request.url())) fetched.push(request.url());
  });
  return fetched;
}

test.beforeEach(async ({ page }) => page.setViewportSize({ width: 1280, height: 720 }));

test('case 20: an error is told with its line as one types, mended, and the policy runs as C', async ({
  page,
}) => {
  await open(page, withTab);
  await expect(text(page)).toBeVisible({ timeout: patience });
  await text(page).fill('function select_cpu(p) {\n  return nr_runing(3);\n}\n');
  await expect(problems(page)).toContainText('nr_running?');
  await expect(button(page, 'Run as C')).toBeDisabled();
  await page.emulateMedia({ forcedColors: 'active' });
  await expect(problems(page)).toBeInViewport();
  await expect(view(page).locator('[data-wrong]')).toBeVisible();
  await page.emulateMedia({ forcedColors: 'none' });
  const { violations } = await axeOf(page).include('[role=tabpanel]').analyze();
  expect(violations).toEqual([]);
  await problems(page).getByRole('button', { name: 'line 2' }).click();
  await page.keyboard.type('prev_cpu');
  await expect(problems(page)).toContainText('prev_cpu');
  await view(page).getByRole('combobox', { name: 'Start from' }).selectOption('Stay');
  await expect(problems(page)).toContainText('it can run');
  await text(page).focus();
  await page.keyboard.press('Tab');
  await expect(text(page)).not.toBeFocused();
  await text(page).focus();
  await page.keyboard.press('Control+Enter');
  await expect(machine(page, 'C')).toBeVisible({ timeout: patience });
  await expect(did(page)).toContainText('answered', { timeout: patience });
  await expect(button(page, 'C runs this policy')).toBeDisabled();
  await expect
    .poll(() => recipeInAddress(page.url())?.policy?.source, { timeout: patience })
    .toBe(source('stay'));
});

test('case 19: a policy that a link brings does not run before a press, and then only in this tab', async ({
  page,
  context,
}) => {
  const fetched = policyModules(page);
  await open(page, brings(source('round-robin')));
  await expect(view(page).getByRole('note')).toContainText('policy of 5 lines', {
    timeout: patience,
  });
  await expect(text(page)).toHaveValue(source('round-robin'));
  await momentOf(page, 'A');
  await expect(machine(page, 'C')).toHaveCount(0);
  expect(fetched).toEqual([]);
  await button(page, 'Run as C').click();
  const ran = await momentOf(page, 'C');
  expect(fetched.length).toBeGreaterThan(0);
  await expect
    .poll(() => recipeInAddress(page.url())?.view?.side, { timeout: patience })
    .toBe('A|C');
  await page.reload();
  expect(await momentOf(page, 'C')).toEqual(ran);
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(view(other).getByRole('note')).toContainText('has not run', { timeout: patience });
  await expect(machine(other, 'C')).toHaveCount(0);
});

test('case 19: in a frame of somebody else a policy waits to be pressed, though it ran in the page itself', async ({
  browser,
  baseURL,
}) => {
  // A page of its own: the host is another origin, which the guard of the others would refuse.
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
  const recipe = { format: 'schedscape-recipe/3', ...brings(source('round-robin')) } as Recipe;
  const address = `${baseURL}#r=${encodeRecipe(recipe)}`;
  const host = await foreignPage(address);
  try {
    await page.goto(address);
    await button(page, 'Run as C').click();
    await momentOf(page, 'C');
    await page.goto(host.address);
    const frame = page.frameLocator('iframe');
    await expect(
      frame.getByRole('region', { name: 'Policy', exact: true }).getByRole('note'),
    ).toContainText('policy of 5 lines', { timeout: patience });
    await expect(frame.getByRole('region', { name: 'Machine A', exact: true })).toBeVisible();
    await expect(frame.getByRole('region', { name: 'Machine C', exact: true })).toHaveCount(0);
  } finally {
    await page.close();
    host.close();
  }
});

test('Race sets the policy beside A with ten seeds', async ({ page }) => {
  await open(page, { ...withTab, set: { duration: '3ms' } });
  await view(page).getByRole('combobox', { name: 'Start from' }).selectOption('Stay');
  await button(page, 'Run as C').click();
  await momentOf(page, 'C');
  await button(page, 'Compare with Linux').click();
  const race = view(page).getByRole('region', { name: 'Compare with Linux', exact: true });
  const own = race.getByRole('row').last();
  await expect(own).toContainText(/of 10$/, { timeout: patience });
  await expect(own.getByRole('cell').nth(2)).toHaveText(/^[+−][\d.]+ %$/);
  await expect(race.getByRole('img')).toHaveCount(2);
  const { violations } = await axeOf(page).include('[role=tabpanel]').analyze();
  expect(violations).toEqual([]);
});

test('a first step brings its text to the story where it shows what it is for, and runs none of it', async ({
  page,
}) => {
  // From the start page's door, which opens the story that they begin in.
  await page.goto('/');
  await button(page, 'Your policy').click();
  await expect(page.getByRole('combobox', { name: 'Scenario' })).toHaveValue(
    firstSteps[0]!.scenario,
    {
      timeout: patience,
    },
  );
  await did(page).getByText('First steps').click();
  await did(page).getByRole('button', { name: 'Take “Lose elsewhere”' }).click();
  await expect(view(page).getByRole('note')).toContainText('has not run', { timeout: patience });
  await expect(text(page)).toHaveValue(source('least-loaded'));
  await expect
    .poll(() => recipeInAddress(page.url())?.scenario, { timeout: patience })
    .toBe('split-llc/schbench-distance');
  await expect(button(page, 'Run as C')).toBeEnabled();
  const { violations } = await axeOf(page).include('[role=tabpanel]').analyze();
  expect(violations).toEqual([]);
});

test('in a hall the text takes the place of the machines, and gives it back', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('schedscape.theme', 'projector'));
  await open(page, { ...withTab, view: { tab: 'policy', playing: false } });
  await expect(text(page)).toBeVisible({ timeout: patience });
  const whole = button(page, 'Maximize');
  await expect(whole).toHaveAttribute('aria-pressed', 'true');
  const lines = await text(page).evaluate((area) => {
    const seen = area.closest('div[class*=editor]')!.clientHeight;
    return seen / Number.parseFloat(getComputedStyle(area).lineHeight);
  });
  expect(lines).toBeGreaterThanOrEqual(8);
  await whole.click();
  await expect(machine(page, 'A')).toBeVisible();
  await whole.click();
  await button(page, 'Why?').click();
  await expect(page.getByRole('region', { name: 'Why', exact: true })).toBeVisible();
});
