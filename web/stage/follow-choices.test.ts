// What the address says and when: nothing overwrites what is being opened, nor is lost when the page is left.

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Recipe } from '../scenario/index.ts';
import { pendingAddress } from './pending-address.ts';
import type { StageState } from './store.ts';

/** When what writes links has come: at once, but where a test says otherwise. */
let fetched: Promise<unknown> = Promise.resolve();

const base = { scenario: 'a/b' } as unknown as Recipe;

const links = {
  recipeOf: (recipe: Recipe, { stage, domains, dockSide }: StageState) => ({
    ...recipe,
    ...{ stage, domains, dockSide },
  }),
  hashOfRecipe: (recipe: Recipe) => `#${JSON.stringify(recipe)}`,
  addressOfRecipe: ({ scenario }: Recipe) => `#/${scenario}`,
};

vi.mock('./content.ts', () => ({
  recipeChunk: () => fetched.then(() => links),
}));

const location = { pathname: '/page/', hash: '' };
const page = new EventTarget();
const history = {
  replaceState: (_: unknown, __: string, hash: string) => {
    location.hash = hash;
  },
};
let isInFrame = false;
const here = {
  location,
  history,
  addEventListener: page.addEventListener.bind(page),
  removeEventListener: page.removeEventListener.bind(page),
  get top(): unknown {
    return isInFrame ? {} : here;
  },
};

