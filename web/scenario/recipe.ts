// Opens recipes: a scenario with overrides, a seed and a layout of one's own, and where the viewer
// stood. Knows nothing of links; share.ts packs a recipe into one.

import { editedLayout, masksPerNode } from './definition.ts';
import { joinedStructures } from './edited-structures.ts';
import { ScenarioError } from './error.ts';
import { validated } from './fields.ts';
import { withFork } from './interventions.ts';
import { type Json, type JsonObject, plainJson, readJson } from './json.ts';
import type { Kernel } from './kernel-schema.ts';
import { layoutNames, patchesNamed } from './layout/index.ts';
import type { Override } from './overrides.ts';
import type { ContentReader } from './platform.ts';
import { type Recipe, RecipeSchema, recipeFormat, recipeVersion } from './recipe-schema.ts';
import { recordingNotice } from './recording-notice.ts';
import { loadScenario, migratedScenario, type OpenedScenario, openScenario } from './scenario.ts';
import type { Variant } from './schema.ts';
import { timeNs } from './units.ts';
import { type Migration, migrated } from './versions.ts';

/**
 * To version 2: how movement is drawn and where the camera looks are gone; both follow from the rate and
 * from what is on stage, and no page ever read them.
 */
const withoutCamera: Migration = (document) => {
  const { view } = document;
  if (view === null || typeof view !== 'object' || Array.isArray(view)) return document;
  const { tempo: _, camera: __, ...kept } = view;
  return { ...document, view: kept };
};

/** To version 3: a machine may bring figures of its own, which no earlier recipe has. */
const asItIs: Migration = (document) => document;

const migrations: readonly Migration[] = [withoutCamera, asItIs];

/** The variant that a layout of one's own, or a fork of the past, becomes. */
const OWN_VARIANT = 'C';

/** A recipe with its scenario opened. `playhead` is ns, clamped to the run. */
export interface OpenedRecipe extends OpenedScenario {
  readonly recipe: Recipe;
  readonly playhead: number;
}

/** A validated recipe from JSON text or a value. Throws ScenarioError. */
export function parseRecipe(source: unknown): Recipe {
  const given = typeof source === 'string' ? readJson(source) : plainJson(source);
  const document = migrated(given, recipeFormat, recipeVersion, migrations);
  return validated(RecipeSchema, withMigratedScenario(document));
}

function withMigratedScenario(document: JsonObject): JsonObject {
  const { scenario } = document;
  if (scenario === null || typeof scenario !== 'object' || Array.isArray(scenario)) return document;
  try {
    return { ...document, scenario: migratedScenario(scenario) };
  } catch (cause) {
    throw cause instanceof ScenarioError ? cause.within('scenario') : cause;
  }
}

/**
 * Opens a recipe: its scenario, with all it changes. `core` is the version of the core that will run it; a recipe
 * made with another is opened with a notice. A policy is included only on request (`runsPolicies`): a link alone
 * runs none. Throws ScenarioError.
 */
export async function openRecipe(
  recipe: Recipe,
  reader: ContentReader,
  core?: string,
  runsPolicies = false,
): Promise<OpenedRecipe> {
  const overrides = overridesOf(recipe);
  const other = { machine: recipe.machine as Json | undefined, workload: recipe.workload };
  const opened =
    typeof recipe.scenario === 'string'
      ? await loadScenario(recipe.scenario, reader, overrides, other)
      : await openScenario(recipe.scenario, reader, overrides, other);
  const { layout, interventions = [] } = recipe;
  const laidOut = layout ? { ...opened, scenario: withOwnLayout(opened, layout) } : opened;
  const hasPolicy = runsPolicies && recipe.policy !== undefined;
  const own = hasPolicy
    ? (await import('./own-policy.ts')).withOwnPolicy(laidOut, recipe)
    : laidOut;
  const notices = recipe.policy && !runsPolicies ? [policyNotice] : [];
  const otherCore = core !== undefined && recipe.core !== undefined && recipe.core !== core;
  return {
    ...(interventions.length > 0
      ? withFork(own, interventions, OWN_VARIANT, layout !== undefined || hasPolicy)
      : own),
    notices: [
      ...opened.notices,
      ...(otherCore ? [otherCoreNotice(recipe.core!, core)] : []),
      ...notices,
      ...(recipe.recording ? [recordingNotice(recipe.recording.name)] : []),
    ],
    recipe,
    playhead: recipe.playhead ? Math.min(timeNs(recipe.playhead), opened.duration) : opened.start,
  };
}

