// What a pointer does over a picture, from raw events: drag to pan, wheel or pinch to zoom, press to
// choose, hover to point. No React, no knowledge of machines.

export interface PointerActions {
  /** CSS pixels. */
  readonly pan: (dx: number, dy: number) => void;
  /** Around a point of the element. */
  readonly zoom: (x: number, y: number, factor: number) => void;
  readonly press: (x: number, y: number) => void;
  readonly point: (x: number, y: number) => void;
  readonly leave: () => void;
}

/** A pointer that moved less than this was pressed, not dragged; CSS pixels. */
const slack = 4;
/** Share of a wheel's movement that becomes zoom: one notch of 100 zooms by 1.28. */
const wheelZoom = 0.0025;
const doublePressZoom = 2.2;

interface Held {
  x: number;
  y: number;
  moved: number;
}

/** Listens on an element; returns how to stop. */
export function watchPointer(element: HTMLElement, actions: PointerActions): () => void {
  const held = new Map<number, Held>();
  const stop = new AbortController();
  const options = { signal: stop.signal };
  let pointing = false;

  const drag = (event: PointerEvent, pointer: Held) => {
    const dx = event.offsetX - pointer.x;
    const dy = event.offsetY - pointer.y;
    const other = [...held.values()].find((candidate) => candidate !== pointer);
    if (other) {
      const before = Math.hypot(pointer.x - other.x, pointer.y - other.y);
      const after = Math.hypot(event.offsetX - other.x, event.offsetY - other.y);
      const middle = { x: (event.offsetX + other.x) / 2, y: (event.offsetY + other.y) / 2 };
      if (before > 0 && after > 0) actions.zoom(middle.x, middle.y, after / before);
    } else if (pointer.moved + Math.hypot(dx, dy) > slack) {
      element.dataset.dragging = 'true';
      actions.pan(dx, dy);
    }
    pointer.moved += Math.hypot(dx, dy);
    pointer.x = event.offsetX;
    pointer.y = event.offsetY;
  };

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
    'pointerdown',
    (event) => {
      if (event.button !== 0) return;
      held.set(event.pointerId, { x: event.offsetX, y: event.offsetY, moved: 0 });
      element.setPointerCapture(event.pointerId);
    },
    options,
  );
  element.addEventListener(
    'pointermove',
    (event) => {
      const pointer = held.get(event.pointerId);
      if (pointer) drag(event, pointer);
      else if (event.pointerType !== 'touch') point(event.offsetX, event.offsetY);
    },
    options,
  );
  const release = (event: PointerEvent) => {
    const pointer = held.get(event.pointerId);
    held.delete(event.pointerId);
    delete element.dataset.dragging;
    if (event.type === 'pointerup' && pointer && pointer.moved <= slack) {
      actions.press(event.offsetX, event.offsetY);
    }
  };
  element.addEventListener('pointerup', release, options);
  element.addEventListener('pointercancel', release, options);
  element.addEventListener('pointerleave', () => actions.leave(), options);
  element.addEventListener(
    'dblclick',
    (event) => actions.zoom(event.offsetX, event.offsetY, doublePressZoom),
    options,
  );
  element.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault();
      actions.zoom(event.offsetX, event.offsetY, Math.exp(-event.deltaY * wheelZoom));
    },
    { ...options, passive: false },
  );
  return () => stop.abort();
}
