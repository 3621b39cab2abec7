// Animates curves when a knob moves them, so that the eye can follow each point: an attribute of a drawn element
// goes from its last value to the new one. With reduced motion it jumps.

import { select } from 'd3-selection';
import 'd3-transition';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { wantsLessMotion } from '../../ui/less-motion.ts';

/** ms: as long as a panel takes to open. */
const calm = 240;

/** React has set the attribute to `value`; it goes there from the value before. */
export function useMoving<Element extends SVGElement>(
  attribute: 'd' | 'transform',
  value: string,
): RefObject<Element | null> {
  const element = useRef<Element>(null);
  const shown = useRef(value);
  useLayoutEffect(() => {
    const from = shown.current;
    shown.current = value;
    const moved = select(element.current!);
    // A transition that was cut short may have left anything there.
    moved.attr(attribute, value);
    if (from === value || from === '' || value === '' || wantsLessMotion()) return;
    moved.attr(attribute, from).transition().duration(calm).attr(attribute, value);
    return () => void moved.interrupt();
  }, [attribute, value]);
  return element;
}
