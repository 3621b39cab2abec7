// Actions of the end-to-end tests on the stage, in a person's terms: roles and names only. Also the guard that
// every test runs under: no error, no policy violation, no request to elsewhere, be it by the page, by a frame in
// it or by a worker.

import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';

import { test as base, expect, type Locator, type Page } from '@playwright/test';
import { encodeRecipe, type Recipe } from '../../web/scenario/index.ts';
import { PHONE_WIDTH } from '../../web/stage/store.ts';

/** Generous: the machine may be busy with other tests, and timing decides nothing here. */
export const patience = 30_000;

/** Says every violation of the policy on the console; runs in pages and in workers. */
function tellViolations(): void {
  self.addEventListener('securitypolicyviolation', (event) => {
    console.error(`policy violation: ${event.violatedDirective} ${event.blockedURI}`);
  });
}

/**
 * What goes wrong in a page, in the frames inside it and in its workers, from now on: the list grows as it
 * happens. Requests may go to addresses that begin with one of `own`.
 */
export async function watch(page: Page, own: readonly string[]): Promise<readonly string[]> {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`console: ${message.text()}`);
  });
  page.on('request', (request) => {
    const address = request.url();
    const isOurs = own.some((begin) => address.startsWith(begin)) || /^(blob|data):/.test(address);
    if (!isOurs) complaints.push(`request to ${address}`);
  });
  // A worker may be gone before it could be asked.
  page.on('worker', (worker) => void worker.evaluate(tellViolations).catch(() => {}));
  await page.addInitScript(tellViolations);
  return complaints;
}

/** A page on another origin, with `source` in a frame called "machine". */
export async function foreignPage(source: string) {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html' });
    response.end(
      `<!doctype html><link rel="icon" href="data:,"><title>A talk</title><iframe title="machine" width="1280" height="720" src="${source}"></iframe>`,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}/`, close: () => server.close() };
}

export const test = base.extend<{ guard: undefined }>({
  guard: [
    async ({ page, baseURL }, use) => {
      const complaints = await watch(page, [baseURL!]);
      await use(undefined);
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

export type Side = 'A' | 'B' | 'C' | 'D';

export const machine = (page: Page, side: Side) =>
  page.getByRole('region', { name: `Machine ${side}`, exact: true });

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** The view that is open below the machines. */
export const viewPanel = (page: Page) =>
  page.getByRole('region', { name: 'Views', exact: true }).getByRole('tabpanel');

/** The row of views; a phone has one only while a view is open. */
const tabsOfViews = (page: Page) => page.getByRole('tablist', { name: 'Views' });

/** Whether views are opened by their tabs. On a wide page the row of tabs may come a moment after the machines. */
async function hasTabsOfViews(page: Page): Promise<boolean> {
  if (page.viewportSize()!.width < PHONE_WIDTH) return (await tabsOfViews(page).count()) > 0;
  await expect(tabsOfViews(page)).toBeVisible({ timeout: patience });
  return true;
}

/** Where a phone has its views, in the sheet of what is rarely used. */
const viewsInSheet = (page: Page) => page.getByRole('group', { name: 'Look closer:' });

/** Opens a view: by its tab, or from those that the story has nothing for; on a phone from its sheet. */
export async function openView(page: Page, name: string): Promise<void> {
  if (!(await hasTabsOfViews(page))) {
    await more(page);
    await viewsInSheet(page).getByRole('button', { name, exact: true }).click();
    await expect(viewPanel(page)).toBeVisible();
    return;
  }
  const tab = page.getByRole('tab', { name, exact: true });
  if ((await tab.count()) === 0) {
    await button(page, 'More views').click();
    await page.getByRole('menuitem', { name, exact: true }).click();
  } else if ((await tab.getAttribute('aria-selected')) !== 'true') await tab.click();
  await expect(tab).toHaveAttribute('aria-selected', 'true');
}

/** The names of all views, those that the story has nothing for at the end. */
export async function viewNames(page: Page): Promise<string[]> {
  if (!(await hasTabsOfViews(page))) {
    await more(page);
    return viewsInSheet(page).locator('button').allTextContents();
  }
  const near = await tabsOfViews(page).getByRole('tab').allTextContents();
  await button(page, 'More views').click();
  const far = await page.getByRole('menuitem').allTextContents();
  await page.keyboard.press('Escape');
  return [...near, ...far];
}

/** The line under the machines that says what they show. */
export const caption = (page: Page) => page.getByRole('region', { name: 'Caption', exact: true });

/** Puts a theme on, and the sheet away in which it is chosen. */
export async function wear(page: Page, theme: 'Dark' | 'Light' | 'Projector'): Promise<void> {
  await more(page);
  await page.getByRole('combobox', { name: 'Theme', exact: true }).selectOption(theme);
  await page.keyboard.press('Escape');
  await expect(button(page, 'More')).toHaveAttribute('aria-expanded', 'false');
}

/** Opens the sheet of what is rarely used, if it is not open. */
export async function more(page: Page): Promise<void> {
  const opener = button(page, 'More');
  if ((await opener.getAttribute('aria-expanded')) !== 'true') await opener.click();
}

/** Shows a tab of the story column. */
export const storyTab = (page: Page, name: 'Story' | 'Results' | 'Parameters' | 'Background') =>
  page.getByRole('tablist', { name: 'Of this story' }).getByRole('tab', { name }).click();

/** Writes with the keys of the keyboard, which the page hears one by one, in the place of what stood there. */
export async function type(field: Locator, text: string): Promise<void> {
  await field.selectText();
  await field.press('Delete');
  await field.pressSequentially(text);
  await expect(field).toHaveValue(text);
}

export const playhead = (page: Page) => page.getByRole('slider', { name: 'Playhead' });

/**
 * ns at which a playhead says it stands. While it plays its thumb moves only by what can be seen on the
 * track, which is seventy-five microseconds of the first story and a quarter of a minute at its first tempo.
 */
export async function saidTime(slider: ReturnType<typeof playhead>): Promise<number> {
  const said = /^([\d. ]+) ms of /.exec((await slider.getAttribute('aria-valuetext')) ?? '');
  return Math.round(Number(said?.[1]?.replaceAll(' ', '')) * 1e6);
}

/** What a paused machine shows: the moment, its state and its past. */
export interface Moment {
  readonly time: number;
  readonly frame: string;
  readonly trace: string;
}

/** Waits until the machine stands still and says where. */
export async function momentOf(page: Page, side: Side = 'A'): Promise<Moment> {
  const region = machine(page, side);
  await expect(region).toHaveAttribute('data-time', /^\d+$/, { timeout: patience });
  const [time, frame, trace] = await Promise.all(
    ['data-time', 'data-frame-hash', 'data-trace-hash'].map((name) => region.getAttribute(name)),
  );
  return { time: Number(time), frame: frame!, trace: trace! };
}

/** The address of the story that most people come to, on 480 CPUs: for what is about it, or about a large machine. */
export const flagship = '/#/cpupri/ffmpeg-480';

/** The address of the story that stands for all: eight CPUs are enough for whatever is not about more of them. */
export const smallStory = '/#/cpupri/ghosts';

/** Opens a small story, or the page with a recipe in its address, and waits for the first machine. */
export async function open(page: Page, recipe?: Omit<Recipe, 'format'>): Promise<void> {
  const link = recipe
    ? `/#r=${encodeRecipe({ format: 'schedscape-recipe/3', ...recipe } as Recipe)}`
    : smallStory;
  await page.goto(link);
  await expect(page.getByRole('radiogroup', { name: 'Variant' })).toBeVisible({
    timeout: patience,
  });
}

