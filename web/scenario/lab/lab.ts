// Labs by their names, and the runs of their steps. Bad labs are refused by the path of the field.

import { fingerprint } from '../../base/canonical.ts';
import { hashOfText } from '../../base/hash.ts';
import type { RunJob } from '../../engine/sweep/measure.ts';
import { buildDefinition } from '../definition.ts';
import { nearest, ScenarioError, shown } from '../error.ts';
import { validated } from '../fields.ts';
import { readJson } from '../json.ts';
import type { ContentReader } from '../platform.ts';
import { openRecipe } from '../recipe.ts';
import { type Recipe, recipeFormat, recipeVersion } from '../recipe-schema.ts';
import type { Ask } from './ask-schema.ts';
import { linesAsked, type Said, variantsAsked } from './judge.ts';
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
  const meant = nearest(name, names);
  throw new ScenarioError(
    at,
    `is ${shown(name)}, which is not the name of a lab`,
    `${meant ? `did you mean "${meant}"? ` : ''}the labs are ${names.join(', ')}`,
  );
}

/** The seed of somebody in a lab: the same wherever it is asked for, another for everybody. */
export const seedOf = (lab: string, course: string, name: string): number =>
  1 + (hashOfText(JSON.stringify([lab, course.trim(), name.trim()])) % 1_000_000);

/** What a step's runs are of: its scenario as a lab sets it, as somebody designed it, at a seed. */
export function recipeOf({ on, ask }: LabStep, seed: number, said?: Said): Recipe {
  const own = ask.kind === 'design' && typeof said === 'object' ? said : {};
  const set = { ...on.set, ...own };
  return {
    format: `${recipeFormat}/${recipeVersion}`,
    scenario: on.scenario,
    ...(Object.keys(set).length > 0 && { set }),
    seed,
  };
}

export interface StepRuns {
  readonly seed: number;
  /** By variant, A first. */
  readonly jobs: ReadonlyMap<string, RunJob>;
  /** The same for runs that are the same but for their seed. */
  readonly key: string;
}

/** The runs that answer a step at a seed. Throws ScenarioError. */
export async function runsOf(
  step: LabStep,
  seed: number,
  said: Said | undefined,
  reader: ContentReader,
): Promise<StepRuns> {
  const opened = await openRecipe(recipeOf(step, seed, said), reader);
  const { duration, window } = opened;
  const lines = linesAsked(step.ask);
  const shared = { duration, windowStart: window.from, lines, rows: false };
  const jobs = variantsAsked(step.ask).map((id) => {
    const job: RunJob = { definition: buildDefinition(opened, id), ...shared };
    return [id, job] as const;
  });
  return { seed, jobs: new Map(jobs), key: fingerprint(jobs) };
}

/** Where somebody begins a design: the first value of each field. */
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
