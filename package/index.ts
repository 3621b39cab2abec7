// The package: the engine for other programs. Opens scenarios, links, machines and workloads, runs them, and gives
// figures, tables and traces. In Node and in browsers; what it reads lies beside it (files.ts).

import { ACTIVITY } from '../web/engine/abi.gen.ts';
import type { Backend } from '../web/engine/backend.ts';
import { type BatchResult, runBatch } from '../web/engine/batch.ts';
import { captureFrame } from '../web/engine/capture.ts';
import { runMetrics } from '../web/engine/metrics.ts';
import { openWasm } from '../web/engine/wasm.ts';
import { World } from '../web/engine/world.ts';
import { readMachineTexts as joinMachine } from '../web/exchange/own/machine/join.ts';
import { MOST_MACHINE_BYTES, machineKindOf } from '../web/exchange/own/machine/kinds.ts';
import { listingOf } from '../web/exchange/own/machine/tar.ts';
import { fileSourceOf } from '../web/exchange/own/source.ts';
import { textOfFile } from '../web/exchange/own/text.ts';
import {
  MOST_WORKLOAD_BYTES,
  readWorkload as readWorkloadText,
} from '../web/exchange/own/workload/read.ts';
import { provenanceOf } from '../web/exchange/provenance.ts';
import { type MeasuredTable, measuredTables } from '../web/exchange/tables/measured.ts';
import { csvOf } from '../web/exchange/tables/table.ts';
import { traceRun } from '../web/exchange/trace/trace.ts';
import {
  buildDefinition,
  hashOfRecipe,
  metrics as knownMetrics,
  type OpenedRecipe,
  openRecipe,
  parseRecipe,
  readRecipe,
  recipeFormat,
  recipeVersion,
  ScenarioError,
  scenarioNames,
  variantOf,
} from '../web/scenario/index.ts';
import { parseWorkload } from '../web/scenario/program/compile.ts';
import { blankScenario } from '../web/scenario/program/other-workload.ts';
import { checkAxes, checkSize } from '../web/scenario/sweep.ts';
import { moduleBytes, reader } from './files.ts';
import type {
  CpuMoment,
  InputError,
  Live,
  Metric,
  NamedFile,
  Opened,
  OpenOptions,
  OwnMachine,
  OwnWorkload,
  Result,
  RunOptions,
  SweepOptions,
  SweepRun,
  Table,
  TraceOptions,
} from './types.ts';

export * from './types.ts';

/** Whether an error is a message about the input, to be shown to the person who gave it. */
export const isInputError = (error: unknown): error is InputError => error instanceof ScenarioError;

/** The recipe behind each Opened; private to the package. */
const insides = new WeakMap<Opened, OpenedRecipe>();

function inside(opened: Opened): OpenedRecipe {
  const found = insides.get(opened);
  if (!found) throw new TypeError('this is not what open() gave');
  return found;
}

/** The names of the shipped scenarios. */
export const scenarios = (): readonly string[] => scenarioNames(reader());

