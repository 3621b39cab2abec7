// The keys of a talk: they are the speaker's wherever the focus is, except while text is typed into a view on a
// slide and while a dialog is open in front. The talk itself decides what they lead to.

import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Session, SessionContext } from '../../stage/session.ts';
import { type TalkNow, useTalk } from '../../stage/talk-now.ts';
import { testPage } from '../../ui/testing/page.ts';
import Talk from './Talk.tsx';

const page = testPage();
const obey = vi.fn();
const state = {
  ...{ name: undefined, title: 'A talk', at: 0, isBlack: false, typed: '', computed: 1 },
  ...{ begun: 1, steps: [{ title: 'First', seconds: 10, note: '' }] },
};

beforeEach(() => {
  useTalk.setState({ now: { state, run: { obey, show: () => {} } } as TalkNow });
  page.show(
    <SessionContext value={{} as Session}>
      <Talk />
      <input type="text" aria-label="Field" />
      <input type="range" aria-label="Offset" />
    </SessionContext>,
  );
});
afterEach(() => {
  obey.mockClear();
  act(() => useTalk.setState({ now: undefined }));
});

const press = (target: Element, key: string) => {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
  target.dispatchEvent(event);
  return event.defaultPrevented;
};
const field = (name: string) => page.host.querySelector(`[aria-label=${name}]`)!;

describe('a key in a talk', () => {
  it('is the speaker’s', () => {
    expect(press(page.host, 'PageDown')).toBe(true);
    expect(obey).toHaveBeenCalledWith('next');
  });

  it('is text where somebody writes into a view on the slide', () => {
    for (const key of ['b', 'p', '4', ' ', '.', 'Escape'])
      expect(press(field('Field'), key)).toBe(false);
    expect(obey).not.toHaveBeenCalled();
  });

  it('moves a slider, whose other keys stay the speaker’s', () => {
    expect(press(field('Offset'), 'ArrowRight')).toBe(false);
    expect(obey).not.toHaveBeenCalled();
    press(field('Offset'), 'b');
    expect(obey).toHaveBeenCalledWith('black');
  });

  it('puts away first what is open in front', () => {
    const dialog = document.body.appendChild(document.createElement('dialog'));
    dialog.setAttribute('open', '');
    press(page.host, 'Escape');
    expect(obey).not.toHaveBeenCalled();
    dialog.remove();
    press(page.host, 'Escape');
    expect(obey).toHaveBeenCalledWith('leave');
  });
});
