// A published or simulated figure as text: a number with its unit, a range, or a list of names.

import { metrics } from '../scenario/index.ts';
import { change, count, significant } from './format.ts';

export type FigureValue = number | readonly [number, number] | readonly string[];

const dash = '–';

function isRange(value: readonly (number | string)[]): value is readonly [number, number] {
  return value.length === 2 && value.every((end) => typeof end === 'number');
}

function number(value: number, metric: string): string {
  if (metric === 'throughput_gain') return change(value / 100);
  const unit = metrics.find(({ name }) => name === metric)?.unit ?? '';
  if (unit === '%') return `${significant(value, 3)} %`;
  if (unit === 'cycles') return count(value);
  return unit ? `${significant(value)} ${unit}` : significant(value);
}

/** Cycles go without their unit: it stands in the label. */
export function formatFigure(value: FigureValue | undefined, metric: string): string {
  if (value === undefined) return dash;
  if (typeof value === 'number') return number(value, metric);
  if (isRange(value)) return `${number(value[0], metric)} – ${number(value[1], metric)}`;
  return value.length > 0 ? value.join(', ') : dash;
}
