// A policy of one's own in a recipe: it becomes one more variant, as a layout of one's own does, with the code of
// its text. This file and the compiler are fetched only where there is one.

import { compilePolicy } from '../policy/compile.ts';
import type { CompiledPolicy } from '../policy/compiled.ts';
import { PolicyError } from '../policy/error.ts';
import { policyNames } from '../policy/names.ts';
import { type OwnPolicy, policyValues } from '../policy/values.ts';
import type { Need } from '../policy/words.ts';
import { ScenarioError } from './error.ts';
import type { Recipe } from './recipe-schema.ts';
import type { OpenedScenario } from './scenario.ts';
import type { Variant } from './schema.ts';
import { hasTrait, workloadNamed } from './workloads.ts';

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

/** Checks that the policy can become a variant of its own, and that its base exists. Throws ScenarioError. */
function check(
  { scenario }: OpenedScenario,
  { layout, policy }: Recipe,
  base: Variant | undefined,
): asserts base {
  if (layout) {
    const remedy = 'put the layout into the scenario: set variant.A.kernel.layout';
    throw new ScenarioError('policy', 'and a layout would both become variant C', remedy);
  }
  if (!freeVariant(scenario)) {
    const remedy = 'use a scenario with fewer variants';
    throw new ScenarioError('policy', 'would be a fifth variant', remedy);
  }
  if (!base) {
    const known = scenario.variants.map(({ id }) => id).join(', ');
    const problem = `names a variant "${policy!.from}" that does not exist`;
    throw new ScenarioError('policy.from', problem, `the variants are ${known}`);
  }
}

/** What a world may lack: why it is asked for, and what would bring it. */
const lacking: Record<Need, { readonly what: string; readonly remedy: (id: string) => string }> = {
  fair: {
    what: 'the full fair class',
    remedy: (id) => `use a scenario with ordinary tasks, or set variant.${id}.kernel.fair to full`,
  },
  queues: {
    what: 'a class that queues tasks',
    remedy: (id) => `use a scenario with ordinary tasks, or set variant.${id}.kernel.fair to full`,
  },
  ext: {
    what: 'a scheduling class of its own',
    remedy: (id) => `set variant.${id}.kernel.fair to ext`,
  },
  caches: {
    what: 'a kernel with cache-aware balancing',
    remedy: (id) => `use a variant of a cache-aware story, or set variant.${id}.kernel.cache_aware`,
  },
  pages: {
    what: 'page lists',
    remedy: () => 'use a scenario whose workload allocates pages, such as page_fault1',
  },
};

/** What only the full fair class knows: a class of one's own has none of it. */
const ofFullClass: ReadonlySet<string> = new Set([
  ...['preemption', 'nohz_kicks', 'sched_idle_every', 'sched_batch_every', 'numa_balancing'],
  ...['cache_aware', 'hints', 'newidle_fail_cost', 'delayed_dequeue'],
  'fair_order',
]);

/** The kernel of a variant whose ordinary tasks the policy schedules: dispatch queues instead of the fair class. */
function withOwnClass(base: Variant): Variant {
  const kept = Object.entries(base.kernel).filter(([name]) => !ofFullClass.has(name));
  const kernel = { ...Object.fromEntries(kept), fair: 'ext', wake_leaving: 'wakelist' };
  return { ...base, kernel: kernel as Variant['kernel'] };
}

/** That a world of the variant has what the policy asks for: throws ScenarioError. */
function checkNeeds({ scenario }: OpenedScenario, base: Variant, { needs }: CompiledPolicy): void {
  const { name } = (base.workload?.name ? base.workload : scenario.workload) as { name: string };
  const { cache_aware, fair } = base.kernel;
  const form = fair ?? workloadNamed(name).fair ?? 'minimal';
  const isFull = form === 'full';
  const has: Record<Need, boolean> = {
    fair: isFull,
    ext: form === 'ext',
    queues: form !== 'minimal',
    caches: isFull && cache_aware !== undefined && cache_aware.enabled !== false,
    pages: hasTrait(name, 'page-lists'),
  };
  const missing = needs.find(({ need }) => !has[need]);
  if (!missing) return;
  const { what, remedy } = lacking[missing.need];
  const problem = `line ${missing.at.line}: ${missing.name} needs ${what}, which is not there`;
  throw new ScenarioError('policy.source', problem, remedy(base.id));
}

/** The scenario with the recipe's policy as variant C, "Yours". Throws ScenarioError. */
export function withOwnPolicy(opened: OpenedScenario, recipe: Recipe): OpenedScenario {
  const { scenario } = opened;
  const { from, source } = recipe.policy!;
  const of = scenario.variants.find(({ id }) => id === from);
  check(opened, recipe, of);
  const own = compiled(source);
  const base = own.needs.some(({ need }) => need === 'ext') ? withOwnClass(of) : of;
  checkNeeds(opened, base, own);
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
