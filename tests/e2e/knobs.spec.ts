// The knobs in the story panel: turned by keyboard, run when asked, put back as they came.

import { axeOf } from './axe.ts';
import {
  button,
  expect,
  machine,
  momentOf,
  open,
  patience,
  shortRun,
  storyTab,
  test,
} from './stage.ts';

const { playhead: _, ...run } = shortRun;

test('a turned knob runs when asked, keeps where it was published, and goes back', async ({
  page,
}) => {
  await open(page, { ...run, playhead: '500 µs' });
  await storyTab(page, 'Turn');
  const knobs = page.getByRole('region', { name: 'Turn' });
  const work = knobs.getByRole('slider', { name: 'User work per wake-up' });
  await expect(work).toHaveAttribute('aria-valuetext', /^450 µs, as in the published/);
  await expect(button(page, 'Run with these')).toBeDisabled();
  const before = await machine(page, 'A').getAttribute('data-trace-hash');
  await work.focus();
  await page.keyboard.press('ArrowRight');
  await expect(work).toHaveAttribute('aria-valuetext', '500 µs');
  await expect(knobs.getByText('Published figures are compared at 450 µs.')).toBeVisible();
  await button(page, 'Run with these').click();
  await expect(machine(page, 'A')).not.toHaveAttribute('data-trace-hash', before ?? '', {
    timeout: patience,
  });
  await expect(work).toHaveAttribute('aria-valuetext', '500 µs', { timeout: patience });
  const { violations } = await axeOf(page).include('[aria-label=Turn]').analyze();
  expect(violations).toEqual([]);
  await button(page, 'As it comes').click();
  await expect(work).toHaveAttribute('aria-valuetext', /^450 µs/, { timeout: patience });
});

test('a knob of a time that stands in the file of the machine shows it with its unit', async ({
  page,
}) => {
  const set = { duration: '4 ms', warmup: '1 ms' };
  await open(page, { scenario: 'split-llc/idle-states', set, playhead: '2 ms' });
  await storyTab(page, 'Turn');
  const leaving = page.getByRole('slider', { name: 'Leaving C6' });
  await expect(leaving).toHaveAttribute('aria-valuetext', '13 µs, as the scenario comes');
  await page.getByRole('slider', { name: 'Waking a cache' }).press('ArrowLeft');
  await expect(page.getByText('The scenario comes with 20 µs.')).toBeVisible();
});

test('every combination of the patches can be chosen for B', async ({ page }) => {
  await open(page, { ...run, playhead: '500 µs' });
  await storyTab(page, 'Turn');
  const patches = page.getByRole('combobox', { name: 'Patches in B' });
  await expect(patches.getByRole('option')).toHaveCount(16);
  await patches.selectOption({ label: 'p1+p4' });
  await button(page, 'Run with these').click();
  await expect.poll(() => page.url(), { timeout: patience }).not.toBe('');
  await expect(patches).toHaveValue(/\d+/);
  await expect(button(page, 'Run with these')).toBeDisabled({ timeout: patience });
});

test('a knob of which the scenario says nothing shows what the kernel does, and goes back to it', async ({
  page,
}) => {
  const set = { duration: '4 ms', warmup: '1 ms' };
  await open(page, { scenario: 'split-llc/wide-wakers', set, playhead: '2 ms' });
  await storyTab(page, 'Turn');
  const preemption = page.getByRole('combobox', { name: 'Preemption of fair tasks' });
  const chosen = preemption.locator('option:checked');
  await expect(chosen).toHaveText('immediate (as it comes)', { timeout: patience });
  const idle = page.getByRole('slider', { name: 'Every n-th task is SCHED_IDLE' });
  await expect(idle).toHaveAttribute('aria-valuetext', '0, as the scenario comes');
  const { trace } = await momentOf(page);
  await preemption.selectOption({ label: 'lazy' });
  await button(page, 'Run with these').click();
  await expect(machine(page, 'A')).not.toHaveAttribute('data-trace-hash', trace, {
    timeout: patience,
  });
  await expect(button(page, 'Run with these')).toBeDisabled({ timeout: patience });
  await expect(chosen).toHaveText('lazy');
  await preemption.selectOption({ label: 'immediate (as it comes)' });
  await button(page, 'Run with these').click();
  await expect(machine(page, 'A')).toHaveAttribute('data-trace-hash', trace, { timeout: patience });
  await expect(chosen).toHaveText('immediate (as it comes)');
});

test('a number that the kernel computes is left to it until it is turned, and again afterwards', async ({
  page,
}) => {
  await open(page, { scenario: 'pcp/two-sockets', playhead: '1 ms' });
  await storyTab(page, 'Turn');
  const batch = page.getByRole('slider', { name: /batch/i });
  await expect(batch).toHaveAttribute('aria-valuetext', /^left to the kernel, as/);
  await expect(button(page, 'As it comes')).toBeDisabled();
  await batch.focus();
  await page.keyboard.press('ArrowRight');
  await expect(batch).toHaveAttribute('aria-valuetext', '1');
  await expect(page.getByText('The scenario leaves it to the kernel.')).toBeVisible();
  await button(page, 'Run with these').click();
  await expect(button(page, 'Run with these')).toBeDisabled({ timeout: patience });
  await expect(batch).toHaveAttribute('aria-valuetext', '1');
  await button(page, 'As it comes').click();
  await expect(batch).toHaveAttribute('aria-valuetext', /^left to the kernel, as/, {
    timeout: patience,
  });
});
