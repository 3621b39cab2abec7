// The scenario format, version 1: what a file in scenarios/ may say. scenarios/schema/scenario.json
// is published from here. How a scenario is opened: open.ts; what the core gets: definition.ts.

import * as v from 'valibot';
import { HINT } from '../engine/abi.gen.ts';
import { CacheAwareSchema } from './cache-aware.ts';
import {
  blaming,
  distinguished,
  either,
  flag,
  formed,
  integer,
  list,
  number,
  oneOf,
  optional,
  record,
  rule,
  table,
  text,
  time,
} from './fields.ts';
import { optionSchemas } from './kernel-options.ts';
import { editForms, editPattern, layoutNames, patchNames } from './layout/index.ts';
import {
  CPUS,
  DURATION_LEAST_NS,
  DURATION_NS,
  LAYOUT_EDITS,
  WORKLOAD_PARAMETERS,
} from './limits.ts';
import { metricNames } from './metrics.ts';
import { AdjustSchema, name, TimingsSchema, TopologySchema } from './platform-schema.ts';
import { stories } from './stories.ts';
import { tabs } from './tabs.ts';
import { WorkloadSchema } from './workloads.ts';

export const tempos = ['follow', 'flow', 'summary'] as const;

/** Bytes of the largest root_domain: more than four times the largest of the patches. */
const ROOT_DOMAIN_BYTES = 65_536;

const paragraph = (what: string) => text(4000, what);
const label = (what: string) => text(120, what);
const moment = (what: string) => time(0, DURATION_NS, what);
export const variantId = oneOf(['A', 'B', 'C', 'D'], 'the id of a variant');
/** Which variants are on stage. */
export const side = oneOf(
  ['A', 'B', 'C', 'D', 'A|B', 'A|C', 'B|C', 'A|D', 'B|D', 'C|D'],
  'the variants on stage',
);
const mark = formed(
  /^[a-z0-9][a-z0-9-]{0,39}$/,
  'a short id',
  'small letters, digits and -, at most 40',
);

export const LayoutSchema = record(
  {
    size: integer(64, ROOT_DOMAIN_BYTES, 'the size of root_domain in bytes'),
    offsets: table(
      formed(
        /^[a-z_][a-z0-9_.[\]]{0,63}$/,
        'the name of a field of root_domain',
        'as the kernel names it, such as rto_mask',
      ),
      integer(0, ROOT_DOMAIN_BYTES - 2, 'the offset of a field in bytes'),
      256,
      'the offset of each field',
    ),
    rto_count_per_node: optional(flag('the RT overload count is split by node, as patch 3 does')),
  },
  'a layout of root_domain',
);
export type Layout = v.InferOutput<typeof LayoutSchema>;

export const layoutEdits = list(
  formed(editPattern, 'an edit of the layout', editForms),
  0,
  LAYOUT_EDITS,
  'edits of the layout, in order',
);
export const layoutBase = oneOf(layoutNames, 'the layout that the edits change');
export const EditedLayoutSchema = record(
  { base: layoutBase, edits: layoutEdits },
  'a layout of root_domain by edits',
);
export type EditedLayout = v.InferOutput<typeof EditedLayoutSchema>;

const PlatformSchema = either(
  [
    name('the name of a machine shape'),
    record(
      {
        topology: either(
          [name('the name of a machine shape'), TopologySchema],
          'the name of a machine shape, or a shape',
        ),
        timings: optional(
          either(
            [name('the name of a set of timings'), TimingsSchema],
            'the name of a set of timings, or timings',
          ),
        ),
        adjust: optional(AdjustSchema),
        layouts: optional(
          table(name('the name of a layout'), LayoutSchema, 16, 'layouts that variants may name'),
        ),
      },
      'a machine',
    ),
  ],
  'the name of a machine shape, or an object { topology, timings, adjust, layouts }',
);

/** The core's HINT bits. */
export const forkHints = { none: 0, affine: HINT.FORK_AFFINE, spread: HINT.FORK_SPREAD } as const;
export const wakeHints = { none: 0, affine: HINT.WAKE_AFFINE, hold: HINT.WAKE_HOLD } as const;

/**
 * What a program wants, as a kernel could ask it, and the hints that serve it best here. The names are
 * those the slides quote; no kernel defines what they do, the combinations are this project's.
 */
export const intents = {
  'tail-latency': { fork: 'affine', wake: 'hold', wide: true },
  throughput: { fork: 'spread', wake: 'hold', wide: false },
  interactive: { fork: 'none', wake: 'affine', wide: false },
  'non-interactive': { fork: 'spread', wake: 'none', wide: false },
  background: { fork: 'affine', wake: 'hold', wide: false },
  efficient: { fork: 'affine', wake: 'affine', wide: false },
} as const;
type Intent = keyof typeof intents;

const singleHints = {
  fork: optional(
    oneOf(
      Object.keys(forkHints) as (keyof typeof forkHints)[],
      'where children should start (none)',
    ),
  ),
  wake: optional(
    oneOf(
      Object.keys(wakeHints) as (keyof typeof wakeHints)[],
      'where sleepers should wake (none)',
    ),
  ),
  wide: optional(flag('a wake-up that finds its cache busy searches the node, too (false)')),
  ...optionSchemas('hints'),
};

