// The table of the report that comes with the program. It is small; the report itself is not loaded for it.

import content from '../../../scenarios/fidelity/error-bars.json' with { type: 'json' };
import { isGain } from '../../engine/metrics.ts';
import { kindOf } from './kinds.ts';
import { type ErrorBar, type ErrorTable, errorBar, type UnmeasuredFigure } from './table.ts';

export const shippedErrors = content as unknown as ErrorTable;

export const shippedBar = (asked: UnmeasuredFigure): ErrorBar | undefined =>
  errorBar(shippedErrors, asked);

/**
 * Of how much a metric changed, in % of it. A gain is itself such a change; rates, times and cycles change as throughput does.
 * Undefined for all others: no claim says by how many per cent a count or a share changes.
 */
export function shippedBarOfChange(asked: UnmeasuredFigure): ErrorBar | undefined {
  if (isGain(asked.metric)) return shippedBar(asked);
  if (kindOf(asked.metric) !== 'absolute') return undefined;
  return shippedBar({ ...asked, metric: 'throughput_gain' });
}