beforeEach(async () => {
  vi.useFakeTimers();
  fetched = Promise.resolve();
  isInFrame = false;
  location.hash = '#before';
  vi.stubGlobal('window', here);
  vi.stubGlobal('location', location);
  vi.stubGlobal('history', history);
  vi.stubGlobal('sessionStorage', memory());
  const { useStageState } = await import('./store.ts');
  useStageState.setState(useStageState.getInitialState(), true);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const afterASecond = () => vi.advanceTimersByTimeAsync(1_001);

it('writes what is on stage into the address once a change has rested', async () => {
  const { choose, follow } = await rooms();
  const stop = follow();
  choose({ stage: 'B' });
  expect(location.hash).toBe('#before');
  await afterASecond();
  expect(location.hash).toContain('"stage":"B"');
  stop();
});

it('leaves the address to what is being opened, though a change before it rests by then', async () => {
  const { bar, choose, follow } = await rooms();
  const stop = follow();
  choose({ stage: 'A' });
  location.hash = '#opened';
  let found = (_: string) => {};
  const opened = bar.whileOpening(() => new Promise<string>((resolve) => (found = resolve)));
  await afterASecond();
  expect(location.hash).toBe('#opened');
  found('it');
  expect(await opened).toBe('it');
  choose({ stage: 'A | C' });
  await afterASecond();
  expect(location.hash).toContain('"stage":"A | C"');
  stop();
});

it('writes on where what was to be opened is refused', async () => {
  const { bar, choose, follow } = await rooms();
  const stop = follow();
  await expect(bar.whileOpening(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  choose({ stage: 'B | C' });
  await afterASecond();
  expect(location.hash).toContain('"stage":"B | C"');
  stop();
});

it('writes what was chosen while the playhead moves', async () => {
  const { choose, follow } = await rooms();
  choose({ playing: true });
  const stop = follow();
  choose({ stage: 'B' });
  for (let playhead = 1; playhead <= 8; playhead++) {
    choose({ playhead });
    await vi.advanceTimersByTimeAsync(250);
  }
  expect(location.hash).toContain('"stage":"B"');
  stop();
  choose({ playing: false });
});

it.each([
  [{ domains: true }, '"domains":true'],
  [{ dockSide: 'B' }, '"dockSide":"B"'],
] as const)('writes %j, though nothing else was chosen with it', async (chosen, written) => {
  const { choose, follow } = await rooms();
  const stop = follow();
  choose(chosen);
  await afterASecond();
  expect(location.hash).toContain(written);
  stop();
});

it('writes what still waits once what was being opened is refused', async () => {
  const { bar, choose, follow } = await rooms();
  const stop = follow();
  choose({ stage: 'A' });
  let refuse = () => {};
  const refused = bar.whileOpening(() => new Promise((_, reject) => (refuse = reject)));
  await afterASecond();
  expect(location.hash).toBe('#before');
  refuse();
  await expect(refused).rejects.toBeUndefined();
  await afterASecond();
  expect(location.hash).toContain('"stage":"A"');
  stop();
});

it('writes nothing more over what came on stage while the code that writes links did', async () => {
  const { choose, follow } = await rooms();
  const come = comesLater();
  const stop = follow();
  choose({ stage: 'B' });
  await afterASecond();
  stop();
  location.hash = '#opened';
  come();
  await afterASecond();
  expect(location.hash).toBe('#opened');
});

it('leaves the address to what began to open while the code that writes links came', async () => {
  const { bar, choose, follow } = await rooms();
  const come = comesLater();
  const stop = follow();
  choose({ stage: 'A' });
  await afterASecond();
  let found = () => {};
  const opened = bar.whileOpening(() => new Promise<void>((resolve) => (found = resolve)));
  location.hash = '#opened';
  come();
  await afterASecond();
  expect(location.hash).toBe('#opened');
  // As the stage does in the same breath.
  found();
  await opened;
  stop();
  await afterASecond();
  expect(location.hash).toBe('#opened');
});

it('gives the next page what was chosen too late', async () => {
  const { choose, follow } = await rooms();
  const stop = follow();
  choose({ stage: 'A' });
  await afterASecond();
  const written = location.hash;
  choose({ stage: 'B' });
  await vi.advanceTimersByTimeAsync(1);
  page.dispatchEvent(new Event('pagehide'));
  expect(location.hash).toBe(written);
  const [path, from, to] = handedOver()!.split(' ');
  expect([path, from]).toEqual(['/page/', written]);
  expect(to).toContain('"stage":"B"');
  stop();
});

it('gives the next page what was written while the host had not answered yet', async () => {
  const { choose, follow } = await rooms();
  const stop = follow();
  choose({ stage: 'A' });
  await afterASecond();
  const loadedAgain = location.hash;
  page.dispatchEvent(new Event('beforeunload'));
  choose({ stage: 'B' });
  await afterASecond();
  expect(location.hash).toContain('"stage":"B"');
  page.dispatchEvent(new Event('pagehide'));
  expect(handedOver()).toBe(`/page/ ${loadedAgain} ${location.hash}`);
  stop();
});

it('gives the next page nothing where nothing waits', async () => {
  const { choose, follow } = await rooms();
  const stop = follow();
  choose({ stage: 'A' });
  await afterASecond();
  page.dispatchEvent(new Event('beforeunload'));
  page.dispatchEvent(new Event('pagehide'));
  expect(handedOver()).toBeNull();
  stop();
});

it('gives the page around a frame nothing', async () => {
  isInFrame = true;
  expect(await leftInAChange()).toBeNull();
});

it('gives nothing from a stage that is shown embedded', async () => {
  const { choose } = await rooms();
  choose({ embed: true });
  expect(await leftInAChange()).toBeNull();
});

it('gives nobody anything where the page itself comes back', async () => {
  const { choose, follow } = await rooms();
  const stop = follow();
  choose({ stage: 'B' });
  await vi.advanceTimersByTimeAsync(1);
  page.dispatchEvent(new Event('pagehide'));
  const left = handedOver();
  expect(left).toContain('"stage":"B"');
  // The first one of a page tells nothing of that.
  page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }));
  expect(handedOver()).toBe(left);
  page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  expect(handedOver()).toBeNull();
  await afterASecond();
  expect(location.hash).toContain('"stage":"B"');
  stop();
});

const handedOver = () => sessionStorage.getItem(pendingAddress);

/** What is handed over by a page that is left right after a choice. */
async function leftInAChange(): Promise<string | null> {
  const { choose, follow } = await rooms();
  const stop = follow();
  choose({ stage: 'C' });
  await vi.advanceTimersByTimeAsync(1);
  page.dispatchEvent(new Event('pagehide'));
  stop();
  return handedOver();
}

/** What writes links comes when the returned function is called. */
function comesLater(): () => void {
  let come: (_?: unknown) => void = () => {};
  fetched = new Promise((resolve) => (come = resolve));
  return come;
}

/** What a tab keeps. */
function memory() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}

async function rooms() {
  const [{ AddressBar }, { choose, useStageState }, { followChoices }] = await Promise.all([
    import('./history.ts'),
    import('./store.ts'),
    import('./follow-choices.ts'),
  ]);
  const bar = new AddressBar();
  const follow = () => followChoices({ bar, base, begun: useStageState.getState() });
  return { bar, choose, follow };
}