const hintsSchema = v.pipe(
  record(
    {
      intent: optional(
        oneOf(
          Object.keys(intents) as Intent[],
          'what the tasks want, instead of single hints: a combination of them that this project chose',
        ),
      ),
      ...singleHints,
    },
    'hints that the tasks of the workload get as from a process that wraps it',
  ),
  rule(
    ({ intent, fork, wake, wide }) =>
      intent === undefined || (fork === undefined && wake === undefined && wide === undefined),
    'has an intent beside single hints',
    'write either intent, or fork, wake and wide',
  ),
);

/** What becomes of the machine's table of distances. */
export const slitForms = ['given', 'sanitised'] as const;

/** Which balance decisions leave a record. */
export const explainExtents = ['weighed', 'all'] as const;

/** `entries` with more of them behind the one of that name: the order is the published schema's. */
function inserted<Entries extends object, More extends object>(
  entries: Entries,
  behind: keyof Entries & string,
  more: More,
): Entries & More {
  return Object.fromEntries(
    Object.entries(entries).flatMap((entry) =>
      entry[0] === behind ? [entry, ...Object.entries(more)] : [entry],
    ),
  ) as Entries & More;
}

const { form, ...pageListLimits } = optionSchemas('page_lists');

export const KernelSchema = record(
  {
    version: text(40, 'the kernel version'),
    layout: either(
      [
        name(`the layout of root_domain, by its patches (${patchNames.join(', ')})`),
        EditedLayoutSchema,
        LayoutSchema,
      ],
      `the layout of root_domain: ${patchNames.join(', ')}, or a layout of your own`,
    ),
    ...inserted(
      inserted(optionSchemas(), 'fork_tie_break', { hints: optional(hintsSchema) }),
      'sched_batch_every',
      {
        slit: optional(
          oneOf(
            slitForms,
            'distances between packages of three nodes and more: given (as the machine says, the default: v6.18 averages nothing, and the table of gnr-2s-snc3 is averaged already) or sanitised (their average, after 6.18)',
          ),
        ),
      },
    ),
    page_lists: optional(
      record({ form: form.wrapped, ...pageListLimits }, 'the per-CPU page lists'),
    ),
    cache_aware: optional(CacheAwareSchema),
  },
  'the kernel',
);
export type Kernel = v.InferOutput<typeof KernelSchema>;

const VariantSchema = record(
  {
    id: variantId,
    label: label('a short label for the variant'),
    patch: optional(text(300, 'the title of the patch')),
    posting: optional(text(300, 'where the patch was posted')),
    kernel: KernelSchema,
    workload: optional(
      table(
        name('the name of a parameter'),
        either([text(40, 'a value'), v.number()], 'a value: text or a number'),
        WORKLOAD_PARAMETERS,
        'parameters of the workload that this variant runs with, such as CPUs it is bound to; left out: as the scenario says',
      ),
    ),
  },
  'a variant',
);

/** A cache line of a structure, by number or by a field that lies on it. */
export const LineSchema = v.pipe(
  record(
    {
      structure: text(64, 'the structure as the core names it'),
      line: optional(integer(1, 4096, 'the line in the structure, the first is 1')),
      field: optional(text(64, 'a field on the line')),
      index: optional(integer(0, 4096, 'the element, if the field is an array')),
      instance: optional(integer(0, 16_384, 'which one of the structures (0)')),
    },
    'a cache line',
  ),
  rule(
    (line) => (line.line === undefined) !== (line.field === undefined),
    'needs a line number or a field',
    'write exactly one of line and field',
  ),
);
export type LineReference = v.InferOutput<typeof LineSchema>;

const frames = ['cores', 'llc', 'node', 'machine'] as const;
const ShotSchema = record(
  {
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
    tempo: oneOf(tempos, 'how movement is drawn'),
    rate: time(1, DURATION_NS, 'the simulated time that passes in a second'),
    hold: time(100_000_000, 60_000_000_000, 'how long the shot is held'),
    caption: text(300, 'a full sentence that states what is seen'),
  },
  'a shot',
);

