// What a reader is asked, as data: a choice, a number, a design. Nothing here holds a right answer: which one is right, the
// run of the simulator says (judge.ts), so that every seed has its own and none can be read from the file.

import * as v from 'valibot';
import { LineSchema, label, mark, variantId } from '../common-schema.ts';
import {
  blaming,
  distinguished,
  either,
  integer,
  list,
  number,
  oneOf,
  optional,
  record,
  rule,
  text,
} from '../fields.ts';
import { metricNames } from '../metrics.ts';

/** What sweeps measure: figures, not the list of functions of a line. */
const asFigure = {
  metric: oneOf(
    metricNames.filter((name) => name !== 'line_symbols') as [string, ...string[]],
    'the metric of the run that is asked for',
  ),
  line: optional(LineSchema),
  variant: variantId,
  than: optional(variantId),
};
const bounds = {
  at_least: optional(number(-1e15, 1e15, 'the least value, or so many times that of than')),
  at_most: optional(number(-1e15, 1e15, 'the greatest value, or so many times that of than')),
};

/** At least one bound, or whatever was measured would pass. */
const bounded = <Given extends { at_least?: number | undefined; at_most?: number | undefined }>() =>
  rule<Given>(
    ({ at_least, at_most }) => at_least !== undefined || at_most !== undefined,
    'has no bound',
    'write at_least, at_most or both',
  );

/** A figure of a run: a metric of a variant, or so many times that of another (`than`). */
const FigureSchema = v.pipe(
  record(asFigure, 'a figure of the run'),
  rule(
    ({ than, variant }) => than !== variant,
    'compares a variant with itself',
    'name another variant in than, or leave it out',
  ),
);
export type AskedFigure = v.InferOutput<typeof FigureSchema>;

const points = integer(1, 20, 'the points that it is worth');
const question = text(400, 'the question');

const ChoiceAskSchema = v.pipe(
  record(
    {
      kind: v.literal('choice'),
      id: mark,
      question,
      points,
      about: FigureSchema,
      choices: list(
        v.pipe(
          record({ id: mark, says: text(200, 'the answer'), ...bounds }, 'an answer to choose'),
          bounded(),
        ),
        2,
        6,
        'the answers to choose from, each right within its bounds',
      ),
    },
    'a question with answers to choose from',
  ),
  rule(
    ({ choices }) => new Set(choices.map(({ id }) => id)).size === choices.length,
    'has two answers of one id',
    'give each its own',
  ),
);

const NumberAskSchema = record(
  {
    kind: v.literal('number'),
    id: mark,
    question,
    points,
    about: FigureSchema,
    unit: optional(text(40, 'the unit of the answer, if it is not that of the metric')),
    within: number(0.1, 100, 'by how many percent of the simulated figure an answer may be off'),
  },
  'a question for a number',
);

/** A condition on the run of what somebody designed. */
export const DesignCheckSchema = v.pipe(
  record(
    { id: mark, says: text(300, 'what holds if the check passes'), points, ...asFigure, ...bounds },
    'a check of a design',
  ),
  bounded(),
);

const DesignAskSchema = v.pipe(
  record(
    {
      kind: v.literal('design'),
      id: mark,
      question,
      fields: list(
        record(
          {
            path: text(120, 'the field, as an override names it'),
            label: label('what the field is called'),
            values: list(
              either([text(120, 'a value'), v.number(), v.boolean()], 'a value'),
              2,
              24,
              'the values to choose from; the first is where one begins',
            ),
          },
          'a field of the design',
        ),
        1,
        6,
        'what may be chosen',
      ),
      checks: list(DesignCheckSchema, 1, 6, 'what the design has to reach, at every seed'),
    },
    'a design task',
  ),
  blaming(({ fields }) => {
    const again = fields.findIndex(({ path }, at) =>
      fields.slice(0, at).some((field) => field.path === path),
    );
    if (again < 0) return undefined;
    const remedy = 'let a design have each field once';
    return { at: ['fields', again, 'path'], problem: 'is chosen twice', remedy };
  }),
);

export const AskSchema = distinguished(
  'kind',
  ['choice', 'number', 'design'],
  [ChoiceAskSchema, NumberAskSchema, DesignAskSchema],
  'a question',
);
export type Ask = v.InferOutput<typeof AskSchema>;
export type ChoiceAsk = Extract<Ask, { kind: 'choice' }>;
export type NumberAsk = Extract<Ask, { kind: 'number' }>;
export type DesignAsk = Extract<Ask, { kind: 'design' }>;
export type DesignCheck = DesignAsk['checks'][number];

export const HintsSchema = list(
  text(300, 'a hint'),
  1,
  3,
  'hints in three levels: where to look, what to compare, how to conclude',
);

/** Points that may be had with an answer. */
export const pointsOf = (ask: Ask): number =>
  ask.kind === 'design' ? ask.checks.reduce((sum, { points }) => sum + points, 0) : ask.points;
