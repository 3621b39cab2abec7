// The questions of a lab, as data: a choice, a number, something on the stage, a curve, a design, a policy. Nothing
// here holds a right answer: the run of the simulator decides (judge.ts), so that every seed has its own answer and
// none can be read from the file.

import * as v from 'valibot';
import { label, mark } from '../common-schema.ts';
import {
  blaming,
  distinguished,
  either,
  list,
  number,
  optional,
  record,
  rule,
  tableSchema,
  text,
} from '../fields.ts';
import {
  asFigure,
  asQuestion,
  bounded,
  bounds,
  FigureSchema,
  pointsSchema,
} from './figure-schema.ts';
import { CpuAskSchema, FieldAskSchema, LineAskSchema, MomentAskSchema } from './pick-schema.ts';

const settings = optional(
  tableSchema(
    text(120, 'the path of a field'),
    either([text(400, 'a value'), v.number()], 'a value: text or number'),
    8,
    'what is set for the run that answers, if that is not the one on stage',
  ),
);

const ChoiceAskSchema = v.pipe(
  record(
    {
      kind: v.literal('choice'),
      ...asQuestion,
      about: FigureSchema,
      set: settings,
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
    'has two answers with the same id',
    'give each its own',
  ),
);

const unit = optional(text(40, 'the unit of the answer, if it is not that of the metric'));

const NumberAskSchema = record(
  {
    kind: v.literal('number'),
    ...asQuestion,
    about: FigureSchema,
    set: settings,
    unit,
    within: number(0.1, 100, 'by how many percent of the simulated figure an answer may be off'),
  },
  'a question for a number',
);

/** Points of a curve: each is a run of every variant that is asked about. */
export const CURVE_POINTS = 8;

const SketchAskSchema = v.pipe(
  record(
    {
      kind: v.literal('sketch'),
      ...asQuestion,
      about: FigureSchema,
      unit,
      over: record(
        {
          path: text(120, 'the field that grows, as an override names it'),
          label: label('what the field is called'),
          values: list(
            either([text(40, 'a value'), v.number()], 'a value'),
            3,
            CURVE_POINTS,
            'its values, from left to right',
          ),
        },
        'what the curve is drawn over',
      ),
      top: number(1e-9, 1e15, 'the largest value that can be drawn'),
      within: number(
        1,
        50,
        'by how many percent of the largest simulated value a point may be off',
      ),
    },
    'a curve to sketch before it is drawn',
  ),
  rule(
    ({ over }) => new Set(over.values).size === over.values.length,
    'is drawn over a value twice',
    'name each once',
  ),
);

/** A condition on the run of a student's design. */
export const DesignCheckSchema = v.pipe(
  record(
    {
      id: mark,
      says: text(300, 'what holds if the check passes'),
      points: pointsSchema,
      ...asFigure,
      ...bounds,
    },
    'a check of a design',
  ),
  bounded(),
);

const { points: _, ...asTask } = asQuestion;

const DesignAskSchema = v.pipe(
  record(
    {
      kind: v.literal('design'),
      ...asTask,
      fields: list(
        record(
          {
            path: text(
              120,
              'the field, as an override names it; layout.<n>: an edit of the layout, fork.<setting>: a change in the middle of the run',
            ),
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
    const remedy = 'let a design name each field once';
    return { at: ['fields', again, 'path'], problem: 'is chosen twice', remedy };
  }),
);

/** Points of the kernel that a policy may be asked at: there are eleven. */
const mostPoints = 11;

const PolicyAskSchema = record(
  {
    kind: v.literal('policy'),
    ...asTask,
    at: list(
      text(40, 'a point of the kernel, such as select_cpu'),
      1,
      mostPoints,
      'the points at which the policy may be asked; its text begins as that of on.policy',
    ),
    checks: list(
      v.pipe(
        record(
          {
            id: mark,
            says: text(300, 'what holds if the check passes'),
            points: pointsSchema,
            ...asFigure,
            ...bounds,
            agree: optional(
              number(0.5, 1, 'the share of the trials in which it has to hold, if not in all'),
            ),
          },
          'a check of a policy',
        ),
        bounded(),
      ),
      1,
      6,
      'what the policy has to reach, at every seed and on every machine',
    ),
  },
  'a policy to write',
);

const questionKinds = ['choice', 'number', 'cpu', 'field', 'line', 'moment', 'sketch'] as const;
const questionSchemas = [
  ChoiceAskSchema,
  NumberAskSchema,
  CpuAskSchema,
  FieldAskSchema,
  LineAskSchema,
  MomentAskSchema,
  SketchAskSchema,
] as const;

/** What one may be asked before something is shown: all kinds but tasks. */
export const QuestionSchema = distinguished(
  'kind',
  [...questionKinds],
  [...questionSchemas],
  'a question',
);

export const AskSchema = distinguished(
  'kind',
  [...questionKinds, 'design', 'policy'],
  [...questionSchemas, DesignAskSchema, PolicyAskSchema],
  'a question',
);
export type Ask = v.InferOutput<typeof AskSchema>;
export type LabQuestion = v.InferOutput<typeof QuestionSchema>;
export type ChoiceAsk = Extract<Ask, { kind: 'choice' }>;
export type NumberAsk = Extract<Ask, { kind: 'number' }>;
export type SketchAsk = Extract<Ask, { kind: 'sketch' }>;
export type DesignAsk = Extract<Ask, { kind: 'design' }>;
export type PolicyAsk = Extract<Ask, { kind: 'policy' }>;
export type TaskAsk = DesignAsk | PolicyAsk;
export type TaskCheck = TaskAsk['checks'][number];

/** Whether the grader may try its answer at other seeds and in other shapes; other answers are about one run alone. */
export const isTask = (ask: Ask): ask is TaskAsk => ask.kind === 'design' || ask.kind === 'policy';

export const HintsSchema = list(
  text(300, 'a hint'),
  1,
  3,
  'hints in three levels: where to look, what to compare, how to conclude',
);

/** Points that may be had with an answer. */
export const pointsOfAsk = (ask: Ask): number =>
  isTask(ask) ? ask.checks.reduce((sum, { points }) => sum + points, 0) : ask.points;
