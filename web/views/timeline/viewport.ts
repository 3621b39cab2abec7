// The span of time on screen: zooming, panning, fitting, and the ticks of its ruler. Pure.

import type { Span } from './types.ts';

/** ns: nothing in the simulator is shorter than a few of them. */
const leastSpan = 40;
/** Share of the width that stays free at each side of what is fitted. */
const fitMargin = 0.08;

export const lengthOf = ({ from, to }: Span): number => to - from;

/** The span moved and, if need be, shortened, so that it lies in the run. */
export function clampSpan({ from, to }: Span, duration: number): Span {
  const length = Math.min(duration, Math.max(Math.min(leastSpan, duration), to - from));
  const start = Math.min(Math.max(0, from), duration - length);
  return { from: start, to: start + length };
}

/** Zooms by `factor` (2: half as long) so that the moment `at` keeps its place. */
export function zoom(span: Span, factor: number, at: number, duration: number): Span {
  const wanted = lengthOf(span) / factor;
  const length = Math.min(duration, Math.max(leastSpan, wanted));
  const share = (at - span.from) / lengthOf(span);
  const from = at - share * length;
  return clampSpan({ from, to: from + length }, duration);
}

/** Pans by a share of what is shown. */
export function pan(span: Span, share: number, duration: number): Span {
  const by = share * lengthOf(span);
  return clampSpan({ from: span.from + by, to: span.to + by }, duration);
}

/** Puts a moment into the middle without zooming. */
export function centre(span: Span, at: number, duration: number): Span {
  const half = lengthOf(span) / 2;
  return clampSpan({ from: at - half, to: at + half }, duration);
}

/** Shows all of `what`, with a little room at both sides. */
export function fitSpan(what: Span, duration: number): Span {
  const room = lengthOf(what) * fitMargin;
  return clampSpan({ from: what.from - room, to: what.to + room }, duration);
}

/** True if the middle of `span` is that of `what` already: then the next focus fits. */
export function isCentred(span: Span, what: Span): boolean {
  const off = Math.abs((span.from + span.to) / 2 - (what.from + what.to) / 2);
  return off < lengthOf(span) * 0.01;
}

/** Turns the page so that `at` is on it: where it had left, with most of the page before it. */
export function turnPage(span: Span, at: number, duration: number): Span {
  if (at >= span.from && at <= span.to) return span;
  const length = lengthOf(span);
  const from = at - length * 0.1;
  return clampSpan({ from, to: from + length }, duration);
}

export interface TimeTick {
  /** ns. */
  readonly time: number;
  readonly label: string;
}

/** ns between ticks: 1, 2 or 5 of a power of ten, at least `least`. */
export function tickStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, least)));
  const step = [1, 2, 5, 10].find((factor) => factor * power >= least) ?? 10;
  return Math.max(1, step * power);
}

/** A moment as the ruler says it: milliseconds with as many digits as the step needs. */
export function tickLabel(time: number, step: number): string {
  const digits = Math.min(6, Math.max(0, 6 - Math.floor(Math.log10(step) + 1e-9)));
  const [whole, rest = ''] = (Math.round(time) / 1e6).toFixed(digits).split('.');
  const grouped = rest.length > 3 ? `${rest.slice(0, 3)} ${rest.slice(3)}` : rest;
  return rest ? `${whole}.${grouped}` : `${whole}`;
}

/** The ticks on a width of `pixels`; labels are told apart by at least `room` pixels. */
export function ticks(span: Span, pixels: number, room: number): TimeTick[] {
  const step = tickStep((lengthOf(span) * room) / Math.max(1, pixels));
  const found: TimeTick[] = [];
  for (let time = Math.ceil(span.from / step) * step; time <= span.to; time += step) {
    found.push({ time, label: tickLabel(time, step) });
  }
  return found;
}
