// The claims format, version 1: what a file in scenarios/claims may say. A claim is written before its
// row is run; it may fail, and it is never lowered to fit. What each level means is verdict.ts's.

import * as v from 'valibot';
import { LineSchema, variantId } from '../common-schema.ts';
import {
  distinguished,
  either,
  formed,
  integer,
  list,
  number,
  oneOf,
  optional,
  record,
  rule,
  tableSchema,
  text,
  time,
  validated,
} from '../fields.ts';
import { readJson } from '../json.ts';
import { DURATION_LEAST_NS, DURATION_NS, SWEEP_SEEDS } from '../limits.ts';
import { metricNames } from '../metrics.ts';
import { stories } from '../stories.ts';

/**
 * Metrics that only claims know: they need the rows of a line, which other results leave out, or many
 * runs together.
 */
export const rowMetrics = [
  'row_load_cycles',
  'row_remote_hitm_share',
  'row_local_hitm_share',
  'row_load_share',
  'row_store_share',
  'lines_local_share',
  'throughput_variance_change',
] as const;

/** Operations of one run of a benchmark: those of a week at a billion a second. */
const MOST_OPERATIONS = 1e15;

const rowId = text(160, 'the name of a published row, as file/figure/variant');
const rowPattern = formed(
  /^[a-z0-9_.*-]+(\/[a-z0-9_.*-]+){0,3}$/,
  'the name of a published row',
  'as file/figure/variant; * stands for any characters',
);

const levels = ['sign', 'order', 'equal', 'factor', 'within', 'range', 'names'] as const;
const ClaimSchema = distinguished(
  'level',
  levels,
  [
    record(
      {
        level: v.literal('sign'),
        expected: optional(
          oneOf(
            ['more', 'less'],
            'for a metric that is not a gain: how it compares with the first variant',
          ),
        ),
      },
      'the sign is claimed',
    ),
    record(
      {
        level: v.literal('order'),
        among: list(rowId, 1, 16, 'the rows that it is claimed to be ordered against as published'),
      },
      'the order is claimed',
    ),
    record(
      {
        level: v.literal('equal'),
        to: rowId,
        points: number(0, 1000, 'how far apart the two may be, in points'),
      },
      'it is claimed to equal another row',
    ),
    record(
      { level: v.literal('factor'), factor: number(1, 100, 'the factor') },
      'the magnitude is claimed within a factor',
    ),
    record(
      { level: v.literal('within'), points: number(0, 1000, 'the points') },
      'the magnitude is claimed within points',
    ),
    record({ level: v.literal('range') }, 'the published range is claimed'),
    record({ level: v.literal('names') }, 'the published names are claimed, in any order'),
  ],
  'what is claimed',
);
export type Claim = v.InferOutput<typeof ClaimSchema>;

export const bases = ['predicted', 'follows-from-fitted', 'fitted'] as const;
const settings = tableSchema(
  text(120, 'the path of a field'),
  either([text(400, 'a value'), v.number(), v.boolean()], 'a value: text, number, true or false'),
  16,
  'overrides of the scenario, by path',
);

const MeasuredSchema = record(
  {
    scenario: text(160, 'the name of a scenario'),
    seeds: integer(10, SWEEP_SEEDS, 'the number of seeds; fewer than ten say too little'),
    duration: time(DURATION_LEAST_NS, DURATION_NS, 'the simulated time of each run'),
    warmup: time(0, DURATION_NS, 'the time before the measured window begins'),
    set: optional(settings),
  },
  'how rows are measured',
);

const AlsoSchema = record(
  {
    measured: text(60, 'a name in "measured"'),
    set: optional(settings),
    variant: variantId,
  },
  'another measurement of the same row, shown next to it and not judged',
);

/** A published run time is that of so many operations. */
const RunTimeSchema = record(
  {
    operations: number(1, MOST_OPERATIONS, 'what the benchmark does in total'),
    null_row: optional(rowId),
    cell: optional(
      text(60, 'for a row of several numbers: which of them; left out: the one compared'),
    ),
  },
  'the run time is compared: of how many operations, and which row gives the run time that knowing nothing would guess; left out: it has no guess. Where nobody says how many operations, that row set their number',
);

