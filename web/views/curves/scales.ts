// Where things stand on a chart: the axis of the parameter and the axis of what is measured. Maths
// only; shared by all charts that stand side by side, so that they can be compared.

import { scaleLinear, scaleLog, scalePoint } from 'd3-scale';
import type { AxisValue } from '../../engine/sweep/grid.ts';
import type { AxisTick } from '../../ui/Axis.tsx';
import { axisPlace, axisText, type Curve } from './curve.ts';

/** A scale from index of a value, or from a number, to a place in pixels. */
export interface XScale {
  readonly place: (index: number) => number;
  readonly ticks: readonly AxisTick[];
}

export interface YScale {
  readonly place: (value: number) => number;
  readonly ticks: readonly AxisTick[];
}

/** Labels closer than this, in widths of a character, would touch. */
const gapCharacters = 2;

/** Of the ticks those whose labels do not touch the one before. */
function readable(ticks: readonly AxisTick[], character: number): AxisTick[] {
  const kept: AxisTick[] = [];
  for (const tick of ticks) {
    const last = kept.at(-1);
    const half = (text: string) => (text.length * character) / 2;
    const room = last ? tick.at - last.at - half(tick.text) - half(last.text) : Infinity;
    if (room >= gapCharacters * character) kept.push(tick);
  }
  return kept;
}

/** An axis this much longer than its first value, whose steps would touch there, is logarithmic. */
const longAxis = 100;
/** Least step of a logarithmic axis, as a part of all of it: closer ones gain nothing. */
const leastStep = 0.03;

function isLogarithmic(numbers: readonly number[]): boolean {
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
  if (least <= 0 || most / least < longAxis) return false;
  const sorted = numbers.map((value) => Math.log(value / least) / Math.log(most / least));
  sorted.sort((a, b) => a - b);
  return sorted.every((part, index) => index === 0 || part - sorted[index - 1]! >= leastStep);
}

/**
 * Numbers stand at their distance from each other, over decades at that of their logarithms; words
 * evenly.
 */
export function xScale(xs: readonly AxisValue[], width: number, character: number): XScale {
  const places = xs.map(axisPlace);
  const isNumeric = places.every((place) => place !== undefined) && xs.length > 1;
  const labels = xs.map(axisText);
  let place: (index: number) => number;
  if (isNumeric) {
    const numbers = places as number[];
    const ends = [Math.min(...numbers), Math.max(...numbers)];
    const scale = isLogarithmic(numbers)
      ? scaleLog(ends, [0, width])
      : scaleLinear(ends, [0, width]);
    place = (index) => scale(numbers[index]!);
  } else {
    const names = labels.map((_, index) => String(index));
    const scale = scalePoint(names, [0, width]).padding(0.5);
    place = (index) => scale(String(index)) ?? 0;
  }
  const ticks = labels.map((text, index) => ({ at: place(index), text }));
  return { place, ticks: readable(ticks, character) };
}

/** Everything a chart must show, as numbers on the axis of what is measured. */
function valuesOf({ series, published, shipped, instant }: Curve): number[] {
  return [
    ...shipped.flatMap(({ value, interval }) => [value, ...(interval ?? [])]),
    ...(instant?.values ?? []).filter((value) => value !== undefined),
    ...series.flatMap(({ points }) => points.flatMap(({ estimate: e }) => [e.least, e.most])),
    ...published.flatMap(({ value, spread = 0 }) =>
      typeof value === 'number' ? [value - spread, value + spread] : value,
    ),
  ];
}

/** Cycles span decades; other figures are read against zero. */
const decades = 20;

/** One scale for all curves: linear from zero, or logarithmic for cycles that span decades. */
export function yScale(curves: readonly Curve[], height: number): YScale {
  const values = curves.flatMap(valuesOf);
  const unit = curves[0]?.unit ?? '';
  const [least, most] = [Math.min(...values, Infinity), Math.max(...values, -Infinity)];
  const isEmpty = values.length === 0;
  const isLog = unit === 'cycles' && !isEmpty && least > 0 && most / least > decades;
  const low = isEmpty ? 0 : isLog ? least : Math.min(0, least);
  const high = isEmpty ? 1 : Math.max(isLog ? 0 : 0, most);
  const scale = isLog
    ? scaleLog([low, high], [height, 0]).nice()
    : scaleLinear([low, high === low ? low + 1 : high], [height, 0]).nice(5);
  const wanted = Math.max(2, Math.floor(height / 48));
  const format = scale.tickFormat(wanted, isLog ? '~s' : undefined);
  const ticks = scale
    .ticks(wanted)
    .map((value) => ({ at: scale(value), text: format(value).replace('−', '-') }))
    .filter(({ text }) => text !== '');
  return { place: (value) => scale(value), ticks };
}
