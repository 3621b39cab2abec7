// What the address says and when: nothing overwrites what is being opened.

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Recipe } from '../scenario/index.ts';
import type { StageState } from './store.ts';

const base = { scenario: 'a/b' } as unknown as Recipe;

vi.mock('./content.ts', () => ({
  recipeChunk: async () => ({
    recipeOf: (recipe: Recipe, { stage, domains, dockSide }: StageState) => ({
      ...recipe,
      ...{ stage, domains, dockSide },
    }),
    hashOfRecipe: (recipe: Recipe) => `#${JSON.stringify(recipe)}`,
    addressOfRecipe: ({ scenario }: Recipe) => `#/${scenario}`,
  }),
}));

const location = { hash: '' };
const history = {
  replaceState: (_: unknown, __: string, hash: string) => {
    location.hash = hash;
  },
};

beforeEach(() => {
  vi.useFakeTimers();
  location.hash = '#before';
  vi.stubGlobal('window', { location, history });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const afterASecond = () => vi.advanceTimersByTimeAsync(1_001);

it('writes what is on stage into the address once a change has rested', async () => {
  const [bar, choose] = await rooms();
  const stop = bar.follow(base, false);
  choose({ stage: 'B' });
  expect(location.hash).toBe('#before');
  await afterASecond();
  expect(location.hash).toContain('"stage":"B"');
  stop();
});

it('leaves the address to what is being opened, though a change before it rests by then', async () => {
  const [bar, choose] = await rooms();
  const stop = bar.follow(base, false);
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
  const [bar, choose] = await rooms();
  const stop = bar.follow(base, false);
  await expect(bar.whileOpening(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  choose({ stage: 'B | C' });
  await afterASecond();
  expect(location.hash).toContain('"stage":"B | C"');
  stop();
});

it('writes what was chosen while the playhead moves', async () => {
  const [bar, choose] = await rooms();
  choose({ playing: true });
  const stop = bar.follow(base, false);
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
  const [bar, choose] = await rooms();
  const stop = bar.follow(base, false);
  choose(chosen);
  await afterASecond();
  expect(location.hash).toContain(written);
  stop();
});

async function rooms() {
  const [{ AddressBar }, { choose }] = await Promise.all([
    import('./history.ts'),
    import('./store.ts'),
  ]);
  return [new AddressBar(), choose] as const;
}
