// Opens a scenario: text or value, overrides, validation, its machine and timings from the content
// folder, and the numbers that follow (times, seed, cost). No file or network access of its own: a
// ContentReader brings the content (browser.ts in the browser, node.ts in Node).

import type { OwnPolicy } from '../policy/values.ts';
import type { Changes } from './changes.ts';
import { meantOr, ScenarioError, shown } from './error.ts';
import { validated } from './fields.ts';
import { type Json, type JsonObject, plainJson, readJson } from './json.ts';
import { patchNames } from './layout/index.ts';
import { ASK_ACCESSES, MOST_ACCESSES } from './limits.ts';
import { fitWorkload, onMachine, toldElsewhere } from './other-machine.ts';
import { applyOverrides, type Override } from './overrides.ts';
import { checkPageLists } from './page-lists.ts';
import { type ContentReader, content, platformOf } from './platform.ts';
import type { CompiledProgram } from './program/compile.ts';
import type { WorkloadForm } from './program/schema.ts';
import { type Scenario, ScenarioSchema, scenarioFormat, scenarioVersion } from './schema.ts';
import { checkSteps } from './step-variants.ts';
import { type Chapter, chapterOf, type Story, storyEntries } from './stories.ts';
import { timingValues } from './timings.ts';
import type { Adjust, Timings } from './timings-schema.ts';
import type { Machine } from './topology.ts';
import { formatTime, timeNs } from './units.ts';
import { relabelled } from './variant-labels.ts';
import { versionNotices } from './version-label.ts';
import { type Migration, migrated } from './versions.ts';
import { withSteps } from './with-steps.ts';
import {
  checkWorkload,
  hasTrait,
  KERNEL_PATH_NS,
  WorkloadSchema,
  type WorkloadSettings,
  workloadNamed,
  workloadNumbers,
  workloadOfVariant,
} from './workloads.ts';
import { checkPaths } from './written.ts';

/** A scenario with everything it names, ready to run. Times are ns. */
export interface OpenedScenario {
  /** Its name below scenarios/, or undefined if it came inline. */
  readonly name: string | undefined;
  readonly scenario: Scenario;
  readonly machine: Machine;
  readonly timings: Timings;
  readonly adjust: Adjust;
  readonly seed: number;
  readonly duration: number;
  /** ns: the window that the gauges speak of. */
  readonly scoreWindow: number;
  /** The measured window. */
  readonly window: { readonly from: number; readonly to: number };
  /** Where playback begins. */
  readonly start: number;
  /** Accesses a run of one variant is expected to make, and whether to ask before running. */
  readonly cost: { readonly accesses: number; readonly ask: boolean };
  /** What a recipe changes in the middle of the run of one variant; undefined: nothing. */
  readonly changes?: Changes;
  /** A policy of one's own, and which variant runs it; undefined: there is none. */
  readonly policy?: OwnPolicy;
  /** A workload of one's own as the core takes it; undefined: the scenario has none. */
  readonly program?: CompiledProgram;
  /** What of the app goes with its story. */
  readonly chapter: Chapter;
  /** What was changed or left out, in full sentences for a reader. */
  readonly notices: readonly string[];
}

const migrations: readonly Migration[] = [withSteps];

/** The names of all scenarios, sorted: what lies in the folder of a story. */
export function scenarioNames(reader: ContentReader): string[] {
  const folders = storyEntries.map(({ folder }) => `${folder}/`);
  return reader
    .names()
    .filter((name) => folders.some((folder) => name.startsWith(folder)))
    .sort();
}

/** What would be a name: that of another folder, those of the folder that was named, or the folders. */
function whichScenario(written: string, names: readonly string[]): string {
  const folder = written.split('/')[0]!;
  const elsewhere = names.find((name) => name.endsWith(`/${written.split('/').at(-1)}`));
  if (elsewhere !== undefined) return `did you mean "${elsewhere}"?`;
  const beside = names.filter((name) => name.startsWith(`${folder}/`));
  if (beside.length > 0)
    return meantOr(written, names, `of ${folder} there are ${beside.join(', ')}`);
  const folders = new Set(names.map((name) => `${name.split('/')[0]}/…`));
  return meantOr(written, names, `write ${[...folders].join(', ')}`);
}

/** Reads and opens the scenario of that name. Throws ScenarioError. */
export async function loadScenario(
  name: string,
  reader: ContentReader,
  overrides: readonly Override[] = [],
  other: Others = {},
): Promise<OpenedScenario> {
  const names = scenarioNames(reader);
  if (!names.includes(name)) {
    throw new ScenarioError(
      'scenario',
      `${shown(name)} is not the name of a scenario`,
      whichScenario(name, names),
    );
  }
  const opened = await openScenario(await content(reader, name), reader, overrides, other);
  return { ...opened, name };
}

/** What takes the place of a scenario's own. */
export interface Others {
  /** A name, or { topology, timings }; the scenario's workload is cut to fit it. */
  readonly machine?: Json | undefined;
  readonly workload?: WorkloadForm | undefined;
}

