// The first light of the story: open the link, both kernels move, stop, go back exactly. Real
// Chromium, the built page, the real core.

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
  storyTab,
  test,
  tracesOfCommandLine,
} from './stage.ts';

const numberOf = async (slider: ReturnType<typeof playhead>) => Number(await slider.inputValue());

test('the page opens playing, both kernels side by side', async ({ page }) => {
  const begun = Date.now();
  await page.goto(flagship);
  await expect(button(page, 'Pause')).toBeVisible({ timeout: patience });
  await expect(machine(page, 'A')).toBeVisible();
  await expect(machine(page, 'B')).toBeVisible();
  await expect.poll(() => saidTime(playhead(page)), { timeout: patience }).toBeGreaterThan(0);
  // The budget is 1.5 s of load; here it is reported, because a test machine may be busy.
  test.info().annotations.push({ type: 'first movement', description: `${Date.now() - begun} ms` });
  await expect(page.getByRole('combobox', { name: 'Scenario' })).toHaveValue('cpupri/ffmpeg-480');
  await expect(page.getByRole('radio', { name: 'A | B', exact: true })).toBeChecked();
});

test('the story begins with its first step, and Skip alone leads to its end', async ({ page }) => {
  await page.goto(flagship);
  await expect(page.getByText('1 of 7', { exact: true })).toBeVisible({ timeout: patience });
  await page.keyboard.press('x');
  await expect(page.getByText('1 of 7', { exact: true })).toBeVisible();
  await button(page, 'Skip').click();
  await expect(page.getByText('1 of 7', { exact: true })).toBeHidden();
  await expect(button(page, 'Skip')).toBeHidden();
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

test('a run whose warm-up is long is measured to its end while the playhead stands at 0', async ({
  page,
}) => {
  await open(page, {
    ...shortRun,
    set: { duration: '420 ms', warmup: '400 ms' },
    playhead: '0 ns',
  });
  await storyTab(page, 'Results');
  await expect(page.getByText('computed to the end')).toBeVisible({ timeout: patience });
  await expect(page.getByText(/^Simulated: measured window of 20 ms/)).toBeVisible({
    timeout: patience,
  });
  expect(await numberOf(playhead(page))).toBe(0);
});

test('a step forward and a step back give the same picture', async ({ page }) => {
  await open(page, shortRun);
  const before = await momentOf(page);
  await button(page, 'Step forward').click();
  await expect.poll(async () => (await momentOf(page)).frame).not.toBe(before.frame);
  const first = await momentOf(page);
  await button(page, 'Step forward').click();
  await expect.poll(async () => (await momentOf(page)).trace).not.toBe(first.trace);
  await button(page, 'Step back').click();
  await expect.poll(() => momentOf(page), { timeout: patience }).toEqual(first);
});

test('a decision is further away than an event, and can be gone back to', async ({ page }) => {
  await open(page, shortRun);
  const start = await momentOf(page);
  await button(page, 'Next decision').click();
  await expect.poll(async () => (await momentOf(page)).time).toBeGreaterThan(start.time);
  const first = await momentOf(page);
  await button(page, 'Next decision').click();
  await expect.poll(async () => (await momentOf(page)).trace).not.toBe(first.trace);
  await button(page, 'Previous decision').click();
  await expect.poll(() => momentOf(page), { timeout: patience }).toEqual(first);
});

test('dragging back and forward is exact', async ({ page }) => {
  await open(page, shortRun);
  const places = [700_000, 123_456, 1_999_999, 700_001, 42, 3_100_000];
  const seen = new Map<number, unknown>();
  for (const time of places) {
    await drag(page, time);
    seen.set(time, [await momentOf(page, 'A'), await momentOf(page, 'B')]);
  }
  expect(new Set([...seen.values()].map((moments) => JSON.stringify(moments))).size).toBe(6);
  for (const time of [...places].reverse()) {
    await drag(page, time);
    expect([await momentOf(page, 'A'), await momentOf(page, 'B')]).toEqual(seen.get(time));
  }
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

test('one press shows the patched kernel alone, or both', async ({ page }) => {
  await open(page, shortRun);
  await page.getByRole('radio', { name: 'B', exact: true }).check();
  await expect(machine(page, 'A')).toBeHidden();
  await expect(machine(page, 'B')).toContainText('Patch 4 alone');
  await page.getByRole('radio', { name: 'A | B', exact: true }).check();
  const [a, b] = [await momentOf(page, 'A'), await momentOf(page, 'B')];
  expect(a.time).toBe(b.time);
  expect(a.frame).not.toBe(b.frame);
});

test('a fourth variant comes on stage beside the first, also after a reload', async ({ page }) => {
  await open(page, { scenario: 'split-llc/tbench-thundering-herd', playhead: '200 µs' });
  const both = page.getByRole('radio', { name: 'A | D', exact: true });
  const before = page.url();
  await both.check();
  const [a, d] = [await momentOf(page, 'A'), await momentOf(page, 'D')];
  expect([a.time, d.time]).toEqual([200_000, 200_000]);
  await expect(machine(page, 'B')).toBeHidden();
  await expect.poll(() => page.url()).not.toBe(before);
  await page.reload();
  await expect(both).toBeChecked({ timeout: patience });
  expect(await momentOf(page, 'D')).toEqual(d);
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
