import { describe, expect, it } from 'vitest';
import { actionOf } from './keys.ts';

const key = (name: string, part: object = {}) => ({
  key: name,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...part,
});

describe('the keys of the timeline', () => {
  it('zoom and pan with W, S, A, D, also with Shift', () => {
    const actions = ['w', 'S', 'a', 'D'].map((name) => actionOf(key(name), false, true));
    expect(actions).toEqual(['zoomIn', 'zoomOut', 'left', 'right']);
  });

  it('leave the keys of the stage alone unless the focus is in the timeline', () => {
    for (const name of ['.', ',', 'ArrowUp', 'Enter', 'Escape']) {
      expect(actionOf(key(name), false, true)).toBeUndefined();
      expect(actionOf(key(name), true, true)).toBeDefined();
    }
  });

  it('are never taken from the browser, and characters not where they are switched off', () => {
    expect(actionOf(key('w', { ctrlKey: true }), true, true)).toBeUndefined();
    expect(actionOf(key('w'), true, false)).toBeUndefined();
    expect(actionOf(key('ArrowDown'), true, false)).toBe('down');
  });
});