/** Opens a scenario given as JSON text or as a value. Throws ScenarioError. */
export async function openScenario(
  source: unknown,
  reader: ContentReader,
  overrides: readonly Override[] = [],
  other: Others = {},
): Promise<OpenedScenario> {
  const parsed = parseScenario(await changed(source, other), overrides);
  const { machine, timings, adjust } = await platformOf(parsed, reader);
  const { workload, notice } =
    other.machine === undefined
      ? { workload: parsed.workload }
      : fitWorkload(parsed.workload, machine);
  const program = await programOf(parsed, machine, timings, adjust);
  const isElsewhere = other.machine !== undefined && other.workload === undefined;
  const isTitled = overrides.some(({ path }) => path === 'title');
  const scenario = {
    ...parsed,
    workload,
    ...withLimits(parsed, program),
    ...(isElsewhere && !isTitled && toldElsewhere(parsed.title, workload, machine)),
  };
  checkVariants(scenario, timings);
  checkWorkload(workload, machine);
  checkOwnWorkloads(scenario, machine);
  const numbers = numbersOf(scenario, machine.cpus, program?.wakeups);
  return {
    name: undefined,
    scenario,
    machine,
    timings,
    adjust,
    ...numbers,
    ...(program && { program }),
    chapter: chapterWith(workload, scenario.story),
    notices: [
      ...numbers.notices,
      ...versionNotices(scenario.variants, overrides, scenario.linux),
      ...(notice ? [notice] : []),
    ],
  };
}

/** The chapter, without the view of page lists where the workload uses none: it would be empty. */
function chapterWith({ name }: WorkloadSettings, story: Story): Chapter {
  const chapter = chapterOf(story);
  if (hasTrait(name, 'page-lists') || chapter.withheld.includes('pages')) return chapter;
  return { ...chapter, withheld: [...chapter.withheld, 'pages'] };
}

/** The document with what takes the place of its own. */
async function changed(source: unknown, { machine, workload }: Others): Promise<unknown> {
  if (machine === undefined && workload === undefined) return source;
  const document = migratedScenario(
    typeof source === 'string' ? readJson(source) : plainJson(source),
  );
  const moved = machine === undefined ? document : onMachine(document, machine);
  if (workload === undefined) return moved;
  return (await import('./program/other-workload.ts')).withWorkload(moved, workload);
}

type Compiler = Pick<typeof import('./program/compile.ts'), 'compileWorkload'>;
let fetchCompiler = (): Promise<Compiler> => import('./program/compile.ts');

/** Spares the fetch where nothing can be fetched: while a page is built (tools/lib/scenario-room.mjs). */
export function handInCompiler(compiler: Compiler): void {
  fetchCompiler = async () => compiler;
}

/** The compiler is fetched only for a workload of one's own. */
async function programOf(
  { workload, program }: Scenario,
  machine: Machine,
  timings: Timings,
  adjust: Adjust,
): Promise<CompiledProgram | undefined> {
  const isProgram = workload.name === 'program';
  if (isProgram !== (program !== undefined)) {
    const problem = isProgram
      ? 'is missing'
      : `is given as well as the workload "${workload.name}"`;
    const remedy = isProgram ? 'write the tasks and their steps' : 'leave one of them out';
    throw new ScenarioError('program', problem, remedy);
  }
  if (!program) return undefined;
  const { clock_mhz, l1_ps } = timingValues(timings, adjust, machine.nodes);
  const { compileWorkload } = await fetchCompiler();
  try {
    return compileWorkload(program, machine, { clock_mhz, l1_ns: l1_ps / 1000 });
  } catch (cause) {
    throw cause instanceof ScenarioError ? cause.within('program') : cause;
  }
}

/** What a workload of one's own leaves out is said with what its scenario does. */
const withLimits = ({ not_modelled = [] }: Scenario, program: CompiledProgram | undefined) =>
  program ? { not_modelled: [...not_modelled, ...program.notModelled].slice(0, 40) } : {};

/** A validated scenario from JSON text or a value, overrides applied. Throws ScenarioError. */
export function parseScenario(source: unknown, overrides: readonly Override[] = []): Scenario {
  const document = migratedScenario(
    typeof source === 'string' ? readJson(source) : plainJson(source),
  );
  checkPaths(document, overrides);
  const scenario = validated(ScenarioSchema, plainJson(applyOverrides(document, overrides)));
  return overrides.length > 0 ? relabelled(scenario, document, overrides) : scenario;
}

/** The document in the present version of the format. */
export function migratedScenario(document: Json): JsonObject {
  return migrated(document, scenarioFormat, scenarioVersion, migrations);
}

// ---- what follows from the fields ----------------------------------------------------------------

/** The stage asks for A, and for B beside it, so nothing else can be the first or only one. */
function checkVariantNames({ variants }: Scenario): void {
  variants.forEach(({ id }, index) => {
    const due = 'ABCD'.charAt(index);
    if (id === due) return;
    throw new ScenarioError(
      `variants[${index}].id`,
      `is ${shown(id)} where ${shown(due)} comes`,
      'call the variants A, B, C and D in order',
    );
  });
}