const policyNotice =
  'This contains a custom policy, which has not run: read it under Policy and run it there, or with schedscape run --recipe <file>.';

const otherCoreNotice = (made: string, present: string): string =>
  `This was made with core ${made}; the present core ${present} may give other numbers and another hash.`;

function overridesOf(recipe: Recipe): Override[] {
  const overrides: Override[] = Object.entries(recipe.set ?? {}).map(([path, value]) => ({
    path,
    value: value as Json,
  }));
  if (recipe.seed !== undefined) overrides.push({ path: 'seed', value: recipe.seed });
  return overrides;
}

/** The scenario with one more variant, "yours". */
function withOwnLayout(
  { scenario, machine }: OpenedScenario,
  own: NonNullable<Recipe['layout']>,
): OpenedScenario['scenario'] {
  const { from } = own;
  const base = scenario.variants.find((variant) => variant.id === from);
  if (!base) {
    throw new ScenarioError(
      'layout.from',
      `names a variant "${from}" that does not exist`,
      `the variants are ${scenario.variants.map(({ id }) => id).join(', ')}`,
    );
  }
  if (scenario.variants.some(({ id }) => id === OWN_VARIANT)) {
    throw new ScenarioError(
      'layout',
      `would become variant ${OWN_VARIANT}, which the scenario has already`,
      `change that one: set variant.${OWN_VARIANT}.kernel.layout`,
    );
  }
  const variant: Variant = {
    id: OWN_VARIANT,
    label: 'Yours',
    // A layout of one's own has no name that could say whether masks are split.
    kernel: {
      cpupri_per_node: masksPerNode(base.kernel),
      ...base.kernel,
      layout: ownLayout(own, base, machine),
    },
    ...(base.workload ? { workload: base.workload } : {}),
  };
  return { ...scenario, variants: [...scenario.variants, variant] };
}

/** What a recipe's layout is as that of a kernel: edits come after those of the variant. */
function ownLayout(
  { from, ...own }: NonNullable<Recipe['layout']>,
  { kernel }: Variant,
  machine: OpenedScenario['machine'],
): Kernel['layout'] {
  if (!('edits' in own)) return own;
  const { layout } = kernel;
  const given = typeof layout === 'object' && 'edits' in layout ? layout : undefined;
  const name = typeof layout === 'string' ? patchesNamed(layout)?.layout : given?.base;
  const base = own.base ?? name;
  if (base === undefined) {
    throw new ScenarioError(
      'layout',
      `edits the layout of variant ${from}, which is given by offsets`,
      `add "base": one of ${layoutNames.join(', ')}`,
    );
  }
  const before = own.base === undefined ? (given?.edits ?? []) : [];
  const edited = { base, edits: [...before, ...own.edits] };
  editedLayout(edited, 'layout', before.length);
  // A recipe that names a base begins anew, with every structure.
  const others = own.base === undefined ? given?.structures : undefined;
  const structures = joinedStructures(others, own.structures, machine);
  return structures ? { ...edited, structures } : edited;
}

/** The recipe without fields that say nothing: empty objects, empty lists, editors' helps. */
export function canonicalRecipe(recipe: Recipe): Recipe {
  const kept = Object.entries(recipe).filter(([key, value]) => {
    if (key === '$schema' || value === undefined) return false;
    return typeof value !== 'object' || value === null || Object.keys(value).length > 0;
  });
  return Object.fromEntries(kept) as Recipe;
}
