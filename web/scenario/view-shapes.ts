// What kept choices with parts are made of: the zoom and range of a Timeline, what Curves shows, where the camera looks,
// the event of a step. Whether a machine has such a CPU, or a story such a metric, is not decided here: the feature
// that reads a choice passes over what is not there.

import * as v from 'valibot';
import { formed, integer, number, oneOf, optional, record, rule, text, time } from './fields.ts';
import { CPUS, DURATION_NS, SWEEP_SEEDS } from './limits.ts';
import { curveForms } from './tabs.ts';
import { parseTime } from './units.ts';

/** NaN where it is none: that is said elsewhere. */
function nsOf(said: string): number {
  const time = parseTime(said);
  return 'ns' in time ? time.ns : Number.NaN;
}

const ends = {
  from: time(0, DURATION_NS, 'where it begins'),
  to: time(0, DURATION_NS, 'where it ends'),
};
const isForward = ({ from, to }: { readonly from: string; readonly to: string }): boolean =>
  !(nsOf(from) >= nsOf(to));
const isBackward = ['ends before it begins', 'write a later time in "to" than in "from"'] as const;

const TimelineSchema = record(
  {
    span: optional(
      v.pipe(
        record(ends, 'the time on screen'),
        rule((said) => isForward(said), ...isBackward),
      ),
    ),
    range: optional(
      v.pipe(
        record(
          {
            ...ends,
            cpus: optional(
              formed(
                /^\d{1,4}(-\d{1,4})?(,\d{1,4}(-\d{1,4})?){0,511}$/,
                'the CPUs that the range is about, if not all',
                'a list such as 0-7,240',
              ),
            ),
          },
          'the selected range',
        ),
        rule((said) => isForward(said), ...isBackward),
      ),
    ),
  },
  'the time on screen of a Timeline and the range selected in it',
);

export const TimelinesSchema = (what: string) =>
  record(
    {
      A: optional(TimelineSchema),
      B: optional(TimelineSchema),
      C: optional(TimelineSchema),
      D: optional(TimelineSchema),
    },
    what,
  );
export type KeptTimelines = v.InferOutput<ReturnType<typeof TimelinesSchema>>;
export type KeptTimeline = v.InferOutput<typeof TimelineSchema>;

export const CurvesSchema = (what: string) =>
  record(
    {
      axis: optional(text(120, 'the parameter along the axis, by its path')),
      beside: optional(text(120, 'the parameter that the charts differ by, by its path')),
      metric: optional(text(200, 'the metric that is drawn')),
      length: optional(time(1, DURATION_NS, 'how long each run is')),
      seeds: optional(integer(1, SWEEP_SEEDS, 'how many seeds each point has')),
      form: optional(oneOf(curveForms, 'the form in which the data is shown')),
    },
    what,
  );
export type KeptCurves = v.InferOutput<ReturnType<typeof CurvesSchema>>;

/** Widths and heights of a CPU that the middle of the picture lies beside that of the CPU; no machine is larger. */
const FARTHEST = 1000;

export const CameraSchema = record(
  {
    cpu: integer(0, CPUS - 1, 'the CPU in the middle of the picture'),
    x: optional(number(-FARTHEST, FARTHEST, 'how many CPU widths to the right of its centre')),
    y: optional(number(-FARTHEST, FARTHEST, 'how many CPU heights below its centre')),
    zoom: number(1, 1000, 'how many times larger than when the whole machine is shown'),
  },
  'where a person moved the camera',
);

export const ShownEventSchema = record(
  {
    at: time(0, DURATION_NS, 'when the event is recorded'),
    record: integer(0, Number.MAX_SAFE_INTEGER, 'the number of its record'),
  },
  'the event of the step that is shown',
);
