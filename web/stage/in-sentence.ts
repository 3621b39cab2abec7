// A value of a run as a sentence has it, which itself says what is counted.

import { metrics } from '../scenario/index.ts';
import type { StepValue } from '../scenario/step-schema.ts';
import { duration, significant } from '../ui/format.ts';
import { formatFigure } from './figure.ts';

/** Without its sign, and without the unit where the sentence says what is counted. */
function said(value: number, metric: string): string {
  const unit = metrics.find(({ name }) => name === metric)?.unit;
  if (unit === '%' || unit === 'cycles') return formatFigure(value, metric);
  return unit === 'ns' ? duration(value) : significant(value, 3);
}

/** "9.9 % more" needs no plus: the sentence says which way, and a claim holds that it is. */
export function inSentence(
  value: number,
  { metric, unsigned }: Pick<StepValue, 'metric' | 'unsigned'>,
): string {
  const text = said(value, metric);
  return unsigned ? text.replace(/^[+−-]/u, '') : text;
}
