// Changes in the middle of a run, as a recipe says them: from a moment on a task is pinned, tasks keep
// to some CPUs, page lists get another batch, a scheduler tunable another value. A variant with such changes is a fork of the one it
// begins as. Knows their words and limits; making them is the core's.

import { HINT } from '../engine/abi.gen.ts';
import { type Changes, type CoreChange, changeKinds } from './changes.ts';
import { meantOr, pathStep, ScenarioError, shown } from './error.ts';
import { forkHints, wakeHints } from './kernel-schema.ts';
import type { LabQuestion } from './lab/ask-schema.ts';
import { checkMove } from './page-lists.ts';
import type { Recipe } from './recipe-schema.ts';
import type { OpenedScenario } from './scenario.ts';
import type { Scenario, Variant } from './schema.ts';
import { parseCpuList } from './topology.ts';
import { ENABLED, tunableChange, tunableKeys } from './tunables.ts';
import { formatTime, timeNs } from './units.ts';
import { hasTrait, workloadNamed, workloadNumbers } from './workloads.ts';

/** The core's "all tasks", and the words of 32 bits of its sets of CPUs (schedscape.h). */
const ALL_TASKS = 0xffff_ffff;
const SET_WORDS = 32;

type Intervention = NonNullable<Recipe['interventions']>[number];

/** What can be changed, as remedies say it. */
const changeable = [
  'tasks.cpus',
  'task.<number>.cpus',
  'tasks.hints',
  'task.<number>.hints',
  'kernel.page_lists.batch',
  'kernel.page_lists.high',
  ...tunableKeys,
];

function cpusOf(value: unknown, path: string, cpus: number): readonly number[] {
  const text = String(value);
  if (text.length <= 4096 && /^\d{1,5}(-\d{1,5})?(,\d{1,5}(-\d{1,5})?)*$/.test(text)) {
    return parseCpuList(text, cpus, path);
  }
  throw new ScenarioError(
    path,
    `is ${shown(value)}, not a list of CPUs`,
    'write numbers and ranges with commas, such as 0-59,240',
  );
}

/** Task numbers on stage begin behind the idle tasks, of which each CPU has one. */
function taskOf(number: string, path: string, { machine, scenario }: OpenedScenario): number {
  const task = Number(number);
  const { zones, tasks } = tasksOf(scenario);
  const last = machine.cpus + tasks - 1;
  if (task >= machine.cpus && (zones || task <= last)) return task;
  throw new ScenarioError(
    path,
    task < machine.cpus ? `names task ${task}, the idle task of a CPU` : `names task ${task}`,
    zones
      ? `the workload's tasks begin at ${machine.cpus}`
      : `the workload's tasks are ${machine.cpus} to ${last}`,
  );
}

/** How many tasks there are; with page lists only the core knows, for it puts one on each CPU. */
function tasksOf({ workload }: OpenedScenario['scenario']) {
  const { tasks } = workloadNamed(workload.name);
  return { zones: hasTrait(workload.name, 'page-lists'), tasks: tasks(workloadNumbers(workload)) };
}

function pagesOf(value: unknown, path: string): number {
  const pages = typeof value === 'number' ? value : Number(String(value));
  if (Number.isInteger(pages) && pages >= 1 && pages <= 1_048_576) return pages;
  throw new ScenarioError(
    path,
    `is ${shown(value)}`,
    'give a whole number of pages from 1 to 1048576',
  );
}

