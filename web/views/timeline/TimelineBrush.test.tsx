// A range selected by hand over rows that a drag pans: what pans has no part in it, neither then nor after.

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { testPage } from '../../ui/testing/page.ts';
import { watchZoom } from '../../ui/watch-zoom.ts';
import type { TimelineScene } from './scene.ts';
import { TimelineBrush } from './TimelineBrush.tsx';

const [pan, onRange, clicked] = [vi.fn(), vi.fn(), vi.fn()];
const scene = {
  timeAt: (x: number) => x,
  place: { left: 0, scrolled: 0 },
  duration: 1_000,
} as TimelineScene;
const size = { width: 400, height: 200 };

function mouse(type: string, target: EventTarget, clientX: number, shiftKey = false) {
  const init = { bubbles: true, cancelable: true, view: window, clientX, clientY: 50, shiftKey };
  target.dispatchEvent(new MouseEvent(type, init as unknown as MouseEventInit));
}

describe('a drag with Shift over the rows', () => {
  const page = testPage();
  let stop: () => void;

  beforeEach(() => {
    for (const each of [pan, onRange, clicked]) each.mockClear();
    page.show(<TimelineBrush {...{ scene, onRange, ...size }} rows={[]} isRanging={false} />);
    // This page cannot place a point in a drawing: the drawing lies at its corner.
    const createSVGPoint = () => ({
      x: 0,
      y: 0,
      matrixTransform() {
        return this;
      },
    });
    const getScreenCTM = () => ({ inverse: () => undefined });
    Object.assign(page.host.querySelector('svg')!, { createSVGPoint });
    Object.assign(page.host.querySelector('g')!, { getScreenCTM });
    stop = watchZoom(page.host, { pan, zoom: () => {} });
  });
  afterEach(() => stop());

  it('selects a range and lets go: what the pointer does afterwards pans nothing and is heard', async () => {
    mouse('mousedown', page.host.querySelector('.overlay')!, 100, true);
    mouse('mousemove', window, 180, true);
    mouse('mouseup', window, 180, true);
    expect(onRange).toHaveBeenLastCalledWith({ from: 100, to: 180, cpus: undefined });
    // The click that ends a drag is swallowed until the next task.
    await new Promise((resolve) => setTimeout(resolve));
    mouse('mousemove', window, 300);
    expect(pan).not.toHaveBeenCalled();
    const button = document.body.appendChild(document.createElement('button'));
    button.addEventListener('click', clicked);
    for (const type of ['mousedown', 'mouseup', 'click']) mouse(type, button, 300);
    button.remove();
    expect(clicked).toHaveBeenCalledOnce();
  });
});
