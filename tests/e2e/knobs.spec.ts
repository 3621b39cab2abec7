// The knobs in the story panel: turned by keyboard, run when asked, put back as they came.

import AxeBuilder from '@axe-core/playwright';
import { button, expect, machine, open, patience, shortRun, test } from './stage.ts';

const { playhead: _, ...run } = shortRun;

test('a turned knob runs when asked, keeps where it was published, and goes back', async ({
  page,
}) => {
  await open(page, { ...run, playhead: '500 µs' });
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
  const { violations } = await new AxeBuilder({ page }).include('[aria-label=Turn]').analyze();
  expect(violations).toEqual([]);
  await button(page, 'As it comes').click();
  await expect(work).toHaveAttribute('aria-valuetext', /^450 µs/, { timeout: patience });
});

test('every combination of the patches can be chosen for B', async ({ page }) => {
  await open(page, { ...run, playhead: '500 µs' });
  const patches = page.getByRole('combobox', { name: 'Patches in B' });
  await expect(patches.getByRole('option')).toHaveCount(16);
  await patches.selectOption({ label: 'p1+p4' });
  await button(page, 'Run with these').click();
  await expect.poll(() => page.url(), { timeout: patience }).not.toBe('');
  await expect(patches).toHaveValue(/\d+/);
  await expect(button(page, 'Run with these')).toBeDisabled({ timeout: patience });
});
