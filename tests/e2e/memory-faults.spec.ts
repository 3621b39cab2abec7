// Memory that a browser refuses to the simulator, where it asks for some: the page says so and what to do, nothing chosen is
// lost, and once there is memory it goes on from there.

import type { Page } from '@playwright/test';
import {
  button,
  drag,
  expect,
  machine,
  momentOf,
  open,
  patience,
  playhead,
  type Side,
  shortRun,
  test,
} from './stage.ts';
import { workersNamed } from './workers.ts';

/** What is refused: an instance of the core, memory of one, or memory beside it, of which keyframes and recordings are. */
type Refused = 'instances' | 'pages' | 'arrays';

/**
 * Runs at the head of a worker that simulates: it is refused what `refused` says after as many requests as `granted`. With the
 * words of Chromium, and of the core, whose memory.grow gives -1, for which it gives the address 0.
 */
function refuse(refused: Refused, granted: number): void {
  if (self.name !== 'schedscape variant') return;
  const state = { granted };
  Object.assign(self, { memory: state });
  const isOver = () => state.granted-- <= 0;
  const usual = WebAssembly.instantiate;
  const instantiate = async (module: WebAssembly.Module, imports: WebAssembly.Imports) => {
    if (refused === 'instances' && isOver())
      throw new RangeError(
        'WebAssembly.instantiate(): Out of memory: Cannot allocate Wasm memory for new instance',
      );
    const { exports } = await usual(module, imports);
    if (refused !== 'pages') return { exports };
    const reserve = exports.ss_host_reserve as (bytes: number) => number;
    return { exports: { ...exports, ss_host_reserve: (n: number) => (isOver() ? 0 : reserve(n)) } };
  };
  Object.assign(WebAssembly, { instantiate });
  if (refused !== 'arrays') return;
  const large = 2 ** 12;
  for (const name of ['ArrayBuffer', 'Uint8Array', 'Uint32Array', 'Int32Array', 'Float64Array']) {
    const Usual = (self as unknown as Record<string, new (...given: unknown[]) => object>)[name]!;
    Object.assign(self, {
      [name]: new Proxy(Usual, {
        construct(target, given, asked) {
          if (typeof given[0] === 'number' && given[0] >= large && isOver())
            throw new RangeError('Array buffer allocation failed');
          return Reflect.construct(target, given, asked);
        },
      }),
    });
  }
}

const stageWorkers = /assets\/worker-[^/]*\.js$/;

/** Every worker that begins from now on is refused it; what a browser has kept of the script is not asked. */
const refuseTo = (page: Page, refused: Refused, granted: number) =>
  page.route(stageWorkers, async (route) => {
    const response = await route.fetch();
    const head = `(${refuse})(${JSON.stringify(refused)}, ${granted});\n`;
    await route.fulfill({ response, body: head + (await response.text()) });
  });

const stopped = (page: Page, side: Side) =>
  page.getByRole('alert').filter({ hasText: `Machine ${side} stopped` });

/** Says why and what to do, and calls it no defect. */
async function expectToldOf(page: Page, side: Side): Promise<void> {
  const told = stopped(page, side);
  await expect(told).toContainText('there is not enough memory', { timeout: patience });
  await expect(told).toContainText('Close other pages, show one machine only');
  await expect(page.getByText(/defect/)).toBeHidden();
}

for (const [what, refused, granted] of [
  ['the first instance of its core', 'instances', 0],
  ['the second instance of its core', 'instances', 1],
  ['the first memory of a world', 'pages', 0],
  ['further memory of a world', 'pages', 1],
  ['the first memory beside a world', 'arrays', 0],
] as const) {
  test(`a machine that is refused ${what} says so, and opens where it was to once there is some`, async ({
    page,
  }) => {
    await refuseTo(page, refused, granted);
    await open(page, shortRun);
    for (const side of ['A', 'B'] as const) await expectToldOf(page, side);
    await page.unrouteAll({ behavior: 'wait' });
    for (const side of ['A', 'B'] as const) {
      await button(page, `Restart machine ${side}`).click();
      await expect(stopped(page, side)).toBeHidden({ timeout: patience });
      await expect(machine(page, side).locator('canvas')).toBeVisible({ timeout: patience });
      expect((await momentOf(page, side)).time).toBe(500_000);
    }
  });
}

/** From now on the machines that run are granted so many requests. */
async function grant(page: Page, granted: number): Promise<void> {
  for (const engine of await workersNamed(page, 'schedscape variant')) {
    await engine.evaluate((many) => {
      (self as unknown as { memory: { granted: number } }).memory.granted = many;
    }, granted);
  }
}

const all = Number.MAX_SAFE_INTEGER;

test('a machine that runs and is refused further memory says so, and comes back to the same past', async ({
  page,
}) => {
  await refuseTo(page, 'arrays', all);
  await open(page, shortRun);
  const before = [await momentOf(page, 'A'), await momentOf(page, 'B')];
  await grant(page, 0);
  await page.unrouteAll({ behavior: 'wait' });
  await playhead(page).fill('3900000');
  for (const side of ['A', 'B'] as const) {
    await expectToldOf(page, side);
    await button(page, `Restart machine ${side}`).click();
    expect((await momentOf(page, side)).time).toBe(3_900_000);
  }
  await drag(page, 500_000);
  expect([await momentOf(page, 'A'), await momentOf(page, 'B')]).toEqual(before);
});

for (const [refused, said] of [
  ['instances', 'The replay stopped: WebAssembly.instantiate(): Out of memory'],
  ['pages', 'The replay stopped: there is no room for'],
] as const) {
  test(`a question for which a machine is refused ${refused} is told so in its place, and answered once there are some`, async ({
    page,
  }) => {
    await refuseTo(page, refused, all);
    await open(page, shortRun);
    const before = await momentOf(page, 'A');
    // What is refused from now on is no run that is still to begin.
    await momentOf(page, 'B');
    await grant(page, 0);
    await button(page, 'Inspector').click();
    const inspector = page.getByRole('region', { name: 'Inspector', exact: true });
    const why = inspector.getByRole('button', { name: 'Why?' });
    await why.click();
    const told = inspector.getByRole('alert');
    await expect(told).toContainText(said, { timeout: patience });
    await expect(told).toContainText('The run itself continues; close this answer to ask again.');
    await grant(page, all);
    await button(page, 'Close the answer').click();
    await why.click();
    await expect(inspector.getByRole('article')).toBeVisible({ timeout: patience });
    expect(await momentOf(page, 'A')).toEqual(before);
    await expect(stopped(page, 'A').or(stopped(page, 'B'))).toBeHidden();
  });
}
