// One stop of the Tab key for several things in a row: the arrow keys move the focus between them.

import { type KeyboardEvent, useRef, useState } from 'react';

/** Which way an arrow key goes along a row: -1, 1, or 0 for any other key. */
export const alongRow = ({ key }: { readonly key: string }): -1 | 0 | 1 =>
  key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;

/** What an element of the row takes. */
export interface Stop {
  readonly ref: (element: HTMLElement | SVGElement | null) => void;
  readonly tabIndex: 0 | -1;
  readonly onFocus: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

export interface RovingOptions {
  /** The one that is chosen: Tab comes to it, wherever the focus was before; else where the focus was, first at 0. */
  readonly chosen?: number | undefined;
  /** At an end the focus comes round, or stays. */
  readonly atEnd?: 'round' | 'stay';
}

/** Gives each of `count` elements in a row, by its index, what it takes for that. */
export function useRoving(
  count: number,
  { chosen, atEnd = 'round' }: RovingOptions = {},
): (index: number) => Stop {
  const row = useRef<(HTMLElement | SVGElement | null)[]>([]);
  const [last, setLast] = useState(0);
  const tabStop = chosen ?? (last < count ? last : 0);
  return (index) => ({
    ref: (element) => {
      row.current[index] = element;
    },
    tabIndex: index === tabStop ? 0 : -1,
    onFocus: () => setLast(index),
    onKeyDown: (event) => {
      const by = alongRow(event);
      if (by === 0) return;
      // No other handler acts on the key, even at an end.
      event.preventDefault();
      event.stopPropagation();
      row.current[atEnd === 'round' ? (index + by + count) % count : index + by]?.focus();
    },
  });
}
