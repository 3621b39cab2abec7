// Everything that can be taken along: pictures, tables and traces, from the menu "Export". Each file is
// read back as another program would.

import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { recipeInAddress } from '../../web/scenario/index.ts';
import { readFtrace, readPerfetto } from '../exchange/read.ts';
import { axeOf } from './axe.ts';
import {
  button,
  drag,
  expect,
  largeRun,
  machine,
  momentOf,
  more,
  open,
  patience,
  shortRun,
  test,
} from './stage.ts';

const item = (page: Page, name: string) =>
  page.getByRole('menu', { name: 'Export' }).getByRole('menuitem', { name, exact: true });

/** Picks an item of the menu and gives the file that is saved. */
async function exported(page: Page, name: string) {
  const saved = page.waitForEvent('download', { timeout: patience });
  await more(page);
  await button(page, 'Export').click();
  await item(page, name).click();
  const download = await saved;
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

/** The rows of a CSV without its comments, by column; cells hold no commas in these tests. */
function rowsOf(csv: string) {
  const lines = csv.split('\r\n').filter((line) => line !== '');
  const comments = lines.filter((line) => line.startsWith('#'));
  const [head, ...rows] = lines.slice(comments.length).map((line) => line.split(','));
  const records = rows.map((row) => Object.fromEntries(head!.map((name, at) => [name, row[at]!])));
  return { comments, records };
}

const measured = { ...shortRun, playhead: '4 ms' };

/** Waits until the whole short run is computed: the figures do not change any more. */
async function openMeasured(page: Page) {
  await open(page, measured);
  await momentOf(page, 'A');
  await momentOf(page, 'B');
}

test('the c2c rows of both machines are saved as CSV that says where it comes from', async ({
  page,
}) => {
  await openMeasured(page);
  const { name, bytes } = await exported(page, 'c2c, CSV');
  expect(name).toBe('cpupri-ghosts-ab-c2c.csv');
  const { comments, records } = rowsOf(bytes.toString('utf8'));
  expect(comments.join('\n')).toMatch(/Schedscape \d+\.\d+\.\d+.*\n.*scenario: cpupri\/ghosts/);
  expect(comments).toContainEqual('# seed: 1');
  expect(comments.filter((line) => line.startsWith('# limit: ')).length).toBeGreaterThan(0);
  expect(new Set(records.map(({ variant }) => variant))).toEqual(new Set(['A', 'B']));
  const hot = records.find(({ offset, symbol }) => offset === '0x38' && symbol === 'cpupri_set');
  expect(Number(hot!.rmt_hitm)).toBeGreaterThan(0);
  const link = comments.find((line) => line.startsWith('# recipe: '))!.slice('# recipe: '.length);
  expect(recipeInAddress(link)).toMatchObject({ scenario: 'cpupri/ghosts', set: measured.set });
});

test('the figures of the story are saved as JSON with units and published values', async ({
  page,
}) => {
  await open(page, { ...largeRun, playhead: '4 ms' });
  await momentOf(page, 'A');
  await momentOf(page, 'B');
  const { bytes } = await exported(page, 'Story figures, JSON');
  const document = JSON.parse(bytes.toString('utf8'));
  expect(document).toMatchObject({ scenario: 'cpupri/ffmpeg-480', seed: 1, program: 'Schedscape' });
  expect(document.not_modelled.length).toBeGreaterThan(0);
  const rows: Record<string, unknown>[] = document.tables.figures.rows;
  const share = rows.find(({ metric, variant }) => metric === 'kernel_share' && variant === 'A');
  expect(share).toMatchObject({ unit: '%', published: 20 });
  expect(share!.simulated).toBeGreaterThan(0);
});

test('the machine, cache lines, time, inspector and the view in the dock are tables, too', async ({
  page,
}) => {
  const view = { side: 'A', inspector: true, tab: 'c2c' } as const;
  await open(page, { ...measured, selection: { cpu: 7 }, view });
  await momentOf(page, 'A');
  const topology = rowsOf((await exported(page, 'Topology, CSV')).bytes.toString('utf8'));
  expect(topology.records).toHaveLength(8);
  const lines = rowsOf((await exported(page, 'Cache lines, CSV')).bytes.toString('utf8'));
  expect(lines.records.some(({ structure }) => structure === 'root_domain')).toBe(true);
  const spent = rowsOf((await exported(page, 'Time by kind, CSV')).bytes.toString('utf8'));
  const kinds = spent.records.filter(({ variant }) => variant === 'A').map(({ kind }) => kind);
  expect(kinds).toContain('lockWait');
  const inspector = (await exported(page, 'Inspector, CSV')).bytes.toString('utf8');
  expect(inspector).toContain('CPU 7');
  const table = (await exported(page, 'Table in the dock, CSV')).bytes.toString('utf8');
  expect(table).toContain('cpupri_set');
});

test('the sums of a selected span are saved to the nanosecond', async ({ page }) => {
  await open(page, { ...measured, view: { side: 'A', tab: 'timeline' } });
  await momentOf(page, 'A');
  await more(page);
  await button(page, 'Export').click();
  await item(page, 'Timeline selection, CSV').click();
  await expect(page.getByRole('alert').filter({ hasText: 'no span is selected' })).toBeVisible();
  await button(page, 'Dismiss').click();
  await button(page, 'Select a range').click();
  const sums = page.getByRole('complementary', { name: 'Sums of the range' });
  await expect(sums.getByRole('table')).toBeVisible({ timeout: patience });
  const { records } = rowsOf((await exported(page, 'Timeline selection, CSV')).bytes.toString());
  const value = (what: string) => Number(records.find((row) => row.what === what)!.value);
  const [{ 'from (ns)': from, 'to (ns)': to, cpus }] = records as [Record<string, string>];
  const whole = Number(cpus) * (Number(to) - Number(from));
  const kinds = ['idle', 'user', 'kernel', 'stalled', 'spinning'];
  expect(kinds.reduce((sum, kind) => sum + value(kind), 0)).toBeCloseTo(whole, 0);
});

test('the stage is saved as a PNG with its machines, and says in its text what it shows', async ({
  page,
}) => {
  await openMeasured(page);
  const { name, bytes } = await exported(page, 'Stage, PNG');
  expect(name).toBe('cpupri-ghosts-ab-stage.png');
  expect(bytes.subarray(1, 4).toString('latin1')).toBe('PNG');
  const text = bytes.toString('utf8');
  expect(text).toContain('iTXtDescription');
  expect(text).toContain('seed: 1');
  // Drawn by a browser again: the checks of its chunks hold, and it is no empty page.
  const drawn = await page.evaluate(async (data) => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [image.width, image.height];
    const context = canvas.getContext('2d')!;
    context.drawImage(image, 0, 0);
    const pixels = new Uint32Array(
      context.getImageData(0, 0, image.width, image.height).data.buffer,
    );
    return { colours: new Set(pixels).size, width: image.width };
  }, bytes.toString('base64'));
  expect(drawn.colours).toBeGreaterThan(100);
  // Fit for a slide: two pixels for each of the screen's.
  const both = (await machine(page, 'A').boundingBox())!.width * 2;
  expect(drawn.width).toBeGreaterThan(2 * both);
});

