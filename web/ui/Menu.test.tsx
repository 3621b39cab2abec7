import { act, createRef, useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { Menu, MenuItem } from './Menu.tsx';
import { testPage } from './testing/page.ts';

const chosen = vi.fn();

function Sample({ byKeyboard = true }: { readonly byKeyboard?: boolean }) {
  const [button] = useState(() => createRef<HTMLButtonElement>());
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" ref={button} onClick={() => setOpen(!open)}>
        Export
      </button>
      <Menu name="Export" {...{ button, open, byKeyboard }} onOpen={setOpen}>
        {['Stage', 'Table', 'Trace'].map((name) => (
          <MenuItem key={name} aria-label={name} onClick={() => chosen(name)}>
            {name}
          </MenuItem>
        ))}
      </Menu>
      <p>elsewhere</p>
    </>
  );
}

describe('a menu', () => {
  const page = testPage();
  const opener = () => page.host.querySelector('button')!;
  const menu = () => page.host.querySelector<HTMLElement>('[role=menu]');
  const focused = () => document.activeElement?.getAttribute('aria-label');
  const press = (key: string) => {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
    act(() => void document.activeElement!.dispatchEvent(event));
    return event;
  };
  const openMenu = (byKeyboard?: boolean) => {
    page.show(<Sample {...(byKeyboard !== undefined && { byKeyboard })} />);
    act(() => opener().click());
  };

  it('has the focus on its first item when a key opened it, else on itself', () => {
    openMenu();
    expect(focused()).toBe('Stage');
    act(() => opener().click());
    openMenu(false);
    expect(document.activeElement).toBe(menu());
  });

  it('is walked by arrows, Home, End and first letters, which reach nobody else', () => {
    openMenu();
    const heard = vi.fn();
    document.addEventListener('keydown', heard);
    for (const [key, name] of [
      ['ArrowDown', 'Table'],
      ['End', 'Trace'],
      ['ArrowDown', 'Trace'],
      ['ArrowUp', 'Table'],
      ['t', 'Trace'],
      ['t', 'Table'],
      ['Home', 'Stage'],
      ['ArrowUp', 'Stage'],
    ] as const) {
      expect(press(key).defaultPrevented).toBe(true);
      expect(focused()).toBe(name);
    }
    document.removeEventListener('keydown', heard);
    expect(heard).not.toHaveBeenCalled();
  });

  it.each(['Escape', 'Tab'])('is put away by %s, and the button has the focus', (key) => {
    openMenu();
    press(key);
    expect(menu()).toBeNull();
    expect(document.activeElement).toBe(opener());
  });

  it('is gone once something is chosen, and the button has the focus', () => {
    openMenu();
    act(() => page.host.querySelector<HTMLElement>('[aria-label=Table]')!.click());
    expect(chosen.mock.calls).toEqual([['Table']]);
    expect(menu()).toBeNull();
    expect(document.activeElement).toBe(opener());
  });

  it('is put away by a press elsewhere, and by its button', () => {
    openMenu();
    const pressed = new Event('pointerdown', { bubbles: true });
    act(() => void page.host.querySelector('p')!.dispatchEvent(pressed));
    expect(menu()).toBeNull();
    act(() => opener().click());
    expect(menu()).not.toBeNull();
    act(() => void opener().dispatchEvent(new Event('pointerdown', { bubbles: true })));
    act(() => opener().click());
    expect(menu()).toBeNull();
  });
});
