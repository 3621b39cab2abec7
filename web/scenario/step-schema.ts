// A step of a story: its title, its prose with values that the run gives, what the sentences of the prose claim,
// what is asked and checked, and what the stage shows meanwhile. The runs that answer are the measured ones
// (metrics.ts); tests/engine/steps.ts holds the claims and the checks.

import * as v from 'valibot';
import { withoutLinks } from '../base/links.ts';
import { LineSchema, mark, variantId } from './common-schema.ts';
import {
  blaming,
  either,
  flagSchema,
  list,
  number,
  oneOf,
  optional,
  record,
  rule,
  text,
} from './fields.ts';
import { HintsSchema, QuestionSchema } from './lab/ask-schema.ts';
import { bounded, bounds } from './lab/figure-schema.ts';
import { metricNames } from './metrics.ts';
import { pointerForms, pointersIn, unknownIn } from './pointer.ts';
import { asShown } from './stage-schema.ts';

/** Words of a step's title, and of its text: what is read while the machines move. */
const TITLE_WORDS = 6;
const TEXT_WORDS = 90;
/** Of what stands beside it: what to look at, and where one meets it at work; the caption of a step that says so, in characters. */
const WATCH_WORDS = 20;
const MEETS_WORDS = 40;
const CAPTION_CHARACTERS = 160;
/** What a sentence to look at begins with. */
export const lookingVerbs = ['Watch', 'Find', 'Compare', 'Count', 'Follow'] as const;

/** Read from every record of a run, which a stage does not keep: claims may speak of them, a text on stage cannot. */
const ofRecords = /^(fork_|migrations_|together_since$|search_words$|scan_success$)/;

export const ValueSchema = v.pipe(
  record(
    {
      id: mark,
      metric: oneOf(metricNames, 'the metric that the value is of'),
      line: optional(LineSchema),
      variant: variantId,
      unsigned: optional(
        flagSchema('whether it has no + or −, because the sentence gives the direction'),
      ),
    },
    'a value of the run that the text names as {id}',
  ),
  rule(
    ({ metric }) => !ofRecords.test(metric),
    'needs every record of a run, which the stage does not keep',
    'say it in words, and back the words with a claim',
  ),
);

/** What a claim may count besides: decisions that left a record in the measured window. */
export const decisionsCounted = 'decisions';

/** What runs are held to. */
const held = {
  metric: oneOf(
    [...metricNames, decisionsCounted],
    `the metric it speaks of, or ${decisionsCounted}`,
  ),
  reason: optional(
    text(40, `the reason of the ${decisionsCounted} that are counted, by its code in a record`),
  ),
  line: optional(LineSchema),
  variant: variantId,
  at_least: optional(number(-1e15, 1e15, 'the smallest value, or this many times that of "than"')),
  at_most: optional(number(-1e15, 1e15, 'the largest value, or this many times that of "than"')),
};

