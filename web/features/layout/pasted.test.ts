// What the workbench puts on stage: a recipe that opens like one of a link, on the machine that stands there, with threads for
// each field that has some.

import { describe, expect, it } from 'vitest';
import { writtenWorkload } from '../../exchange/own/workload/write-short.ts';
import { buildDefinition, loadScenario, openRecipe, parseRecipe } from '../../scenario/index.ts';
import { nodeReader } from '../../scenario/node.ts';
import type { WorkloadForm } from '../../scenario/program/schema.ts';
import type { Session } from '../../stage/session.ts';
import { openWorkbench } from './pasted.ts';

const text = 'struct queue {\n\tunsigned long\thead;\n\tunsigned long\ttail;\n};';
const fields = [
  { name: 'head', offset: 0, size: 8, use: 'write' },
  { name: 'tail', offset: 8, size: 8, use: 'read4' },
] as const;

describe('the workbench', () => {
  it.each(['cpupri/ffmpeg-480', 'split-llc/one-wakeup'])(
    'opens on the machine of %s, as declared and with a line for each field',
    async (name) => {
      const scenario = await loadScenario(name, nodeReader('scenarios'));
      const recipes: unknown[] = [];
      const session = {
        opened: { scenario: scenario.scenario, recipe: { scenario: name } },
        stage: { open: async (recipe: unknown) => void recipes.push(recipe) },
      } as unknown as Session;
      await openWorkbench(session, text, fields);
      const { workload } = recipes[0] as { readonly workload: WorkloadForm };
      expect(writtenWorkload(workload), 'the text in the Workload view').toContain(
        'struct queue {',
      );
      const opened = await openRecipe(parseRecipe(recipes[0]), nodeReader('scenarios'));
      expect(opened.program!.kinds.map(({ name: kind }) => kind)).toEqual([
        'head_writer',
        'tail_reader',
      ]);
      expect(
        opened.program!.fields.map(({ name: field, at, moved }) => [field, at, moved]),
      ).toEqual([
        ['head', 0, 0],
        ['tail', 8, 64],
      ]);
      const [a, b] = ['A', 'B'].map((id) => buildDefinition(opened, id));
      expect(a!.cpus).toBe(buildDefinition(scenario, scenario.scenario.variants[0]!.id).cpus);
      expect(a!.program).toEqual(b!.program);
      expect(a!.workload_parameter).not.toEqual(b!.workload_parameter);
    },
  );
});
