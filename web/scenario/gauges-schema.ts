// The format of the gauges of a scenario: two to four quantities, shown over each machine; the first is drawn over the
// whole run, too. How each is worked out stands in web/stage/gauges.ts.

import * as v from 'valibot';
import { list, oneOf, optional, record, rule, text, time } from './fields.ts';
import { DURATION_NS } from './limits.ts';

/** Of a moment: where tasks are, which has no sum over time, and how many have moved so far. */
export const momentGauges = [
  'waiting-tasks',
  'tasks-at-home',
  'caches-used',
  'together',
  'moves',
] as const;
/** Of the measured window: what passes by, or takes time. */
export const windowGauges = [
  'waiting-for-lines',
  'waiting-for-locks',
  'busy-cpus',
  'kernel-share',
  'busy-share',
  'line-wait-share',
  'lock-wait-share',
  'throughput',
  'wakeups',
  'wake-latency',
] as const;
export const gaugeNames = [...momentGauges, ...windowGauges] as const;
export type GaugeName = (typeof gaugeNames)[number];

const ScoreSchema = record(
  {
    of: oneOf(gaugeNames, 'what is shown'),
    label: optional(text(40, 'its name here, if the usual name says too little')),
    better: optional(
      oneOf(['more', 'less'], 'which direction is better, if the quantity does not imply it'),
    ),
  },
  'a gauge',
);

export const GaugesSchema = v.pipe(
  record(
    {
      window: optional(
        time(1, DURATION_NS, 'the time span of the current values (a hundredth of the run)'),
      ),
      show: list(ScoreSchema, 2, 4, 'the gauges; the first is large and drawn over the whole run'),
    },
    'the gauges over each machine',
  ),
  rule(
    ({ show }) => new Set(show.map(({ of }) => of)).size === show.length,
    'shows something twice',
    'name each quantity once',
  ),
);
export type GaugeChoice = v.InferOutput<typeof GaugesSchema>;
