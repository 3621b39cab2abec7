// What pointers and the wheel do to a timeline: dragging pans and scrolls, Ctrl and the wheel or a pinch zoom, a wheel across
// pans, a press selects. Every one of them has a key or a button, too. Ranges are selected by a brush: TimelineBrush.tsx.

import { type RefObject, useEffect, useRef } from 'react';
import { watchZoom } from '../../ui/watch-zoom.ts';
import { rowAt, type TimelineRow } from './rows.ts';
import type { TimelineScene } from './scene.ts';
import { pan, zoom } from './viewport.ts';

export interface GestureOptions {
  readonly scene: TimelineScene;
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly rows: readonly TimelineRow[];
  readonly onPress: (row: TimelineRow | undefined, x: number, time: number) => void;
}

/** A wheel without Ctrl scrolls the rows; across, or with Shift, it pans. */
function panByWheel(scene: TimelineScene, event: WheelEvent): void {
  if (event.ctrlKey || event.metaKey) return;
  const across = event.shiftKey && event.deltaX === 0 ? event.deltaY : event.deltaX;
  if (Math.abs(across) < Math.abs(event.shiftKey ? 0 : event.deltaY) || across === 0) return;
  scene.setSpan(pan(scene.span, across / scene.place.width, scene.duration));
  event.preventDefault();
}

const isOnButton = ({ target }: Event): boolean => (target as Element).closest('button') !== null;

/** The wheel zooms with Ctrl alone; a button is pressed, not dragged. */
const begins = (event: MouseEvent | WheelEvent | TouchEvent): boolean =>
  event instanceof WheelEvent
    ? event.ctrlKey || event.metaKey
    : !isOnButton(event) && !('button' in event && event.button !== 0);

export function useGestures(options: GestureOptions): void {
  const { scene, scroller } = options;
  const latest = useRef(options);
  latest.current = options;
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const stopZoom = watchZoom(element, {
      begins,
      pan: (dx, dy) => {
        scene.setSpan(pan(scene.span, -dx / scene.place.width, scene.duration));
        element.scrollTop -= dy;
      },
      zoom: (x, _, factor) => {
        const at = scene.timeAt(Math.max(scene.place.left, x));
        scene.setSpan(zoom(scene.span, factor, at, scene.duration));
      },
      press: (x, y, event) => {
        if (isOnButton(event)) return;
        const { rows, onPress } = latest.current;
        onPress(rowAt(rows, y + element.scrollTop), x, scene.timeAt(x));
      },
    });
    const onWheel = (event: WheelEvent) => panByWheel(scene, event);
    // React listens passively: there a wheel could not be kept from scrolling the page.
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => {
      stopZoom();
      element.removeEventListener('wheel', onWheel);
    };
  }, [scene, scroller]);
}
