// Holds the page of all parts to its name: every component of web/ui, every colour, every size of letters and every mark of
// the legend is on it, in every theme. What it looks like is for people to see.

import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { mechanismNames } from '../../scenario/mechanisms.ts';
import { partsHash, placeOf } from '../../scenario/place.ts';
import { testPage } from '../../ui/testing/page.ts';
import { oneOf, press, until } from '../../ui/testing/person.ts';
import { type Theme, themes } from '../../ui/theme.ts';
import { legends } from '../../views/topology/layers/legends.ts';
import { loadLegend } from '../../views/topology/layers/mechanism-legends.ts';
import PartsPage from './PartsPage.tsx';
import { parts } from './parts.ts';
import { samples, words } from './words.ts';

/** Components of web/ui that are not on the page, each with its reason. */
const exceptions: Readonly<Record<string, string>> = {};

/** What web/ui exports of components: names in capitals, whose values React can draw. */
const components = Object.values(
  import.meta.glob<Record<string, unknown>>(['../../ui/*.tsx', '!../../ui/*.test.tsx'], {
    eager: true,
  }),
)
  .flatMap((module) => Object.entries(module))
  .filter(([name, value]) => /^[A-Z]/.test(name) && typeof value === 'function');

interface Fiber {
  readonly type: unknown;
  readonly child: Fiber | null;
  readonly sibling: Fiber | null;
}

/** The types of all that React has mounted below an element it was given. */
function mountedIn(host: HTMLElement): ReadonlySet<unknown> {
  const key = Object.keys(host).find((each) => each.startsWith('__reactContainer$'))!;
  const found = new Set<unknown>();
  const visit = (fiber: Fiber | null): void => {
    for (let each = fiber; each; each = each.sibling) {
      found.add(each.type);
      visit(each.child);
    }
  };
  const first = (host as unknown as Record<string, { stateNode: { current: Fiber } }>)[key]!;
  visit(first.stateNode.current);
  return found;
}

/** The columns by their names: looked up at once, as the page has many. */
const columnsIn = (host: HTMLElement) =>
  new Map(
    [...host.querySelectorAll<HTMLElement>('section[data-theme]')].map((column) => [
      column.getAttribute('aria-label'),
      column,
    ]),
  );
const columnOf = (host: HTMLElement, part: string, theme: Theme) =>
  columnsIn(host).get(words.inTheme(part, words.themes[theme]))!;

describe('the page of all parts', () => {
  const page = testPage();
  const open = () => page.show(<PartsPage isMoved={false} />);

  it('has an address', () => {
    expect(placeOf(partsHash)).toEqual({ kind: 'parts' });
  });

  it('shows every component of web/ui, or says why not', async () => {
    open();
    const dialogs = columnOf(page.host, 'Dialogs', 'dark');
    await press(dialogs, 'button', samples.openDialog);
    await press(columnOf(page.host, 'Menus', 'dark'), 'button', samples.openMenu);
    const mounted = mountedIn(page.host);
    const missing = components.filter(([, value]) => !mounted.has(value)).map(([name]) => name);
    expect(missing.sort()).toEqual(Object.keys(exceptions).sort());
    expect(components.length).toBeGreaterThan(20);
  });

  it('shows every part in every theme, or in the one that is asked for', async () => {
    open();
    const columns = columnsIn(page.host);
    const found = parts.flatMap(({ name }) =>
      themes.map((theme) => columns.get(words.inTheme(name, words.themes[theme]))?.dataset.theme),
    );
    expect(found).toEqual(parts.flatMap(() => themes));
    await press(page.host, 'radio', words.themes.light);
    const shown = [...page.host.querySelectorAll<HTMLElement>('section[data-theme]')];
    expect(new Set(shown.map(({ dataset }) => dataset.theme))).toEqual(new Set(['light']));
    expect(shown.length).toBe(parts.length);
  });

  it('shows every colour of the style sheet and every size of letters', () => {
    open();
    const sheet = readFileSync('web/ui/themes.css', 'utf8');
    const named = new Set([...sheet.matchAll(/^\s+(--[\w-]+):/gm)].map(([, name]) => name!));
    named.delete('--heat-from');
    named.delete('--heat-to');
    const colours = columnOf(page.host, 'Colours', 'dark').querySelectorAll('[data-colour]');
    expect([...colours].map((each) => each.getAttribute('data-colour')).sort()).toEqual(
      [...named].sort(),
    );
    const sizes = readFileSync('web/ui/tokens.css', 'utf8').match(/--text-\w+(?=:)/g);
    const shown = columnOf(page.host, 'Text sizes', 'dark').querySelectorAll('code');
    expect([...shown].map(({ textContent }) => textContent).sort()).toEqual(
      [...new Set(sizes)].sort(),
    );
  });

  it('shows every mark that the legend has, of layers and of mechanisms', async () => {
    const faces = [...legends, ...(await Promise.all(mechanismNames.map(loadLegend)))];
    open();
    const marks = faces.flatMap((face) => face?.entries ?? []).filter(({ mark }) => mark !== null);
    const column = columnOf(page.host, 'Marks of the machine picture', 'light');
    await until(() => column.querySelectorAll('dd svg').length === marks.length);
    for (const { meaning } of marks) expect(column.textContent).toContain(meaning);
    expect(marks.length).toBeGreaterThan(legends.length + mechanismNames.length);
  });

  it('names files that there are', () => {
    const files = parts.flatMap((part) => part.files);
    expect(files.filter((file) => !existsSync(file))).toEqual([]);
  });

  it('shows what stands in the place of a part that broke', async () => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    open();
    const column = columnOf(page.host, 'Boundaries', 'projector');
    await press(column, 'button', samples.breakIt);
    expect(oneOf(column, 'alert').textContent).toContain(samples.defect);
    said.mockRestore();
  });
});
