// The knobs in the story panel: turned by keyboard, run when asked, put back as they came.

import { axeOf } from './axe.ts';
import {
  button,
  expect,
  largeRun,
  machine,
  momentOf,
  open,
  patience,
  storyTab,
  test,
} from './stage.ts';

const { playhead: _, ...run } = largeRun;

test('a turned knob runs when asked, keeps where it was published, and goes back', async ({
  page,
}) => {
  await open(page, { ...run, playhead: '500 µs' });
  await storyTab(page, 'Parameters');
  const knobs = page.getByRole('region', { name: 'Parameters' });
  const work = knobs.getByRole('slider', { name: 'User work per wake-up' });
  await expect(work).toHaveAttribute('aria-valuetext', /^450 µs, as in the published/);
  await expect(button(page, 'Run with these settings')).toBeDisabled();
  const before = await machine(page, 'A').getAttribute('data-trace-hash');
  await work.focus();
  await page.keyboard.press('ArrowRight');
  await expect(work).toHaveAttribute('aria-valuetext', '500 µs');
  await expect(knobs.getByText('Published figures are compared at 450 µs.')).toBeVisible();
  await button(page, 'Run with these settings').click();
  await expect(machine(page, 'A')).not.toHaveAttribute('data-trace-hash', before ?? '', {
    timeout: patience,
  });
  await expect(work).toHaveAttribute('aria-valuetext', '500 µs', { timeout: patience });
  const { violations } = await axeOf(page).include('[aria-label=Parameters]').analyze();
  expect(violations).toEqual([]);
  await button(page, 'Reset').click();
  await expect(work).toHaveAttribute('aria-valuetext', /^450 µs/, { timeout: patience });
});

test('a knob of a time that stands in the file of the machine shows it with its unit', async ({
  page,
}) => {
  const set = { duration: '4 ms', warmup: '1 ms' };
  await open(page, { scenario: 'split-llc/idle-states', set, playhead: '2 ms' });
  await storyTab(page, 'Parameters');
  const leaving = page.getByRole('slider', { name: 'Leaving C6' });
  await expect(leaving).toHaveAttribute('aria-valuetext', '13 µs, the scenario default');
  await page.getByRole('slider', { name: 'Waking a cache' }).press('ArrowLeft');
  await expect(page.getByText('The scenario default is 20 µs.')).toBeVisible();
});

test('every combination of the patches can be chosen for B', async ({ page }) => {
  await open(page, { ...run, playhead: '500 µs' });
  await storyTab(page, 'Parameters');
  const patches = page.getByRole('combobox', { name: 'Patches in B' });
  await expect(patches.getByRole('option')).toHaveCount(16);
  await patches.selectOption({ label: 'p1+p4' });
  await button(page, 'Run with these settings').click();
  await expect.poll(() => page.url(), { timeout: patience }).not.toBe('');
  await expect(patches).toHaveValue(/\d+/);
  await expect(button(page, 'Run with these settings')).toBeDisabled({ timeout: patience });
});

test('a knob of which the scenario says nothing shows what the kernel does, and goes back to it', async ({
  page,
}) => {
  const set = { duration: '4 ms', warmup: '1 ms' };
  await open(page, { scenario: 'split-llc/wide-wakers', set, playhead: '2 ms' });
  await storyTab(page, 'Parameters');
  const preemption = page.getByRole('combobox', { name: 'Preemption of fair tasks' });
  const chosen = preemption.locator('option:checked');
  await expect(chosen).toHaveText('immediate (default)', { timeout: patience });
  const idle = page.getByRole('slider', { name: 'Every n-th task is SCHED_IDLE' });
  await expect(idle).toHaveAttribute('aria-valuetext', '0, the scenario default');
  const { trace } = await momentOf(page);
  await preemption.selectOption({ label: 'lazy' });
  await button(page, 'Run with these settings').click();
  await expect(machine(page, 'A')).not.toHaveAttribute('data-trace-hash', trace, {
    timeout: patience,
  });
  await expect(button(page, 'Run with these settings')).toBeDisabled({ timeout: patience });
  await expect(chosen).toHaveText('lazy');
  await preemption.selectOption({ label: 'immediate (default)' });
  await button(page, 'Run with these settings').click();
  await expect(machine(page, 'A')).toHaveAttribute('data-trace-hash', trace, { timeout: patience });
  await expect(chosen).toHaveText('immediate (default)');
});

test('a number that the kernel computes is left to it until it is turned, and again afterwards', async ({
  page,
}) => {
  await open(page, { scenario: 'pcp/two-sockets', playhead: '1 ms' });
  await storyTab(page, 'Parameters');
  const batch = page.getByRole('slider', { name: /batch/i });
  await expect(batch).toHaveAttribute('aria-valuetext', /^kernel default, as/);
  await expect(button(page, 'Reset')).toBeDisabled();
  await batch.focus();
  await page.keyboard.press('ArrowRight');
  await expect(batch).toHaveAttribute('aria-valuetext', '1');
  await expect(page.getByText('The scenario leaves it at the kernel default.')).toBeVisible();
  await button(page, 'Run with these settings').click();
  await expect(button(page, 'Run with these settings')).toBeDisabled({ timeout: patience });
  await expect(batch).toHaveAttribute('aria-valuetext', '1');
  await button(page, 'Reset').click();
  await expect(batch).toHaveAttribute('aria-valuetext', /^kernel default, as/, {
    timeout: patience,
  });
});

test('any story runs as another Linux release, and says so', async ({ page }) => {
  const set = { duration: '4 ms', warmup: '1 ms' };
  await open(page, { scenario: 'split-llc/wide-wakers', set, playhead: '2 ms' });
  await storyTab(page, 'Parameters');
  const release = page.getByRole('combobox', { name: 'Linux release' });
  await expect(release.locator('option:checked')).toHaveText('scenario default (default)');
  const { trace } = await momentOf(page);
  await release.selectOption({ label: 'v5.10' });
  await button(page, 'Run with these settings').click();
  await expect(machine(page, 'A')).not.toHaveAttribute('data-trace-hash', trace, {
    timeout: patience,
  });
  await expect(release.locator('option:checked')).toHaveText('v5.10');
});
