// The Struct layout tab: from the baseline to the posted patch by hand, what C's rules refuse, and the
// layout as text. Fields are found by their names, dragged with the mouse and carried with keys.

import type { Page } from '@playwright/test';
import { recipeInAddress } from '../../web/scenario/index.ts';
import { builtInLayout, offsetsOf, pictureOf } from '../../web/scenario/layout/index.ts';
import { axeOf } from './axe.ts';
import {
  button,
  expect,
  machine,
  momentOf,
  open,
  patience,
  shortRun,
  test,
  viewPanel,
} from './stage.ts';

/** Here B runs the posted layout p1. */
const onLayout = {
  ...shortRun,
  set: { ...shortRun.set, 'variant.B.kernel.layout': 'p1' },
  playhead: '3 ms',
  view: { tab: 'struct-layout' as const },
};

const view = (page: Page) => page.getByRole('region', { name: 'Struct layout', exact: true });
const status = (page: Page) => view(page).getByRole('status');
const field = (page: Page, label: string) =>
  view(page)
    .getByRole('gridcell')
    .and(page.locator(`[aria-label^=${JSON.stringify(`${label}, offset `)}]`));

/** What the view says of a field: its offset. */
async function offsetOf(page: Page, label: string): Promise<number> {
  const name = await field(page, label).getAttribute('aria-label');
  return Number(/, offset (\d+),/.exec(name!)![1]);
}

async function openLayout(page: Page): Promise<void> {
  await open(page, onLayout);
  await expect(field(page, 'rto_mask')).toBeVisible({ timeout: patience });
  // The heat of the measured window decides which lines are folded: nothing moves after it.
  await expect(field(page, 'mask[99]')).toBeVisible({ timeout: patience });
}

/** Presses a field, carries it by mouse to a point and lets it go. */
async function dragTo(page: Page, label: string, to: { x: number; y: number }): Promise<void> {
  const box = (await field(page, label).boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 8 });
  await page.mouse.up();
}

/** C shows what B shows: every offset that can be seen is p1's, and the run has p1's trace. */
async function expectToBeP1(page: Page): Promise<void> {
  const p1 = builtInLayout('p1');
  const { offsets } = offsetsOf(p1);
  await expect(view(page)).toContainText(`${pictureOf(p1).size.toLocaleString('en-US')} bytes`);
  for (const label of ['refcount', 'rto_mask', 'count[0]', 'mask[99]', 'pd']) {
    expect([label, await offsetOf(page, label)]).toEqual([label, offsets[label]]);
  }
  const { time, trace } = await momentOf(page, 'B');
  await button(page, 'Run as C').click();
  await expect(machine(page, 'C')).toHaveAttribute('data-time', String(time), {
    timeout: patience,
  });
  await expect(button(page, 'C runs this layout')).toBeDisabled();
  expect((await momentOf(page, 'C')).trace).toBe(trace);
  expect((await momentOf(page, 'A')).trace).not.toBe(trace);
}

// High enough for an open view to show the lines between which fields are carried.
test.beforeEach(async ({ page }) => page.setViewportSize({ width: 1280, height: 1080 }));

test('a field is dragged and brought back, moves are refused, the text is had, and the mask on a line of its own makes p1', async ({
  page,
}) => {
  await openLayout(page);
  await test.step('a dragged field changes place, leaves a ghost, and Undo brings it back', async () => {
    const first = (await field(page, 'refcount').boundingBox())!;
    const before = await offsetOf(page, 'rto_mask');
    await dragTo(page, 'rto_mask', { x: first.x + 2, y: first.y + first.height / 2 });
    expect(await offsetOf(page, 'rto_mask')).toBe(0);
    await expect(view(page).getByRole('listitem')).toHaveText(['move rto_mask before refcount']);
    await button(page, 'Undo').click();
    expect(await offsetOf(page, 'rto_mask')).toBe(before);
  });
  await test.step('a move that C does not allow is refused with the reason and what would do', async () => {
    const between = (await field(page, 'count[99]').boundingBox())!;
    await dragTo(page, 'rto_mask', {
      x: between.x + between.width - 2,
      y: between.y + between.height / 2,
    });
    await expect(status(page)).toContainText('count[i] and mask[i] are one struct cpupri_vec');
    await expect(status(page)).toContainText('Split them first');
    await field(page, 'pd').click();
    await page.getByRole('spinbutton', { name: 'Move to offset' }).fill('186');
    await button(page, 'Move').click();
    await expect(status(page)).toHaveText(
      'pd is 8-byte aligned; offset 186 is not. Choose 184 or 192.',
    );
    await expect(view(page).getByRole('listitem')).toHaveCount(0);
  });
  await test.step('the editor passes the accessibility rules with a field selected', async () => {
    await field(page, 'mask[99]').click();
    const { violations } = await axeOf(page)
      .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
      .analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  });
  await test.step('the layout can be had as C and as pahole text', async () => {
    await button(page, 'C declaration').click();
    const c = page.getByRole('dialog', { name: 'The layout as C declarations' });
    await expect(c).toContainText('struct cpupri_vec {');
    await button(page, 'Close').last().click();
    await button(page, 'pahole').click();
    const pahole = page.getByRole('dialog', { name: 'The layout as pahole prints it' });
    await expect(pahole).toContainText('/* size: 1816, cachelines: 29');
    const download = page.waitForEvent('download');
    await pahole.getByRole('button', { name: 'Download' }).click();
    expect((await download).suggestedFilename()).toBe('root_domain.pahole.txt');
    await page.keyboard.press('Escape');
    await expect(pahole).toBeHidden();
  });
  await test.step('dragging the mask onto a line of its own makes p1: its offsets and its trace', async () => {
    const header = (await view(page).getByRole('rowheader').nth(2).boundingBox())!;
    await dragTo(page, 'mask[99]', {
      x: header.x + header.width / 2,
      y: header.y + header.height / 2,
    });
    await expect(view(page).getByRole('listitem')).toHaveText(['align mask 64']);
    await expectToBeP1(page);
  });
});

