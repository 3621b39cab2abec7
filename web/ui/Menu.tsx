// A menu below a button: the keyboard goes through its items, Escape, Tab and a press elsewhere put it
// away, and the button has the focus again. Over everything else of the page, clear of its edges.

import {
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react';
import styles from './Menu.module.css';

/** CSS pixels between button and menu, and between menu and the edges of the page. */
const gap = 4;
const margin = 8;

const itemsOf = (menu: HTMLElement) => [...menu.querySelectorAll<HTMLElement>('[role=menuitem]')];

/** The item that a key leads to, if it is one for going about. */
function itemAfter(items: readonly HTMLElement[], key: string): HTMLElement | undefined {
  const at = items.indexOf(document.activeElement as HTMLElement);
  if (key === 'Home') return items[0];
  if (key === 'End') return items.at(-1);
  if (key === 'ArrowDown') return items[Math.min(at + 1, items.length - 1)];
  if (key === 'ArrowUp') return items[at < 0 ? items.length - 1 : Math.max(at - 1, 0)];
  if (key.length !== 1 || key === ' ') return undefined;
  const named = (item: HTMLElement) =>
    (item.ariaLabel ?? item.textContent ?? '').toLowerCase().startsWith(key.toLowerCase());
  return items.slice(at + 1).find(named) ?? items.find(named);
}

/** Below the button, or above it where it is low on the page, its right edge at the button's; never beyond the page. */
function place(menu: HTMLElement, button: HTMLElement): void {
  const { right, top, bottom } = button.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const isAbove = clientHeight - bottom < top;
  menu.style.top = isAbove ? 'auto' : `${bottom + gap}px`;
  menu.style.bottom = isAbove ? `${clientHeight - top + gap}px` : 'auto';
  menu.style.left = `${Math.max(margin, Math.min(right, clientWidth - margin) - menu.offsetWidth)}px`;
  const beyond = isAbove ? clientHeight - top : bottom;
  menu.style.maxHeight = `calc(100dvh - ${beyond + gap + margin}px)`;
}

export interface MenuProps {
  readonly name: string;
  readonly button: RefObject<HTMLButtonElement | null>;
  readonly open: boolean;
  /** A key opened it: the first item takes the focus. Else the menu itself does. */
  readonly byKeyboard: boolean;
  readonly onOpen: (open: boolean) => void;
  readonly children: ReactNode;
}

export function Menu({ name, button, open, byKeyboard, onOpen, children }: MenuProps) {
  const frame = useRef<HTMLDivElement>(null);
  const close = () => {
    onOpen(false);
    button.current?.focus();
  };
  useLayoutEffect(() => {
    const [menu, opener] = [frame.current, button.current];
    if (!open || !menu || !opener) return;
    menu.showPopover?.(); // no such thing in the pages of unit tests
    const put = () => place(menu, opener);
    put();
    (byKeyboard ? (itemsOf(menu)[0] ?? menu) : menu).focus();
    window.addEventListener('resize', put);
    return () => window.removeEventListener('resize', put);
  }, [open, byKeyboard, button]);
  useEffect(() => {
    if (!open) return;
    const pressed = ({ target }: PointerEvent) => {
      const isOwn = (part: HTMLElement | null) => part?.contains(target as Node);
      // A press of the button closes the menu by itself.
      if (!isOwn(frame.current) && !isOwn(button.current)) onOpen(false);
    };
    document.addEventListener('pointerdown', pressed);
    return () => document.removeEventListener('pointerdown', pressed);
  }, [open, button, onOpen]);
  const onKey = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    // While it is open, keys are the menu's.
    event.stopPropagation();
    const next = itemAfter(itemsOf(event.currentTarget), event.key);
    if (next) next.focus();
    else if (event.key === 'Escape' || event.key === 'Tab') close();
    else return;
    event.preventDefault();
  };
  return (
    open && (
      <div
        ref={frame}
        popover="manual"
        role="menu"
        tabIndex={-1}
        aria-label={name}
        className={styles.menu}
        onKeyDown={onKey}
        onClick={(event) => {
          if ((event.target as Element).closest('[role=menuitem]')) close();
        }}
      >
        {children}
      </div>
    )
  );
}

type MenuItemProps = Omit<ComponentProps<'button'>, 'type' | 'role' | 'tabIndex'>;

/** One thing a menu does; it has gone when `onClick` is over. */
export function MenuItem(props: MenuItemProps) {
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      onPointerMove={({ currentTarget }) => currentTarget.focus()}
      {...props}
    />
  );
}
