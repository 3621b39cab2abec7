// Two runs beside each other: their differences, and the recipe that shows them as A and B of one clock if machine,
// workload and times are the same. Runs nothing; that recipe shows the results when it is opened.

import { oneLine } from '../base/visible.ts';
import { buildDefinition, variantOf, withRelease } from './definition.ts';
import { ScenarioError } from './error.ts';
import type { Json } from './json.ts';
import { canonicalRecipe } from './recipe.ts';
import { type Recipe, recipeFormat, recipeVersion } from './recipe-schema.ts';
import type { OpenedScenario } from './scenario.ts';
import type { Scenario, Variant } from './schema.ts';

/** A variant of what a link, a file or a name opened as. */
export interface ComparedRun {
  readonly opened: OpenedScenario & { readonly recipe?: Recipe };
  readonly variant: string;
}

/** The variant that a link shows alone, or the first of those that it shows. */
export const shownVariant = ({ recipe, scenario }: ComparedRun['opened']): string => {
  const [side] = recipe?.view?.side ?? [];
  const { variants } = scenario;
  return (variants.find(({ id }) => id === side) ?? variants[0]!).id;
};

/** One field, as each of the two has it; undefined: that one does not say it. */
export interface FieldDifference {
  readonly path: string;
  readonly one: Json | undefined;
  readonly other: Json | undefined;
}

/** What of a scenario decides the run of one of its variants, by the paths that a person sets. */
function decided({ opened, variant }: ComparedRun): Json {
  const { scenario, machine, timings, seed } = opened;
  const { platform, workload, program, duration, warmup = 0 } = scenario;
  const { kernel: said, workload: own = {} } = variantOf(opened, variant);
  const kernel = withRelease(said, scenario);
  const shape = { cpus: machine.cpus, nodes: machine.nodes, llc: [...machine.llc] };
  const parts = { platform, machine: shape, timings, workload: { ...workload, ...own }, program };
  // Through JSON, as files have it: what says nothing is not there.
  return JSON.parse(JSON.stringify({ ...parts, kernel, duration, warmup, seed })) as Json;
}

/** A value in at most `longest` characters of one line; `unsaid` for none. */
export function valueText(value: Json | undefined, unsaid: string, longest: number): string {
  if (value === undefined) return unsaid;
  const text = oneLine(typeof value === 'string' ? value : JSON.stringify(value));
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}

const isObject = (value: Json | undefined): value is { readonly [key: string]: Json } =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

function differing(
  one: Json | undefined,
  other: Json | undefined,
  path: string,
  found: FieldDifference[],
): void {
  if (isObject(one) && isObject(other)) {
    const names = [...new Set([...Object.keys(one), ...Object.keys(other)])].sort();
    for (const name of names)
      differing(one[name], other[name], path === '' ? name : `${path}.${name}`, found);
  } else if (JSON.stringify(one) !== JSON.stringify(other)) found.push({ path, one, other });
}

/** The fields that differ, by their paths in order; none where both say the same. Throws ScenarioError. */
export function differences(one: ComparedRun, other: ComparedRun): FieldDifference[] {
  const found: FieldDifference[] = [];
  differing(decided(one), decided(other), '', found);
  return found;
}

/** What a link keeps of how its run is shown. */
function kept({ opened }: ComparedRun): Json {
  // Each part by its own name, also where the other link says nothing of the whole.
  const { playhead, selection = {}, view = {} } = opened.recipe ?? {};
  return JSON.parse(JSON.stringify({ playhead, selection, view })) as Json;
}

/** The kept choices that differ, by their paths in order: no run depends on them. */
export function shownDifferences(one: ComparedRun, other: ComparedRun): FieldDifference[] {
  const found: FieldDifference[] = [];
  differing(kept(one), kept(other), '', found);
  return found;
}

