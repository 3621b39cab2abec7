// Asking why: the story of a decision in the Inspector, going to it, and the glossary, as a person
// meets them. Roles and names only.

import type { Page } from '@playwright/test';
import { BALANCE } from '../../web/engine/abi.gen.ts';
import { axeOf } from './axe.ts';
import { momentAfter } from './decisions.ts';
import {
  button,
  expect,
  largeRun,
  momentOf,
  open,
  patience,
  shortRun,
  test,
  wear,
} from './stage.ts';

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

test('“Why?” tells the last decision: what was asked, looked at, chosen, and what it cost', async ({
  page,
}) => {
  const story = await ask(page);
  await expect(story.getByRole('heading', { name: 'What was asked' })).toBeVisible();
  await expect(story.getByRole('heading', { name: 'What was looked at' })).toBeVisible();
  await expect(story.getByRole('heading', { name: 'What was chosen' })).toBeVisible();
  await expect(story).toContainText(/Reason: [A-Z_]+\./);
  await expect(story).toContainText(/\d\s(ns|µs), in which \d+ shared words? (was|were) touched/);
});

test('of pages it tells how many moved, and of a flush how many met a free buddy and what the others met', async ({
  page,
}) => {
  const story = await ask(page, {
    scenario: 'pcp/nine-machines',
    set: { platform: 'lkp-hsw-d01', 'workload.pages': 2048, duration: '30 ms', warmup: '10 ms' },
    playhead: '20 ms',
  });
  await expect(story).toContainText('31 pages moved.');
  const flush = inspector(page).getByRole('button', {
    name: /Flush of a page list: 31 pages, CPU/,
  });
  await flush.first().click();
  await expect(story).toContainText(/found a free buddy, \d+ did not/);
  await expect(story.getByRole('heading', { name: 'What was refused' })).toBeVisible();
  await expect(story).toContainText(/times?: the buddy is/);
});

test('the playhead goes to the decision, and earlier decisions are told when pressed', async ({
  page,
}) => {
  await ask(page);
  const before = await momentOf(page);
  await inspector(page).getByRole('button', { name: 'Go to this decision' }).click();
  await expect(inspector(page).getByText('The playhead stands at it.')).toBeVisible({
    timeout: patience,
  });
  const at = await momentOf(page);
  expect(at.time).toBeLessThan(before.time);
  const earlier = inspector(page).getByRole('list').last().getByRole('button');
  await earlier.first().click();
  await expect(inspector(page).getByRole('button', { name: 'Go to this decision' })).toBeVisible();
  await expect(inspector(page).getByRole('article')).toBeVisible({ timeout: patience });
});

test('a selected CPU is asked about its own decisions, and links select what they name', async ({
  page,
}) => {
  const story = await ask(page, { ...shortRun, selection: { cpu: 4 } });
  await expect(story).toContainText('CPU 4');
  await story
    .getByRole('button', { name: /\(task \d+\)$/ })
    .first()
    .click();
  await expect(inspector(page).getByRole('table', { name: /\(task \d+\)$/ })).toBeVisible();
});