export const firsts = [
  'measured-window',
  'remote-hitm',
  'queue',
  'push',
  'pull',
  'migration',
  'ipi',
  'lock-wait',
] as const;
const MarkSchema = v.pipe(
  record(
    {
      id: mark,
      label: label('a label for the mark'),
      at: optional(moment('the moment')),
      first: optional(oneOf(firsts, 'the first occurrence of something')),
      line: optional(LineSchema),
      waiting: optional(integer(1, CPUS, 'for a queue: how many CPUs must wait')),
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
    path: text(120, 'the field it turns, as an override names it'),
    label: label('a label for the knob'),
    values: list(
      either([text(40, 'a value'), v.number()], 'a value'),
      2,
      32,
      'the values it stops at',
    ),
  },
  'a knob',
);

const ShowSchema = record(
  {
    side: optional(side),
    tab: optional(oneOf(tabs, 'the tab that is open')),
    line: optional(LineSchema),
    knobs: optional(list(KnobSchema, 0, 8, 'what may be turned in the story panel')),
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

const figure = either(
  [
    v.number(),
    v.tuple([v.number(), v.number()]),
    list(text(64, 'a name'), 1, 8, 'names, the first is first'),
  ],
  'a number, a range of two numbers, or a list of names',
);
const range = v.tuple([v.number('write a number'), v.number('write a number')]);
const sides = <Value extends v.GenericSchema>(value: Value, what: string) =>
  record({ A: optional(value), B: optional(value), C: optional(value), D: optional(value) }, what);

export const claims = ['fitted', 'follows-from-fitted', 'predicted', 'not-claimed'] as const;
const PublishedSchema = record(
  {
    id: mark,
    label: label('what the figure is, as a reader sees it'),
    metric: oneOf(metricNames, 'the metric it is compared with'),
    line: optional(LineSchema),
    published: optional(sides(figure, 'the published figures by variant')),
    figure: optional(text(120, 'where the figure stands, as file/id in scenarios/published')),
    claim: oneOf(claims, 'what agreement would show'),
    band: optional(sides(range, 'within which the simulated figure is expected, by variant')),
    names: optional(
      sides(list(text(64, 'a name'), 1, 8, 'names'), 'the names expected, in any order'),
    ),
    note: optional(paragraph('what to know of the comparison')),
  },
  'a published figure',
);

const PredictSchema = record(
  {
    id: mark,
    question: text(300, 'the question'),
    metric: oneOf(metricNames, 'the metric that answers it'),
    line: optional(LineSchema),
    variant: variantId,
    set: optional(
      table(
        text(120, 'the path of a field'),
        either([text(400, 'a value'), v.number()], 'a value: text or number'),
        8,
        'what is set for the run that answers it, if it is another',
      ),
    ),
    choices: optional(list(label('a choice'), 2, 6, 'the choices')),
  },
  'a prediction asked for',
);

const CheckSchema = v.pipe(
  record(
    {
      id: mark,
      says: text(300, 'what holds if the check passes'),
      metric: oneOf(metricNames, 'the metric that is checked'),
      line: optional(LineSchema),
      variant: variantId,
      at_least: optional(number(-1e15, 1e15, 'the least value')),
      at_most: optional(number(-1e15, 1e15, 'the greatest value')),
    },
    'a check',
  ),
  rule(
    (check) => check.at_least !== undefined || check.at_most !== undefined,
    'has no bound',
    'write at_least, at_most or both',
  ),
);

export const scenarioFormat = 'schedscape-scenario';
export const scenarioVersion = 1;

export const ScenarioSchema = v.pipe(
  record(
    {
      $schema: optional(text(200, 'the JSON Schema, for editors')),
      format: v.literal(`${scenarioFormat}/${scenarioVersion}`),
      title: label('a title'),
      story: oneOf(stories, 'the story it belongs to'),
      question: optional(text(200, 'the question it answers')),
      what: paragraph('what is seen'),
      why: optional(paragraph('why it happens')),
      platform: PlatformSchema,
      variants: list(VariantSchema, 1, 4, 'the kernels that are compared'),
      workload: WorkloadSchema,
      duration: time(DURATION_LEAST_NS, DURATION_NS, 'the simulated time of a run'),
      explain: optional(
        oneOf(
          explainExtents,
          'which balance decisions leave a record: weighed (those that had something to weigh), or all (also that a domain was not due, that another CPU balances it, that nobody has a task to give; each once until another is due)',
        ),
      ),
      warmup: optional(time(0, DURATION_NS, 'the time before the measured window begins')),
      seed: optional(integer(0, Number.MAX_SAFE_INTEGER, 'the seed of all random numbers (1)')),
      start: optional(
        either(
          [oneOf(['beginning', 'measured'], 'where playback begins'), moment('a moment')],
          'where playback begins: "beginning", "measured" (the measured window), or a time',
        ),
      ),
      shots: optional(list(ShotSchema, 0, 8, 'the first-sight sequence')),
      marks: optional(list(MarkSchema, 0, 32, 'named moments')),
      show: optional(ShowSchema),
      published: optional(list(PublishedSchema, 0, 64, 'published figures to compare with')),
      predict: optional(list(PredictSchema, 0, 16, 'what a reader is asked to predict')),
      checks: optional(list(CheckSchema, 0, 64, 'what a lesson checks')),
      not_modelled: optional(list(text(400, 'a limit'), 0, 32, 'what the simulation leaves out')),
      notes: optional(list(paragraph('a note'), 0, 32, 'notes for a reader')),
    },
    'a scenario',
  ),
  blaming(({ variants }) => {
    const ids = variants.map(({ id }) => id);
    const again = ids.findIndex((id, index) => ids.indexOf(id) < index);
    if (again < 0) return undefined;
    return {
      at: ['variants', again, 'id'],
      problem: `is ${ids[again]}, which another variant has already`,
      remedy: 'give each variant an id of its own: A, B, C, D',
    };
  }),
);

/** A validated scenario, as the file says it: times are texts with units. */
export type Scenario = v.InferOutput<typeof ScenarioSchema>;
export type Variant = Scenario['variants'][number];
