// From an opened scenario to the plain numbers of the core's world_def, by field name. The engine
// writes them into the core's memory; what they mean stands in wasm-core/include/schedscape.h.

import type { MachineShape } from '../engine/domains/domains.ts';
import { type CacheAwareValues, cacheAwareValues } from './cache-aware.ts';
import { nearest, pathStep, ScenarioError } from './error.ts';
import { type ChangeValues, changeValues } from './interventions.ts';
import {
  applyEdits,
  builtInLayout,
  layoutNames,
  offsetsOf,
  parseEdit,
  patchesNamed,
  type RootDomain,
} from './layout/index.ts';
import { absentField, rootDomainFields } from './root-domain.ts';
import type { OpenedScenario } from './scenario.ts';
import {
  type EditedLayout,
  explainExtents,
  fairClasses,
  forkHints,
  forkTieBreaks,
  groupBalancers,
  hintOverloads,
  idleForms,
  idleSearches,
  intents,
  type Kernel,
  type Layout,
  leavingForms,
  newidleFailCosts,
  nohzKicks,
  numaImbalances,
  pageListForms,
  preemptionForms,
  serializeTests,
  siblingSlows,
  type Variant,
  WAKE_WIDE,
  wakeHints,
} from './schema.ts';
import { sanitisedDistance } from './slit.ts';
import { type PageListValues, pageListValues, type TimingValues, timingValues } from './timings.ts';
import { type WorkloadSettings, workloadNamed, workloadNumbers, workloadOf } from './workloads.ts';

/**
 * Values of world_def by field name; fields that are not here keep the core's defaults (of observation
 * a scenario says only what leaves records). Arrays may be shorter than the field: the rest stays zero.
 */
export interface DefinitionValues
  extends MachineShape,
    TimingValues,
    PageListValues,
    Partial<ChangeValues>,
    CacheAwareValues {
  readonly root_domain_layout: number;
  readonly root_domain_size: number;
  readonly root_domain_offset: readonly number[];
  readonly cpupri_per_node: number;
  readonly rto_count_per_node: number;
  readonly static_root_domain: number;
  readonly rt_push_ipi: number;
  readonly fair_class: number;
  readonly numa_imbalance: number;
  readonly imb_numa_nr: number;
  readonly idle_search: number;
  readonly fork_tie_break: number;
  readonly task_hints: number;
  readonly hint_overload: number;
  readonly llc_kib: number;
  readonly node_read_mb_s: number;
  readonly newidle_fail_cost: number;
  readonly should_we_balance: number;
  readonly serialize_test: number;
  readonly wake_leaving: number;
  readonly preemption: number;
  readonly nohz_kicks: number;
  readonly sched_idle_every: number;
  readonly sched_batch_every: number;
  readonly no_delayed_dequeue: number;
  readonly idle_states: number;
  readonly sibling_slows: number;
  readonly skew_tick: number;
  readonly numa_balancing: number;
  readonly pcp_form: number;
  readonly pcp_batch: number;
  readonly pcp_high: number;
  readonly workload: number;
  readonly workload_parameter: readonly number[];
  readonly seed_low: number;
  readonly seed_high: number;
  readonly warmup_us: number;
  readonly explain_quiet: number;
}

/** The core's LAYOUT_CUSTOM. */
const LAYOUT_CUSTOM = layoutNames.length;

/** Layouts in which patch 3 splits the RT overload count by node. */
const splitsOverloadCount = (layout: string): boolean => layout.split('+').includes('p3');

/** Whether the name of a kernel's layout says that patch 4 splits the masks of cpupri by node. */
export const masksPerNode = ({ layout }: Kernel): boolean =>
  typeof layout === 'string' && (patchesNamed(layout)?.masksPerNode ?? false);

/** The variant of that id. Throws ScenarioError. */
export function variantOf(opened: OpenedScenario, id: string): Variant {
  const { variants } = opened.scenario;
  const found = variants.find((variant) => variant.id === id);
  if (found) return found;
  throw new ScenarioError(
    'variant',
    `"${id.slice(0, 20)}" does not exist`,
    `the variants are ${variants.map((variant) => variant.id).join(', ')}`,
  );
}

