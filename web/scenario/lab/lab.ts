// Labs by their names, and the runs of their steps. Bad labs are refused by the path of the field.

import { fingerprint } from '../../base/canonical.ts';
import { hashOfText } from '../../base/hash.ts';
import { ranProgram } from '../../engine/ran-program.ts';
import type { RunJob } from '../../engine/sweep/measure.ts';
import { buildDefinition } from '../definition.ts';
import { meantOr, ScenarioError, shown } from '../error.ts';
import { validated } from '../fields.ts';
import { readJson } from '../json.ts';
import type { ContentReader } from '../platform.ts';
import { openRecipe } from '../recipe.ts';
import { type Recipe, recipeFormat, recipeVersion } from '../recipe-schema.ts';
import type { OpenedScenario } from '../scenario.ts';
import type { Ask } from './ask-schema.ts';
import { findAsked, linesAsked, runName, settingsAsked, variantsAsked } from './asked.ts';
import type { GivenAnswer } from './judge.ts';
import { type Lab, LabSchema, type LabStep } from './lab-schema.ts';

const folder = 'labs/';

/** The names of all labs, without their folder, in order. */
export const labNames = (reader: ContentReader): string[] =>
  reader
    .names()
    .filter((name) => name.startsWith(folder))
    .map((name) => name.slice(folder.length))
    .sort();

/** A lab from JSON text. Throws ScenarioError. */
export const parseLab = (text: string): Lab => validated(LabSchema, readJson(text));

/** The lab of that name. Throws ScenarioError. */
export async function loadLab(name: string, reader: ContentReader, at = 'lab'): Promise<Lab> {
  const names = labNames(reader);
  if (names.includes(name)) return parseLab(await reader.read(folder + name));
  throw new ScenarioError(
    at,
    `is ${shown(name)}, which is not the name of a lab`,
    meantOr(name, names, `the labs are ${names.join(', ')}`),
  );
}

/** The seed of a student in a lab: always the same for one student, and different for each. */
export const seedOf = (lab: string, course: string, name: string): number =>
  1 + (hashOfText(JSON.stringify([lab, course.trim(), name.trim()])) % 1_000_000);

/** Edits of a layout, and changes in the middle of the run, among the values of a design; "none" is no edit. */
const ofLayout = /^layout\.\d$/;
const ofFork = /^fork\./;

type Values = Readonly<Record<string, string | number | boolean>>;

const valuesIn = (own: Values, form: RegExp) =>
  Object.entries(own).filter(([path]) => form.test(path));

/** What a recipe says of a design, besides overrides. */
function changesIn(on: LabStep['on'], own: Values): Partial<Recipe> {
  const edits = valuesIn(own, ofLayout).flatMap(([, value]) =>
    value === 'none' ? [] : [String(value)],
  );
  const forked = valuesIn(own, ofFork).map(
    ([path, value]) => [path.replace(ofFork, ''), value] as const,
  );
  return {
    ...(on.layout && { layout: { ...on.layout, edits } }),
    ...(on.fork && {
      interventions: [{ ...on.fork, set: { ...on.fork.set, ...Object.fromEntries(forked) } }],
    }),
  };
}

/** Another machine or load than the step's, as overrides: what an answer was not made for. */
export type TrialShape = Values;

/** The recipe of a step's runs: its scenario as the lab sets it and the student designed it, at a seed, in a shape. */
export function recipeOfStep(
  { on, ask }: LabStep,
  seed: number,
  said?: GivenAnswer,
  shape?: TrialShape,
): Recipe {
  const isDesign = ask.kind === 'design' && typeof said === 'object' && !Array.isArray(said);
  const own: Values = isDesign ? (said as Values) : {};
  const overrides = Object.entries(own).filter(
    ([path]) => !ofLayout.test(path) && !ofFork.test(path),
  );
  const set = { ...on.set, ...Object.fromEntries(overrides), ...shape };
  const written = ask.kind === 'policy' && typeof said === 'string' ? said : undefined;
  return {
    format: `${recipeFormat}/${recipeVersion}`,
    scenario: on.scenario,
    ...(Object.keys(set).length > 0 && { set }),
    seed,
    ...changesIn(on, own),
    ...(on.policy && {
      policy: { language: 1, from: on.policy.from, source: written ?? on.policy.source },
    }),
  };
}

export interface StepRuns {
  readonly seed: number;
  /** By runName, A first. */
  readonly jobs: ReadonlyMap<string, RunJob>;
  /** The same for runs that are the same but for their seed. */
  readonly key: string;
}

/** That a policy is asked only where the task lets it. Throws ScenarioError. */
function checkPoints(ask: Ask, { policy }: OpenedScenario): void {
  if (ask.kind !== 'policy') return;
  const other = policy?.compiled.points.find((name) => !ask.at.includes(name));
  if (other === undefined) return;
  const problem = `has ${other}, which is not part of this task`;
  throw new ScenarioError('policy.source', problem, `write ${ask.at.join(' or ')}`);
}

/**
 * The runs that answer a question about what a recipe runs. A policy of the recipe runs only if the caller says
 * that it may. Throws ScenarioError.
 */
export async function runsOfRecipe(
  recipe: Recipe,
  ask: Ask,
  reader: ContentReader,
  runsPolicies = false,
): Promise<StepRuns> {
  const jobs = new Map<string, RunJob>();
  const [lines, find] = [linesAsked(ask), findAsked(ask)];
  let seed = 0;
  for (const { point, set } of settingsAsked(ask)) {
    const settled = { ...recipe, set: { ...recipe.set, ...set } };
    const opened = await openRecipe(settled, reader, undefined, runsPolicies);
    checkPoints(ask, opened);
    const { duration, window, scenario } = opened;
    seed = recipe.seed ?? scenario.seed ?? 1;
    for (const id of variantsAsked(ask)) {
      jobs.set(runName(id, point), {
        definition: buildDefinition(opened, id),
        duration,
        windowStart: window.from,
        program: ranProgram(opened.program),
        lines,
        rows: false,
        ...(find && { find }),
      });
    }
  }
  return { seed, jobs, key: fingerprint([...jobs]) };
}

/** The runs that answer a step at a seed. Throws ScenarioError. */
export const runsOfStep = (
  step: LabStep,
  seed: number,
  said: GivenAnswer | undefined,
  reader: ContentReader,
  shape?: TrialShape,
): Promise<StepRuns> => runsOfRecipe(recipeOfStep(step, seed, said, shape), step.ask, reader, true);

/** The start of a design: the first value of each field. */
export const firstDesign = (
  ask: Extract<Ask, { kind: 'design' }>,
): Readonly<Record<string, string | number | boolean>> =>
  Object.fromEntries(ask.fields.map(({ path, values }) => [path, values[0]!]));

/** Every design that a task allows, the one to begin with first. */
export function* designsOf({
  fields,
}: Pick<Extract<Ask, { kind: 'design' }>, 'fields'>): Generator<
  Readonly<Record<string, string | number | boolean>>
> {
  const [first, ...rest] = fields;
  if (!first) {
    yield {};
    return;
  }
  for (const value of first.values) {
    for (const others of designsOf({ fields: rest })) yield { [first.path]: value, ...others };
  }
}
