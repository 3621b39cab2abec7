// What questions have in common: what is asked, what it is worth, and a figure of a run with bounds.

import * as v from 'valibot';
import { LineSchema, mark, variantId } from '../common-schema.ts';
import { integer, number, oneOf, optional, record, rule, text } from '../fields.ts';
import { metricNames } from '../metrics.ts';

/** What sweeps measure: figures, not the list of functions of a line. */
export const asFigure = {
  metric: oneOf(
    metricNames.filter((name) => name !== 'line_symbols') as [string, ...string[]],
    'the metric of the run that is asked for',
  ),
  line: optional(LineSchema),
  variant: variantId,
  than: optional(variantId),
};

export const bounds = {
  at_least: optional(number(-1e15, 1e15, 'the smallest value, or this many times that of "than"')),
  at_most: optional(number(-1e15, 1e15, 'the largest value, or this many times that of "than"')),
};

/** At least one bound, or whatever was measured would pass. */
export const bounded = <
  Given extends { at_least?: number | undefined; at_most?: number | undefined },
>() =>
  rule<Given>(
    ({ at_least, at_most }) => at_least !== undefined || at_most !== undefined,
    'has no bound',
    'write at_least, at_most or both',
  );

/** A figure of a run: a metric of a variant, or so many times that of another (`than`). */
export const FigureSchema = v.pipe(
  record(asFigure, 'a figure of the run'),
  rule(
    ({ than, variant }) => than !== variant,
    'compares a variant with itself',
    'name another variant in than, or leave it out',
  ),
);
export type AskedFigure = v.InferOutput<typeof FigureSchema>;

export const pointsSchema = integer(1, 20, 'the points that it is worth');

/** What every question has. */
export const asQuestion = { id: mark, question: text(400, 'the question'), points: pointsSchema };