/** The definition of one variant, for the core. Throws ScenarioError. */
export function buildDefinition(opened: OpenedScenario, variantId: string): DefinitionValues {
  const { machine, timings, adjust, scenario, seed } = opened;
  const variant = variantOf(opened, variantId);
  const { kernel } = variant;
  const fair = kernel.fair ?? workloadNamed(scenario.workload.name).fair ?? 'minimal';
  const index = scenario.variants.findIndex((variant) => variant.id === variantId);
  const flag = (chosen: boolean | undefined, otherwise: boolean) => Number(chosen ?? otherwise);
  return {
    cpus: machine.cpus,
    nodes: machine.nodes,
    cpu_core: machine.core,
    cpu_l2: machine.l2,
    cpu_llc: machine.llc,
    cpu_package: machine.package,
    cpu_node: machine.node,
    distance: kernel.slit === 'sanitised' ? sanitisedDistance(machine) : machine.distance,
    node_reclaim_distance: machine.nodeReclaimDistance,
    sched_smt: flag(kernel.sched_smt, machine.schedSmt),
    sched_cluster: flag(kernel.sched_cluster, machine.schedCluster),
    sched_mc: flag(kernel.sched_mc, machine.schedMc),
    ...timingValues(timings, adjust, machine.nodes),
    ...pageListValues(timings),
    ...layoutValues(opened, kernel, `variants[${index}].kernel.layout`),
    cpupri_per_node: flag(kernel.cpupri_per_node, masksPerNode(kernel)),
    static_root_domain: flag(kernel.static_root_domain, false),
    rt_push_ipi: flag(kernel.rt_push_ipi, true),
    fair_class: fairClasses.indexOf(fair),
    llc_kib: Math.round(1024 * (timings.cache?.llc_mb_per_domain.value ?? 32)),
    node_read_mb_s: Math.round(1000 * (timings.bandwidth?.node_read?.value ?? 0)),
    ...placementKernel(kernel),
    ...balancingKernel(kernel),
    wake_leaving: leavingForms.indexOf(kernel.wake_leaving ?? usual[fair].leaving),
    nohz_kicks: nohzKicks.indexOf(kernel.nohz_kicks ?? usual[fair].kicks),
    no_delayed_dequeue: 1 - flag(kernel.delayed_dequeue, true),
    idle_states: idleForms.indexOf(kernel.idle ?? 'c1'),
    sibling_slows: siblingSlows.indexOf(kernel.sibling_slows ?? 'user'),
    skew_tick: flag(kernel.skew_tick, false),
    numa_balancing: flag(kernel.numa_balancing, false),
    ...pageListKernel(kernel),
    ...cacheAwareValues(kernel.cache_aware),
    ...workloadValues(workloadOf(scenario, variant)),
    seed_low: seed % 2 ** 32,
    seed_high: Math.floor(seed / 2 ** 32),
    warmup_us: opened.window.from / 1000,
    explain_quiet: explainExtents.indexOf(scenario.explain ?? 'weighed'),
    ...(opened.changes?.variant === variantId ? changeValues(opened.changes.list) : {}),
  };
}

/** What a kernel does that says nothing of it: the full class as every kernel since 5.8, its stand-in the least. */
const usual = {
  minimal: { leaving: 'wait', kicks: 'balance' },
  full: { leaving: 'wakelist', kicks: 'all' },
} as const;

function placementKernel({ hints, ...kernel }: Kernel) {
  const single = hints?.intent ? intents[hints.intent] : hints;
  return {
    numa_imbalance: numaImbalances.indexOf(kernel.numa_imbalance ?? 'v6.0'),
    imb_numa_nr: kernel.imb_numa_nr ?? 0,
    idle_search: idleSearches.indexOf(kernel.idle_search ?? 'util'),
    fork_tie_break: forkTieBreaks.indexOf(kernel.fork_tie_break ?? 'local'),
    task_hints:
      forkHints[single?.fork ?? 'none'] +
      wakeHints[single?.wake ?? 'none'] +
      (single?.wide ? WAKE_WIDE : 0),
    hint_overload: hintOverloads.indexOf(hints?.overload ?? 'nr_running'),
  };
}

