// The format of what a scenario compares and asks: published figures, predictions, checks.

import * as v from 'valibot';
import { LineSchema, label, mark, paragraph, variantId } from './common-schema.ts';
import { either, list, number, oneOf, optional, record, rule, table, text } from './fields.ts';
import { metricNames } from './metrics.ts';

const figure = either(
  [
    v.number(),
    v.tuple([v.number(), v.number()]),
    list(text(64, 'a name'), 1, 8, 'names, the first is first'),
  ],
  'a number, a range of two numbers, or a list of names',
);
const range = v.tuple([v.number('write a number'), v.number('write a number')]);
const sides = <Value extends v.GenericSchema>(value: Value, what: string) =>
  record({ A: optional(value), B: optional(value), C: optional(value), D: optional(value) }, what);

export const claims = ['fitted', 'follows-from-fitted', 'predicted', 'not-claimed'] as const;
export const PublishedSchema = record(
  {
    id: mark,
    label: label('what the figure is, as a reader sees it'),
    metric: oneOf(metricNames, 'the metric it is compared with'),
    line: optional(LineSchema),
    published: optional(sides(figure, 'the published figures by variant')),
    figure: optional(text(120, 'where the figure stands, as file/id in scenarios/published')),
    claim: oneOf(claims, 'what agreement would show'),
    band: optional(sides(range, 'within which the simulated figure is expected, by variant')),
    names: optional(
      sides(list(text(64, 'a name'), 1, 8, 'names'), 'the names expected, in any order'),
    ),
    note: optional(paragraph('what to know of the comparison')),
  },
  'a published figure',
);

export const PredictSchema = record(
  {
    id: mark,
    question: text(300, 'the question'),
    metric: oneOf(metricNames, 'the metric that answers it'),
    line: optional(LineSchema),
    variant: variantId,
    set: optional(
      table(
        text(120, 'the path of a field'),
        either([text(400, 'a value'), v.number()], 'a value: text or number'),
        8,
        'what is set for the run that answers it, if it is another',
      ),
    ),
    choices: optional(list(label('a choice'), 2, 6, 'the choices')),
  },
  'a prediction asked for',
);

export const CheckSchema = v.pipe(
  record(
    {
      id: mark,
      says: text(300, 'what holds if the check passes'),
      metric: oneOf(metricNames, 'the metric that is checked'),
      line: optional(LineSchema),
      variant: variantId,
      at_least: optional(number(-1e15, 1e15, 'the least value')),
      at_most: optional(number(-1e15, 1e15, 'the greatest value')),
    },
    'a check',
  ),
  rule(
    (check) => check.at_least !== undefined || check.at_most !== undefined,
    'has no bound',
    'write at_least, at_most or both',
  ),
);
