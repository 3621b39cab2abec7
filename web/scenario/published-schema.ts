// The format of what a scenario compares: published figures.

import * as v from 'valibot';
import { LineSchema, label, mark, paragraph } from './common-schema.ts';
import { either, list, oneOf, optional, record, text } from './fields.ts';
import { metricNames } from './metrics.ts';

const figure = either(
  [
    v.number(),
    v.tuple([v.number(), v.number()]),
    list(text(64, 'a name'), 1, 8, 'names in order of rank'),
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
    band: optional(sides(range, 'the range in which the simulated figure is expected, by variant')),
    names: optional(
      sides(list(text(64, 'a name'), 1, 8, 'names'), 'the names expected, in any order'),
    ),
    note: optional(paragraph('what to know about the comparison')),
  },
  'a published figure',
);