test('the stage is saved as an SVG of its machines that any reader takes', async ({ page }) => {
  await openMeasured(page);
  const { name, bytes } = await exported(page, 'Stage, SVG');
  expect(name).toBe('cpupri-ghosts-ab-stage.svg');
  const svg = bytes.toString('utf8');
  expect(svg).not.toMatch(/<script|foreignObject|\son\w+=|NaN|undefined/);
  const seen = await page.evaluate(async (text) => {
    const read = new DOMParser().parseFromString(text, 'image/svg+xml');
    const image = new Image();
    image.src = `data:image/svg+xml,${encodeURIComponent(text)}`;
    await image.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [image.width, image.height];
    const context = canvas.getContext('2d')!;
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, image.width, image.height);
    return {
      faults: read.querySelectorAll('parsererror').length,
      // CPUs of one colour are one path with a shape for each.
      shapes: [...read.querySelectorAll('rect, path')].reduce(
        (sum, { attributes }) =>
          sum + Math.max(1, attributes.getNamedItem('d')?.value.split('M').length ?? 0),
        0,
      ),
      said: read.querySelector('desc')?.textContent,
      words: read.documentElement.textContent,
      colours: new Set(new Uint32Array(data.buffer)).size,
    };
  }, svg);
  expect(seen.faults).toBe(0);
  expect(seen.shapes).toBeGreaterThan(8);
  expect(seen.said).toContain('seed: 1');
  expect(seen.words).toContain('Baseline');
  expect(seen.colours).toBeGreaterThan(50);
});

test('the struct layout is saved as an SVG that draws without the page', async ({ page }) => {
  await open(page, { ...measured, view: { side: 'A', tab: 'struct-layout' } });
  await expect(page.getByRole('grid').first()).toBeVisible({ timeout: patience });
  const { bytes } = await exported(page, 'View in the dock, SVG');
  const svg = bytes.toString('utf8');
  expect(svg).toContain('seed: 1');
  expect(svg).toContain('rto_mask');
  expect(svg).not.toMatch(/<script|foreignObject|class=|\son\w+=/);
  const size = await page.evaluate(async (data) => {
    const image = new Image();
    image.src = `data:image/svg+xml;base64,${data}`;
    await image.decode();
    return image.width * image.height;
  }, bytes.toString('base64'));
  expect(size).toBeGreaterThan(100_000);
});