test('the keyboard alone gets from the baseline to p1, too, and the link keeps it', async ({
  page,
}) => {
  await openLayout(page);
  await field(page, 'mask[99]').focus();
  await page.keyboard.press('Enter');
  await expect(status(page)).toContainText('mask is picked up');
  await page.keyboard.press('Enter');
  const align = page.getByRole('combobox', { name: 'Align to' });
  await align.focus();
  for (let power = 8; power < 64; power *= 2) await page.keyboard.press('ArrowDown');
  await expect(align).toHaveValue('64');
  await expectToBeP1(page);
  const before = await momentOf(page, 'C');
  // The address follows a change a moment later, as browsers allow only so many writes.
  const kept = () => {
    const { layout, view } = recipeInAddress(page.url())!;
    return [layout && 'edits' in layout && layout.edits, view?.side];
  };
  await expect.poll(kept, { timeout: patience }).toEqual([['align mask 64'], 'A|C']);
  await page.reload();
  await expect(machine(page, 'C')).toHaveAttribute('data-time', String(before.time), {
    timeout: patience,
  });
  expect(await momentOf(page, 'C')).toEqual(before);
  await expect(view(page).getByRole('listitem')).toHaveText(['align mask 64'], {
    timeout: patience,
  });
});

test('a structure of one’s own is pasted, given threads, and runs as declared and with a line for each field', async ({
  page,
}) => {
  await openLayout(page);
  await button(page, 'Paste a structure…').click();
  const dialog = page.getByRole('dialog', { name: 'A structure of your own' });
  await dialog.getByRole('button', { name: 'Begin with an example' }).click();
  const own = dialog.getByRole('region', { name: 'As struct queue on a hot line' });
  await expect(own.getByRole('combobox', { name: 'Threads of head' })).toHaveValue('write');
  await expect(own.getByRole('combobox', { name: 'Threads of tail' })).toHaveValue('read4');
  const { violations } = await axeOf(page).include('dialog').analyze();
  expect(violations).toEqual([]);
  await own.getByRole('combobox', { name: 'Threads of head' }).selectOption('none');
  await own.getByRole('combobox', { name: 'Threads of tail' }).selectOption('none');
  await expect(own.getByRole('button', { name: 'Run it' })).toBeDisabled();
  await own.getByRole('combobox', { name: 'Threads of head' }).selectOption('write');
  await own.getByRole('combobox', { name: 'Threads of tail' }).selectOption('read4');
  await own.getByRole('button', { name: 'Run it' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(machine(page, 'A')).toContainText('As declared', { timeout: patience });
  await expect(machine(page, 'B')).toContainText('A line for each field');
  const recipe = () => recipeInAddress(page.url());
  await expect.poll(() => recipe()?.workload?.resources?.length, { timeout: patience }).toBe(2);
  // As declared both fields are on one line of it, found by their names.
  const lines = viewPanel(page).getByRole('combobox', { name: 'Cache line' });
  await expect(lines.locator('option:checked')).toHaveText('struct queue line 1', {
    timeout: patience,
  });
  await expect(viewPanel(page).getByRole('row').filter({ hasText: 'tail' }).first()).toBeVisible({
    timeout: patience,
  });
  await page.getByRole('tab', { name: 'Workload', exact: true }).click();
  await expect(viewPanel(page).getByRole('textbox')).toHaveValue(/tail_reader x4 .*load tail/);
});