const isLink = (what: string): boolean => /(?:^|[#&])r=/.test(what);

/** A recipe of what was asked for. */
function recipeFor(what: string | object | undefined, options: OpenOptions) {
  const { set = {}, seed, machine, workload, policy: source } = options;
  const isRecipe =
    typeof what === 'object' &&
    'format' in what &&
    String(what.format).startsWith(`${recipeFormat}/`);
  const given =
    typeof what === 'string' && isLink(what)
      ? readRecipe(what)
      : isRecipe
        ? readRecipe(JSON.stringify(what))
        : { format: `${recipeFormat}/${recipeVersion}`, scenario: what ?? blankScenario };
  const before = (given as { readonly set?: object }).set;
  return parseRecipe({
    ...given,
    ...(machine && { machine: machine.machine }),
    ...(workload && { workload: workload.form }),
    ...(source !== undefined && { policy: { language: 1, from: 'A', source } }),
    ...((before || Object.keys(set).length > 0) && { set: { ...before, ...set } }),
    ...(seed !== undefined && { seed }),
  });
}

/**
 * A shipped scenario by name, a link of the page, a recipe or scenario as an object; nothing: a plain one, for a
 * workload of one's own. Policies that it brings run. Rejects with an InputError.
 */
export async function open(what?: string | object, options: OpenOptions = {}): Promise<Opened> {
  const opened = await openRecipe(recipeFor(what, options), reader(), undefined, true);
  const { scenario, name, seed, duration, window, machine, notices, recipe } = opened;
  const shown: Opened = {
    title: scenario.title,
    name,
    seed,
    duration,
    window: { from: window.from, to: window.to },
    variants: scenario.variants.map(({ id, label, kernel }) => ({
      id,
      label,
      kernel: kernel.version ?? '',
    })),
    cpus: machine.cpus,
    notModelled: scenario.not_modelled ?? [],
    notices,
    link: recipe && hashOfRecipe(recipe),
  };
  insides.set(shown, opened);
  return shown;
}

async function backendFor(opened: OpenedRecipe, variant: string): Promise<Backend> {
  const hasOwn = opened.policy?.variant === variant || opened.program;
  const bytes = await moduleBytes(hasOwn ? 'policy.wasm' : 'core.wasm');
  return openWasm(await WebAssembly.compile(bytes));
}

/** A world at its start. Throws an InputError for a variant that is not there. */
async function worldOf(opened: OpenedRecipe, variant: string) {
  variantOf(opened, variant);
  const backend = await backendFor(opened, variant);
  return { backend, world: World.create(backend, buildDefinition(opened, variant)) };
}

const metricsOf = (result: BatchResult): Record<string, Metric> => {
  if (!result.headline.measuring) return {};
  const values = runMetrics(result);
  const measured = knownMetrics.flatMap(({ name, unit, what }) => {
    const value = values[name];
    return value === undefined ? [] : [[name, { name, value, unit, what }] as const];
  });
  return Object.fromEntries(measured);
};

function resultOf(opened: OpenedRecipe, result: BatchResult): Result {
  const names = (Object.keys(measuredTables) as MeasuredTable[]).filter(
    (name) => name !== 'loops' || opened.program,
  );
  const tables = result.headline.measuring
    ? names.map((name): [string, Table] => [name, measuredTables[name](result)])
    : [];
  const { records, accesses, misses, switches, wakeups, migrations } = result;
  return {
    time: result.time,
    traceHash: result.traceHash,
    metrics: metricsOf(result),
    counters: { records, accesses, misses, switches, wakeups, migrations },
    tables: Object.fromEntries(tables),
  };
}

/** Runs a variant from its start to its end. */
export async function run(
  opened: Opened,
  variant: string,
  { onProgress }: RunOptions = {},
): Promise<Result> {
  const own = inside(opened);
  const { backend, world } = await worldOf(own, variant);
  try {
    const result = runBatch(world, {
      duration: own.duration,
      windowStart: own.window.from,
      program: own.program,
      ...(onProgress && { onProgress }),
    });
    return resultOf(own, result);
  } finally {
    backend.dispose();
  }
}

type Setting = Readonly<Record<string, string | number | boolean>>;

/** Refuses what cannot be swept before anything runs: a program may give what the types do not allow. */
function checkSweep(over: unknown, seeds: unknown): asserts seeds is number {
  if (typeof over !== 'object' || over === null) {
    throw new ScenarioError(
      'over',
      'is not an object',
      "give lists by path: { 'workload.threads': [4] }",
    );
  }
  const axes = Object.entries(over).map(([field, values]) => {
    if (Array.isArray(values)) return { path: field, values };
    throw new ScenarioError(
      field,
      'is not a list of values',
      'give a list, also of a single value',
    );
  });
  checkAxes(axes, seeds);
  const cells = axes.reduce((product, { values }) => product * values.length, 1);
  // Each has one variant at least; how many there are is known once the scenario is open.
  checkSize(cells, 1, seeds as number);
}

/** Every combination of the values, the last path first to change. */
const combinations = (over: SweepOptions['over']): Setting[] =>
  Object.entries(over).reduce<Setting[]>(
    (found, [field, values]) =>
      found.flatMap((set) => values.map((value) => ({ ...set, [field]: value }))),
    [{}],
  );

/** Runs every combination, with each seed, in every variant, one after the other. Rejects with an InputError. */
export async function sweep(
  what: string | object | undefined,
  { over, seeds = 1, onRun, ...options }: SweepOptions,
): Promise<SweepRun[]> {
  checkSweep(over, seeds);
  const sets = combinations(over);
  const runs: SweepRun[] = [];
  for (const set of sets) {
    const first = await open(what, { ...options, set: { ...options.set, ...set } });
    checkSize(sets.length, first.variants.length, seeds);
    for (let seed = first.seed; seed < first.seed + seeds; seed++) {
      const opened = await open(what, { ...options, seed, set: { ...options.set, ...set } });
      for (const { id } of opened.variants) {
        const { metrics, traceHash } = await run(opened, id);
        runs.push({ set, seed, variant: id, metrics, traceHash });
        onRun?.(runs.length, sets.length * seeds * opened.variants.length);
      }
    }
  }
  return runs;
}

/** Runs a variant and gives what happened in a span of it as a file that other programs read. */
export async function trace(
  opened: Opened,
  variant: string,
  { format, from = 0, to = opened.duration, onProgress }: TraceOptions,
): Promise<Uint8Array> {
  if (!(from >= 0 && from < to && to <= opened.duration)) {
    throw new RangeError(
      `from ${from} to ${to} ns: must lie in this order within ${opened.duration} ns`,
    );
  }
  const own = inside(opened);
  const { backend, world } = await worldOf(own, variant);
  try {
    const { pieces } = traceRun(world, {
      format,
      from,
      to,
      comm: own.scenario.workload.name,
      program: own.program,
      provenance: provenanceOf(own, [variant]),
      windowStart: own.window.from,
      ...(onProgress && { onProgress }),
    });
    return new Uint8Array(await new Blob([...pieces]).arrayBuffer());
  } finally {
    backend.dispose();
  }
}

const activities: Readonly<Record<number, CpuMoment['activity']>> = {
  [ACTIVITY.IDLE]: 'idle',
  [ACTIVITY.USER]: 'user',
  [ACTIVITY.KERNEL]: 'kernel',
  [ACTIVITY.STALLED]: 'line',
  [ACTIVITY.SPINNING]: 'lock',
};

/** A run that stands at its start, to be taken through time. */
export async function start(opened: Opened, variant: string): Promise<Live> {
  const own = inside(opened);
  const { backend, world } = await worldOf(own, variant);
  return {
    get time() {
      return world.time;
    },
    runTo(time) {
      const end = Math.min(time, own.duration);
      while (world.time < end) world.step(end, 0);
    },
    cpus() {
      const { cpus } = captureFrame(world);
      return Array.from(cpus.activity, (activity, cpu) => ({
        cpu,
        activity: activities[activity]!,
        task: activity === ACTIVITY.IDLE ? undefined : cpus.task[cpu]!,
        queued: cpus.queued[cpu]!,
      }));
    },
    traceHash: () => world.traceHash(),
    close: () => backend.dispose(),
  };
}

/** A table as CSV, under lines that say which run it is of. */
export const csv = (opened: Opened, variant: string, table: Table): string =>
  csvOf(table, provenanceOf(inside(opened), [variant]));

/**
 * A machine from files: the first has its shape (lstopo --of xml, lscpu -p or -J, a listing of sysfs), others say more of
 * it (numactl --hardware, core-to-core latencies). Rejects with an InputError.
 */
export async function readMachine(files: readonly NamedFile[]): Promise<OwnMachine> {
  const texts = files.map(({ name, bytes }) => {
    const text = textOfFile(bytes, MOST_MACHINE_BYTES, listingOf);
    return { name, text, kind: machineKindOf(text) };
  });
  const own = joinMachine(texts, {});
  const { name, bytes } = files[0]!;
  const source = await fileSourceOf(own.kind, name, Uint8Array.from(bytes), own.cpuNumbers);
  const { topology, measured, timings } = own;
  const machine = { topology, timings, measured, source };
  return { cpus: topology.cpus, notes: own.notes, machine };
}

/** A workload from rt-app JSON, the short form or our own. `leaveOut`: words of what may be left out. Rejects with an InputError. */
export async function readWorkload(
  { name, bytes }: NamedFile,
  leaveOut: readonly string[] = [],
): Promise<OwnWorkload> {
  const own = readWorkloadText(textOfFile(bytes, MOST_WORKLOAD_BYTES), { leaveOut: [...leaveOut] });
  const source = await fileSourceOf(own.kind, name, Uint8Array.from(bytes), undefined);
  const form = parseWorkload({ source: { ...source, left_out: [...own.leftOut] }, ...own.form });
  return { kind: own.kind, notes: own.notes, form };
}