/** Such as "fork-affine+wake-hold"; "none" clears all. */
function hintsOf(value: unknown, path: string): number {
  const names = String(value).split('+');
  const bits = names.map((name) => {
    const [kind, what = ''] = name.split('-');
    const known: Readonly<Record<string, number>> = kind === 'fork' ? forkHints : wakeHints;
    if (name === 'wake-wide') return HINT.WAKE_WIDE;
    const isHint = (kind === 'fork' || kind === 'wake') && what !== 'none';
    return isHint && Object.hasOwn(known, what) ? known[what]! : -1;
  });
  const kinds = new Set(names.map((name) => (name === 'wake-wide' ? name : name.slice(0, 4))));
  if (value === 'none') return 0;
  if (kinds.size === names.length && !bits.includes(-1))
    return bits.reduce((all, bit) => all + bit);
  throw new ScenarioError(
    path,
    `is ${shown(value)}`,
    'give none, or at most one each of fork-affine and fork-spread, of wake-affine and wake-hold, and wake-wide, joined by +',
  );
}

/** One setting of an intervention. Throws ScenarioError. */
function changeOf(
  [key, value]: readonly [string, unknown],
  path: string,
  opened: OpenedScenario,
  [variant, isSwitched]: readonly [Variant, boolean],
) {
  const none = { task: undefined, cpus: [], value: 0 };
  const one = /^task\.(\d{1,5})\.cpus$/.exec(key);
  if (key === 'tasks.cpus' || one) {
    const task = one ? taskOf(one[1]!, path, opened) : undefined;
    const cpus = cpusOf(value, path, opened.machine.cpus);
    checkMove({ task, cpus }, path, opened, variant);
    return { ...none, kind: 'cpus', task, cpus } as const;
  }
  const hinted = /^tasks?\.(?:(\d{1,5})\.)?hints$/.exec(key);
  if (hinted && (key === 'tasks.hints') === !hinted[1]) {
    const task = hinted[1] ? taskOf(hinted[1], path, opened) : undefined;
    return { ...none, kind: 'hints', task, value: hintsOf(value, path) } as const;
  }
  const list = /^kernel\.page_lists\.(batch|high)$/.exec(key);
  if (list) {
    if (!hasTrait(opened.scenario.workload.name, 'page-lists')) {
      throw new ScenarioError(
        path,
        'changes page lists, which this workload does not use',
        'remove it',
      );
    }
    return { ...none, kind: list[1] as 'batch' | 'high', value: pagesOf(value, path) } as const;
  }
  if (tunableKeys.includes(key)) {
    const changed = tunableChange(key, value, path, [opened, variant.kernel, isSwitched]);
    return { ...none, kind: 'tunable', task: changed.tunable, value: changed.value } as const;
  }
  throw new ScenarioError(
    path,
    'cannot be changed in the middle of a run',
    meantOr(
      key.replace(/^task\.[^.]*/, 'task.<number>'),
      changeable,
      `what can be is ${changeable.join(', ')}`,
    ),
  );
}

function changesIn(
  given: readonly Intervention[],
  opened: OpenedScenario,
  variant: Variant,
): readonly CoreChange[] {
  const isSwitched = given.some(({ set }) => Object.hasOwn(set, ENABLED));
  const changes = given.flatMap(({ at, set }, index) => {
    const ns = timeNs(at);
    if (ns >= opened.duration) {
      throw new ScenarioError(
        `interventions[${index}].at`,
        `is ${at}, but the run ends at ${formatTime(opened.duration)}`,
        'choose an earlier moment',
      );
    }
    return Object.entries(set).map((one) => ({
      at: ns,
      ...changeOf(one, `interventions[${index}].set${pathStep(one[0])}`, opened, [
        variant,
        isSwitched,
      ]),
    }));
  });
  if (changes.length > 32) {
    throw new ScenarioError('interventions', `makes ${changes.length} changes`, 'make at most 32');
  }
  return changes.sort((one, two) => one.at - two.at);
}