function checkVariants(scenario: Scenario, timings: Timings): void {
  checkVariantNames(scenario);
  checkSteps(scenario);
  const own =
    typeof scenario.platform === 'string' ? [] : Object.keys(scenario.platform.layouts ?? {});
  const known = [...patchNames, ...own];
  scenario.variants.forEach(({ kernel }, index) => {
    const lists = kernel.page_lists;
    if (lists) checkPageLists(lists, timings, `variants[${index}].kernel.page_lists`);
    if (typeof kernel.layout !== 'string' || known.includes(kernel.layout)) return;
    throw new ScenarioError(
      `variants[${index}].kernel.layout`,
      `is ${shown(kernel.layout)}`,
      meantOr(kernel.layout, known, `write one of ${known.join(', ')}`),
    );
  });
}

/** Parameters that a variant gives itself are as good as those of the scenario. */
function checkOwnWorkloads(scenario: Scenario, machine: Machine): void {
  scenario.variants.forEach((variant, index) => {
    if (!variant.workload) return;
    const path = `variants[${index}]`;
    if (Object.hasOwn(variant.workload, 'name')) {
      throw new ScenarioError(
        `${path}.workload.name`,
        'would change the workload of the scenario',
        'leave the name out; a variant changes parameters only',
      );
    }
    const settings = workloadOfVariant(scenario, variant);
    validated(WorkloadSchema, plainJson(settings), `${path}.workload`);
    try {
      checkWorkload(settings, machine);
    } catch (cause) {
      throw cause instanceof ScenarioError ? cause.within(path) : cause;
    }
  });
}

function numbersOf(
  scenario: Scenario,
  cpus: number,
  wakeups: number | undefined,
): Pick<
  OpenedScenario,
  'seed' | 'duration' | 'scoreWindow' | 'window' | 'start' | 'cost' | 'notices'
> {
  const notices: string[] = [];
  const duration = timeNs(scenario.duration);
  const window = { from: windowStart(scenario, duration, notices), to: duration };
  return {
    seed: scenario.seed ?? 1,
    duration,
    scoreWindow: scoreWindowOf(scenario, duration),
    window,
    start: startOf(scenario, duration, window.from),
    cost: costOf(scenario, duration, cpus, wakeups),
    notices,
  };
}

/**
 * A third of the run is warm-up where the file does not say, or where the run was cut so short that the file's
 * warm-up would leave nothing to measure. Whole microseconds, as the core takes it.
 */
function windowStart(scenario: Scenario, duration: number, notices: string[]): number {
  const third = Math.floor(duration / 3000) * 1000;
  if (scenario.warmup === undefined) return third;
  const warmup = Math.floor(timeNs(scenario.warmup) / 1000) * 1000;
  if (warmup < duration) return warmup;
  notices.push(
    `The warm-up is shortened from ${formatTime(warmup)} to ${formatTime(third)}, because the run lasts only ${formatTime(duration)}.`,
  );
  return third;
}

/** A hundredth of the run, or what the scenario says: never more than half of the run. */
function scoreWindowOf({ scores }: Scenario, duration: number): number {
  const wanted = scores?.window === undefined ? duration / 100 : timeNs(scores.window);
  return Math.max(1, Math.min(Math.floor(duration / 2), Math.round(wanted)));
}

function startOf(scenario: Scenario, duration: number, measured: number): number {
  const { start = 'beginning' } = scenario;
  if (start === 'beginning') return 0;
  if (start === 'measured') return measured;
  const ns = timeNs(start);
  if (ns <= duration) return ns;
  throw new ScenarioError(
    'start',
    `is ${shown(start)}, after the end of the run at ${formatTime(duration)}`,
    'write an earlier time, or "measured"',
  );
}

/** `ofProgram`: wake-ups a second of a workload of one's own. */
function costOf(
  scenario: Scenario,
  duration: number,
  cpus: number,
  ofProgram: number | undefined,
): OpenedScenario['cost'] {
  const workload = workloadNamed(scenario.workload.name);
  const wanted =
    ofProgram ??
    Math.max(
      ...scenario.variants.map((variant) =>
        workload.wakeups(workloadNumbers(workloadOfVariant(scenario, variant))),
      ),
    );
  const wakeups = Math.min(wanted, (cpus * 1e9) / KERNEL_PATH_NS);
  const accesses = Math.ceil((wakeups * duration * workload.accessesPerWakeup) / 1e9);
  if (accesses > MOST_ACCESSES) {
    throw new ScenarioError(
      'duration',
      `makes a run of about ${accesses.toExponential(0)} accesses`,
      `shorten it to ${formatTime(Math.floor((duration * MOST_ACCESSES) / accesses))} or less`,
    );
  }
  return { accesses, ask: accesses > ASK_ACCESSES };
}
