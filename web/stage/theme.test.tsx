// Which theme is worn: the chosen one, or the system's, and what is kept of it. How themes look is themes.test.ts.

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { choose, firstState, useStageState } from './store.ts';
import { chooseTheme, wearTheme, wornTheme } from './theme.ts';

const key = 'schedscape.theme';
const worn = () => document.documentElement.dataset.theme;

/** A system whose preference can be changed while the page is open. */
function system(isLight: boolean) {
  const query = Object.assign(new EventTarget(), { matches: isLight });
  vi.stubGlobal('matchMedia', () => query);
  return (light: boolean) => {
    query.matches = light;
    query.dispatchEvent(new Event('change'));
  };
}

describe('the theme', () => {
  beforeEach(() => {
    localStorage.clear();
    choose(firstState, true);
  });
  afterEach(() => vi.unstubAllGlobals());

  it('is that of the system until somebody chooses one, and follows it', () => {
    const turn = system(true);
    wearTheme();
    expect(worn()).toBe('light');
    expect(useStageState.getState()).toMatchObject({ theme: 'light', ownTheme: 'system' });
    turn(false);
    expect(worn()).toBe('dark');
    chooseTheme('projector');
    turn(true);
    expect(worn()).toBe('projector');
    expect(localStorage.getItem(key)).toBe('projector');
    chooseTheme('system');
    expect(worn()).toBe('light');
    expect(localStorage.getItem(key)).toBe('system');
  });

  it('is what was chosen in an earlier visit, whatever the system has', () => {
    localStorage.setItem(key, 'dark');
    system(true);
    wearTheme();
    expect(worn()).toBe('dark');
  });

  it('of a talk is not kept, and is not turned by the system', () => {
    const turn = system(false);
    wearTheme();
    choose({ presenting: true, theme: 'projector' });
    turn(true);
    expect(worn()).toBe('projector');
    expect(localStorage.getItem(key)).not.toBe('projector');
    expect(wornTheme(useStageState.getState().ownTheme)).toBe('light');
  });
});
