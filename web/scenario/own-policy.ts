// A policy of one's own in a recipe: it becomes one more variant, as a layout of one's own does, with the code of
// its text. This file and the compiler are fetched only where there is one.

import { type CompiledPolicy, compilePolicy } from '../policy/compile.ts';
import { PolicyError } from '../policy/error.ts';
import { policyNames } from '../policy/names.ts';
import { type OwnPolicy, policyValues } from '../policy/values.ts';
import { ScenarioError } from './error.ts';
import type { Recipe } from './recipe-schema.ts';
import type { OpenedScenario } from './scenario.ts';
import type { Variant } from './schema.ts';
import { workloadNamed } from './workloads.ts';

/** Where a text is wrong is said of the field; what would be right is the compiler's sentence. */
function compiled(source: string): CompiledPolicy {
  try {
    return compilePolicy(source);
  } catch (cause) {
    if (!(cause instanceof PolicyError)) throw cause;
    const { line, column } = cause.place;
    throw new ScenarioError('policy.source', `line ${line}, column ${column}`, cause.sentence);
  }
}

/** The variant that a policy becomes: C, or D where the scenario has a C of its own. */
const freeVariant = ({ variants }: OpenedScenario['scenario']) =>
  (['C', 'D'] as const).find((id) => !variants.some((each) => each.id === id));

/** That a world of the variant has the point and is nobody else's: throws ScenarioError. */
function check(
  { scenario }: OpenedScenario,
  { layout, policy }: Recipe,
  base: Variant | undefined,
): asserts base {
  if (layout) {
    const remedy = 'take the layout into the scenario: set variant.A.kernel.layout';
    throw new ScenarioError('policy', 'and a layout would both become variant C', remedy);
  }
  if (!freeVariant(scenario)) {
    const remedy = 'take a scenario with fewer variants';
    throw new ScenarioError('policy', 'would be a fifth variant', remedy);
  }
  if (!base) {
    const known = scenario.variants.map(({ id }) => id).join(', ');
    const problem = `names a variant "${policy!.from}" that does not exist`;
    throw new ScenarioError('policy.from', problem, `the variants are ${known}`);
  }
  const { name } = (base.workload?.name ? base.workload : scenario.workload) as { name: string };
  const fair = base.kernel.fair ?? workloadNamed(name).fair ?? 'minimal';
  if (fair === 'full') return;
  const remedy = `take a scenario with ordinary tasks, or set variant.${base.id}.kernel.fair to full`;
  throw new ScenarioError('policy', 'is asked by the full fair class, which is not there', remedy);
}

/** The scenario with the recipe's policy as variant C, "Yours". Throws ScenarioError. */
export function withOwnPolicy(opened: OpenedScenario, recipe: Recipe): OpenedScenario {
  const { scenario } = opened;
  const { from, source } = recipe.policy!;
  const base = scenario.variants.find(({ id }) => id === from);
  check(opened, recipe, base);
  const own = compiled(source);
  const id = freeVariant(scenario)!;
  const policy: OwnPolicy = {
    variant: id,
    compiled: own,
    values: policyValues(own),
    names: policyNames(own),
  };
  const variant: Variant = { ...base, id, label: 'Yours' };
  return {
    ...opened,
    policy,
    scenario: { ...scenario, variants: [...scenario.variants, variant] },
  };
}
