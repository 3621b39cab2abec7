import { describe, expect, it } from 'vitest';
import { keyMeaning } from './keys.ts';
import { messageIn } from './speaker.ts';
import { clockText, obeyed, plannedBefore, type TalkCommand, type TalkState } from './talk.ts';

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
      keyMeaning(press(key), true),
    );
    expect(meant).toEqual(['next', 'previous', 'black', 'black', 'reset', 'leave', 'reset']);
    expect(keyMeaning(press('B'), true)).toBe('black');
    expect(keyMeaning(press('7'), true)).toEqual({ digit: '7' });
  });
  it('leave single characters alone where they are switched off, and chords always', () => {
    expect(keyMeaning(press('b'), false)).toBeUndefined();
    expect(keyMeaning(press('7'), false)).toBeUndefined();
    expect(keyMeaning(press('PageDown'), false)).toBe('next');
    expect(keyMeaning(press('p', { ctrlKey: true }), true)).toBeUndefined();
    expect(keyMeaning(press('constructor'), true)).toBeUndefined();
  });
});

const step = { title: 'A step', note: 'What is said.', seconds: 60 };
const first: TalkState = {
  ...{ name: 'cpupri', title: 'A talk', steps: Array.from({ length: 12 }, () => step) },
  ...{ at: 0, isBlack: false, typed: '', computed: 0.5, begun: undefined },
};
const led = (state: TalkState, ...commands: TalkCommand[]) =>
  commands.reduce((now, command) => obeyed(now, command, 1000), state);
const ready = { ...first, computed: 1 };
const begun = { ...ready, begun: 500 };

describe('a talk', () => {
  it('begins by a press once everything is computed, and before only if that is asked for', () => {
    expect(led(first, 'next', 'enter').begun).toBeUndefined();
    expect(led(ready, 'next')).toMatchObject({ begun: 1000, at: 0 });
    expect(led(ready, 'enter')).toMatchObject({ begun: 1000, at: 0 });
    expect(led(first, 'begin')).toMatchObject({ begun: 1000, at: 0 });
    expect(led(begun, 'next')).toMatchObject({ begun: 500, at: 1 });
  });
  it('stays within its steps', () => {
    expect(led(begun, 'previous').at).toBe(0);
    expect(led(begun, { go: 11 }, 'next').at).toBe(11);
    expect(led(begun, { go: 99 }).at).toBe(11);
  });
  it('shows a picture again after black, and starts over with its clock', () => {
    const black = led(begun, 'next', 'black');
    expect(black).toMatchObject({ isBlack: true, at: 1 });
    expect(led(black, 'black')).toMatchObject({ isBlack: false, at: 1 });
    expect(led(black, 'next')).toMatchObject({ isBlack: false, at: 2 });
    expect(led(begun, 'next', 'reset')).toMatchObject({ at: 0, begun: 1000 });
  });
  it('jumps to the number that was typed', () => {
    const typed = led(begun, { digit: '1' }, { digit: '0' });
    expect(typed).toMatchObject({ typed: '10', at: 0 });
    expect(led(typed, 'enter')).toMatchObject({ typed: '', at: 9 });
    expect(led(begun, { digit: '0' }, { digit: '4' }, 'enter').at).toBe(3);
    expect(led(typed, 'next')).toMatchObject({ typed: '', at: 1 });
  });
  it('has a plan of its time', () => {
    expect(plannedBefore(first, 3)).toBe(180);
    expect([0, 65.9, 600, -3].map(clockText)).toEqual(['0:00', '1:05', '10:00', '0:00']);
  });
});

describe('what the windows of a talk say to each other', () => {
  it('is read back as it was said', () => {
    for (const message of [
      { kind: 'hello' },
      { kind: 'gone' },
      { kind: 'command', command: 'next' },
      { kind: 'command', command: { go: 3 } },
      { kind: 'state', state: begun },
    ])
      expect(messageIn(structuredClone(message))).toEqual(message);
  });
  it('is nothing where it is something else', () => {
    for (const data of [
      null,
      'next',
      { kind: 'command', command: 'leave' },
      { kind: 'command', command: { go: '3' } },
      { kind: 'command', command: { digit: '33' } },
      { kind: 'state', state: { ...begun, at: 12 } },
      { kind: 'state', state: { ...begun, steps: [{ ...step, note: 3 }] } },
      { kind: 'state', state: { ...begun, steps: [] } },
    ])
      expect(messageIn(data)).toBeUndefined();
  });
});
