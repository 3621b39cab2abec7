// Opens what `run` and its relatives are told to run: a scenario by name or file, or a recipe, with
// the overrides of the command line on top.

import { existsSync } from 'node:fs';
import {
  loadScenario,
  type OpenedRecipe,
  type OpenedScenario,
  type Override,
  openRecipe,
  openScenario,
  parseRecipe,
  parseSetting,
  type Recipe,
  readRecipe,
  recipeFormat,
  recipeVersion,
  ScenarioError,
} from '../web/scenario/index.ts';
import type { Json } from '../web/scenario/json.ts';
import { nodeReader } from '../web/scenario/node.ts';
import { placeOf } from '../web/scenario/place.ts';
import { blankScenario } from '../web/scenario/program/other-workload.ts';
import { inProgram, readInput } from './program.ts';
import { UsageError } from './usage.ts';

/** Size limit for scenarios and recipes: they are written by hand, and 1 MiB is more than any person writes. */
const mostBytes = 2 ** 20;

export interface OpenRequest {
  /** Name below scenarios/, or a file; a recipe's file or link is taken as one, too. */
  readonly scenario?: string | undefined;
  /** File or link. */
  readonly recipe?: string | undefined;
  /** path=value. */
  readonly set?: readonly string[] | undefined;
  readonly seed?: string | undefined;
  readonly duration?: string | undefined;
  /** A policy of one's own: its file, and the variant whose kernel it runs on. */
  readonly policy?: string | undefined;
  readonly from?: string | undefined;
  /** In place of the scenario's own. */
  readonly machine?: Recipe['machine'];
  readonly workload?: Recipe['workload'];
}

function seedOf(written: string): number {
  const seed = Number(written);
  if (/^\d{1,16}$/.test(written) && Number.isSafeInteger(seed)) return seed;
  throw new UsageError(`--seed ${written}: must be a whole number from 0 to 2^53 - 1`);
}

function overridesOf({ set = [], seed, duration }: OpenRequest): Override[] {
  const overrides = set.map(parseSetting);
  if (seed !== undefined) overrides.push({ path: 'seed', value: seedOf(seed) });
  if (duration !== undefined) overrides.push({ path: 'duration', value: duration });
  return overrides;
}

const reader = () => nodeReader(inProgram('scenarios'));

/** A scenario, with the recipe that gives it again, unless it came from a file or no recipe can say it. */
export type OpenedRun = OpenedScenario & Partial<Pick<OpenedRecipe, 'recipe'>>;

