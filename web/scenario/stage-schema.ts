// The format of what a scenario shows: where a step points, marks, knobs, the side and the view that are open.

import * as v from 'valibot';
import { colourings, heatMeasures, hueParts } from './colouring.ts';
import { LineSchema, label, mark, momentSchema, side, variantId } from './common-schema.ts';
import {
  distinguished,
  either,
  formed,
  integer,
  list,
  oneOf,
  optional,
  record,
  rule,
  text,
  time,
} from './fields.ts';
import { CPUS, DURATION_NS } from './limits.ts';
import { mechanismNames } from './mechanisms.ts';
import { pointerForms, pointerOf } from './pointer.ts';
import { eventKinds, firsts } from './stage-words.ts';
import { tabs } from './tabs.ts';

export const tempos = ['follow', 'flow', 'summary'] as const;

/** A moment that is found in the run, at any seed: the first event of its kind that all conditions hold for. */
export const EventSchema = v.pipe(
  record(
    {
      first: optional(oneOf(eventKinds, 'the kind of event')),
      decision: optional(oneOf(eventKinds, 'the kind of decision')),
      reason: optional(
        formed(/^[A-Z][A-Z0-9_]{1,39}$/, 'the reason of the decision', 'its code in a record'),
      ),
      after: optional(momentSchema('from which moment on')),
      cpu: optional(integer(0, CPUS - 1, 'the CPU on which it happens')),
      variant: optional(variantId),
    },
    'an event',
  ),
  rule(
    ({ first, decision }) => (first === undefined) !== (decision === undefined),
    'needs a kind of event',
    'write exactly one of first and decision',
  ),
);
export type StepEvent = v.InferOutput<typeof EventSchema>;

const frames = ['cores', 'llc', 'node', 'machine'] as const;
/** What a step shows: where the camera points and how fast the run passes. What moves there is the run. */
export const asShown = {
  frame: distinguished(
    'of',
    frames,
    [
      record(
        {
          of: v.literal('cores'),
          cores: list(integer(0, CPUS - 1, 'a core'), 1, 16, 'the cores in the picture'),
        },
        'a frame of cores',
      ),
      record(
        { of: v.literal('llc'), llc: integer(0, 127, 'the last-level cache in the picture') },
        'a frame of an LLC',
      ),
      record(
        { of: v.literal('node'), node: integer(0, 63, 'the node in the picture') },
        'a frame of a node',
      ),
      record({ of: v.literal('machine') }, 'a frame of the whole machine'),
    ],
    'what is in the picture',
  ),
  line: optional(LineSchema),
  side: optional(side),
  at: optional(
    either(
      [momentSchema('the moment of the run that it begins at'), EventSchema],
      'the moment of the run that it begins at: a time, or an event that is found in the run',
    ),
  ),
  layer: optional(oneOf(mechanismNames, 'the mechanism that the machines draw')),
  focus: optional(
    v.pipe(
      text(80, 'what in the mechanism matters'),
      rule(
        (said) => pointerOf(said) !== undefined,
        'points at something that does not exist',
        `write it as ${pointerForms}`,
      ),
    ),
  ),
  tempo: oneOf(tempos, 'how movement is drawn'),
  rate: time(1, DURATION_NS, 'the simulated time that passes in a second'),
  hold: time(100_000_000, 60_000_000_000, 'how long the step stays if the reader does not move on'),
  caption: text(300, 'a full sentence that states what is seen'),
};

export const MarkSchema = v.pipe(
  record(
    {
      id: mark,
      label: label('a label for the mark'),
      at: optional(momentSchema('the moment')),
      first: optional(oneOf(firsts, 'the first occurrence of something')),
      line: optional(LineSchema),
      waiting: optional(integer(1, CPUS, 'for a queue: how many CPUs must be waiting')),
    },
    'a mark',
  ),
  rule(
    (given) => (given.at === undefined) !== (given.first === undefined),
    'needs a moment or an occurrence',
    'write exactly one of at and first',
  ),
);

const KnobSchema = record(
  {
    path: text(120, 'the field it sets, as an override names it'),
    label: label('a label for the parameter'),
    values: list(
      either([text(40, 'a value'), v.number()], 'a value'),
      2,
      32,
      'the values it offers',
    ),
  },
  'a knob',
);

/** What the colours of the machines say at first. */
const ColourSchema = v.pipe(
  record(
    {
      by: oneOf(colourings, 'what the colours say'),
      hue: optional(oneOf(hueParts, 'what tasks of one hue have in common')),
      heat: optional(oneOf(heatMeasures, 'the number shown as heat')),
    },
    'the colours at first',
  ),
  rule(
    ({ by, hue }) => hue === undefined || by === 'task',
    'says which tasks share a hue, but colours by something else',
    'leave out hue, or colour by task',
  ),
  rule(
    ({ by, heat }) => heat === undefined || by === 'heat',
    'names a number, but colours by something else than heat',
    'leave out heat, or colour by heat',
  ),
);

export const ShowSchema = record(
  {
    side: optional(side),
    tab: optional(oneOf(tabs, 'the tab that is open')),
    line: optional(LineSchema),
    colour: optional(ColourSchema),
    knobs: optional(list(KnobSchema, 0, 8, 'the parameters in the story panel')),
    tables: optional(
      list(
        record(
          {
            published: text(80, 'the name of a table in scenarios/published'),
            line: LineSchema,
            side: variantId,
          },
          'a published table',
        ),
        0,
        8,
        'published c2c tables and the lines they are of',
      ),
    ),
  },
  'what to show',
);
