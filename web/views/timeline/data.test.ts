import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TimelineWindow } from '../../engine/slices.ts';
import { TimelineData } from './data.ts';

const wanted = {
  span: { from: 0, to: 1_000 },
  rows: Int32Array.of(0),
  cpus: Uint16Array.of(0),
  pixels: 100,
};

/** A timeline whose answers are known up to where its head is, and come when they are let through. */
function timeline() {
  let head = 0;
  const held: (() => void)[] = [];
  const window = () =>
    new Promise<TimelineWindow>((resolve) => {
      const known = head;
      held.push(() => resolve({ known, detailSpan: 0 } as TimelineWindow));
    });
  const never = () => new Promise<undefined>(() => {});
  const source = { window, detail: never, sums: never, next: never };
  const data = new TimelineData(
    source,
    10_000,
    () => {},
    (error) => {
      throw error;
    },
  );
  return {
    data,
    /** The head gets there, and the page is told. */
    reach: (time: number) => {
      head = time;
      data.grow(time, performance.now());
    },
    /** Lets the answer that is under way through, if there is one. */
    answer: async () => {
      held.shift()?.();
      await vi.advanceTimersByTimeAsync(0);
    },
  };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a timeline whose run ends, after which nobody says anything any more', () => {
  it('gets what was told too soon after an answer', async () => {
    const { data, reach, answer } = timeline();
    reach(400);
    data.want(wanted);
    await answer();
    reach(1_000);
    await answer();
    expect(data.window?.known).toBe(400);
    await vi.advanceTimersByTimeAsync(300);
    await answer();
    expect(data.window?.known).toBe(1_000);
  });
  it('gets what was told while an answer was awaited', async () => {
    const { data, reach, answer } = timeline();
    reach(400);
    data.want(wanted);
    reach(1_000);
    await answer();
    await vi.advanceTimersByTimeAsync(300);
    await answer();
    expect(data.window?.known).toBe(1_000);
  });
  it('asks nothing once it is closed', async () => {
    const { data, reach, answer } = timeline();
    reach(400);
    data.want(wanted);
    await answer();
    reach(1_000);
    data.close();
    await vi.advanceTimersByTimeAsync(300);
    await answer();
    expect(data.window?.known).toBe(400);
  });
});