/** Drops a file on the page: text as it is, everything else as JSON. */
export const dropFile = (page: Page, name: string, content: unknown) =>
  page.evaluate(
    ([called, text]) => {
      const data = new DataTransfer();
      data.items.add(new File([text!], called!, { type: 'application/json' }));
      const options = { dataTransfer: data, bubbles: true, cancelable: true };
      document.body.dispatchEvent(new DragEvent('dragover', options));
      document.body.dispatchEvent(new DragEvent('drop', options));
    },
    [name, typeof content === 'string' ? content : JSON.stringify(content)],
  );

/** Puts the playhead to `time` (ns) as a drag does, and waits until both machines have got there. */
export async function drag(page: Page, time: number, sides: readonly Side[] = ['A', 'B']) {
  await playhead(page).fill(String(time));
  for (const side of sides) {
    await expect(machine(page, side)).toHaveAttribute('data-time', String(time), {
      timeout: patience,
    });
  }
}

/** A short run of a story of eight CPUs. */
export const shortRun: Omit<Recipe, 'format'> = {
  scenario: 'cpupri/ghosts',
  set: { duration: '4 ms', warmup: '1 ms' },
  playhead: '500 µs',
};

/** The same of the story of 480 CPUs: for what is about many of them, or about what was published of that story. */
export const largeRun: Omit<Recipe, 'format'> = { ...shortRun, scenario: 'cpupri/ffmpeg-480' };

/**
 * Waits until the page has drawn so many pictures: a stretch of its own time, however slow it is, in which what moves would
 * have moved.
 */
export const pictures = (page: Page, many = 30) =>
  page.evaluate(
    (wanted) =>
      new Promise<void>((resolve) => {
        let left = wanted;
        const next = () => (left-- > 0 ? requestAnimationFrame(next) : resolve());
        next();
      }),
    many,
  );

/**
 * What the command line says of the traces of a run that a link describes. Only the first run looks whether
 * anything has to be built; the browser is served while they run.
 */
export async function tracesOfCommandLine(
  address: string,
  variants: readonly Side[],
): Promise<string[]> {
  const told: string[] = [];
  for (const variant of variants) {
    const program = told.length === 0 ? 'tools/schedscape.mjs' : 'build/cli/schedscape.mjs';
    const run = ['run', '--recipe', address, '--variant', variant, '--hash'];
    const { stdout } = await promisify(execFile)(process.execPath, [path.resolve(program), ...run]);
    told.push(stdout.trim().split('\n').at(-1)!);
  }
  return told;
}
