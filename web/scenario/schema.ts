// The scenario format, version 2: what a file in scenarios/ may say. scenarios/schema/scenario.json
// is published from here; its parts stand in the files called ...-schema.ts. How a scenario is opened: scenario.ts; what
// the core gets: definition.ts.

import * as v from 'valibot';
import { label, momentSchema, paragraph, variantId } from './common-schema.ts';
import {
  blaming,
  either,
  integer,
  list,
  oneOf,
  optional,
  record,
  tableSchema,
  text,
  time,
} from './fields.ts';
import { GaugesSchema } from './gauges-schema.ts';
import { KernelSchema } from './kernel-schema.ts';
import { LayoutSchema } from './layout-schema.ts';
import { DURATION_LEAST_NS, DURATION_NS, STEPS, WORKLOAD_PARAMETERS } from './limits.ts';
import { MeasuredSchema, OwnSourceSchema } from './measured.ts';
import { WorkloadFormSchema } from './program/schema.ts';
import { PublishedSchema } from './published-schema.ts';
import { releases } from './releases.ts';
import { MarkSchema, ShowSchema } from './stage-schema.ts';
import { StepSchema } from './step-schema.ts';
import { stories } from './stories.ts';
import { AdjustSchema, TimingsSchema } from './timings-schema.ts';
import { name, TopologySchema } from './topology-schema.ts';
import { WorkloadSchema } from './workloads.ts';

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
        measured: optional(MeasuredSchema),
        source: optional(OwnSourceSchema),
        adjust: optional(AdjustSchema),
        layouts: optional(
          tableSchema(
            name('the name of a layout'),
            LayoutSchema,
            16,
            'layouts that variants may name',
          ),
        ),
      },
      'a machine',
    ),
  ],
  'the name of a machine shape, or an object { topology, timings, measured, source, adjust, layouts }',
);

const VariantSchema = record(
  {
    id: variantId,
    label: label('a short label for the variant'),
    patch: optional(text(300, 'the title of the patch')),
    posting: optional(text(300, 'where the patch was posted')),
    kernel: KernelSchema,
    workload: optional(
      tableSchema(
        name('the name of a parameter'),
        either([text(40, 'a value'), v.number()], 'a value: text or a number'),
        WORKLOAD_PARAMETERS,
        'parameters of the workload that this variant runs with, such as CPUs it is bound to; left out: as the scenario says',
      ),
    ),
  },
  'a variant',
);

/** Which balance decisions leave a record. */
export const explainExtents = ['weighed', 'all'] as const;

export const scenarioFormat = 'schedscape-scenario';
export const scenarioVersion = 2;

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
      program: optional(WorkloadFormSchema),
      duration: time(DURATION_LEAST_NS, DURATION_NS, 'the simulated time of a run'),
      linux: optional(
        oneOf(
          releases,
          'the Linux release of all variants: its switches apply where a kernel sets none itself',
        ),
      ),
      explain: optional(
        oneOf(
          explainExtents,
          'which balance decisions leave a record: weighed (those that had something to weigh), or all (also that a domain was not due, that another CPU balances it, that no CPU has a task to give; each once until another is due)',
        ),
      ),
      warmup: optional(time(0, DURATION_NS, 'the time before the measured window begins')),
      seed: optional(integer(0, Number.MAX_SAFE_INTEGER, 'the seed of all random numbers (1)')),
      start: optional(
        either(
          [oneOf(['beginning', 'measured'], 'where playback begins'), momentSchema('a moment')],
          'where playback begins: "beginning", "measured" (the measured window), or a time',
        ),
      ),
      steps: optional(
        list(
          StepSchema,
          0,
          STEPS,
          'the steps of the story, which are also its first-sight sequence',
        ),
      ),
      marks: optional(list(MarkSchema, 0, 32, 'named moments')),
      show: optional(ShowSchema),
      scores: optional(GaugesSchema),
      published: optional(list(PublishedSchema, 0, 64, 'published figures to compare with')),
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
