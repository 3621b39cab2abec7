// Questions whose answer is something on the stage: a CPU, a field of a cache line, a line, a moment. The run says which.

import * as v from 'valibot';
import { cpuScores } from '../../engine/sweep/find-words.ts';
import { LineSchema, variantId } from '../common-schema.ts';
import {
  blaming,
  integer,
  list,
  number,
  oneOf,
  optional,
  record,
  rule,
  text,
  time,
} from '../fields.ts';
import { CPUS, DURATION_NS } from '../limits.ts';
import { firsts } from '../stage-words.ts';
import { asQuestion } from './figure-schema.ts';

/** One that comes this near to the first counts as first: two that the run hardly tells apart are both right. */
const close = optional(
  number(
    0,
    90,
    'by how many percent another answer may be behind the first and still be right (0)',
  ),
);

export const CpuAskSchema = record(
  {
    kind: v.literal('cpu'),
    ...asQuestion,
    variant: variantId,
    most: oneOf(cpuScores, 'what the CPU in question has most of in the measured window'),
    close,
  },
  'a question for a CPU',
);

export const FieldAskSchema = v.pipe(
  record(
    {
      kind: v.literal('field'),
      ...asQuestion,
      variant: variantId,
      line: LineSchema,
      offers: list(text(64, 'a field as c2c names it'), 2, 16, 'the fields to choose from'),
      close,
    },
    'a question for the field of a line with most HITM loads',
  ),
  rule(
    ({ offers }) => new Set(offers).size === offers.length,
    'offers a field twice',
    'offer each once',
  ),
);

export const LineAskSchema = v.pipe(
  record(
    {
      kind: v.literal('line'),
      ...asQuestion,
      variant: variantId,
      most: oneOf(
        ['line_waiting', 'line_share', 'line_load_cycles'],
        'the metric that the line in question has most of',
      ),
      offers: list(
        record({ line: LineSchema, says: text(80, 'what the line is called') }, 'a line'),
        2,
        10,
        'the lines to choose from',
      ),
      close,
    },
    'a question for a cache line',
  ),
  blaming(({ offers }) => {
    const again = offers.findIndex(({ says }, at) =>
      offers.slice(0, at).some((offer) => offer.says === says),
    );
    if (again < 0) return undefined;
    const remedy = 'call each line by a name of its own';
    return {
      at: ['offers', again, 'says'],
      problem: 'is already the name of another line',
      remedy,
    };
  }),
);

export const MomentAskSchema = v.pipe(
  record(
    {
      kind: v.literal('moment'),
      ...asQuestion,
      variant: variantId,
      first: oneOf(
        firsts.filter((name) => name !== 'measured-window') as [
          Exclude<(typeof firsts)[number], 'measured-window'>,
          ...Exclude<(typeof firsts)[number], 'measured-window'>[],
        ],
        'what happens for the first time at that moment',
      ),
      line: optional(LineSchema),
      waiting: optional(integer(1, CPUS, 'for a queue: how many CPUs must be waiting')),
      within: time(1, DURATION_NS, 'how far an answer may be off'),
    },
    'a question for a moment of the run',
  ),
  rule(
    ({ first, waiting }) => waiting === undefined || first === 'queue',
    'says how many CPUs wait, but the moment is not one of a queue',
    'leave out waiting, or ask for a queue',
  ),
);

export type CpuAsk = v.InferOutput<typeof CpuAskSchema>;
export type FieldAsk = v.InferOutput<typeof FieldAskSchema>;
export type LineAsk = v.InferOutput<typeof LineAskSchema>;
export type MomentAsk = v.InferOutput<typeof MomentAskSchema>;
export type PickAsk = CpuAsk | FieldAsk | LineAsk;