const balancingKernel = (kernel: Kernel) => ({
  newidle_fail_cost: newidleFailCosts.indexOf(kernel.newidle_fail_cost ?? 'raised'),
  should_we_balance: groupBalancers.indexOf(kernel.should_we_balance ?? 'core-aware'),
  serialize_test: serializeTests.indexOf(kernel.serialize_test ?? 'before'),
  preemption: preemptionForms.indexOf(kernel.preemption ?? 'immediate'),
  sched_idle_every: kernel.sched_idle_every ?? 0,
  sched_batch_every: kernel.sched_batch_every ?? 0,
});

/** 0 lets the kernel compute batch and high. */
function pageListKernel({ page_lists: lists }: Kernel) {
  return {
    pcp_form: pageListForms.indexOf(lists?.form ?? 'v4.19'),
    pcp_batch: lists?.batch ?? 0,
    pcp_high: lists?.high ?? 0,
  };
}

function workloadValues(settings: WorkloadSettings) {
  const workload = workloadNamed(settings.name);
  const numbers = workloadNumbers(settings);
  return {
    workload: workload.code,
    workload_parameter: workload.parameters.map((parameter) => numbers[parameter.name]!),
  };
}

function layoutValues(opened: OpenedScenario, kernel: Kernel, path: string) {
  const { layout } = kernel;
  if (typeof layout === 'string') {
    const patched = patchesNamed(layout);
    if (patched) {
      return {
        root_domain_layout: layoutNames.indexOf(patched.layout),
        root_domain_size: 0,
        root_domain_offset: [],
        rto_count_per_node: Number(splitsOverloadCount(layout)),
      };
    }
    const { platform } = opened.scenario;
    const own = typeof platform === 'string' ? undefined : platform.layouts?.[layout];
    return customLayout(own!, `platform.layouts.${layout}`);
  }
  if ('edits' in layout) return customLayout(offsetsOf(editedLayout(layout, path)), path);
  return customLayout(layout, path);
}

/**
 * The layout that edits make. Throws ScenarioError where C's rules refuse one; the first `earlier` of
 * them stand elsewhere and do not count in its path.
 */
export function editedLayout({ base, edits }: EditedLayout, path: string, earlier = 0): RootDomain {
  const outcome = applyEdits(
    edits.map((text) => parseEdit(text)!),
    builtInLayout(base),
  );
  if (outcome.ok) return outcome.layout;
  const { reason, remedy, index } = outcome;
  throw new ScenarioError(
    `${path}.edits[${index! - earlier}]`,
    `"${edits[index!]}" is refused: ${clause(reason)}`,
    remedy ? clause(`${remedy[0]!.toLowerCase()}${remedy.slice(1)}`) : 'leave it out',
  );
}

const clause = (sentence: string): string => sentence.replace(/\.$/, '');

function customLayout(layout: Layout, path: string) {
  const countPerNode = layout.rto_count_per_node ?? false;
  const absent = absentField(countPerNode);
  const missing: string[] = [];
  const offsets = rootDomainFields.map((field) => {
    const offset = Object.hasOwn(layout.offsets, field) ? layout.offsets[field] : undefined;
    if (offset === undefined && field !== absent) missing.push(field);
    return offset ?? 0;
  });
  for (const [field, offset] of Object.entries(layout.offsets)) {
    checkField(field, offset, layout, `${path}.offsets${pathStep(field)}`);
  }
  if (missing.length > 0) {
    throw new ScenarioError(
      `${path}.offsets`,
      `leaves out ${missing.slice(0, 5).join(', ')}${missing.length > 5 ? ' and more' : ''}`,
      'give the offset of every field',
    );
  }
  return {
    root_domain_layout: LAYOUT_CUSTOM,
    root_domain_size: layout.size,
    root_domain_offset: offsets,
    rto_count_per_node: Number(countPerNode),
  };
}

function checkField(field: string, offset: number, layout: Layout, path: string): void {
  const absent = absentField(layout.rto_count_per_node ?? false);
  const known = rootDomainFields.filter((name) => name !== absent);
  if (!known.includes(field)) {
    const meant = nearest(field, known);
    throw new ScenarioError(
      path,
      'is not a field of this root_domain',
      meant ? `did you mean "${meant}"?` : 'remove it',
    );
  }
  if (offset >= layout.size) {
    throw new ScenarioError(
      path,
      `is ${offset}, beyond the size of ${layout.size} bytes`,
      'place the field inside the structure, or make the structure larger',
    );
  }
}
