// The whole page in a test without a browser, with real runs beside it (workers-here.ts): what a person reads after a press.
// Roles and names only. What is drawn, where it lies, what a browser does by itself (its keys, the focus it gives, its
// history) and what is sent are questions to tests/e2e.

import { act } from 'react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import App from '../../web/app/App.tsx';
import { encodeRecipe, type Recipe, recipeInAddress } from '../../web/scenario/index.ts';
import { clearLaunchIntent } from '../../web/stage/launch.ts';
import { choose, firstState } from '../../web/stage/store.ts';
import { testPage } from '../../web/ui/testing/page.ts';
import {
  allOf,
  fill,
  type Name,
  oneOf,
  press,
  type Role,
  until,
  untilSays,
} from '../../web/ui/testing/person.ts';
import { workersHere } from './workers-here.ts';

export type Side = 'A' | 'B' | 'C' | 'D';
type Opened = Omit<Recipe, 'format'>;

/** What a paused machine shows: the moment, its state and its past. */
export interface Moment {
  readonly time: number;
  readonly frame: string;
  readonly trace: string;
}

/** A short run of a story of eight CPUs. */
export const shortRun: Opened = {
  scenario: 'cpupri/ghosts',
  set: { duration: '4 ms', warmup: '1 ms' },
  playhead: '500 µs',
};

export const linkTo = (recipe: Opened): string =>
  `#r=${encodeRecipe({ format: 'schedscape-recipe/3', ...recipe } as Recipe)}`;

/** Warnings of React about updates outside act(). */
const isOfAct = (said: string) => /\bact\b/.test(said);

/** Everything that goes wrong meanwhile, as the console of a browser would say it. */
function complaints() {
  const said: string[] = [];
  const hear = (...given: unknown[]) => {
    const text = given.map(String).join(' ');
    if (!isOfAct(text)) said.push(text);
  };
  vi.spyOn(console, 'error').mockImplementation(hear);
  return said;
}

/** To be called once in a file: every test begins with an empty page, and ends with an error if anything complained. */
export function wholePage() {
  // As in a browser: ends a test that hangs; how long one takes decides nothing.
  vi.setConfig({ testTimeout: 120_000 });
  workersHere();
  const page = testPage();
  let said: readonly string[] = [];
  beforeEach(() => {
    said = complaints();
    localStorage.clear();
    sessionStorage.clear();
    clearLaunchIntent();
    choose(firstState, true);
    window.history.replaceState(null, '', '#/');
  });
  afterEach(() => {
    vi.mocked(console.error).mockRestore();
    expect(said).toEqual([]);
  });
  const host = () => page.host;
  const all = <Found extends Element = HTMLElement>(role: Role, name?: Name) =>
    allOf<Found>(host(), role, name);
  const one = <Found extends Element = HTMLElement>(role: Role, name?: Name) =>
    oneOf<Found>(host(), role, name);
  const there = async (role: Role, name?: Name) => {
    await until(() => all(role, name).length).catch(() => {});
    return all(role, name)[0] ?? one(role, name);
  };
  const machine = (side: string) => one('region', `Machine ${side}`);
  const region = (name: string) => all('region', name)[0];
  const pressed = async (role: Role, name?: Name) => {
    await there(role, name);
    await press(host(), role, name);
  };

  /** Shows the page at an address. */
  const at = (hash: string) => {
    window.history.replaceState(null, '', hash);
    page.show(<App />);
  };

  /** Opens a link and waits for the first machine. */
  async function open(recipe: Opened = shortRun): Promise<void> {
    at(linkTo(recipe));
    await there('region', /^Machine [A-D]$/);
  }

  /** The page anew at the address it has come to, as after a reload; waits for the region `first`. */
  async function again(first: Name = /^Machine [A-D]$/): Promise<void> {
    page.show(null);
    act(() => choose(firstState, true));
    page.show(<App />);
    await there('region', first);
  }

  async function momentOf(side: Side = 'A'): Promise<Moment> {
    const shown = () => all('region', `Machine ${side}`)[0]?.dataset;
    await until(() => /^\d+$/.test(shown()?.time ?? ''));
    const { time, frameHash, traceHash } = shown()!;
    return { time: Number(time), frame: frameHash!, trace: traceHash! };
  }

  /** Puts the playhead to `time` (ns) as a drag does, and waits until these machines have got there. */
  async function drag(time: number, sides: readonly Side[] = ['A', 'B']): Promise<void> {
    await fill(await there('slider', 'Playhead'), String(time));
    await until(() => sides.every((side) => machine(side).dataset.time === String(time)));
  }

  /** Opens a view: by its tab, or from those that the story has nothing for. */
  async function openView(name: string): Promise<void> {
    await until(() => all('tab').length > 4);
    if (all('tab', name).length === 0) {
      await pressed('button', 'More views');
      await pressed('menuitem', name);
    } else if (one('tab', name).getAttribute('aria-selected') !== 'true')
      await pressed('tab', name);
    await until(() => all('tab', name)[0]?.getAttribute('aria-selected') === 'true');
  }

  return {
    page,
    all,
    one,
    there,
    press: pressed,
    machine,
    region,
    at,
    open,
    again,
    momentOf,
    drag,
    openView,
    /** The view that is open below the machines. */
    view: () => region('Views')?.querySelector<HTMLElement>('[role=tabpanel]') ?? undefined,
    /** The address says something else, as if a person had written it. */
    goTo: (hash: string) =>
      act(async () => {
        window.location.hash = hash;
      }),
    recipe: () => recipeInAddress(window.location.href),
    /** A key on the whole page. */
    key: (key: string, more: KeyboardEventInit = {}) =>
      act(async () => {
        const target = document.activeElement ?? document.body;
        const event = { key, bubbles: true, cancelable: true, ...more };
        target.dispatchEvent(new KeyboardEvent('keydown', event));
      }),
    says: (find: () => Element | undefined | null, wanted: string | RegExp) =>
      untilSays(find, wanted),
  };
}
