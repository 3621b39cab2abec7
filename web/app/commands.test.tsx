import { beforeEach, describe, expect, it, vi } from 'vitest';
import { toggleView } from '../stage/commands.ts';
import { ownsKey, press as pressed } from '../stage/keys.ts';
import type { Session } from '../stage/session.ts';
import { choose, firstState, useStageState } from '../stage/store.ts';
import { features } from './features.ts';

const seek = vi.fn();
const step = vi.fn(async () => {});
const session = (withheld: readonly string[] = []) =>
  ({
    opened: { chapter: { withheld } },
    playback: { time: 5_000, seek, step, summary: () => ({ head: 9_000 }) },
  }) as unknown as Session;
const key = (name: string, more: KeyboardEventInit = {}) =>
  new KeyboardEvent('keydown', { key: name, ...more });
const press = (scene: Session, event: KeyboardEvent) => pressed(scene, features, event);
const linksOf = (scene: Session) => features.tabsOf(scene).map(({ link }) => link);
const now = useStageState.getState;

beforeEach(() => {
  choose(firstState, true);
  seek.mockClear();
  step.mockClear();
});

describe('the views of a story', () => {
  it('are all but those of other stories, and digits count these', () => {
    const races = linksOf(session()).indexOf('races') + 1;
    expect(linksOf(session(['races']))).not.toContain('races');
    press(session(), key(`${races}`));
    expect(now().dock).toBe('races');
    choose({ dock: undefined });
    press(session(['races']), key(`${races}`));
    expect(now().dock).not.toBe('races');
  });

  it('open and close with their digit', () => {
    press(session(), key('1'));
    expect(now().dock).toBe('timeline');
    toggleView('timeline');
    expect(now()).toMatchObject({ dock: undefined, wholeView: false });
  });

  it('stay closed in a talk', () => {
    choose({ presenting: true });
    press(session(), key('1'));
    expect(now().dock).toBeUndefined();
  });
});

describe('a key on the stage', () => {
  it('plays and stops, and stops where a person looks for a moment', () => {
    press(session(), key(' '));
    expect(now().playing).toBe(false);
    choose({ playing: true });
    press(session(), key('.'));
    expect(seek).toHaveBeenCalledWith(6_000);
    expect(now().playing).toBe(false);
    press(session(), key('End'));
    expect(seek).toHaveBeenLastCalledWith(9_000);
  });

  it('steps by events, with Shift by decisions, of what is selected', () => {
    choose({ selection: { cpu: 3 } });
    press(session(), key('ArrowRight'));
    expect(step).toHaveBeenCalledWith('event', 1, { cpu: 3 });
    choose({ selection: { task: 8 } });
    press(session(), key('ArrowLeft', { shiftKey: true }));
    expect(step).toHaveBeenLastCalledWith('decision', -1, { task: 8 });
  });

  it('means nothing with a modifier, nor as a letter where single keys are off', () => {
    expect(press(session(), key('g', { ctrlKey: true }))).toBe(false);
    choose({ singleKeys: false });
    expect(press(session(), key('g'))).toBe(false);
    expect(press(session(), key(' '))).toBe(true);
    expect(now().glossary).toBeUndefined();
  });
});

describe('a key typed into an element', () => {
  const element = (html: string) => {
    const host = document.createElement('div');
    host.innerHTML = html;
    return host.firstElementChild;
  };
  it('is its own in text and lists, also after a click', () => {
    expect(ownsKey(element('<textarea></textarea>'), 'g', false)).toBe(true);
    expect(ownsKey(element('<select></select>'), 'ArrowDown', false)).toBe(true);
  });
  const inside = (html: string, wanted: string) => element(html)!.querySelector(wanted);
  it('is a menu’s and a dialog’s, whatever it is', () => {
    const html = (role: string) => `<div role="${role}"><button>Stage</button></div>`;
    expect(ownsKey(inside(html('menu'), 'button'), 's', false)).toBe(true);
    expect(ownsKey(inside('<dialog><button>Close</button></dialog>', 'button'), 'g', false)).toBe(
      true,
    );
  });
  it('chooses an answer to a question, also after a click, and nothing else', () => {
    const radio = inside('<fieldset><input type="radio"></fieldset>', 'input');
    for (const name of [' ', 'ArrowDown', 'ArrowLeft', 'Enter'])
      expect(ownsKey(radio, name, false)).toBe(true);
    for (const name of ['g', '?', '2', '[']) expect(ownsKey(radio, name, false)).toBe(false);
  });
  it('moves a slider, which lets all others pass', () => {
    const slider = element('<input type="range">');
    for (const name of ['ArrowUp', 'Home', 'PageDown'])
      expect(ownsKey(slider, name, false)).toBe(true);
    for (const name of [' ', 'g', '3']) expect(ownsKey(slider, name, false)).toBe(false);
  });
  it('plays where a segment of a bar was clicked', () => {
    const segment = inside('<div role="radiogroup"><input type="radio"></div>', 'input');
    expect(ownsKey(segment, ' ', false)).toBe(false);
    expect(ownsKey(segment, ' ', true)).toBe(true);
  });
  it('is a button’s only where the keyboard brought the focus', () => {
    const button = element('<button>Play</button>');
    expect(ownsKey(button, ' ', true)).toBe(true);
    expect(ownsKey(button, ' ', false)).toBe(false);
    expect(ownsKey(button, 'g', true)).toBe(false);
  });
});
