// Scheduler tunables that a running world reads live, as files under /sys/kernel/debug/sched: what can be
// changed in the middle of a run, and within which limits. Putting them into a fork is interventions.ts.

import { nearest, ScenarioError, shown } from './error.ts';
import type { OpenedScenario } from './scenario.ts';
import type { Kernel } from './schema.ts';
import { workloadNamed } from './workloads.ts';

export interface Tunable {
  /** As a recipe says it. */
  readonly key: string;
  readonly least: number;
  readonly most: number;
  /** What its number counts; '' for a mere number. */
  readonly unit: string;
  /** What a kernel on a machine of that many CPUs starts with. */
  readonly start: (kernel: Kernel, cpus: number) => number;
}

/** 0.7 ms times 1 + log2 of at most 8 CPUs. */
const baseSlice = (cpus: number) => 700_000 * (1 + Math.floor(Math.log2(Math.min(cpus, 8))));

/** Switches cache-aware balancing off and on again: 0 or 1. */
export const ENABLED = 'kernel.cache_aware.enabled';

const cacheAware = (
  name: 'aggr_tolerance' | 'epoch_period' | 'epoch_affinity_timeout' | 'overaggr_pct' | 'imb_pct',
  [least, most]: readonly [number, number],
  unit: string,
  otherwise: number,
): Tunable => ({
  key: `kernel.cache_aware.${name}`,
  ...{ least, most, unit },
  start: ({ cache_aware }) => cache_aware?.[name] ?? otherwise,
});

/** By the core's TUNABLE_ codes, which say where the limits come from. */
const all: readonly Tunable[] = [
  {
    key: 'kernel.base_slice_ns',
    ...{ least: 100_000, most: 100_000_000, unit: 'ns' },
    start: (_, cpus) => baseSlice(cpus),
  },
  {
    key: 'kernel.migration_cost_ns',
    ...{ least: 0, most: 100_000_000, unit: 'ns' },
    start: () => 500_000,
  },
  { key: 'kernel.nr_migrate', least: 1, most: 1024, unit: 'tasks', start: () => 32 },
  cacheAware('aggr_tolerance', [0, 100], '', 1),
  cacheAware('epoch_period', [1, 1_000_000], 'ticks of 1 ms', 10),
  cacheAware('epoch_affinity_timeout', [0, 1_000_000], 'epochs', 5),
  cacheAware('overaggr_pct', [0, 1000], '%', 50),
  cacheAware('imb_pct', [0, 1000], '%', 20),
  {
    key: ENABLED,
    ...{ least: 0, most: 1, unit: '' },
    start: ({ cache_aware }) => Number(cache_aware?.enabled ?? true),
  },
];

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
  return all.filter(({ key }) =>
    key === ENABLED ? cache_aware : hasCaches || !key.startsWith('kernel.cache_aware.'),
  );
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
      'is a tunable that the kernel of this variant does not have',
      present.length > 0
        ? `choose ${nearest(key, tunableKeys.slice(0, 3)) ?? present[0]!.key}, or a variant that balances by cache${kernel.cache_aware ? `; this one begins with it off: switch it on by ${ENABLED}, too` : ''}`
        : 'choose a workload of ordinary tasks with the full fair class',
    );
  }
  const { least, most, unit } = tunable;
  const value = typeof given === 'number' ? given : Number(String(given).trim() || Number.NaN);
  if (Number.isInteger(value) && value >= least && value <= most) {
    return { tunable: all.indexOf(tunable), value };
  }
  const of = unit === '' ? '' : ` of ${unit}`;
  throw new ScenarioError(
    path,
    `is ${shown(given)}`,
    `give a whole number${of} from ${least} to ${most}`,
  );
}
