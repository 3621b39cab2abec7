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
  it('are as wide as their tables need: two machines in 320 px', () => {
    const inspector = (width: number) =>
      panelExtent('inspector', { ...firstState, story: false, stage: 'A | B' }, width).now;
    expect(inspector(1440)).toBe(320);
    expect(inspector(1920)).toBe(320);
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

  it('are 360 px of prose as soon as the machines leave them that', () => {
    const story = (width: number, stage: 'A' | 'A | B' = 'A | B') =>
      panelExtent('story', { ...firstState, story: true, stage }, width).now;
    expect([story(1280), story(1400), story(1440), story(1920)]).toEqual([240, 360, 360, 360]);
    expect([story(1024, 'A'), story(1280, 'A')]).toEqual([360, 360]);
  });

  it('of the story give way to a view that opens, unless a question is answered there, and come back', () => {
    const before = { ...firstState, story: true };
    const opened = { ...before, dock: 'pages' };
    const column = { isPutAway: false, isAsking: false };
    expect(wayGiven(opened, before, 1440, column)).toEqual({ story: false });
    expect(wayGiven(opened, before, 1440, { ...column, isAsking: true })).toBeUndefined();
    expect(wayGiven(opened, before, 820, column)).toBeUndefined();
    const away = { ...opened, story: false };
    expect(wayGiven({ ...away, dock: 'c2c' }, away, 1440, column)).toBeUndefined();
    const closed = { ...away, dock: undefined };
    expect(wayGiven(closed, away, 1440, { ...column, isPutAway: true })).toEqual({ story: true });
    expect(wayGiven(closed, away, 1440, column)).toBeUndefined();
    const beside = { ...closed, inspector: true };
    expect(wayGiven(beside, away, 1440, { ...column, isPutAway: true })).toBeUndefined();
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
  it('leaves machines a picture of 220 px, whatever a person wants of it', () => {
    for (const [height, bars] of [
      [720, 309],
      [900, 341],
      [1080, 341],
    ] as const) {
      for (const isWork of [true, false]) {
        for (const sizes of [{}, { dock: 5000 }]) {
          const { now } = viewExtent({ ...choice, sizes }, isWork, { width: 1440, height });
          expect(height - bars - now).toBeGreaterThanOrEqual(220);
        }
      }
    }
    expect(viewExtent(choice, true, low)).toEqual({ now: 191, least: 120, most: 191 });
    expect(viewExtent({ ...choice, theme: 'projector' }, true, low).now).toBe(120);
  });
  it('takes half of a high screen for work, less to be glanced at', () => {
    const high = { width: 1920, height: 1200 };
    expect(viewExtent(choice, true, high).now).toBe(576);
    expect(viewExtent(choice, false, high).now).toBe(360);
  });
  it('leaves two machines their pictures where they stand one above the other', () => {
    const upright = { width: 820, height: 1180 };
    expect(viewExtent(choice, true, upright).now).toBe(345);
    expect(viewExtent({ ...choice, stage: 'A' }, true, upright).now).toBe(576);
  });
});
