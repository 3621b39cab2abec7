// A published or simulated figure as text: a number with its unit, a range, or a list of names.

import { isGain } from '../engine/metrics.ts';
import { metrics } from '../scenario/index.ts';
import { change, count, duration, preciseRate, significant } from '../ui/format.ts';

export type FigureValue = number | readonly [number, number] | readonly string[];

const dash = '–';

function isRange(value: readonly (number | string)[]): value is readonly [number, number] {
  return value.length === 2 && value.every((end) => typeof end === 'number');
}

function number(value: number, metric: string): string {
  if (isGain(metric)) return change(value / 100);
  const unit = metrics.find(({ name }) => name === metric)?.unit ?? '';
  if (unit === '%') return `${significant(value, 3)} %`;
  if (unit === 'cycles') return count(value);
  if (unit === '1/s') return preciseRate(value);
  if (unit === 'ns') return duration(value, 3);
  return unit ? `${significant(value)} ${unit}` : significant(value);
}

/** True for a list of names, which is no range. */
export function isNames(value: FigureValue | undefined): value is readonly string[] {
  return typeof value === 'object' && !isRange(value);
}

/** "10–59 K": a unit both ends share is said once. */
function range(low: string, high: string): string {
  const unit = / \S+$/.exec(high)?.[0] ?? '';
  const short = unit && low.endsWith(unit) ? low.slice(0, -unit.length) : low;
  return `${short}–${high}`;
}

/** Cycles go without their unit: it stands in the label. */
export function formatFigure(value: FigureValue | undefined, metric: string): string {
  if (value === undefined) return dash;
  if (typeof value === 'number') return number(value, metric);
  if (isRange(value)) return range(number(value[0], metric), number(value[1], metric));
  return value.length > 0 ? value.join(', ') : dash;
}
