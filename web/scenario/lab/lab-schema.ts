// The format of a lab, version 1: steps that ask, each on runs of a scenario, and at the end a design or a policy to write. A lab lies in
// scenarios/labs and brings no machine and no workload of its own.

import * as v from 'valibot';
import { label, mark, momentSchema, paragraph, variantId } from '../common-schema.ts';
import {
  blaming,
  either,
  formed,
  integer,
  list,
  optional,
  record,
  rule,
  tableSchema,
  text,
} from '../fields.ts';
import { layoutBase } from '../layout-schema.ts';
import { POLICY_CHARACTERS } from '../limits.ts';
import { AskSchema, HintsSchema, isTask } from './ask-schema.ts';

export const labFormat = 'schedscape-lab';
export const labVersion = 1;

const scenarioName = formed(
  /^[a-z0-9][a-z0-9-]{0,63}\/[a-z0-9][a-z0-9-]{0,63}$/,
  'the name of a scenario',
  'its folder and its file, such as cpupri/ghosts',
);

const LabStepSchema = v.pipe(
  record(
    {
      title: text(80, 'a title of at most six words'),
      text: text(1200, 'the text before the question'),
      on: record(
        {
          scenario: scenarioName,
          set: optional(
            tableSchema(
              text(120, 'the path of a field'),
              either([text(400, 'a value'), v.number(), v.boolean()], 'a value'),
              16,
              'overrides of the scenario, by path',
            ),
          ),
          layout: optional(
            record(
              { from: variantId, base: optional(layoutBase) },
              'a custom layout, variant C, whose edits a design chooses as layout.<n>',
            ),
          ),
          policy: optional(
            record(
              {
                from: variantId,
                source: text(POLICY_CHARACTERS, 'the text of the policy'),
              },
              'a policy, which runs as a variant of its own: C, or D where there is a C; where one is to be written, the one to begin with',
            ),
          ),
          fork: optional(
            record(
              {
                at: momentSchema('when it is changed'),
                variant: variantId,
                set: optional(
                  tableSchema(
                    text(120, 'what is changed'),
                    either([text(400, 'a value'), v.number(), v.boolean()], 'a value'),
                    8,
                    'what is changed then, as an intervention of a recipe names it',
                  ),
                ),
              },
              'a fork of a variant, variant C; a design chooses changes as fork.<setting>',
            ),
          ),
        },
        'the runs that answer',
      ),
      ask: AskSchema,
      hints: optional(HintsSchema),
      why: text(1200, 'the text shown after the answer'),
      note: optional(paragraph('what a teacher should know')),
    },
    'a step of a lab',
  ),
  rule(
    ({ on, ask }) => ask.kind !== 'policy' || on.policy !== undefined,
    'asks for a policy but has none to begin with',
    'write on.policy',
  ),
  rule(
    ({ on }) => !on.policy || (!on.layout && !on.fork),
    'has a policy as well as a layout or a fork',
    'leave one out: each would be variant C',
  ),
);
export type LabStep = v.InferOutput<typeof LabStepSchema>;

export const LabSchema = v.pipe(
  record(
    {
      $schema: optional(text(200, 'the JSON Schema, for editors')),
      format: v.literal(`${labFormat}/${labVersion}`),
      title: label('the title of the lab'),
      chapter: mark,
      what: paragraph('what the lab is about'),
      minutes: integer(10, 60, 'how long it takes'),
      teaches: list(text(200, 'something that readers can do afterwards'), 1, 6, 'what it teaches'),
      before: list(scenarioName, 0, 6, 'the stories to read before'),
      steps: list(LabStepSchema, 3, 9, 'its steps'),
    },
    'a lab',
  ),
  blaming(({ steps }) => {
    const ids = steps.map(({ ask }) => ask.id);
    const again = ids.findIndex((id, at) => ids.indexOf(id) < at);
    if (again >= 0) {
      const remedy = 'give each question an id of its own';
      return {
        at: ['steps', again, 'ask', 'id'],
        problem: 'is already that of another question',
        remedy,
      };
    }
    if (isTask(steps.at(-1)!.ask)) return undefined;
    const remedy = 'end with a design or a policy';
    return { at: ['steps', steps.length - 1, 'ask'], problem: 'is not a task', remedy };
  }),
);

export type Lab = v.InferOutput<typeof LabSchema>;
