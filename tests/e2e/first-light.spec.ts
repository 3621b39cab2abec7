// The first light of the story: open the link, both kernels move, stop, and a past that is the command line's. Real Chromium,
// the built page, the real core. Going to and fro in time: web/app/moments.test.tsx, and 200 times time.spec.ts.

import {
  button,
  drag,
  expect,
  flagship,
  machine,
  momentOf,
  open,
  patience,
  pictures,
  playhead,
  saidTime,
  shortRun,
  test,
  tracesOfCommandLine,
} from './stage.ts';

const numberOf = async (slider: ReturnType<typeof playhead>) => Number(await slider.inputValue());

test('the page opens playing, both kernels side by side, at the first step of the story', async ({
  page,
}) => {
  await page.goto(flagship);
  await test.step('the page opens playing, both kernels side by side', async () => {
    await expect(button(page, 'Pause')).toBeVisible({ timeout: patience });
    await expect(machine(page, 'A')).toBeVisible();
    await expect(machine(page, 'B')).toBeVisible();
    await expect.poll(() => saidTime(playhead(page)), { timeout: patience }).toBeGreaterThan(0);
    await expect(page.getByRole('combobox', { name: 'Scenario' })).toHaveValue('cpupri/ffmpeg-480');
    await expect(page.getByRole('radio', { name: 'A | B', exact: true })).toBeChecked();
  });
  await test.step('the story begins with its first step, and Skip alone leads to its end', async () => {
    await expect(page.getByText('1 of 7', { exact: true })).toBeVisible({ timeout: patience });
    await page.keyboard.press('x');
    await expect(page.getByText('1 of 7', { exact: true })).toBeVisible();
    await button(page, 'Skip').click();
    await expect(page.getByText('1 of 7', { exact: true })).toBeHidden();
    await expect(button(page, 'Skip')).toBeHidden();
  });
});

test('pause stops both machines at one moment, and play goes on from there', async ({ page }) => {
  await open(page);
  await button(page, 'Pause').click();
  const [a, b] = [await momentOf(page, 'A'), await momentOf(page, 'B')];
  expect(a.time).toBe(b.time);
  await pictures(page);
  expect(await momentOf(page)).toEqual(a);
  await button(page, 'Play').click();
  await expect.poll(() => saidTime(playhead(page)), { timeout: patience }).toBeGreaterThan(a.time);
});

test('how fast it played does not change what is seen', async ({ page }) => {
  await open(page, { ...shortRun, view: { playing: true, rate: '400 µs' } });
  await expect.poll(() => numberOf(playhead(page)), { timeout: patience }).toBeGreaterThan(600_000);
  await button(page, 'Pause').click();
  const played = await momentOf(page);
  await drag(page, 1_000);
  await drag(page, played.time);
  expect(await momentOf(page)).toEqual(played);
});

test('the trace hash is that of the command line', async ({ page }) => {
  await open(page, { ...shortRun, playhead: '4 ms' });
  const sides = ['A', 'B'] as const;
  const moments = await Promise.all(sides.map((side) => momentOf(page, side)));
  const told = await tracesOfCommandLine(page.url(), sides);
  for (const [i, { time, trace }] of moments.entries()) {
    expect(time).toBe(4_000_000);
    expect(told[i]).toContain(trace);
  }
});
