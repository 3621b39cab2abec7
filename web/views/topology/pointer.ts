// What a pointer does over a picture of a machine: the gestures of all pictures (ui/watch-zoom.ts), and to point at what lies
// under it. No React, no knowledge of machines.

import { watchZoom, type ZoomActions } from '../../ui/watch-zoom.ts';

export interface PointerActions extends ZoomActions {
  readonly point: (x: number, y: number) => void;
  readonly leave: () => void;
}

/** Listens on an element; returns how to stop. */
export function watchPointer(element: HTMLElement, actions: PointerActions): () => void {
  const stop = new AbortController();
  const options = { signal: stop.signal };
  const stopZoom = watchZoom(element, actions);
  let pointing = false;

  /** Asks at most once a picture what lies under the pointer. */
  const point = (x: number, y: number) => {
    if (pointing) return;
    pointing = true;
    requestAnimationFrame(() => {
      pointing = false;
      if (!stop.signal.aborted) actions.point(x, y);
    });
  };

  element.addEventListener(
    'pointermove',
    ({ offsetX, offsetY, pointerType, buttons }) => {
      if (buttons === 0 && pointerType !== 'touch') point(offsetX, offsetY);
    },
    options,
  );
  element.addEventListener('pointerleave', () => actions.leave(), options);
  return () => {
    stop.abort();
    stopZoom();
  };
}