test('a term of the story opens the glossary, and one entry leads to the next', async ({
  page,
}) => {
  const story = await ask(page, largeRun);
  await story.getByRole('button', { name: /^[A-Z]+(_[A-Z]+)+$/ }).click();
  await expect(glossary(page).getByRole('heading', { level: 3 })).toBeFocused();
  await glossary(page).getByRole('button', { name: 'All terms' }).click();
  await glossary(page).getByRole('searchbox', { name: 'Search terms' }).fill('false sharing');
  await glossary(page).getByRole('button', { name: 'False sharing', exact: true }).click();
  await glossary(page).getByRole('button', { name: 'cache line' }).click();
  await expect(glossary(page).getByRole('heading', { name: 'Cache line' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(glossary(page)).toBeHidden();
  await expect(story).toBeVisible();
});

test('the glossary opens by its key from anywhere, and says when nothing matches', async ({
  page,
}) => {
  await open(page, shortRun);
  await momentOf(page);
  await page.keyboard.press('g');
  await expect(glossary(page)).toBeVisible({ timeout: patience });
  await glossary(page).getByRole('searchbox').fill('zzzz');
  await expect(glossary(page).getByRole('status')).toHaveText('No entry speaks of “zzzz”.');
});

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

test('a balance pass tells what it looked at, and each task it moved tells why it might go', async ({
  page,
}) => {
  const { recipe, explain } = await momentAfter(
    { scenario: 'split-llc/newly-idle', set: { duration: '17 ms', warmup: '1 ms' } },
    'sched_balance_rq',
    17_000_000,
    ({ code, explain: { facts } }) =>
      code === 'LB_MOVED' &&
      facts.form === 'pass' &&
      facts.type === BALANCE.NEWIDLE &&
      facts.moved === 1,
  );
  const [from, to] = [explain.previous, explain.cpu];
  const story = await ask(page, recipe);
  await expect(story.getByRole('heading', { name: 'A balance pass' })).toBeVisible();
  await expect(story).toContainText(`CPU ${to}, about to go idle, balanced its domain of`);
  await expect(story).toContainText(new RegExp(`of CPU ${from} (was|were) looked at`));
  await expect(story).toContainText('Reason: LB_MOVED.');
  await expect(story).toContainText(`1 task goes from CPU ${from} to CPU ${to}.`);
  await inspector(page)
    .getByRole('button', {
      name: new RegExp(`A task moved by balancing: .*task \\d+\\)?, CPU ${to}`),
    })
    .first()
    .click();
  await expect(story).toContainText('Reason: MV_OK.', { timeout: patience });
  await expect(story).toContainText(
    new RegExp(`[Tt]ask \\d+\\)? goes from CPU ${from} to CPU ${to}\\.`),
  );
});

/** The waker is about to sleep and alone; target and previous CPU are busy, and all that is scanned. */
const findsNobody = ['WA_SYNC', 'SI_TARGET', 'SI_PREV', 'SI_SCAN'];

test('a wake-up tells each test with its numbers, in order, up to the one that decided', async ({
  page,
}) => {
  const { recipe, explain } = await momentAfter(
    { scenario: 'split-llc/one-wakeup' },
    'select_task_rq_fair',
    6_000_000,
    ({ code, steps }) =>
      code === 'SI_FALLBACK_TARGET' && findsNobody.every((test, at) => steps[at]?.code === test),
  );
  const { cpu } = explain;
  const story = await ask(page, recipe);
  await expect(story.getByRole('heading', { name: 'Where an ordinary task goes' })).toBeVisible();
  await expect(story).toContainText(
    new RegExp(`CPU ${cpu} executed the wake-up of .*\\(task \\d+\\)`),
  );
  const next = cpu - (cpu % 4) + ((cpu + 1) % 4); // caches have four CPUs
  const around = `nothing else runs on CPU ${cpu}: around CPU ${cpu}\\. WA_SYNC$`;
  await expect(story.getByRole('list').first().getByRole('listitem')).toHaveText([
    new RegExp(`about to sleep, and ${around}`),
    new RegExp(`^Target, CPU ${cpu}: busy\\. SI_TARGET$`),
    /^Previous CPU, CPU \d: busy\. SI_PREV$/,
    new RegExp(
      `^Scan of the LLC, CPU by CPU from CPU ${next} on: \\d\\sCPUs checked of at most \\d; none is idle\\. SI_SCAN$`,
    ),
  ]);
  await expect(story).toContainText('Reason: SI_FALLBACK_TARGET.');
  await expect(story).toContainText(/CPUs were checked \d+ times/);
  await story.getByRole('button', { name: 'SI_SCAN' }).click();
  await expect(glossary(page).getByRole('heading', { name: 'SI_SCAN' })).toBeVisible();
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
