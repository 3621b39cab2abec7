// Scheduler tunables that a running world reads live, as files under /sys/kernel/debug/sched: what can be
// changed in the middle of a run, and within which limits. Putting them into a fork is interventions.ts.

import { tunables } from '../engine/definition.gen.ts';
import { nearest, ScenarioError, shown } from './error.ts';
import { optionValue } from './kernel-options.ts';
import type { Kernel } from './kernel-schema.ts';
import type { OpenedScenario } from './scenario.ts';
import { workloadNamed } from './workloads.ts';

export interface Tunable {
  /** As a recipe says it. */
  readonly key: string;
  /** The core's TUNABLE_ code. */
  readonly code: number;
  readonly least: number;
  readonly most: number;
  /** What its number counts; '' for a mere number. */
  readonly unit: string;
  /** What a kernel on a machine of that many CPUs starts with. */
  readonly start: (kernel: Kernel, cpus: number) => number;
}

/** Switches cache-aware balancing off and on again: 0 or 1. */
export const ENABLED = 'kernel.cache_aware.enabled';
const BASE_SLICE = 'kernel.base_slice_ns';

/** 0.7 ms times 1 + log2 of at most 8 CPUs. */
const baseSlice = (cpus: number) => 700_000 * (1 + Math.floor(Math.log2(Math.min(cpus, 8))));

/** What those start with that no scenario says. */
const started: Readonly<Record<string, (cpus: number) => number>> = {
  base_slice_ns: baseSlice,
  migration_cost_ns: () => 500_000,
  nr_migrate: () => 32,
};

const all: readonly Tunable[] = tunables.map(({ key, greatest, ...row }) => ({
  ...row,
  key: `kernel.${key}`,
  most: greatest,
  start: (kernel, cpus) => started[key]?.(cpus) ?? optionValue(key, kernel),
}));

export const tunableKeys = all.map(({ key }) => key);

/**
 * What of them a kernel of the scenario has; none where its fair class is the minimal one. One that begins
 * with cache-aware balancing off keeps nothing of it in the core, unless interventions switch it on.
 */
export function tunablesOf(
  { scenario }: OpenedScenario,
  kernel: Kernel,
  isSwitched = false,
): readonly Tunable[] {
  const fair = kernel.fair ?? workloadNamed(scenario.workload.name).fair;
  if (fair !== 'full') return [];
  const { cache_aware } = kernel;
  const hasCaches = cache_aware !== undefined && (cache_aware.enabled !== false || isSwitched);
  return all.filter(({ key }) => {
    // The order before 6.6 has no slices of one length.
    if (key === BASE_SLICE) return kernel.fair_order !== 'cfs';
    return key === ENABLED ? cache_aware : hasCaches || !key.startsWith('kernel.cache_aware.');
  });
}

/** The core's code and value of a setting at `path`. Throws ScenarioError. */
export function tunableChange(
  key: string,
  given: unknown,
  path: string,
  [opened, kernel, isSwitched]: readonly [OpenedScenario, Kernel, boolean],
): { readonly tunable: number; readonly value: number } {
  const present = tunablesOf(opened, kernel, isSwitched);
  const tunable = present.find((each) => each.key === key);
  if (!tunable) {
    throw new ScenarioError(
      path,
      'is a tunable that this variant’s kernel does not have',
      present.length > 0
        ? `choose ${nearest(key, tunableKeys.slice(0, 3)) ?? present[0]!.key}, or a variant that balances by cache${kernel.cache_aware ? `; this one begins with it off: switch it on by ${ENABLED}, too` : ''}`
        : 'choose a workload of ordinary tasks with the full fair class',
    );
  }
  const { least, most, unit } = tunable;
  const value = typeof given === 'number' ? given : Number(String(given).trim() || Number.NaN);
  if (Number.isInteger(value) && value >= least && value <= most) {
    return { tunable: tunable.code, value };
  }
  const of = unit === '' ? '' : ` of ${unit}`;
  throw new ScenarioError(
    path,
    `is ${shown(given)}`,
    most === 1 ? 'give 0 (off) or 1 (on)' : `give a whole number${of} from ${least} to ${most}`,
  );
}