test('a trace shows how far it is, and its text is read by another program', async ({ page }) => {
  await open(page, { ...largeRun, playhead: '4 ms' });
  await momentOf(page, 'A');
  await more(page);
  await button(page, 'Export').click();
  await item(page, 'Run, ftrace text …').click();
  const dialog = page.getByRole('dialog', { name: 'Export a trace' });
  await dialog.getByRole('radio', { name: /^The whole run/ }).check();
  const saved = page.waitForEvent('download', { timeout: patience });
  await dialog.getByRole('button', { name: 'Export' }).click();
  await expect(dialog.getByRole('progressbar')).toBeVisible();
  const download = await saved;
  expect(download.suggestedFilename()).toBe('cpupri-ffmpeg-480-a-trace.ftrace.txt');
  const { comments, events } = readFtrace(readFileSync(await download.path(), 'utf8'));
  expect(comments).toContain('# seed: 1');
  expect(events.length).toBeGreaterThan(5000);
  await expect(dialog).toBeHidden();
});

test('a Perfetto trace of the span before the playhead holds slices, counters and arrows', async ({
  page,
}) => {
  await open(page, shortRun);
  await momentOf(page, 'B');
  await drag(page, 1_500_000);
  await more(page);
  await button(page, 'Export').click();
  await item(page, 'Run, Perfetto …').click();
  const dialog = page.getByRole('dialog', { name: 'Export a trace' });
  await dialog.getByRole('radio', { name: /^B / }).check();
  const saved = page.waitForEvent('download', { timeout: patience });
  await dialog.getByRole('button', { name: 'Export' }).click();
  const read = readPerfetto(readFileSync(await (await saved).path()));
  expect(read.tracks[0]!.process!.processLabels[0]).toContain('variant B');
  const times = read.slices.flatMap(({ from, to }) => [from, to]);
  expect(Math.min(...times)).toBeGreaterThanOrEqual(500_000);
  expect(Math.max(...times)).toBeLessThanOrEqual(1_500_000);
  expect(read.counters.size).toBe(4);
  expect(read.slices.some(({ flowEnds }) => flowEnds.length > 0)).toBe(true);
});

test('a long export can be cancelled, and the page goes on meanwhile', async ({ page }) => {
  await open(page, { ...largeRun, set: { duration: '60 ms', warmup: '1 ms' } });
  await momentOf(page, 'A');
  await more(page);
  await button(page, 'Export').click();
  await item(page, 'Run, ftrace text …').click();
  const dialog = page.getByRole('dialog', { name: 'Export a trace' });
  await dialog.getByRole('radio', { name: /^The whole run/ }).check();
  await dialog.getByRole('button', { name: 'Export' }).click();
  await expect(dialog.getByText(/simulated, [\d,]+ events, about [\d,]+ s left/)).toBeVisible({
    timeout: patience,
  });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog.getByRole('progressbar')).toBeHidden();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await drag(page, 600_000);
});

test('the menu works by keyboard and gives the focus back', async ({ page }) => {
  await openMeasured(page);
  await more(page);
  await button(page, 'Export').focus();
  await page.keyboard.press('Enter');
  const menu = page.getByRole('menu', { name: 'Export' });
  await expect(menu).toBeVisible();
  // From the first one down, one after the other as they stand there, to the one that is wanted.
  const items = menu.getByRole('menuitem');
  const names = await items.evaluateAll((all) =>
    all.map((each) => each.getAttribute('aria-label')),
  );
  const wanted = names.indexOf('Story figures, CSV');
  expect(wanted).toBeGreaterThan(0);
  for (let at = 0; at < wanted; at += 1) {
    await expect(items.nth(at)).toBeFocused();
    await page.keyboard.press('ArrowDown');
  }
  await expect(item(page, 'Story figures, CSV')).toBeFocused();
  const saved = page.waitForEvent('download', { timeout: patience });
  await page.keyboard.press('Enter');
  expect((await saved).suggestedFilename()).toBe('cpupri-ghosts-ab-figures.csv');
  await expect(button(page, 'Export')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(menu).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(button(page, 'Export')).toBeFocused();
});

test('the menu and the dialog pass the accessibility rules', async ({ page }) => {
  await open(page, { ...measured, view: { side: 'A' } });
  const check = async (part: string) => {
    const { violations } = await axeOf(page)
      .include(part)
      .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
      .analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  };
  await more(page);
  await button(page, 'Export').click();
  await expect(item(page, 'Stage, PNG')).toBeVisible();
  await check('[role=menu]');
  await check('header');
  await item(page, 'Run, Perfetto …').click();
  await expect(page.getByRole('dialog', { name: 'Export a trace' })).toBeVisible();
  await check('dialog');
});
