// How much wider than its frame the map of lines is drawn: Ctrl and the wheel or a pinch widen the bytes around the pointer, so
// that names of small fields can be read on a phone. The frame scrolls.

import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { watchZoom } from '../../ui/watch-zoom.ts';

/** Wider, a pointer of eight bytes would fill a phone. */
const widest = 6;

/** The keys of a machine's picture. */
const keys: Readonly<Record<string, number>> = { '+': 1.5, '=': 1.5, '-': 1 / 1.5, '0': 0 };

/** Dragging carries fields and one finger scrolls: only Ctrl and the wheel, or two fingers, zoom. */
const begins = (event: MouseEvent | WheelEvent | TouchEvent): boolean => {
  if (event instanceof WheelEvent) return event.ctrlKey || event.metaKey;
  return 'touches' in event && event.touches.length > 1;
};

/** The factor, 1 to 6. */
export function useZoom(frame: RefObject<HTMLElement | null>): number {
  const [factor, setFactor] = useState(1);
  const now = useRef(factor);
  /** What to scroll to once the wider map is there. */
  const left = useRef<number>(undefined);
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const zoom = (x: number, by: number) => {
      const wanted = Math.min(widest, Math.max(1, now.current * by));
      left.current = ((element.scrollLeft + x) * wanted) / now.current - x;
      now.current = wanted;
      setFactor(wanted);
    };
    const onKey = (event: KeyboardEvent) => {
      const by = keys[event.key];
      if (by === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
      zoom(element.clientWidth / 2, by);
      event.preventDefault();
      event.stopPropagation();
    };
    element.addEventListener('keydown', onKey);
    const stopZoom = watchZoom(element, {
      begins,
      pan: (dx, dy) => element.scrollBy(-dx, -dy),
      zoom: (x, _, by) => zoom(x, by),
    });
    return () => {
      element.removeEventListener('keydown', onKey);
      stopZoom();
    };
  }, [frame]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it scrolls after the map was drawn with another factor
  useLayoutEffect(() => {
    if (frame.current && left.current !== undefined) frame.current.scrollLeft = left.current;
  }, [frame, factor]);
  return factor;
}
