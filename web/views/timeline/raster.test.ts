import { describe, expect, it } from 'vitest';
import { ACTIVITY } from '../../engine/abi.gen.ts';
import type { TimelineDetail, TimelineWindow } from '../../engine/slices.ts';
import { type Bar, paintBars, type TimelinePicture } from './raster.ts';

const colours = {
  idle: 1,
  user: 2,
  kernel: 3,
  line: 4,
  lock: 9,
  hatch: 5,
  group: 6,
  groupUser: 7,
  groupKernel: 8,
};
const [width, height] = [100, 20];
const bar: Bar = { top: 4, height: 12, index: 0, detail: -1 };

function windowOf(part: Partial<TimelineWindow>): TimelineWindow {
  const none = new Float64Array(0);
  return {
    from: 0,
    to: 1000,
    known: 1000,
    sliceFrom: Uint32Array.of(0, 0),
    cellFrom: Uint32Array.of(0, 0),
    cellStart: Float64Array.of(0),
    cellWidth: Float64Array.of(1),
    sliceStalled: none,
    sliceSpun: none,
    ...part,
  } as TimelineWindow;
}

/** One slice from 200 to 600 ns. */
const oneSlice = (mode: number, stalled = 0, spun = 0) =>
  windowOf({
    sliceFrom: Uint32Array.of(0, 1),
    sliceStart: Float64Array.of(200),
    sliceEnd: Float64Array.of(600),
    sliceMode: Uint8Array.of(mode),
    sliceTask: Int32Array.of(9),
    sliceStalled: Float64Array.of(stalled),
    sliceSpun: Float64Array.of(spun),
  });

function paint(window: TimelineWindow, part: Partial<TimelinePicture> = {}) {
  const pixels = new Uint32Array(width * height);
  paintBars({
    target: { pixels, width, height, ratio: 1 },
    span: { from: 0, to: 1000 },
    window,
    detail: undefined,
    bars: [bar],
    look: { colours, isOfGroup: () => false, task: -1 },
    ...part,
  });
  return (x: number, y: number) => pixels[y * width + x];
}

/** Which colours a column of the bar has, from below, each once. */
function columnOf(at: ReturnType<typeof paint>, x: number): number[] {
  const column: number[] = [];
  for (let y = 15; y >= 4; y--) {
    const colour = at(x, y)!;
    // Stripes lie on the ground that says what is waited for.
    if (colour !== colours.hatch && column.at(-1) !== colour) column.push(colour);
  }
  return column;
}

describe('bars', () => {
  it('fill exactly the time and height of a slice', () => {
    const at = paint(oneSlice(ACTIVITY.USER));
    expect(columnOf(at, 20)).toEqual([colours.user]);
    expect(columnOf(at, 59)).toEqual([colours.user]);
    expect(at(19, 5)).toBe(0);
    expect(at(60, 5)).toBe(0);
    expect(at(30, 3)).toBe(0);
    expect(at(30, 16)).toBe(0);
  });

  it('show idle time as a line, and nothing beyond what is known', () => {
    const at = paint({ ...oneSlice(ACTIVITY.USER), known: 800 });
    expect(at(10, 10)).toBe(colours.idle);
    expect(at(79, 10)).toBe(colours.idle);
    expect(at(80, 10)).toBe(0);
  });

  it('stack the waits of a kernel slice on its work', () => {
    const at = paint(oneSlice(ACTIVITY.KERNEL, 200, 0));
    expect(columnOf(at, 30)).toEqual([colours.kernel, colours.line]);
    expect(at(30, 15)).toBe(colours.kernel);
    expect(at(30, 10)).toBe(colours.kernel);
    expect(at(30, 9)).not.toBe(colours.kernel);
  });

  it('put waits where they were as soon as that is known', () => {
    const detail = {
      from: 0,
      to: 1000,
      cpus: Uint16Array.of(0),
      start: Uint32Array.of(0, 1),
      begin: Float64Array.of(400),
      end: Float64Array.of(500),
      activity: Uint8Array.of(ACTIVITY.STALLED),
    } as TimelineDetail;
    const bars = [{ ...bar, detail: 0 }];
    const at = paint(oneSlice(ACTIVITY.KERNEL, 100, 0), { detail, bars });
    expect(columnOf(at, 39)).toEqual([colours.kernel]);
    expect(columnOf(at, 45)).toEqual([colours.line]);
    expect(columnOf(at, 50)).toEqual([colours.kernel]);
  });

  it('tell a wait for a line from one for a lock by ground and hatch', () => {
    const stripes = (window: TimelineWindow) => {
      const at = paint(window);
      let count = 0;
      for (let x = 20; x < 60; x++) for (let y = 4; y < 16; y++) count += at(x, y) === 5 ? 1 : 0;
      return count;
    };
    const line = stripes(oneSlice(ACTIVITY.KERNEL, 400, 0));
    const lock = stripes(oneSlice(ACTIVITY.KERNEL, 0, 400));
    expect(line).toBeGreaterThan(100);
    expect(line).toBeLessThan(240);
    expect(lock).not.toBe(line);
    expect(columnOf(paint(oneSlice(ACTIVITY.KERNEL, 0, 400)), 30)).toEqual([colours.lock]);
  });

  it('give the selected group its hue and underline the selected task', () => {
    const look = { colours, isOfGroup: (task: number) => task === 9, task: 9 };
    const at = paint(oneSlice(ACTIVITY.USER), { look });
    expect(at(30, 10)).toBe(colours.groupUser);
    expect([at(30, 16), at(30, 17), at(30, 18)]).toEqual([6, 6, 0]);
  });

  it('stack the shares of cells', () => {
    const window = windowOf({
      cellFrom: Uint32Array.of(0, 2),
      cellWidth: Float64Array.of(500),
      shares: Uint8Array.of(128, 64, 63, 0, 0, 0, 0, 0),
    });
    const at = paint(window);
    expect(columnOf(at, 25)).toEqual([colours.user, colours.kernel, colours.line]);
    expect(at(25, 10)).toBe(colours.user);
    expect(columnOf(at, 75)).toEqual([0, colours.idle, 0]);
  });

  it('are cut at the edges of the screen, not squeezed', () => {
    const cut = paint(oneSlice(ACTIVITY.KERNEL, 200, 0), { bars: [{ ...bar, top: -6 }] });
    expect(cut(30, 5)).toBe(colours.kernel);
    expect(cut(30, 0)).toBe(colours.kernel);
    expect(cut(30, 6)).toBe(0);
  });
});
