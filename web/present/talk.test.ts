import { describe, expect, it } from 'vitest';
import { talkCommand } from './keys.ts';
import { beginWalk, nextShot, previousShot, resetWalk, startOfShot, toggleBlack } from './walk.ts';

const press = (key: string, more = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...more,
});

describe('the keys of a talk', () => {
  it('are those that remotes send', () => {
    const meant = ['PageDown', 'PageUp', 'b', '.', 'Home', 'Escape', 'F5'].map((key) =>
      talkCommand(press(key), true),
    );
    expect(meant).toEqual(['next', 'previous', 'black', 'black', 'reset', 'leave', 'reset']);
    expect(talkCommand(press('B'), true)).toBe('black');
  });
  it('leave single characters alone where they are switched off, and chords always', () => {
    expect(talkCommand(press('b'), false)).toBeUndefined();
    expect(talkCommand(press('PageDown'), false)).toBe('next');
    expect(talkCommand(press('p', { ctrlKey: true }), true)).toBeUndefined();
    expect(talkCommand(press('constructor'), true)).toBeUndefined();
  });
});

describe('walking the shots', () => {
  const second = nextShot(beginWalk(100), 3, 700);
  it('goes back to the moment at which a shot began', () => {
    const third = nextShot(second, 3, 900);
    expect([second, third].map(startOfShot)).toEqual([700, 900]);
    expect(startOfShot(previousShot(third))).toBe(700);
    expect(startOfShot(previousShot(previousShot(third)))).toBe(100);
    expect(nextShot(previousShot(third), 3, 950).entered).toEqual([100, 700, 950]);
  });
  it('stays within the shots', () => {
    const last = nextShot(second, 2, 5000);
    expect(last).toMatchObject({ shot: 1, entered: [100, 700] });
    expect(previousShot(beginWalk(100))).toEqual(beginWalk(100));
  });
  it('starts over where it began, and shows a picture again after black', () => {
    expect(resetWalk(second)).toEqual(beginWalk(100));
    expect(toggleBlack(second).isBlack).toBe(true);
    expect(nextShot(toggleBlack(second), 3, 900).isBlack).toBe(false);
  });
});
