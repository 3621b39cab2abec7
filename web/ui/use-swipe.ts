// A finger drawn across an element: to the left on, to the right back, as in a book. Up and down it scrolls. What a finger
// drags by itself (a slider, a drawing, a wide table) is left to that.

import { type TouchEvent, useRef } from 'react';

/** CSS pixels that a finger goes at least, and how much farther across than up or down. */
const least = 56;
const steepest = 0.5;

const controls = 'input, select, textarea, button, [role=slider]';

/** Whether an element makes something of its own of a finger that is drawn across. */
function takesFingers(element: Element): boolean {
  const { overflowX, touchAction } = getComputedStyle(element);
  const isWide = element.scrollWidth > element.clientWidth;
  return (
    element.matches(controls) ||
    (isWide && ['auto', 'scroll'].includes(overflowX)) ||
    ['none', 'pan-y'].includes(touchAction)
  );
}

/** Whether that is so of what is touched, or of something around it on the page that is turned. */
function isTaken(touched: EventTarget, page: Element): boolean {
  let element = touched instanceof Element ? touched : null;
  for (; element && element !== page; element = element.parentElement)
    if (takesFingers(element)) return true;
  return false;
}

export function useSwipe(turn: (by: 1 | -1) => void) {
  const from = useRef<{ readonly x: number; readonly y: number }>(undefined);
  return {
    onTouchStart: ({ touches, target, currentTarget }: TouchEvent) => {
      const finger = touches.length === 1 ? touches[0] : undefined;
      const isOurs = finger && !isTaken(target, currentTarget);
      from.current = isOurs ? { x: finger.clientX, y: finger.clientY } : undefined;
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const finger = changedTouches[0];
      if (!from.current || !finger) return;
      const [dx, dy] = [finger.clientX - from.current.x, finger.clientY - from.current.y];
      from.current = undefined;
      if (Math.abs(dx) >= least && Math.abs(dy) <= Math.abs(dx) * steepest) turn(dx < 0 ? 1 : -1);
    },
  };
}
