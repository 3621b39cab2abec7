import { act } from 'react';
import { describe, expect, it } from 'vitest';
import { testPage } from './testing/page.ts';
import { type RovingOptions, useRoving } from './use-roving.ts';

function Row({ names, ...options }: RovingOptions & { readonly names: string }) {
  const stop = useRoving(names.length, options);
  return [...names].map((name, index) => (
    <button key={name} type="button" {...stop(index)}>
      {name}
    </button>
  ));
}

describe('a row with one stop of the Tab key', () => {
  const page = testPage();
  const buttons = () => [...page.host.querySelectorAll('button')];
  const stops = () =>
    buttons()
      .filter(({ tabIndex }) => tabIndex === 0)
      .map(({ textContent }) => textContent);
  const press = (key: string) => {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
    act(() => void document.activeElement!.dispatchEvent(event));
    return event;
  };
  const focused = () => document.activeElement?.textContent;

  it('moves the focus with the arrow keys, and the stop with it', () => {
    page.show(<Row names="abc" />);
    expect(stops()).toEqual(['a']);
    act(() => buttons()[0]!.focus());
    press('ArrowRight');
    expect(focused()).toBe('b');
    expect(stops()).toEqual(['b']);
    press('ArrowLeft');
    press('ArrowLeft');
    expect(focused()).toBe('c');
  });
  it('stays at its ends where it does not come round', () => {
    page.show(<Row names="ab" atEnd="stay" />);
    act(() => buttons()[1]!.focus());
    expect(press('ArrowRight').defaultPrevented).toBe(true);
    expect(focused()).toBe('b');
  });
  it('keeps the stop where something is chosen', () => {
    page.show(<Row names="abc" chosen={1} />);
    act(() => buttons()[1]!.focus());
    press('ArrowRight');
    expect(focused()).toBe('c');
    expect(stops()).toEqual(['b']);
  });
  it('has a stop when it became shorter', () => {
    page.show(<Row names="abc" />);
    act(() => buttons()[2]!.focus());
    page.show(<Row names="ab" />);
    expect(stops()).toEqual(['a']);
  });
  it('leaves other keys to others', () => {
    page.show(<Row names="ab" />);
    act(() => buttons()[0]!.focus());
    expect(press('ArrowDown').defaultPrevented).toBe(false);
    expect(focused()).toBe('a');
  });
});
