// The recipe format, version 3: a scenario by name or inline, and the changes and choices made on it. The same
// object is the share link, the saved file and the command line's input. recipe.ts opens recipes.

import * as v from 'valibot';
import { side, variantId } from './common-schema.ts';
import {
  either,
  flagSchema,
  formed,
  integer,
  list,
  oneOf,
  optional,
  record,
  tableSchema,
  text,
  time,
} from './fields.ts';
import { LayoutSchema, layoutBase, layoutEdits, structureEdits } from './layout-schema.ts';
import {
  ANSWERS,
  CPUS,
  DURATION_NS,
  OVERRIDES,
  PANEL_PIXELS,
  POLICY_CHARACTERS,
  STEPS,
  TASKS,
} from './limits.ts';
import { MeasuredSchema, OwnSourceSchema } from './measured.ts';
import { WorkloadFormSchema } from './program/schema.ts';
import { ScenarioSchema } from './schema.ts';
import { name, TopologySchema } from './topology-schema.ts';
import { type KeptFields, type UrlStateRow, urlState, urlStateNames } from './url-state.ts';
import { CameraSchema, CurvesSchema, ShownEventSchema, TimelinesSchema } from './view-shapes.ts';

export const recipeFormat = 'schedscape-recipe';
export const recipeVersion = 3;

const scenarioName = formed(
  /^[a-z0-9][a-z0-9-]{0,63}(\/[a-z0-9][a-z0-9-]{0,63}){0,3}$/,
  'the name of a scenario',
  'its path below scenarios/ without the extension, such as cpupri/ffmpeg-480',
);

const SettingsSchema = tableSchema(
  text(120, 'the path of a field'),
  either([text(400, 'a value'), v.number(), v.boolean()], 'a value: text, number, true or false'),
  OVERRIDES,
  'overrides of the scenario, by path',
);

const InterventionSchema = record(
  {
    at: time(0, DURATION_NS, 'when it happens'),
    variant: optional(variantId),
    set: SettingsSchema,
  },
  'an intervention',
);

const SelectionSchema = record(
  {
    cpu: optional(integer(0, CPUS - 1, 'a CPU')),
    // The numbers of a stage: every CPU has an idle task before them, and may have a stopper behind.
    task: optional(integer(0, TASKS + 2 * CPUS - 1, 'a task')),
    group: optional(integer(0, TASKS - 1, 'a group of tasks')),
    line: optional(integer(0, 0xffff_ffff, 'a cache line, by index')),
    lock: optional(integer(0, 0xffff_ffff, 'a lock, by index')),
  },
  'the selection',
);

const SizesSchema = record(
  {
    story: optional(integer(1, PANEL_PIXELS, 'the width of the story panel in CSS pixels')),
    inspector: optional(integer(1, PANEL_PIXELS, 'the width of the inspector in CSS pixels')),
    dock: optional(integer(1, PANEL_PIXELS, 'the height of the open view in CSS pixels')),
  },
  'the sizes of panels as set by a person',
);

/** The progress in the lesson of the scenario. */
const LessonSchema = record(
  {
    phase: oneOf(['predict', 'run'], 'the part of the lesson'),
    answers: optional(
      tableSchema(
        text(64, 'the id of a question'),
        text(200, 'an answer'),
        ANSWERS,
        'answers by question',
      ),
    ),
    explanation: optional(text(2000, 'an explanation')),
    explained: optional(flagSchema('the explanation of the scenario was opened')),
  },
  'a lesson',
);

const shapes = { timelines: TimelinesSchema, curves: CurvesSchema };

function schemaOf({
  oneOf: words,
  shape,
  what,
}: UrlStateRow): v.OptionalSchema<v.GenericSchema, undefined> {
  if (shape) return optional(shapes[shape](what));
  return optional(words ? oneOf(words, what) : flagSchema(what));
}
/** The rows of url-state.ts as entries: all of them may be left out. */
const keptEntries = Object.fromEntries(
  urlStateNames.map((name) => [urlState[name].field, schemaOf(urlState[name])]),
) as {
  [Field in keyof KeptFields]-?: v.OptionalSchema<
    v.GenericSchema<Exclude<KeptFields[Field], undefined>>,
    undefined
  >;
};

const ViewSchema = record(
  {
    side: optional(side),
    rate: optional(time(1, 10_000_000_000, 'the simulated time that passes in a second')),
    playing: optional(flagSchema('playback runs')),
    step: optional(integer(1, STEPS, 'the step of the story that is read, from 1')),
    sizes: optional(SizesSchema),
    camera: optional(CameraSchema),
    event: optional(ShownEventSchema),
    ...keptEntries,
  },
  'the view',
);

/** A machine in place of the scenario's own: a shape, and timings from those that come with us. */
const MachineSchema = either(
  [
    name('the name of a machine shape'),
    record(
      {
        topology: either(
          [name('the name of a machine shape'), TopologySchema],
          'the name of a machine shape, or a shape',
        ),
        timings: optional(name('the name of a set of timings')),
        measured: optional(MeasuredSchema),
        source: optional(OwnSourceSchema),
      },
      'a machine',
    ),
  ],
  'the name of a machine shape, or an object { topology, timings, measured, source }',
);

export const RecipeSchema = record(
  {
    $schema: optional(text(200, 'the JSON Schema, for editors')),
    format: v.literal(`${recipeFormat}/${recipeVersion}`),
    core: optional(text(40, 'the version of the core it was made with')),
    scenario: either([scenarioName, ScenarioSchema], 'the name of a scenario, or a scenario'),
    machine: optional(MachineSchema),
    workload: optional(WorkloadFormSchema),
    set: optional(SettingsSchema),
    seed: optional(integer(0, Number.MAX_SAFE_INTEGER, 'the seed of all random numbers')),
    layout: optional(
      either(
        [
          record(
            {
              from: variantId,
              base: optional(layoutBase),
              edits: layoutEdits,
              structures: optional(structureEdits),
            },
            'edits of a layout of root_domain (base: the layout to start from, if not the variant’s) and of other structures',
          ),
          record(
            { from: variantId, ...LayoutSchema.entries },
            'a layout of root_domain by offsets, on the kernel of a variant',
          ),
        ],
        'a layout of root_domain of your own: { from, edits } or { from, size, offsets }',
      ),
    ),
    policy: optional(
      record(
        {
          language: integer(1, 1, 'the version of the language'),
          from: variantId,
          source: text(POLICY_CHARACTERS, 'the text of the policy'),
        },
        'a policy of your own, on the kernel of a variant',
      ),
    ),
    /** The file that stood beside the runs as what was recorded: known again by this, never part of a link. */
    recording: optional(OwnSourceSchema),
    interventions: optional(list(InterventionSchema, 0, 32, 'changes in the middle of a run')),
    playhead: optional(time(0, DURATION_NS, 'where the viewer is')),
    selection: optional(SelectionSchema),
    lesson: optional(LessonSchema),
    view: optional(ViewSchema),
  },
  'a recipe',
);

/** A validated recipe. */
export type Recipe = v.InferOutput<typeof RecipeSchema>;
