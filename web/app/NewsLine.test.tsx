// News over the machines: what puts it away, and what that leaves alone.

import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Session, SessionContext } from '../stage/session.ts';
import { choose, firstState, useStageState } from '../stage/store.ts';
import { testPage } from '../ui/testing/page.ts';
import { NewsLine } from './NewsLine.tsx';

const session = { opened: { scenario: { steps: [] } }, steps: [] } as unknown as Session;
const news = { tone: 'news', text: 'The link was copied.' } as const;

describe('Escape', () => {
  const page = testPage();
  const heard = vi.fn();
  const press = (target: Element) => {
    const event = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true });
    act(() => void target.dispatchEvent(event));
  };
  const notice = () => useStageState.getState().notice;
  const show = (isOpen = false) =>
    page.show(
      <SessionContext value={session}>
        <NewsLine />
        <input type="text" />
        {isOpen && <dialog open />}
      </SessionContext>,
    );

  beforeEach(() => {
    // The speaker's listener hears keys before the page does.
    document.addEventListener('keydown', heard, { capture: true });
    choose({ notice: news });
  });
  afterEach(() => {
    document.removeEventListener('keydown', heard, { capture: true });
    heard.mockClear();
    act(() => choose(firstState, true));
  });

  it('puts news away, and nothing else with it', () => {
    show();
    expect(page.host.textContent).toContain(news.text);
    press(document.body);
    expect(notice()).toBeUndefined();
    expect(heard).not.toHaveBeenCalled();
    press(document.body);
    expect(heard).toHaveBeenCalledOnce();
  });

  it('is that of a field with the focus, and of a dialog in front of the news', () => {
    show();
    press(page.host.querySelector('input')!);
    show(true);
    press(document.body);
    expect(notice()).toBe(news);
    expect(heard).toHaveBeenCalledTimes(2);
  });
});
