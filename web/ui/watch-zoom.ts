// Panning and zooming by hand, one idiom for machines, timelines and layouts: drag to pan, wheel or pinch to zoom, press twice
// to zoom in. d3-zoom reads the events. What moves keeps its own camera and its own limits, so it is told steps, not a transform.

import { select } from 'd3-selection';
import { interrupt } from 'd3-transition';
import { type D3ZoomEvent, type ZoomTransform, zoom, zoomIdentity } from 'd3-zoom';
import { wantsLessMotion } from './less-motion.ts';

export interface ZoomActions {
  /** The picture moves by a distance; CSS pixels. */
  readonly pan: (dx: number, dy: number) => void;
  /** The picture grows by a factor around a point of the element; CSS pixels. */
  readonly zoom: (x: number, y: number, factor: number) => void;
  /** A press that was no drag, at a point of the element. */
  readonly press?: (x: number, y: number, event: MouseEvent) => void;
  /** Whether an event may begin to pan or zoom; left out: what d3-zoom takes, the first button and the wheel. */
  readonly begins?: (event: MouseEvent | WheelEvent | TouchEvent) => boolean;
}

/** A pointer that moved less than this was pressed, not dragged; CSS pixels. */
const slack = 4;
/** Powers of two of a wheel's movement: one notch of 100 zooms by 1.28. */
const octavesOfWheel = 0.0036;
/** A wheel that counts in lines or pages moves so many pixels with each. */
const pixelsOf = [1, 20, 400];
/** Pressing twice takes so long to zoom in; ms. */
const pressTwice = 200;
/** Closer to one a factor is none. */
const noZoom = 1e-6;

/** What takes one transform to another: a shift, or growth around the one point that stays where it is. */
function tell(before: ZoomTransform, after: ZoomTransform, actions: ZoomActions): void {
  const factor = after.k / before.k;
  const dx = after.x - factor * before.x;
  const dy = after.y - factor * before.y;
  if (Math.abs(factor - 1) > noZoom) actions.zoom(dx / (1 - factor), dy / (1 - factor), factor);
  else if (dx !== 0 || dy !== 0) actions.pan(dx, dy);
}

/** Listens on an element; returns how to stop. The element carries `data-dragging` while it is dragged. */
export function watchZoom(element: HTMLElement, actions: ZoomActions): () => void {
  let before = zoomIdentity;
  const selection = select(element);
  const behaviour = zoom<HTMLElement, unknown>()
    .clickDistance(slack)
    .constrain((transform) => transform)
    .wheelDelta(({ deltaY, deltaMode }) => -deltaY * pixelsOf[deltaMode]! * octavesOfWheel)
    .on('start', () => behaviour.duration(wantsLessMotion() ? 0 : pressTwice))
    .on('zoom', ({ transform, sourceEvent }: D3ZoomEvent<HTMLElement, unknown>) => {
      const isDrag = /^(?:mouse|touch)move$/.test(sourceEvent?.type ?? '');
      const isShift = transform.k === before.k;
      const isSmall = Math.hypot(transform.x - before.x, transform.y - before.y) < slack;
      if (isDrag && isShift && !element.dataset.dragging && isSmall) return;
      if (isDrag) element.dataset.dragging = 'true';
      tell(before, transform, actions);
      before = transform;
    })
    .on('end', () => {
      delete element.dataset.dragging;
      // Each gesture begins anew: the picture may have been moved by others meanwhile.
      before = zoomIdentity;
      selection.property('__zoom', zoomIdentity);
    });
  const { begins, press } = actions;
  if (begins) behaviour.filter(begins);
  selection.call(behaviour);
  const onClick = (event: MouseEvent) => {
    const { left, top } = element.getBoundingClientRect();
    press?.(event.clientX - left, event.clientY - top, event);
  };
  element.addEventListener('click', onClick);
  return () => {
    interrupt(element);
    selection.on('.zoom', null);
    element.removeEventListener('click', onClick);
  };
}