export const ClaimSchema = v.pipe(
  record(
    {
      says: text(300, 'the sentence of the text that claims it, verbatim'),
      ...held,
      than: optional(variantId),
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

/** Words of a text as it reads: what its links lead to are none. */
export const wordCount = (said: string): number =>
  withoutLinks(said).split(/\s+/).filter(Boolean).length;

/** The values that a text names: "{share} of the time" names share. */
export const namesIn = (said: string): string[] =>
  [...said.matchAll(/\{([^{}]*)\}/g)].map(([, id = '']) => id);

interface Told {
  readonly id: string;
}
interface Claimed {
  readonly says: string;
}

/** Texts by the fields they stand in; those that are not there are undefined. */
type Fields = Readonly<Record<string, string | undefined>>;

/** What keeps texts, the first of which claims speak of, the values that they name and what is claimed from agreeing; undefined: they do. */
export function disagreement(
  fields: Fields,
  values: readonly Told[] = [],
  claims: readonly Claimed[] = [],
) {
  const ids = values.map(({ id }) => id);
  const texts = Object.entries(fields).flatMap(([field, told]) =>
    told === undefined ? [] : [{ field, named: namesIn(told), told: withoutLinks(told) }],
  );
  for (const { field, named } of texts) {
    const unknown = named.find((id) => !ids.includes(id));
    if (unknown === undefined) continue;
    const remedy = `add a value with the id "${unknown}", or write one of ${ids.join(', ') || 'none'}`;
    return { at: [field], problem: `names {${unknown}}, which is not the id of a value`, remedy };
  }
  const [first] = texts as [(typeof texts)[number]];
  const named = texts.flatMap((each) => each.named);
  const unused = ids.findIndex((id) => !named.includes(id));
  if (unused >= 0) {
    const remedy = `write {${ids[unused]}} in the ${first.field}, or leave the value out`;
    return { at: ['values', unused], problem: `is named nowhere in the ${first.field}`, remedy };
  }
  const foreign = claims.findIndex(({ says }) => !texts.some(({ told }) => told.includes(says)));
  if (foreign < 0) return undefined;
  const remedy = `write the sentence verbatim, as the ${first.field} has it`;
  return {
    at: ['claims', foreign, 'says'],
    problem: `does not occur in the ${first.field}`,
    remedy,
  };
}

/** A text whose pointers lead somewhere. */
const pointing = (most: number, words: number, what: string) =>
  v.pipe(
    text(most, `${what}, in at most ${words} words`),
    rule((said) => wordCount(said) <= words, `is longer than ${words} words`, 'shorten it'),
    rule(
      (said) => unknownIn(said) === undefined,
      'points at something that does not exist',
      `write targets as ${pointerForms}`,
    ),
  );

/** A title of a step: what is read while something moves. */
export const stepTitle = v.pipe(
  text(80, 'a title of at most six words'),
  rule((said) => wordCount(said) <= TITLE_WORDS, 'is longer than six words', 'shorten it'),
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

/** What a person may set, and what the run says then. */
const TrySchema = v.pipe(
  record(
    {
      label: text(120, 'the control to set, by its label'),
      value: either([text(40, 'a value that the control offers'), v.number()], 'a value'),
      expect: pointing(300, 30, 'what to see then'),
      ...held,
      than: optional(
        oneOf(
          ['before', 'A', 'B', 'C', 'D'],
          'what it is compared with: another variant, or "before", the same variant with the story’s settings',
        ),
      ),
    },
    'something to try',
  ),
  rule(
    ({ at_least, at_most }) => at_least !== undefined || at_most !== undefined,
    'makes no statement that its run could check',
    'write at_least, at_most or both',
  ),
  rule(
    ({ metric }) => metric !== decisionsCounted && !ofRecords.test(metric),
    'needs every record of a run, which the stage does not keep',
    'name a metric that is shown, too',
  ),
);

const WatchSchema = v.pipe(
  pointing(300, WATCH_WORDS, 'what to look at in this step'),
  rule(
    (said) => lookingVerbs.some((verb) => said.startsWith(`${verb} `)),
    'does not begin with a verb of looking',
    `begin with ${lookingVerbs.join(', ')}`,
  ),
  rule(
    (said) => pointersIn(said).length === 1,
    'does not point at exactly one thing',
    'write one pointer: the mark that matters in this step',
  ),
);

/** What a step has that leads the eye. */
const leading = {
  watch: optional(WatchSchema),
  try: optional(TrySchema),
  meets: optional(pointing(400, MEETS_WORDS, 'when you meet this at work, in the last step')),
};

export const StepSchema = v.pipe(
  record(
    {
      title: stepTitle,
      text: pointing(1200, TEXT_WORDS, 'the text'),
      values: optional(list(ValueSchema, 0, 8, 'the values that the text names')),
      claims: optional(list(ClaimSchema, 0, 8, 'what the text claims of the runs')),
      ask: optional(QuestionSchema),
      hints: optional(HintsSchema),
      why: optional(text(300, 'why the run gives this answer, shown with the verdict')),
      checks: optional(list(CheckSchema, 0, 64, 'what the engine checks of the runs')),
      ...leading,
      ...asShown,
    },
    'a step',
  ),
  rule(
    ({ ask, hints, why }) => ask !== undefined || (hints === undefined && why === undefined),
    'has hints, or a reason for the answer, but no question',
    'ask something, or leave hints and why out',
  ),
  rule(
    ({ focus, layer }) => focus === undefined || layer !== undefined,
    'says what matters in a mechanism, but shows none',
    'name the layer that draws it, or leave focus out',
  ),
  blaming(({ caption, watch }) =>
    watch === undefined || caption.length <= CAPTION_CHARACTERS
      ? undefined
      : {
          at: ['caption'],
          problem: `is longer than ${CAPTION_CHARACTERS} characters`,
          remedy: 'say only what moves in this step',
        },
  ),
  blaming(({ text: told, watch, meets, values, claims }) =>
    disagreement({ text: told, watch, meets }, values, claims),
  ),
);

export type Step = v.InferOutput<typeof StepSchema>;
export type StepClaim = NonNullable<Step['claims']>[number];
export type StepValue = NonNullable<Step['values']>[number];
export type Check = NonNullable<Step['checks']>[number];
export type StepTry = NonNullable<Step['try']>;
