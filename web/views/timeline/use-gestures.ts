// What pointers and the wheel do to a timeline: dragging pans and scrolls, with Shift it selects a
// range, Ctrl and the wheel zoom, a press selects. Every one of them has a key or a button, too.

import { type PointerEvent, type RefObject, useEffect, useRef } from 'react';
import { type Row, rowAt } from './rows.ts';
import type { TimelineScene } from './scene.ts';
import type { Range, Span } from './types.ts';
import { clampSpan, lengthOf, pan, zoom } from './viewport.ts';

/** CSS pixels a pointer may move and still press. */
const pressReach = 4;
/** Wheel distance that doubles or halves. */
const wheelOctave = 240;

interface Drag {
  readonly kind: 'pan' | 'range';
  readonly x: number;
  readonly y: number;
  readonly span: Span;
  readonly scrolled: number;
  readonly time: number;
  readonly row: Row | undefined;
  moved: boolean;
}

export interface GestureOptions {
  readonly scene: TimelineScene;
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly rows: readonly Row[];
  /** The next drag selects, as with Shift. */
  readonly isRanging: boolean;
  readonly onPress: (row: Row | undefined, x: number, time: number) => void;
  readonly onRange: (range: Range) => void;
}

/** CPUs from one row to another; undefined where a drag stays in LLC rows: all of the machine. */
export function cpusBetween(rows: readonly Row[], a: Row | undefined, b: Row | undefined) {
  const [from, to] = [a, b].map((row) => (row ? rows.indexOf(row) : -1)).sort((x, y) => x - y);
  const between = rows.slice(Math.max(0, from!), to! + 1);
  const cpus = between.flatMap((row) => (row.kind === 'cpu' ? [row.cpu] : []));
  return cpus.length > 0 ? cpus : undefined;
}

function useWheel(scene: TimelineScene, scroller: RefObject<HTMLDivElement | null>): void {
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const onWheel = (event: WheelEvent) => {
      const { left } = element.getBoundingClientRect();
      if (event.ctrlKey || event.metaKey) {
        const at = scene.timeAt(Math.max(scene.place.left, event.clientX - left));
        scene.setSpan(zoom(scene.span, 2 ** (-event.deltaY / wheelOctave), at, scene.duration));
      } else {
        const across = event.shiftKey && event.deltaX === 0 ? event.deltaY : event.deltaX;
        if (Math.abs(across) < Math.abs(event.shiftKey ? 0 : event.deltaY) || across === 0) return;
        scene.setSpan(pan(scene.span, across / scene.place.width, scene.duration));
      }
      event.preventDefault();
    };
    // React listens passively: there a wheel could not be kept from zooming the page.
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [scene, scroller]);
}

export function useGestures(options: GestureOptions) {
  const { scene, scroller, rows, isRanging, onPress, onRange } = options;
  const drag = useRef<Drag>(undefined);
  useWheel(scene, scroller);
  const pointAt = (event: PointerEvent) => {
    const box = scroller.current!.getBoundingClientRect();
    return {
      x: event.clientX - box.left,
      y: event.clientY - box.top + scroller.current!.scrollTop,
    };
  };
  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0 || (event.target as Element).closest('button')) return;
    const { x, y } = pointAt(event);
    drag.current = {
      kind: event.shiftKey || isRanging ? 'range' : 'pan',
      x: event.clientX,
      y: event.clientY,
      span: scene.span,
      scrolled: scroller.current!.scrollTop,
      time: scene.timeAt(Math.max(scene.place.left, x)),
      row: rowAt(rows, y),
      moved: false,
    };
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const onPointerMove = (event: PointerEvent) => {
    const began = drag.current;
    if (!began) return;
    const [dx, dy] = [event.clientX - began.x, event.clientY - began.y];
    if (!began.moved && Math.hypot(dx, dy) < pressReach) return;
    began.moved = true;
    if (began.kind === 'pan') {
      const by = (-dx / scene.place.width) * lengthOf(began.span);
      const moved = { from: began.span.from + by, to: began.span.to + by };
      scene.setSpan(clampSpan(moved, scene.duration));
      scroller.current!.scrollTop = began.scrolled - dy;
      return;
    }
    const { x, y } = pointAt(event);
    const time = Math.min(scene.duration, Math.max(0, scene.timeAt(x)));
    const [from, to] = [Math.min(time, began.time), Math.max(time, began.time)].map(Math.round);
    const cpus = cpusBetween(rows, began.row, rowAt(rows, y));
    if (to! > from!) onRange({ from: from!, to: to!, cpus });
  };
  const onPointerUp = (event: PointerEvent) => {
    const began = drag.current;
    drag.current = undefined;
    if (!began || began.moved || event.type === 'pointercancel') return;
    const { x, y } = pointAt(event);
    onPress(rowAt(rows, y), x, scene.timeAt(x));
  };
  return { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: onPointerUp };
}
