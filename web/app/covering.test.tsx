// A talk on the page before its bar has come: the stage is covered from the first moment on, so that no hall sees machines
// and gauges that are not meant yet.

import { readFileSync } from 'node:fs';
import { act, lazy } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import type { Scene } from '../stage/scene.ts';
import { choose, firstState } from '../stage/store.ts';
import { testPage } from '../ui/testing/page.ts';
import { oneOf, textOf, until } from '../ui/testing/person.ts';
import App from './App.tsx';

/** What would show the talk is on its way, and stays there. */
const never = lazy(() => new Promise<never>(() => {}));

vi.mock('../stage/stage.ts', () => ({
  PageStage: class {
    constructor(_: unknown, show: (scene: Scene) => void) {
      const scene = { opened: { name: 'a story' } } as unknown as Scene;
      Object.assign(this, {
        begin: async () => void show(scene),
        ...{ followAddress: () => () => {}, close: () => {} },
      });
    }
  },
}));
vi.mock('./features.ts', () => ({
  features: {
    partsOf: (place: string) => (place === 'top' ? [{ view: never }] : []),
    overlays: [],
  },
}));
vi.mock('./lazy-part.ts', () => ({ lazyPart: () => () => null }));
vi.mock('./MachineStage.tsx', () => ({
  MachineStage: ({ side }: { side: string }) => <section aria-label={`Machine ${side}`} />,
}));
vi.mock('../stage/can-simulate.ts', () => ({ canSimulate: () => true }));

const page = testPage();
afterEach(() => act(() => choose(firstState, true)));

it('a talk covers the stage until its bar has come', async () => {
  act(() => choose({ ...firstState, presenting: true }, true));
  page.show(<App />);
  await until(() => page.host.querySelector('[aria-label="Machine A"]'));
  oneOf(page.host, 'region', 'Machine A');
  const cover = [...page.host.querySelectorAll('div')].find(
    (each) => each.className.includes('covering') && textOf(each) === 'Opening the scenario…',
  );
  expect(cover).toBeDefined();
  const sheet = readFileSync('web/app/App.module.css', 'utf8');
  const [, rule] = /\.covering \{([^}]*)\}/.exec(sheet)!;
  for (const said of ['position: fixed', 'inset: 0', 'background: ']) expect(rule).toContain(said);
});
