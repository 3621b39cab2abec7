import { describe, expect, it } from 'vitest';
import {
  centre,
  clampSpan,
  fitSpan,
  isCentred,
  lengthOf,
  pan,
  tickLabel,
  tickStep,
  ticks,
  turnPage,
  zoom,
} from './viewport.ts';

const duration = 150_000_000;
const span = { from: 50_000_000, to: 52_000_000 };

describe('the span on screen', () => {
  it('keeps the moment under the pointer where it is when zooming', () => {
    const at = 50_500_000;
    for (const factor of [2, 0.5, 10]) {
      const next = zoom(span, factor, at, duration);
      expect((at - next.from) / lengthOf(next)).toBeCloseTo(0.25, 9);
      expect(lengthOf(next)).toBeCloseTo(2_000_000 / factor, 3);
    }
  });

  it('never leaves the run, nor shows less than forty nanoseconds', () => {
    expect(zoom(span, 1e-9, 51_000_000, duration)).toEqual({ from: 0, to: duration });
    expect(lengthOf(zoom(span, 1e12, 51_000_000, duration))).toBe(40);
    expect(pan(span, -1000, duration).from).toBe(0);
    expect(pan(span, 1000, duration).to).toBe(duration);
    expect(clampSpan({ from: -5, to: 10 }, 8)).toEqual({ from: 0, to: 8 });
  });

  it('pans by shares of what is shown', () => {
    expect(pan(span, 0.1, duration).from).toBe(50_200_000);
  });

  it('first centres what is focused, then fits it', () => {
    const slice = { from: 50_900_000, to: 50_910_000 };
    const there = centre(span, 50_905_000, duration);
    expect(isCentred(span, slice)).toBe(false);
    expect(isCentred(there, slice)).toBe(true);
    expect(lengthOf(there)).toBe(lengthOf(span));
    const close = fitSpan(slice, duration);
    expect(close.from).toBeLessThan(slice.from);
    expect(lengthOf(close)).toBeLessThan(12_000);
  });

  it('turns the page when the playhead has left it', () => {
    expect(turnPage(span, 51_000_000, duration)).toBe(span);
    const next = turnPage(span, 52_000_001, duration);
    expect(next.from).toBeCloseTo(51_800_001, 0);
    expect(lengthOf(next)).toBe(lengthOf(span));
  });
});

describe('ticks', () => {
  it('stand at round moments with as many digits as they need', () => {
    expect(tickStep(3)).toBe(5);
    expect(tickStep(130_000)).toBe(200_000);
    expect(tickLabel(51_000_000, 1_000_000)).toBe('51');
    expect(tickLabel(51_250_000, 50_000)).toBe('51.25');
    expect(tickLabel(51_250_400, 200)).toBe('51.250 4');
    expect(tickLabel(51_250_401, 1)).toBe('51.250 401');
  });

  it('leave room for their labels', () => {
    const found = ticks(span, 1000, 90);
    expect(found.length).toBeGreaterThan(5);
    const step = found[1]!.time - found[0]!.time;
    expect((step / lengthOf(span)) * 1000).toBeGreaterThanOrEqual(90);
    expect(found.every(({ time }) => time >= span.from && time <= span.to)).toBe(true);
  });
});