/** Whether both are the same run: the core is given the same numbers for as long. Throws ScenarioError. */
export function areSameRun(one: ComparedRun, other: ComparedRun): boolean {
  const given = ({ opened, variant }: ComparedRun) =>
    JSON.stringify([buildDefinition(opened, variant), opened.duration]);
  return given(one) === given(other);
}

/** Only the kernels, and what a variant turns of its workload, may differ between two sides of one clock. */
const mayDiffer = /^(?:kernel|workload)(?:\.|$)/;

/** What of a recipe belongs to one run alone and cannot be that of one side of another. */
const ownParts = {
  layout: 'a layout of its own',
  policy: 'a policy of its own',
  interventions: 'changes in the middle of its run',
} as const;
const partNames = Object.keys(ownParts) as (keyof typeof ownParts)[];

/** Why the two cannot stand as A and B of one clock, in a sentence; undefined: they can. */
export function apart(one: ComparedRun, other: ComparedRun): string | undefined {
  for (const { opened } of [one, other]) {
    const part = partNames.find((name) => opened.recipe?.[name] !== undefined);
    if (part) return `one of them has ${ownParts[part]}`;
  }
  if (one.opened.scenario.workload.name !== other.opened.scenario.workload.name)
    return 'they run different workloads';
  const [first] = differences(one, other).filter(({ path }) => !mayDiffer.test(path));
  return first && `${first.path} differs`;
}

/** A side: the variant under its new letter, with the kernel that it runs. */
function sideOf({ opened, variant }: ComparedRun, id: 'A' | 'B', workload: object): Variant {
  const of = variantOf(opened, variant);
  const own = { ...workload, ...of.workload };
  const kernel = withRelease(of.kernel, opened.scenario);
  return { ...of, id, kernel, ...(Object.keys(own).length > 0 && { workload: own }) };
}

/** A workload by what both runs say of it, and the parameters that each side says for itself. */
function apportioned(one: Scenario['workload'], other: Scenario['workload']) {
  const differs = (name: string) =>
    JSON.stringify(one[name as keyof typeof one]) !==
    JSON.stringify(other[name as keyof typeof one]);
  const pick = (of: object, isWanted: (name: string) => boolean) =>
    Object.fromEntries(Object.entries(of).filter(([name]) => isWanted(name)));
  return {
    // What only one of them says must not count for the other.
    shared: { name: one.name, ...pick(one, (name) => name in other) },
    first: pick(one, differs),
    second: pick(other, differs),
  };
}

/** Characters of a title, as a person reads it beside two machines. */
const longestTitle = 80;

/** A recipe whose A is the one and whose B is the other. Throws ScenarioError where the two cannot share a clock. */
export function standBeside(one: ComparedRun, other: ComparedRun): Recipe {
  const why = apart(one, other);
  if (why)
    throw new ScenarioError('compare', `cannot be shown as A and B: ${why}`, 'see what differs');
  const { scenario, seed, recipe = {} as Partial<Recipe> } = one.opened;
  const { format, title, story, platform, program, duration, warmup, scores } = scenario;
  const { title: otherTitle, workload: otherWorkload } = other.opened.scenario;
  const { shared, first, second } = apportioned(scenario.workload, otherWorkload);
  const compared = {
    ...{ format, story, platform, workload: shared, duration, seed },
    title: (title === otherTitle ? title : `${title} | ${otherTitle}`).slice(0, longestTitle),
    what: `Two links side by side. A is variant ${one.variant} of "${title}", B is variant ${other.variant} of "${otherTitle}".`,
    variants: [sideOf(one, 'A', first), sideOf(other, 'B', second)],
    ...(program && { program }),
    ...(warmup !== undefined && { warmup }),
    ...(scores && { scores }),
    start: 'measured' as const,
  };
  const { machine, workload } = recipe;
  return canonicalRecipe({
    format: `${recipeFormat}/${recipeVersion}`,
    scenario: compared,
    ...(machine !== undefined && { machine }),
    ...(workload !== undefined && { workload }),
  });
}
