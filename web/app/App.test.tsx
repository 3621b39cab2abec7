// What the shell shows while nothing is on stage: where an address leads nowhere, and how that is tried again.

import { afterEach, expect, it, vi } from 'vitest';
import type { LaunchIntent } from '../stage/launch.ts';
import { clearLaunchIntent, launch } from '../stage/launch.ts';
import type { Lost } from '../stage/lost.ts';
import { testPage } from '../ui/testing/page.ts';
import { allOf, press, until } from '../ui/testing/person.ts';
import App from './App.tsx';

const stage = vi.hoisted(() => ({
  begin: vi.fn<(errand?: LaunchIntent) => Promise<Lost | undefined>>(),
  followAddress: vi.fn((_onLost: (lost: Lost) => void) => () => {}),
  close: () => {},
  open: async () => {},
}));
vi.mock('../stage/stage.ts', () => ({
  PageStage: class {
    constructor() {
      Object.assign(this, stage);
    }
  },
}));
vi.mock('../features/home/ChapterCards.tsx', () => ({ ChapterCards: () => null }));
vi.mock('./features.ts', () => ({ features: {} }));
vi.mock('./MachineStage.tsx', () => ({ MachineStage: () => null }));
vi.mock('../stage/can-simulate.ts', () => ({ canSimulate: () => true }));

const page = testPage();
const again = () => allOf(page.host, 'button', 'Try again');
afterEach(clearLaunchIntent);

it('tries again what was refused, for the same errand', async () => {
  stage.begin.mockResolvedValueOnce('refused').mockResolvedValueOnce('missing');
  page.show(<App />);
  await until(() => again().length);
  expect(document.title).toBe('Not opened – Schedscape');
  await press(page.host, 'button', 'Try again');
  await until(() => document.title.startsWith('Not found'));
  expect(stage.begin).toHaveBeenCalledTimes(2);
  expect(again()).toHaveLength(0);
});

it('has in a frame of another page no way to elsewhere, but another try', async () => {
  launch({ choice: { embed: true } });
  stage.begin.mockResolvedValue('refused');
  page.show(<App />);
  await until(() => again().length);
  expect(allOf(page.host, 'link')).toHaveLength(0);
  expect(allOf(page.host, 'combobox')).toHaveLength(0);
  expect(allOf(page.host, 'button')).toEqual(again());
  expect(stage.begin).toHaveBeenLastCalledWith({ choice: { embed: true } });
});
