// What room an element has, read before it is painted and again whenever that changes.

import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { watchSize } from './watch-size.ts';

/**
 * What `read` finds of an element, `first` until it is there. `read` is of sizes only, in CSS pixels: it is called
 * when the element's own or its parent's changes.
 */
export function useSize<Size extends object>(
  element: RefObject<HTMLElement | null>,
  read: (element: HTMLElement) => Size,
  first: Size,
): Size {
  const [size, setSize] = useState(first);
  const reads = useRef(read);
  reads.current = read;
  useLayoutEffect(() => {
    const observed = element.current;
    if (!observed) return undefined;
    const measure = () => setSize(reads.current(observed));
    measure();
    const { parentElement } = observed;
    return watchSize(parentElement ? [observed, parentElement] : [observed], measure);
  }, [element]);
  return size;
}