const RowSchema = v.pipe(
  record(
    {
      rows: list(rowPattern, 1, 64, 'the rows it is about'),
      measured: text(60, 'a name in "measured"'),
      set: optional(settings),
      variant: variantId,
      cell: optional(text(60, 'for a row of several numbers: which of them is compared')),
      metric: oneOf([...metricNames, ...rowMetrics], 'the metric that is compared'),
      line: optional(LineSchema),
      lines: optional(list(LineSchema, 1, 8, 'lines taken together')),
      run_time: optional(RunTimeSchema),
      claims: list(ClaimSchema, 1, 6, 'what is claimed'),
      basis: oneOf(bases, 'what agreement would show'),
      note: optional(text(1000, 'what to know about the comparison')),
      also: optional(list(AlsoSchema, 1, 4, 'other measurements of the same row')),
      explanation: optional(
        text(1000, 'why it does not reproduce, as far as known; shown when it fails'),
      ),
    },
    'a claim',
  ),
  rule(
    ({ metric, line }) =>
      (line !== undefined) === (metric.startsWith('line_') || metric.startsWith('row_')),
    'names a line for a metric of the whole run, or none for a metric of a line',
    'give metrics of a line a line, and others none',
  ),
  rule(
    ({ metric, lines }) => (lines !== undefined) === (metric === 'lines_local_share'),
    'names several lines for a metric that is not of several lines',
    'use lines with lines_local_share',
  ),
  rule(
    ({ metric, run_time }) => run_time === undefined || metric === 'throughput',
    'has a run time of a metric that is not a rate',
    'give run_time to throughput only',
  ),
  rule(
    ({ run_time }) => run_time?.cell === undefined || run_time.null_row !== undefined,
    'names a number of no row: run_time.cell without run_time.null_row',
    'name the row, or leave run_time.cell out',
  ),
);
export type ClaimedRows = v.InferOutput<typeof RowSchema>;

const NotClaimedSchema = record(
  {
    rows: list(rowPattern, 1, 64, 'the rows it is about'),
    reason: text(1000, 'why nothing is claimed'),
  },
  'rows without a claim',
);

const ShownSchema = record(
  {
    rows: list(rowPattern, 1, 64, 'the rows it is about'),
    scenario: text(160, 'the name of a scenario'),
    set: optional(settings),
    along: optional(
      text(120, 'the path of a parameter whose value is the last part of a row’s name'),
    ),
    variant: variantId,
    cell: optional(
      text(60, 'for rows of several numbers: which of them is shown, where it is one'),
    ),
    metric: oneOf(metricNames, 'the metric that compares with them'),
  },
  'rows that are points of a curve although no claim measures them there',
);
export type ShownRows = v.InferOutput<typeof ShownSchema>;

const targetRows = list(rowPattern, 1, 64, 'the rows it is about, without the cell');
const targetLevels = ['rms', 'most', 'crossing'] as const;
const errorTarget = <const Level extends 'rms' | 'most'>(level: Level, what: string) =>
  record(
    {
      level: v.literal(level),
      name: text(160, 'what it is, for a reader'),
      rows: targetRows,
      cell: text(60, 'which number of the rows'),
      limit: number(0, 1000, 'how large it may be: points for shares and changes, else %'),
    },
    what,
  );
const TargetSchema = distinguished(
  'level',
  targetLevels,
  [
    errorTarget('rms', 'the RMS of the errors'),
    errorTarget('most', 'the largest error'),
    record(
      {
        level: v.literal('crossing'),
        name: text(160, 'what it is, for a reader'),
        rows: targetRows,
        above: text(60, 'the number that rises above the other'),
        below: text(60, 'the other'),
        limit: integer(0, 16, 'rows by which the places may differ'),
      },
      'the first row at which one number lies above another',
    ),
  ],
  'a target of many rows together',
);
export type ClaimTarget = v.InferOutput<typeof TargetSchema>;

export const ClaimsSchema = record(
  {
    $schema: optional(text(200, 'the JSON Schema, for editors')),
    format: v.literal('schedscape-claims/1'),
    story: oneOf(stories, 'the story'),
    rules: list(text(1000, 'a rule'), 1, 16, 'how figures are measured and judged, for a reader'),
    measured: tableSchema(
      formed(/^[a-z0-9-]{1,40}$/, 'a short name', 'small letters, digits and -'),
      MeasuredSchema,
      48,
      'how rows are measured, by name',
    ),
    claimed: list(
      RowSchema,
      0,
      512,
      'what is claimed; the first entry that fits a row and its cell counts',
    ),
    targets: optional(list(TargetSchema, 0, 128, 'what is claimed of many rows together')),
    not_claimed: list(NotClaimedSchema, 0, 128, 'rows without a claim, and why'),
    shown: optional(
      list(
        ShownSchema,
        0,
        128,
        'rows that are points of a curve although no claim measures them there',
      ),
    ),
  },
  'claims',
);
export type Claims = v.InferOutput<typeof ClaimsSchema>;

/** The claims in a JSON text. Throws ScenarioError; `name` is the file's, for its message. */
export const parseClaims = (source: string, name: string): Claims =>
  validated(ClaimsSchema, readJson(source), name);
