import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { watchZoom } from './watch-zoom.ts';

const told: string[] = [];
let element: HTMLElement;
let stop: () => void;

const say = (name: string, ...figures: number[]) =>
  told.push([name, ...figures.map((figure) => Math.round(figure * 100) / 100)].join(' '));

beforeEach(async () => {
  told.length = 0;
  // The click that ends a drag is swallowed until the next task.
  await new Promise((resolve) => setTimeout(resolve));
  element = document.body.appendChild(document.createElement('div'));
  stop = watchZoom(element, {
    pan: (dx, dy) => say('pan', dx, dy),
    zoom: (x, y, factor) => say('zoom', x, y, factor),
    press: (x, y) => say('press', x, y),
  });
});

afterEach(() => {
  stop();
  element.remove();
});

function mouse(type: string, clientX: number, clientY: number, target: EventTarget = element) {
  const init = { bubbles: true, cancelable: true, view: window, clientX, clientY };
  target.dispatchEvent(new MouseEvent(type, init as unknown as MouseEventInit));
}

function drag(from: readonly [number, number], to: readonly [number, number]) {
  mouse('mousedown', ...from);
  mouse('mousemove', ...to, window);
  const isDragging = element.dataset.dragging;
  mouse('mouseup', ...to, window);
  return isDragging;
}

describe('gestures over a picture', () => {
  it('pans by what the pointer was dragged, and says while it is', () => {
    expect(drag([10, 20], [40, 15])).toBe('true');
    expect(told).toEqual(['pan 30 -5']);
    expect(element.dataset.dragging).toBeUndefined();
  });

  it('begins each drag anew, wherever the picture was moved to meanwhile', () => {
    drag([0, 0], [30, 0]);
    drag([50, 50], [55, 60]);
    expect(told).toEqual(['pan 30 0', 'pan 5 10']);
  });

  it('zooms by the wheel around the pointer', () => {
    const wheel = new WheelEvent('wheel', { bubbles: true, cancelable: true, deltaY: -100 });
    element.dispatchEvent(Object.assign(wheel, { clientX: 80, clientY: 60 }));
    expect(told).toEqual(['zoom 80 60 1.28']);
  });

  it('tells a press where it was', () => {
    mouse('click', 7, 9);
    expect(told).toEqual(['press 7 9']);
  });

  it('tells nothing once it is stopped', () => {
    stop();
    drag([0, 0], [30, 0]);
    mouse('click', 7, 9);
    expect(told).toEqual([]);
  });
});
