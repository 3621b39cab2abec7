import { describe, expect, it } from 'vitest';
import { panelExtent, panelsThatFit, viewExtent, wayGiven } from './panels.ts';
import { firstState } from './store.ts';

const both = { ...firstState, story: true, inspector: true } as const;

describe('side panels', () => {
  it('leave two machines 520 px each on a screen of 1280 px', () => {
    expect(panelsThatFit(1280, 2)).toBe(1);
    expect(panelsThatFit(1280, 1)).toBe(2);
    expect(panelsThatFit(1920, 2)).toBe(2);
  });
  it('are sheets, one at a time, on a small screen', () => {
    expect(panelsThatFit(820, 1)).toBe(1);
    expect(panelsThatFit(390, 2)).toBe(1);
  });

  it('give way to the one that was opened, also where the view had all the place', () => {
    const before = { ...firstState, story: true, wholeView: true };
    const asked = { ...before, inspector: true };
    expect(wayGiven(asked, before, 1440)).toEqual({ wholeView: false, story: false });
    expect(wayGiven({ ...asked, stage: 'C' }, before, 1440)).toEqual({ wholeView: false });
    expect(wayGiven({ ...both, wholeView: false }, { ...both, story: false }, 1280)).toEqual({
      inspector: false,
    });
    expect(wayGiven(before, before, 1440)).toBeUndefined();
  });

  it('are as wide as a person makes them, until machines would get narrower than 520 px', () => {
    const wide = (story: number, stage: 'A' | 'A | B') =>
      panelExtent('story', { ...firstState, sizes: { story }, stage }, 1280);
    expect(wide(400, 'A')).toEqual({ now: 400, least: 200, most: 760 });
    expect(wide(400, 'A | B')).toEqual({ now: 240, least: 200, most: 240 });
    expect(wide(10, 'A | B').now).toBe(200);
  });

  it('share what two machines leave', () => {
    const story = panelExtent('story', { ...both, sizes: { inspector: 300 } }, 1600);
    expect(story.most).toBe(1600 - 2 * 520 - 300);
    for (const sizes of [{ story: 900, inspector: 900 }, { story: 900 }, {}]) {
      const widths = (['story', 'inspector'] as const).map(
        (panel) => panelExtent(panel, { ...both, sizes }, 1600).now,
      );
      expect(widths[0]! + widths[1]!).toBeLessThanOrEqual(1600 - 2 * 520);
    }
  });
});

describe('an open view', () => {
  const choice = { sizes: {}, stage: 'A | B', theme: 'dark' } as const;
  const low = { width: 1280, height: 720 };
  it('leaves machines, caption and bars their height also on a low screen', () => {
    expect(viewExtent(choice, true, low)).toEqual({ now: 196, least: 120, most: 306 });
    expect(viewExtent(choice, false, low).now).toBe(196);
    expect(viewExtent({ ...choice, theme: 'projector' }, true, low).now).toBe(120);
    expect(viewExtent({ ...choice, sizes: { dock: 5000 } }, true, low).now).toBe(306);
  });
  it('leaves their cells room on a low screen, but no more than a person wants to leave', () => {
    expect(viewExtent({ ...choice, sizes: { dock: 300 } }, true, low).now).toBe(300);
    expect(viewExtent(choice, true, { width: 1440, height: 900 }).now).toBe(376);
  });
  it('takes half of a high screen for work, less to be glanced at', () => {
    const high = { width: 1920, height: 1080 };
    expect(viewExtent(choice, true, high).now).toBe(540);
    expect(viewExtent(choice, false, high).now).toBe(324);
  });
  it('leaves two machines their pictures where they stand one above the other', () => {
    const upright = { width: 820, height: 1180 };
    expect(viewExtent(choice, true, upright).now).toBe(345);
    expect(viewExtent({ ...choice, stage: 'A' }, true, upright).now).toBe(576);
  });
});
