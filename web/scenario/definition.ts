// From an opened scenario to the plain numbers of the core's world_def, by field name. The engine
// writes them into the core's memory; what they mean stands in wasm-core/include/schedscape.h.

import { HINT, LAYOUT } from '../engine/abi.gen.ts';
import type { MachineShape } from '../engine/domains/domains.ts';
import type { PolicyValues } from '../policy/values.ts';
import { type CacheAwareValues, cacheAwareValues } from './cache-aware.ts';
import { refusedEdit, type StructureValues, structureValues } from './edited-structures.ts';
import { nearest, pathStep, ScenarioError } from './error.ts';
import { type ChangeValues, changeValues } from './interventions.ts';
import { type OptionValues, optionValues } from './kernel-options.ts';
import { forkHints, intents, type Kernel, wakeHints } from './kernel-schema.ts';
import {
  applyEdits,
  builtInLayout,
  layoutCodes,
  offsetsOf,
  parseEdit,
  patchesNamed,
  type RootDomain,
} from './layout/index.ts';
import type { EditedLayout, KernelLayout } from './layout-schema.ts';
import type { CompiledProgram } from './program/compile.ts';
import { absentField, rootDomainFields } from './root-domain.ts';
import type { OpenedScenario } from './scenario.ts';
import type { Scenario, Variant } from './schema.ts';
import { sanitisedDistance } from './slit.ts';
import { type PageListValues, pageListValues, type TimingValues, timingValues } from './timings.ts';
import type { Machine } from './topology.ts';
import {
  type WorkloadSettings,
  workloadNamed,
  workloadNumbers,
  workloadOfVariant,
} from './workloads.ts';

/**
 * Values of world_def by field name; fields that are not here keep the core's defaults (of observation
 * a scenario says only what leaves records). Arrays may be shorter than the field: the rest stays zero.
 */
export interface DefinitionValues
  extends MachineShape,
    TimingValues,
    PageListValues,
    Partial<ChangeValues>,
    Partial<PolicyValues>,
    Partial<CompiledProgram['values']>,
    OptionValues,
    CacheAwareValues,
    StructureValues {
  readonly root_domain_layout: number;
  readonly root_domain_size: number;
  readonly root_domain_offset: readonly number[];
  readonly rto_count_per_node: number;
  readonly task_hints: number;
  readonly llc_kib: number;
  readonly node_read_mb_s: number;
  readonly workload: number;
  readonly workload_parameter: readonly number[];
  readonly seed_low: number;
  readonly seed_high: number;
  readonly warmup_us: number;
  readonly explain_quiet: number;
}

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
    ...timingValues(timings, adjust, machine.nodes),
    ...pageListValues(timings),
    ...layoutValues(opened, kernel, `variants[${index}].kernel.layout`),
    ...optionValues(
      withSurroundings(withRelease(kernel, scenario), fair, machine),
      fair === 'full',
    ),
    task_hints: hintBits(kernel),
    llc_kib: Math.round(1024 * (timings.cache?.llc_mb_per_domain.value ?? 32)),
    node_read_mb_s: Math.round(1000 * (timings.bandwidth?.node_read?.value ?? 0)),
    ...cacheAwareValues(kernel.cache_aware),
    ...workloadValues(workloadOfVariant(scenario, variant)),
    seed_low: seed % 2 ** 32,
    seed_high: Math.floor(seed / 2 ** 32),
    warmup_us: opened.window.from / 1000,
    explain_quiet: Number(scenario.explain === 'all'),
    ...(opened.changes?.variant === variantId ? changeValues(opened.changes.list) : {}),
    ...(opened.policy?.variant === variantId ? opened.policy.values : {}),
    ...opened.program?.values,
  };
}

/** The kernel with the release of its scenario, where it names none itself. */
export const withRelease = (kernel: Kernel, { linux }: Pick<Scenario, 'linux'>): Kernel =>
  linux === undefined ? kernel : { linux, ...kernel };

/** The kernel with what its layout, its workload and the machine say where it does not. */
const withSurroundings = (
  kernel: Kernel,
  fair: NonNullable<Kernel['fair']>,
  { schedSmt, schedCluster, schedMc }: Machine,
): Kernel => ({
  cpupri_per_node: masksPerNode(kernel),
  sched_smt: schedSmt,
  sched_cluster: schedCluster,
  sched_mc: schedMc,
  ...kernel,
  fair,
});

function hintBits({ hints }: Kernel): number {
  const single = hints?.intent ? intents[hints.intent] : hints;
  return (
    forkHints[single?.fork ?? 'none'] +
    wakeHints[single?.wake ?? 'none'] +
    (single?.wide ? HINT.WAKE_WIDE : 0)
  );
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
        root_domain_layout: layoutCodes[patched.layout],
        root_domain_size: 0,
        root_domain_offset: [],
        rto_count_per_node: Number(splitsOverloadCount(layout)),
        ...structureValues(),
      };
    }
    const { platform } = opened.scenario;
    const own = typeof platform === 'string' ? undefined : platform.layouts?.[layout];
    return customLayout(own!, `platform.layouts.${layout}`);
  }
  if ('edits' in layout) {
    return {
      ...customLayout(offsetsOf(editedLayout(layout, path)), path),
      ...structureValues(layout.structures, path, opened.machine),
    };
  }
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
  if (!outcome.ok) throw refusedEdit(outcome, edits, `${path}.edits`, earlier);
  return outcome.layout;
}

function customLayout(layout: KernelLayout, path: string) {
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
    root_domain_layout: LAYOUT.CUSTOM,
    root_domain_size: layout.size,
    root_domain_offset: offsets,
    rto_count_per_node: Number(countPerNode),
    ...structureValues(),
  };
}

function checkField(field: string, offset: number, layout: KernelLayout, path: string): void {
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
