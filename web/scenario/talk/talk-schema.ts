// The format of a talk, version 1: steps of several stories in the order of the talk, with the speaker's notes. A
// talk lies in scenarios/talks and brings no machine, no workload and no picture of its own: each step is one that
// a story tells. The claims of the notes are tested as those of stories are (tests/engine/steps.ts).

import * as v from 'valibot';
import { label, mark, paragraph, side } from '../common-schema.ts';
import { blaming, formed, integer, list, oneOf, optional, record, rule, text } from '../fields.ts';
import { ClaimSchema, disagreement, stepTitle, ValueSchema, wordCount } from '../step-schema.ts';
import { tabs } from '../tabs.ts';

export const talkFormat = 'schedscape-talk';
export const talkVersion = 1;

/** Words a second: a slower speaker reads aloud, a faster one loses the audience. */
const FASTEST_SPEECH = 2.7;
/** How far the sum of the steps may be from the length that is announced. */
const TIME_TOLERANCE = 0.1;
/** Every story of a talk is kept computed while it lasts. */
export const STORIES = 6;

const TalkStepSchema = v.pipe(
  record(
    {
      on: record(
        {
          scenario: formed(
            /^[a-z0-9][a-z0-9-]{0,63}\/[a-z0-9][a-z0-9-]{0,63}$/,
            'the name of a scenario',
            'its folder and its file, such as cpupri/ghosts',
          ),
          step: text(80, 'the step of its story, by its title'),
        },
        'what is shown',
      ),
      title: optional(stepTitle),
      side: optional(side),
      view: optional(oneOf(tabs, 'the view that replaces the machines')),
      seconds: integer(10, 180, 'how long it is shown'),
      note: text(1200, 'what the speaker says'),
      values: optional(list(ValueSchema, 0, 8, 'the values that the note names')),
      claims: optional(list(ClaimSchema, 0, 8, 'what the note claims of the runs')),
    },
    'a step of a talk',
  ),
  blaming(({ note, values, claims }) => disagreement({ note }, values, claims)),
  rule(
    ({ note, seconds }) => wordCount(note) <= seconds * FASTEST_SPEECH,
    'has more words in its note than can be spoken in its time',
    `write at most ${FASTEST_SPEECH} words per second, or give it more seconds`,
  ),
);
export type TalkStep = v.InferOutput<typeof TalkStepSchema>;

export const TalkSchema = v.pipe(
  record(
    {
      $schema: optional(text(200, 'the JSON Schema, for editors')),
      format: v.literal(`${talkFormat}/${talkVersion}`),
      title: label('the title of the talk'),
      chapter: mark,
      what: paragraph('what the talk is about'),
      minutes: integer(2, 60, 'how long it takes'),
      steps: list(TalkStepSchema, 2, 60, 'its steps'),
    },
    'a talk',
  ),
  blaming(({ steps, minutes }) => {
    const sum = steps.reduce((total, { seconds }) => total + seconds, 0);
    if (Math.abs(sum - 60 * minutes) > TIME_TOLERANCE * 60 * minutes) {
      const remedy = `let the seconds of all steps add up to about ${60 * minutes}`;
      return { at: ['minutes'], problem: `is ${minutes}, but the steps take ${sum} s`, remedy };
    }
    const known = new Set<string>();
    const extra = steps.findIndex(({ on }) => known.add(on.scenario).size > STORIES);
    if (extra < 0) return undefined;
    const remedy = `keep to ${STORIES} stories: all of them are computed before the talk begins`;
    return { at: ['steps', extra, 'on', 'scenario'], problem: 'is one story too many', remedy };
  }),
);
export type Talk = v.InferOutput<typeof TalkSchema>;