/** The variant that all interventions speak of: A unless they say another. */
function originOf(given: readonly Intervention[], { scenario }: OpenedScenario): Variant {
  const id = given[0]?.variant ?? 'A';
  const index = given.findIndex(({ variant = 'A' }) => variant !== id);
  if (index >= 0) {
    throw new ScenarioError(
      `interventions[${index}].variant`,
      `is ${given[index]!.variant ?? 'A'}, but the fork began from ${id}`,
      `fork one variant: write ${id} everywhere`,
    );
  }
  const origin = scenario.variants.find((variant) => variant.id === id);
  if (origin) return origin;
  throw new ScenarioError(
    'interventions[0].variant',
    `names a variant "${id}" that does not exist`,
    `the variants are ${scenario.variants.map((variant) => variant.id).join(', ')}`,
  );
}

const isAbout = (ask: LabQuestion, id: string): boolean =>
  ('variant' in ask ? ask : ask.about).variant === id;

/** The scenario without what it says of one variant, which is another now. */
function silentOn(scenario: Scenario, id: 'C'): Scenario {
  const { published, steps, show } = scenario;
  const others = <Values extends object>(values: Values | undefined) =>
    values && { ...values, [id]: undefined };
  return {
    ...scenario,
    ...(published && {
      published: published.map(({ published: said, band, names, ...rest }) => ({
        ...rest,
        ...(said && { published: others(said) }),
        ...(band && { band: others(band) }),
        ...(names && { names: others(names) }),
      })),
    }),
    ...(steps && {
      steps: steps.map(({ ask, checks, ...step }) => ({
        ...step,
        ...(ask && !isAbout(ask, id) && { ask }),
        ...(checks && { checks: checks.filter(({ variant }) => variant !== id) }),
      })),
    }),
    ...(show?.tables && {
      show: { ...show, tables: show.tables.filter(({ side }) => side !== id) },
    }),
  };
}

/**
 * The scenario with a fork as variant `own`: the variant it begins as, and its changes. It takes the place of
 * a variant `own` of the scenario; one that a person made (`isMade`) is not lost for it.
 */
export function withFork(
  opened: OpenedScenario,
  given: readonly Intervention[],
  own: 'C',
  isMade: boolean,
): OpenedScenario {
  const { scenario } = opened;
  const origin = originOf(given, opened);
  const list = changesIn(given, opened, origin);
  const changes: Changes = { variant: own, list };
  if (origin.id === own) return { ...opened, changes };
  if (isMade) {
    throw new ScenarioError(
      'interventions',
      `would make variant ${own} of ${origin.id}, but there is a variant ${own} already`,
      `fork that one: write "variant": "${own}"`,
    );
  }
  const label = `${origin.id} until ${formatTime(list[0]?.at ?? 0)}, then changed`;
  const fork: Variant = { ...origin, id: own, label };
  const others = scenario.variants.filter(({ id }) => id < own);
  const behind = scenario.variants.filter(({ id }) => id > own);
  const variants = [...others, fork, ...behind];
  return { ...opened, changes, scenario: { ...silentOn(scenario, own), variants } };
}

/** Changes as fields of the core's world_def. */
export interface ChangeValues {
  readonly interventions: number;
  readonly intervention_at_low: readonly number[];
  readonly intervention_at_high: readonly number[];
  readonly intervention_kind: readonly number[];
  readonly intervention_task: readonly number[];
  readonly intervention_value: readonly number[];
  readonly intervention_cpus: readonly number[];
}

function setOf(cpus: readonly number[]): number[] {
  const words = new Uint32Array(SET_WORDS);
  for (const cpu of cpus) words[cpu >>> 5]! |= 1 << (cpu & 31);
  return [...words];
}

export const changeValues = (list: readonly CoreChange[]): ChangeValues => ({
  interventions: list.length,
  intervention_at_low: list.map(({ at }) => at % 2 ** 32),
  intervention_at_high: list.map(({ at }) => Math.floor(at / 2 ** 32)),
  intervention_kind: list.map(({ kind }) => changeKinds[kind]),
  intervention_task: list.map(({ task }) => task ?? ALL_TASKS),
  intervention_value: list.map(({ value }) => value),
  intervention_cpus: list.flatMap(({ cpus }) => setOf(cpus)),
});
