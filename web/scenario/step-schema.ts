// A step of a story: its title, its prose with values that the run gives, what the sentences of the prose claim, what is
// asked and checked, and what the stage shows meanwhile. The runs that answer are the measured ones (metrics.ts); who holds
// the claims and the checks: tests/engine/steps.ts.

import * as v from 'valibot';
import { LineSchema, mark, variantId } from './common-schema.ts';
import { blaming, flag, list, number, oneOf, optional, record, rule, text } from './fields.ts';
import { HintsSchema, QuestionSchema } from './lab/ask-schema.ts';
import { bounded, bounds } from './lab/figure-schema.ts';
import { metricNames } from './metrics.ts';
import { asShown } from './stage-schema.ts';

/** Words of a step's title, and of its text: what is read while the machines move. */
const TITLE_WORDS = 6;
const TEXT_WORDS = 90;

/** Read from every record of a run, which a stage does not keep: claims may speak of them, a text on stage cannot. */
const ofRecords = /^(fork_|migrations_|together_since$|search_words$|scan_success$)/;

export const ValueSchema = v.pipe(
  record(
    {
      id: mark,
      metric: oneOf(metricNames, 'the metric that the value is of'),
      line: optional(LineSchema),
      variant: variantId,
      unsigned: optional(flag('whether it goes without + and −, as the sentence says which way')),
    },
    'a value of the run that the text names as {id}',
  ),
  rule(
    ({ metric }) => !ofRecords.test(metric),
    'is read from every record of a run, which a stage does not keep',
    'say it in words, and hold the words by a claim',
  ),
);

/** What a claim may count besides: decisions that left a record in the measured window. */
export const decisionsCounted = 'decisions';

export const ClaimSchema = v.pipe(
  record(
    {
      says: text(300, 'the sentence of the text that claims it, word for word'),
      metric: oneOf(
        [...metricNames, decisionsCounted],
        `the metric it speaks of, or ${decisionsCounted}`,
      ),
      reason: optional(
        text(40, `the reason of the ${decisionsCounted} that are counted, by its code in a record`),
      ),
      line: optional(LineSchema),
      variant: variantId,
      than: optional(variantId),
      at_least: optional(number(-1e15, 1e15, 'the least value, or so many times that of than')),
      at_most: optional(number(-1e15, 1e15, 'the greatest value, or so many times that of than')),
    },
    'a claim of the text',
  ),
  rule(
    ({ at_least, at_most }) => at_least !== undefined || at_most !== undefined,
    'has no bound',
    'write at_least, at_most or both',
  ),
  rule(
    ({ metric, reason }) => (metric === decisionsCounted) === (reason !== undefined),
    `counts ${decisionsCounted} without a reason, or names a reason of something else`,
    `write reason exactly where metric is ${decisionsCounted}`,
  ),
  rule(
    ({ than, variant }) => than !== variant,
    'compares a variant with itself',
    'name another variant in than, or leave it out',
  ),
);

export const wordsOf = (said: string): number => said.split(/\s+/).filter(Boolean).length;

/** The values that a text names: "{share} of the time" names share. */
export const namesIn = (said: string): string[] =>
  [...said.matchAll(/\{([^{}]*)\}/g)].map(([, id = '']) => id);

interface Told {
  readonly id: string;
}
interface Claimed {
  readonly says: string;
}

/** What keeps a text (of that field), the values that it names and what it claims from agreeing; undefined: they do. */
export function disagreement(
  field: string,
  told: string,
  values: readonly Told[] = [],
  claims: readonly Claimed[] = [],
) {
  const ids = values.map(({ id }) => id);
  const unknown = namesIn(told).find((id) => !ids.includes(id));
  if (unknown !== undefined) {
    const remedy = `add a value with the id "${unknown}", or write one of ${ids.join(', ') || 'none'}`;
    return { at: [field], problem: `names {${unknown}}, which no value is called`, remedy };
  }
  const unused = values.findIndex(({ id }) => !namesIn(told).includes(id));
  if (unused >= 0) {
    const remedy = `write {${ids[unused]}} in the ${field}, or leave the value out`;
    return { at: ['values', unused], problem: `is named nowhere in the ${field}`, remedy };
  }
  const foreign = claims.findIndex(({ says }) => !told.includes(says));
  if (foreign < 0) return undefined;
  const remedy = `write the sentence word for word, as the ${field} has it`;
  return { at: ['claims', foreign, 'says'], problem: `does not stand in the ${field}`, remedy };
}

/** A title of a step: what is read while something moves. */
export const stepTitle = v.pipe(
  text(80, 'a title of at most six words'),
  rule((said) => wordsOf(said) <= TITLE_WORDS, 'is longer than six words', 'shorten it'),
);

/** A condition on the runs that the engine evaluates before a reader's eyes. */
const CheckSchema = v.pipe(
  record(
    {
      id: mark,
      says: text(300, 'what holds if the check passes'),
      metric: oneOf(metricNames, 'the metric that is checked'),
      line: optional(LineSchema),
      variant: variantId,
      ...bounds,
    },
    'a check',
  ),
  bounded(),
);

export const StepSchema = v.pipe(
  record(
    {
      title: stepTitle,
      text: v.pipe(
        text(900, 'what is told, in at most 90 words'),
        rule((said) => wordsOf(said) <= TEXT_WORDS, 'is longer than 90 words', 'make it two steps'),
      ),
      values: optional(list(ValueSchema, 0, 8, 'the values that the text names')),
      claims: optional(list(ClaimSchema, 0, 8, 'what the text claims of the runs')),
      ask: optional(QuestionSchema),
      hints: optional(HintsSchema),
      checks: optional(list(CheckSchema, 0, 64, 'what the engine checks of the runs')),
      ...asShown,
    },
    'a step',
  ),
  rule(
    ({ ask, hints }) => ask !== undefined || hints === undefined,
    'has hints and no question',
    'ask something, or leave the hints out',
  ),
  blaming(({ text: told, values, claims }) => disagreement('text', told, values, claims)),
);

export type Step = v.InferOutput<typeof StepSchema>;
export type StepClaim = NonNullable<Step['claims']>[number];
export type StepValue = NonNullable<Step['values']>[number];
export type Check = NonNullable<Step['checks']>[number];
