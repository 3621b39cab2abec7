// The main ways in a second browser: open, play, seek, switch, share, export. Another WebAssembly engine must come to
// the same past, and another browser to the same file.

import { readFileSync } from 'node:fs';
import { findFirefox } from '../../tools/lib/firefox.mjs';
import { encodeRecipe, type Recipe } from '../../web/scenario/index.ts';
import { Firefox } from './firefox.ts';
import {
  button,
  drag,
  expect,
  machine,
  momentOf,
  more,
  open,
  patience,
  shortRun,
  test,
} from './stage.ts';

const program = findFirefox();
const still = { ...shortRun, playhead: '2 ms', view: { playing: false } };

const ofMachine = (side: string, name: string) =>
  `document.querySelector('section[aria-label="Machine ${side}"]')?.dataset.${name} ?? ''`;
const traceOf = (side: string) => ofMachine(side, 'traceHash');

const head = `document.querySelector('input[aria-label="Playhead"], [role=slider][aria-label="Playhead"]')`;
/** ms at which the playhead says it stands. */
const saidTime = `${head}?.getAttribute('aria-valuetext') ?? ''`;

/** Puts the playhead at a time (ns) as a person does: React hears of it by the event. */
const seek = (time: number) => `(() => {
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
  set.call(${head}, '${time}');
  ${head}.dispatchEvent(new Event('input', { bubbles: true }));
  return '';
})()`;

test('Firefox goes the main ways to the same moments and the same file as Chromium', async ({
  page,
  baseURL,
}) => {
  test.skip(!program, 'no Firefox is installed');
  test.setTimeout(10 * patience);
  await open(page, still);
  const firefox = await Firefox.launch(program!);
  const soon = { timeout: 2 * patience };
  const isSame = async (sides: readonly ('A' | 'B')[]) => {
    for (const side of sides) {
      const { time, trace } = await momentOf(page, side);
      await expect.poll(() => firefox.text(ofMachine(side, 'time')), soon).toBe(String(time));
      await expect.poll(() => firefox.text(traceOf(side)), soon).toBe(trace);
    }
  };
  try {
    // Open.
    const recipe = { format: 'schedscape-recipe/3', ...still } as Recipe;
    await firefox.open(`${baseURL}#r=${encodeRecipe(recipe)}`);
    await isSame(['A', 'B']);
    // Play.
    const before = await firefox.text(saidTime);
    await firefox.press('button', 'Play');
    await expect.poll(() => firefox.text(saidTime), soon).not.toBe(before);
    await firefox.press('button', 'Pause');
    // Seek, back.
    await firefox.text(seek(1_700_000));
    await drag(page, 1_700_000);
    await isSame(['A', 'B']);
    // Switch: one machine alone.
    await firefox.press('radio', 'B');
    await expect.poll(() => firefox.text(ofMachine('A', 'time')), soon).toBe('');
    await isSame(['B']);
    // Share: the address leads Chromium to what Firefox shows.
    const isKept = `String(location.href.includes('#r='))`;
    await expect.poll(() => firefox.text(isKept), soon).toBe('true');
    await expect
      .poll(async () => {
        await page.goto('about:blank');
        await page.goto((await firefox.text('location.href'))!);
        return (await momentOf(page, 'B')).time;
      }, soon)
      .toBe(1_700_000);
    await expect(machine(page, 'A')).toHaveCount(0);
    await isSame(['B']);
    // Export: the same rows.
    await firefox.press('button', 'More');
    await firefox.press('button', 'Export');
    await firefox.press('menuitem', 'c2c, CSV');
    await expect.poll(() => firefox.saved()?.name, soon).toBe('cpupri-ghosts-b-c2c.csv');
    const saved = page.waitForEvent('download', { timeout: patience });
    await more(page);
    await button(page, 'Export').click();
    await page.getByRole('menuitem', { name: 'c2c, CSV', exact: true }).click();
    const download = await saved;
    expect(firefox.saved()).toEqual({
      name: download.suggestedFilename(),
      text: readFileSync(await download.path(), 'utf8'),
    });
  } finally {
    await firefox.close();
  }
});
