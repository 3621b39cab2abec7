// A lesson as a person takes it: nothing is revealed before the predictions, then the run answers, and the engine checks. Other
// settings and what is kept: web/features/lesson/predicted.test.tsx.

import type { Page } from '@playwright/test';
import { axeOf } from './axe.ts';
import {
  button,
  expect,
  largeRun,
  machine,
  momentOf,
  open,
  patience,
  test,
  type,
} from './stage.ts';

const lesson = (page: Page) => page.getByRole('region', { name: 'Lesson', exact: true });
const run = (page: Page) => lesson(page).getByRole('button', { name: 'Run it' });
const said = (page: Page) => lesson(page).getByText('What you predicted');

/** Opens the questions of the FFmpeg story. */
async function begin(page: Page) {
  await open(page, largeRun);
  await momentOf(page);
  await button(page, 'Lesson: predict first').click();
  await expect(run(page)).toBeVisible();
}

async function predict(page: Page) {
  await lesson(page).getByRole('radio', { name: 'about 11 %' }).check();
  await type(lesson(page).getByRole('textbox', { name: 'Your answer, in cycles' }), '2,000');
}

async function accessible(page: Page) {
  const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
  const { violations } = await axeOf(page).withTags(rules).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
}

test('a lesson is taken: nothing answers before the predictions, then the engine judges them and the checks', async ({
  page,
}) => {
  test.slow();
  await begin(page);
  await test.step('nothing that could answer is on the page before the predictions are made', async () => {
    for (const hidden of ['Machine A', 'Machine B', 'Story', 'Inspector', 'Views', 'Transport']) {
      await expect(page.getByRole('region', { name: hidden, exact: true })).toHaveCount(0);
    }
    await expect(page.getByText('published')).toHaveCount(0);
    await expect(run(page)).toBeDisabled();
    await lesson(page).getByRole('radio', { name: 'about 11 %' }).check();
    await expect(run(page)).toBeDisabled();
    await type(lesson(page).getByRole('textbox'), 'a lot');
    await expect(run(page)).toBeDisabled();
    await accessible(page);
  });
  await test.step('after the run the engine judges the predictions, then the checks', async () => {
    await predict(page);
    await run(page).click();
    await expect(machine(page, 'A')).toBeVisible();
    await expect(machine(page, 'B')).toBeVisible();
    await expect(said(page)).toBeVisible({ timeout: 2 * patience });
    await expect(lesson(page).getByText('about 11 %', { exact: true })).toBeVisible();
    await expect(lesson(page).getByText(/^(Correct|Incorrect; nearest: about \d+ %)$/)).toHaveCount(
      1,
    );
    await expect(lesson(page).getByText(/^(Close|Incorrect)$/)).toHaveCount(1);
    await expect(lesson(page).getByText('Checked by the engine')).toHaveCount(0);
    await type(lesson(page).getByRole('textbox'), 'The count has its line to itself.');
    await lesson(page).getByRole('button', { name: 'Show what the scenario says' }).click();
    await expect(lesson(page).getByText('Line 3 of root_domain (bytes 128–191)')).toBeVisible();
    const checks = lesson(page).getByRole('listitem');
    await expect(checks).toHaveCount(2);
    for (const check of await checks.all()) {
      await expect(check).toContainText(/\d.*: (holds|does not hold)\./);
    }
    await accessible(page);
    await lesson(page).getByRole('button', { name: 'Leave the lesson' }).click();
    await expect(page.getByRole('region', { name: 'Story', exact: true })).toBeVisible();
  });
});