const link = /(?:^|[#&])r=/;

/** True for a share link, and for a story's address in the page. */
const isLink = (named: string): boolean =>
  link.test(named) || (named.includes('#') && placeOf(named).kind === 'story');

/** The format a file says it has; undefined when that cannot be told. */
function formatOf(text: string): unknown {
  try {
    return JSON.parse(text)?.format;
  } catch {
    return undefined;
  }
}

/** True if what was named in place of a scenario is a link, or the file of a recipe. */
function isRecipe(named: string): boolean {
  if (isLink(named)) return true;
  if (!named.endsWith('.json') || !existsSync(named)) return false;
  return String(formatOf(readInput(named, mostBytes))).startsWith(`${recipeFormat}/`);
}

/** Throws ScenarioError and UsageError. */
export async function open(wanted: OpenRequest): Promise<OpenedRun> {
  const overrides = overridesOf(wanted);
  const isGiven = wanted.scenario !== undefined && isRecipe(wanted.scenario);
  const scenario = isGiven ? undefined : wanted.scenario;
  const recipe = isGiven ? wanted.scenario : wanted.recipe;
  if (recipe !== undefined) {
    const text = existsSync(recipe) ? readInput(recipe, mostBytes) : recipe;
    if (text === recipe && /\.json$/.test(recipe)) readInput(recipe, mostBytes);
    const given = readRecipe(text);
    const own = Object.fromEntries(overrides.map(({ path, value }) => [path, value]));
    // A seed of the recipe comes after its overrides; ours comes last of all.
    const { seed = given.seed, ...set } = own as Record<string, never>;
    const { machine = given.machine, workload = given.workload } = wanted;
    const changed = {
      ...given,
      ...(machine !== undefined && { machine }),
      ...(workload !== undefined && { workload }),
      ...policyOf(wanted),
      set: { ...given.set, ...set },
    };
    const whole = seed === undefined ? changed : { ...changed, seed };
    const checked = wanted.policy === undefined ? whole : parseRecipe(whole);
    const { recipe: _, ...opened } = await openRecipe(checked, reader(), undefined, true);
    return { ...opened, ...sayable(whole) };
  }
  if (scenario === undefined) return openBlank(overrides, wanted);
  if (wanted.policy !== undefined) return openWithPolicy(scenario, overrides, wanted);
  const opened = await openByName(scenario, overrides, wanted);
  if (opened.name === undefined) return opened;
  return { ...opened, ...sayable(writtenRecipe(opened.name, overrides, wanted)) };
}

/** Characters of a policy, at four bytes each, and one more to see that there are too many. */
const mostPolicyBytes = 4 * 8_192 + 1;

/** The policy of the command line as a recipe says it. */
function policyOf({ policy, from = 'A' }: Pick<OpenRequest, 'policy' | 'from'>): object {
  if (policy === undefined) return {};
  return { policy: { language: 1, from, source: readInput(policy, mostPolicyBytes) } };
}

/** A scenario by name or file with a policy: what a recipe that brings one opens as. */
export async function openWithPolicy(
  scenario: string | undefined,
  overrides: readonly Override[],
  wanted: Pick<OpenRequest, 'policy' | 'from' | 'machine' | 'workload'>,
): Promise<OpenedRun> {
  const isFile = scenario?.endsWith('.json');
  const given = isFile ? JSON.parse(readInput(scenario!, mostBytes)) : (scenario ?? blankScenario);
  const written = { ...writtenRecipe(given, overrides, wanted), ...policyOf(wanted) };
  const { recipe, ...opened } = await openRecipe(parseRecipe(written), reader(), undefined, true);
  return { ...opened, recipe };
}

/** The recipe, unless an override is more than its format can say: a whole workload, a machine. */
function sayable(recipe: unknown): { readonly recipe?: Recipe } {
  try {
    return { recipe: parseRecipe(recipe) };
  } catch (cause) {
    if (cause instanceof ScenarioError) return {};
    throw cause;
  }
}

/** Opens the blank scenario, for runs that name none: a workload of one's own turns it into something. */
async function openBlank(overrides: readonly Override[], wanted: OpenRequest): Promise<OpenedRun> {
  const written = writtenRecipe(blankScenario, overrides, wanted);
  const { recipe, ...opened } = await openRecipe(
    parseRecipe({ ...written, ...policyOf(wanted) }),
    reader(),
    undefined,
    true,
  );
  return { ...opened, recipe };
}

type Own = Pick<OpenRequest, 'machine' | 'workload'>;

/** What the recipe says that gives a scenario with these overrides; a seed has a place of its own. */
function writtenRecipe(
  scenario: unknown,
  overrides: readonly Override[],
  { machine, workload }: Own,
): object {
  const format = `${recipeFormat}/${recipeVersion}`;
  const isSeed = ({ path }: Override) => path === 'seed';
  const others = overrides.filter((override) => !isSeed(override));
  const set = Object.fromEntries(others.map(({ path, value }) => [path, value]));
  const seed = overrides.findLast(isSeed)?.value;
  return {
    format,
    scenario,
    ...(machine !== undefined && { machine }),
    ...(workload !== undefined && { workload }),
    set,
    ...(seed !== undefined && { seed }),
  };
}

/** A scenario by its name below scenarios/, or from a file; the plain one without. Throws ScenarioError and UsageError. */
export async function openByName(
  scenario: string | undefined,
  overrides: readonly Override[],
  { machine, workload }: Own = {},
): Promise<OpenedScenario> {
  const other = { machine: machine as Json | undefined, workload };
  if (scenario === undefined) return openScenario(blankScenario, reader(), overrides, other);
  if (scenario.endsWith('.json')) {
    return openScenario(readInput(scenario, mostBytes), reader(), overrides, other);
  }
  return loadScenario(scenario, reader(), overrides, other);
}
