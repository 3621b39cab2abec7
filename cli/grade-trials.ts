// The trials of a lab answer: at the student's own seed and, for a task, also at seeds and in shapes (machines or
// loads) that the student has not seen. No message says which those are.

import { runJob } from '../web/engine/sweep/measure.ts';
import { ScenarioError } from '../web/scenario/index.ts';
import { readJson } from '../web/scenario/json.ts';
import { isTask } from '../web/scenario/lab/ask-schema.ts';
import type { AnswerVerdict, GivenAnswer, TrialRuns, Trials } from '../web/scenario/lab/judge.ts';
import { runsOfStep, type TrialShape } from '../web/scenario/lab/lab.ts';
import type { Lab, LabStep } from '../web/scenario/lab/lab-schema.ts';
import { SHEET_BYTES, type Sheet } from '../web/scenario/lab/sheet.ts';
import { nodeReader } from '../web/scenario/node.ts';
import { type BackendName, inProgram, openBackend, readInput } from './program.ts';
import { UsageError } from './usage.ts';

/** Seeds that a task is tried at beside the student's own: each is a run of every variant. */
const mostSeeds = 20;
/** Machines or loads beside the step's: runs, likewise. */
const mostShapes = 8;
/** Overrides of one of them. */
const mostFields = 16;

/** What is kept back. */
export interface Hidden {
  readonly seeds: readonly number[];
  readonly shapes: readonly TrialShape[];
}

/** A graded sheet, or a policy by itself as a sheet without a student. */
export interface Graded {
  readonly file: string;
  readonly sheet: Pick<Sheet, 'lab' | 'course' | 'name' | 'seed'>;
  readonly lab: Lab;
  readonly verdicts: readonly (AnswerVerdict & { readonly step: string })[];
}

const isSeed = (one: unknown): one is number => Number.isSafeInteger(one) && Number(one) >= 0;

const isShape = (one: unknown): one is TrialShape =>
  one !== null &&
  typeof one === 'object' &&
  !Array.isArray(one) &&
  Object.keys(one).length > 0 &&
  Object.keys(one).length <= mostFields &&
  Object.values(one).every((value) => ['string', 'number', 'boolean'].includes(typeof value));

/** A list in a file of JSON; none where no file is named. */
function listIn<Item>(
  file: string | undefined,
  most: number,
  isOne: (one: unknown) => one is Item,
  form: string,
): readonly Item[] {
  if (file === undefined) return [];
  const given: unknown = readJson(readInput(file, SHEET_BYTES));
  if (Array.isArray(given) && given.length <= most && given.every(isOne)) return given;
  throw new UsageError(`${file}: is not a list of at most ${most} ${form}`);
}

/** What the files that --seeds and --shapes name keep back. Throws UsageError. */
export const hiddenIn = (seeds: string | undefined, shapes: string | undefined): Hidden => ({
  seeds: listIn(seeds, mostSeeds, isSeed, 'whole numbers; write it as [11, 12, 13]'),
  shapes: listIn(
    shapes,
    mostShapes,
    isShape,
    'tables of overrides; write it as [{ "workload.groups": 4 }]',
  ),
});

/** The runs of a step in one trial, on the backend. Throws ScenarioError. */
export async function runTrialStep(
  step: LabStep,
  seed: number,
  said: GivenAnswer | undefined,
  backendName: BackendName,
  shape?: TrialShape,
): Promise<TrialRuns> {
  const { jobs } = await runsOfStep(step, seed, said, nodeReader(inProgram('scenarios')), shape);
  const runs: Record<string, TrialRuns[string]> = {};
  for (const [variant, job] of jobs) {
    const parts = job.definition.policy_words ? 'policies' : 'worlds';
    const backend = await openBackend(backendName, parts);
    runs[variant] = runJob(backend, job);
    backend.dispose();
  }
  return runs;
}

interface Options {
  readonly hidden: Hidden;
  readonly backend: BackendName;
  readonly progress: (where: string) => void;
  /** The field or file that the answer stands in. */
  readonly at: string;
}

/** Runs a step with an answer wherever it is tried, the student's own seed first. Throws ScenarioError and UsageError. */
export async function tried(
  step: LabStep,
  seed: number,
  said: GivenAnswer | undefined,
  { hidden, backend, progress, at }: Options,
): Promise<Trials> {
  const trials = new Map<number | string, TrialRuns>();
  const run = async (key: number | string, where: string, of: number, shape?: TrialShape) => {
    progress(where);
    try {
      trials.set(key, await runTrialStep(step, of, said, backend, shape));
    } catch (cause) {
      if (!(cause instanceof ScenarioError)) throw cause;
      // An error in the text is the student's; an error in a hidden shape is the grader's.
      throw shape ? new UsageError(`--shapes: ${cause.message}`) : cause.within(at);
    }
  };
  await run(seed, `seed ${seed}`, seed);
  if (!isTask(step.ask)) return trials;
  for (const each of hidden.seeds) await run(each, 'a seed that is kept back', each);
  for (const [number, shape] of hidden.shapes.entries()) {
    const which = hidden.shapes.length > 1 ? ` (${number + 1} of ${hidden.shapes.length})` : '';
    await run(`a machine or load that was kept back${which}`, 'a shape', seed, shape);
  }
  return trials;
}
