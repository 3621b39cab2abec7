// `versions`: a story along Linux releases, each as the switches that it has, and between two of them which switch does it.
// Without a story the table of releases, switches and commits. Runs what `sweep` runs, one kernel a cell.

import { oneLine } from '../web/base/visible.ts';
import { type Estimate, estimate } from '../web/engine/sweep/statistics.ts';
import { settingOfRun } from '../web/scenario/error-bars/setting.ts';
import { shippedBarOfChange } from '../web/scenario/error-bars/shipped.ts';
import { barJson } from '../web/scenario/error-bars/sweep.ts';
import type { ErrorBar } from '../web/scenario/error-bars/table.ts';
import { errorBarWords } from '../web/scenario/error-bars/words.ts';
import {
  buildDefinition,
  hasTrait,
  metrics,
  type OpenedScenario,
  type Override,
  parseSetting,
  planSweep,
  variantOf,
} from '../web/scenario/index.ts';
import {
  type ChangedSwitch,
  changedBetween,
  type ReleaseSwitch,
  releaseStepOf,
  releaseSwitches,
  releases,
  withoutSwitch,
} from '../web/scenario/releases.ts';
import { openByName } from './opened.ts';
import { readOptions } from './options.ts';
import { machineOptions, machineUsage, ownMachine } from './own-machine.ts';
import { ownWorkload, workloadOptions, workloadUsage } from './own-workload.ts';
import { runPlanned, toRun } from './sweep.ts';
import { jobsOf } from './sweep-workers.ts';
import { formatNumber, tableLines } from './table.ts';
import type { Terminal } from './terminal.ts';
import { exitCode, UsageError } from './usage.ts';

export const versionsUsage =
  'schedscape versions [scenario] [--variant A] [--releases v5.10,v6.6] [--between v6.12,v6.18] [--metric throughput] ' +
  `[--seeds 3] [--duration 50ms] [--set path=value]… [--jobs N] [--json] ${machineUsage} ${workloadUsage}`;

/** Version of the JSON that `versions --json` prints; it only grows fields within a version. */
const versionsFormat = 'schedscape-versions/1';
/** A first look along nine releases; ten are what an interval takes. */
const usualSeeds = '3';
const usualMetric = 'throughput';
/** Seeds that all go one way by chance in 1 of 32 cases: with fewer, a table of nine releases often has such a row. */
const leastSeeds = 6;

const optionTypes = {
  variant: { type: 'string' },
  releases: { type: 'string' },
  between: { type: 'string' },
  metric: { type: 'string' },
  seeds: { type: 'string' },
  duration: { type: 'string' },
  set: { type: 'string', multiple: true },
  jobs: { type: 'string' },
  json: { type: 'boolean', default: false },
  ...machineOptions,
  ...workloadOptions,
} as const;

/** A kernel that is run: a release, or one with a switch of another. */
interface Kernel {
  readonly name: string;
  /** By option. */
  readonly set: Readonly<Record<string, string | boolean>>;
  /** What it changes of the kernel that it is compared with. */
  readonly changed: readonly ChangedSwitch[];
}

interface Ran extends Kernel {
  readonly values: readonly number[];
}

function namedReleases(option: string, written: string | undefined): readonly string[] {
  if (written === undefined) return releases;
  const names = written.split(',').map((each) => each.trim());
  const odd = names.find((name) => !(releases as readonly string[]).includes(name));
  if (odd === undefined) return names;
  throw new UsageError(
    `--${option} ${odd}: is not a release here; write some of ${releases.join(', ')}`,
  );
}

/** The switches that mean something to a variant. */
function switchesOf(opened: OpenedScenario, id: string): readonly ReleaseSwitch[] {
  const { kernel } = variantOf(opened, id);
  const isFull = buildDefinition(opened, id).fair_class === 1;
  const hasLists = hasTrait(opened.scenario.workload.name, 'page-lists');
  const { task_group: group = 'none' } = kernel;
  return releaseSwitches.filter(({ option, isFullOnly, onlyIfSet }) => {
    if (option.startsWith('page_lists.')) return hasLists;
    if (onlyIfSet && group === 'none') return false;
    return isFull || !isFullOnly;
  });
}

const settingsOf = (switches: readonly ReleaseSwitch[], release: string) =>
  Object.fromEntries(switches.map((each) => [each.option, releaseStepOf(each, release).value]));

/** Releases in the order given, each compared with the one before. */
const alongReleases = (switches: readonly ReleaseSwitch[], names: readonly string[]): Kernel[] =>
  names.map((name, at) => ({
    name,
    set: settingsOf(switches, name),
    changed: at === 0 ? [] : ofThese(switches, changedBetween(names[at - 1]!, name)),
  }));

const ofThese = (switches: readonly ReleaseSwitch[], changes: readonly ChangedSwitch[]) =>
  changes.filter(({ option }) => switches.some((each) => each.option === option));

/** The first, with each switch of the second alone, and the second: all compared with the first. */
function betweenTwo(switches: readonly ReleaseSwitch[], [first, second]: readonly string[]) {
  const changes = ofThese(switches, changedBetween(first!, second!));
  const base = settingsOf(switches, first!);
  const alone = changes.map((change) => ({
    name: `${first} with ${change.option} of ${second}`,
    set: { ...base, [change.option]: change.to },
    changed: [change],
  }));
  const last = { name: second!, set: settingsOf(switches, second!), changed: changes };
  return [{ name: first!, set: base, changed: [] }, ...alone, last];
}

type Read = ReturnType<typeof readOptions<typeof optionTypes>>;
type Values = Read['values'];
type Wrong = Read['wrong'];

function seedsOf(written: string): number {
  if (/^[1-9]\d{0,2}$/.test(written)) return Number(written);
  throw new UsageError(`--seeds ${written}: must be a whole number from 1 to 999`);
}

/** Every kernel with its seeds, one after the other. */
async function runKernels(
  kernels: readonly Kernel[],
  values: Values,
  open: (more: readonly Override[]) => Promise<OpenedScenario>,
  id: string,
  terminal: Terminal,
): Promise<Ran[]> {
  const { metric = usualMetric, seeds = usualSeeds } = values;
  const wanted = { over: [], seeds: seedsOf(seeds), variants: [id], lines: [] };
  const jobs = jobsOf(values.jobs);
  const ran: Ran[] = [];
  for (const kernel of kernels) {
    const more = Object.entries(kernel.set).map(([option, value]) => ({
      path: `variant.${id}.kernel.${option}`,
      value,
    }));
    const planned = await planSweep(wanted, (overrides) => open([...more, ...overrides]));
    const runs = await runPlanned(toRun(planned), jobs, terminal);
    const found = runs.map((run) => run.metrics[metric] ?? Number.NaN);
    if (!found.every(Number.isFinite)) {
      throw new UsageError(`--metric ${metric}: this workload does not measure it`);
    }
    ran.push({ ...kernel, values: found });
  }
  return ran;
}

/** In %, seed by seed; null where the earlier measured nothing. */
function changeOf({ values }: Ran, before: Ran): Estimate | null {
  const changes = values.map((value, seed) => 100 * (value / before.values[seed]! - 1));
  return changes.every(Number.isFinite) ? estimate(changes) : null;
}

const switchText = ({ option, to, commit }: ChangedSwitch): string =>
  `${option} ${to}${commit ? ` (${commit})` : ''}`;

const withSign = (value: number): string => `${value < 0 ? '' : '+'}${formatNumber(value)} %`;

const isOneWay = ({ least, most }: Estimate): boolean => least > 0 || most < 0;

/** Whether all seeds changed one way, and are too many for chance. */
const isChanged = (change: Estimate | null): change is Estimate =>
  change !== null && change.count >= leastSeeds && isOneWay(change);

interface Told {
  readonly opened: OpenedScenario;
  readonly id: string;
  readonly metric: string;
  readonly isBetween: boolean;
}

/** How far changes like this one were off; of one that all seeds have. */
function barOf(change: Estimate | null, { opened, id, metric }: Told): ErrorBar | undefined {
  if (!isChanged(change)) return undefined;
  return shippedBarOfChange({ metric, value: change.median, ...settingOfRun(opened, id) });
}

function rowsOf(ran: readonly Ran[], told: Told) {
  const { isBetween } = told;
  return ran.map((each, at) => {
    const before = at === 0 ? undefined : ran[isBetween ? 0 : at - 1]!;
    const change = before ? changeOf(each, before) : null;
    return { ...each, found: estimate(each.values), change, bar: barOf(change, told) };
  });
}

type Rows = ReturnType<typeof rowsOf>;

function printRan(rows: Rows, told: Told, terminal: Terminal): void {
  const { opened, id, metric, isBetween } = told;
  const { unit } = metrics.find(({ name }) => name === metric)!;
  const { label } = variantOf(opened, id);
  terminal.out(`${oneLine(opened.scenario.title)}, variant ${id} (${oneLine(label)})`);
  terminal.out('');
  const than = isBetween ? 'against the first' : 'against the one before';
  const lines = rows.map(({ name, found, change, changed }) => [
    name,
    formatNumber(found.median),
    change ? withSign(change.median) : '',
    change ? `${withSign(change.least)} … ${withSign(change.most)}` : '',
    changed.map(switchText).join(', ') || '–',
  ]);
  const head = ['Linux', `${metric} ${unit}`.trim(), than, 'seeds', 'switches'];
  for (const line of tableLines([head, ...lines])) terminal.out(line);
  const said = [...barLines(rows), ...(isBetween ? [] : switchLines(rows)), ...fewLines(rows)];
  if (said.length > 0) terminal.out('');
  for (const line of said) terminal.out(line);
}

const barLines = (rows: Rows): string[] =>
  rows.flatMap(({ name, change, bar }) =>
    bar ? [`${name}: ${withSign(change!.median)} (${errorBarWords(bar)})`] : [],
  );

/** How to go on from the first change. */
function switchLines(rows: Rows): string[] {
  const at = rows.findIndex(({ change }) => isChanged(change));
  if (at < 0) return [];
  const pair = `${rows[at - 1]!.name},${rows[at]!.name}`;
  return [`which switch does it: --between ${pair}, each alone and all`];
}

/** A sentence on chance, where seeds agree and are too few for a change. */
function fewLines(rows: Rows): string[] {
  const seeds = rows[0]!.values.length;
  const agree = rows.some(({ change }) => change !== null && isOneWay(change));
  if (seeds >= leastSeeds || !agree) return [];
  const chance =
    seeds === 1
      ? 'one seed cannot tell a change from chance'
      : `${seeds} seeds agree by chance in 1 of ${2 ** (seeds - 1)} cases`;
  return [`A first look: ${chance}. Confirm with --seeds 10.`];
}

/** Without a story: which release has what, since which commit, and what no switch has. */
function printReleases(terminal: Terminal): void {
  const lines = releaseSwitches.map((each) => [
    each.option,
    ...releases.map((release) => String(releaseStepOf(each, release).value)),
  ]);
  for (const line of tableLines([['switch', ...releases], ...lines])) terminal.out(line);
  terminal.out('');
  const how = { named: 'named', date: 'by the date of the commit' };
  const commits = releaseSwitches.flatMap(({ option, steps }) =>
    steps
      .slice(1)
      .map(({ since, value, commit, subject, known }) => [
        `${option} ${value}`,
        since!,
        commit ?? '–',
        how[known!],
        subject ?? '',
      ]),
  );
  for (const line of tableLines([
    ['change', 'since', 'commit', 'release known', 'subject'],
    ...commits,
  ])) {
    terminal.out(line);
  }
  terminal.out('');
  terminal.out('What no switch has:');
  for (const line of withoutSwitch) terminal.out(`  ${line}`);
}

const releasesJson = () => ({
  format: versionsFormat,
  releases,
  switches: releaseSwitches.map(({ option, steps }) => ({ option, steps })),
  without_switch: withoutSwitch,
});

function ranJson(rows: Rows, { opened, id, metric }: Told) {
  return {
    format: versionsFormat,
    scenario: opened.name ?? opened.scenario.title,
    ...{ variant: id, metric },
    kernels: rows.map(({ name, set, changed, values, found, change, bar }) => ({
      ...{ name, set, changed, values, median: found.median, change },
      ...(bar && { expected_error: barJson(bar) }),
    })),
    without_switch: withoutSwitch,
  };
}

function checkMetric(metric: string): void {
  if (metrics.some(({ name, ofLine }) => name === metric && !ofLine)) return;
  throw new UsageError(`--metric ${metric}: there is no such metric of a run`);
}

/** The list of releases takes no option but its form: all others are of a run. */
function printList({ json, ...others }: Values, wrong: Wrong, terminal: Terminal): void {
  const [option] = Object.entries(others).flatMap(([name, value]) =>
    value === undefined ? [] : [name],
  );
  if (option) throw wrong(`--${option} needs a scenario, such as split-llc/newly-idle`);
  if (json) terminal.out(JSON.stringify(releasesJson(), null, 2));
  else printReleases(terminal);
}

export async function versions(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values, positionals, wrong } = readOptions(args, optionTypes, versionsUsage);
  const [scenario, ...more] = positionals;
  if (more.length > 0) throw wrong(`one scenario at a time, not ${more[0]} too`);
  if (scenario === undefined && values.workload === undefined) {
    printList(values, wrong, terminal);
    return exitCode.done;
  }
  if (values.releases !== undefined && values.between !== undefined) {
    throw wrong('--releases or --between, not both');
  }
  const { metric = usualMetric } = values;
  checkMetric(metric);
  const names = namedReleases(
    values.between ? 'between' : 'releases',
    values.between ?? values.releases,
  );
  if (values.between !== undefined && names.length !== 2) {
    throw new UsageError(`--between ${values.between}: write two releases, such as v6.12,v6.18`);
  }
  const own = {
    machine: await ownMachine(values, terminal),
    workload: await ownWorkload(values, terminal),
  };
  const { duration } = values;
  const always = [
    ...(values.set ?? []).map(parseSetting),
    ...(duration === undefined ? [] : [{ path: 'duration', value: duration }]),
  ];
  const open = (overrides: readonly Override[]) =>
    openByName(scenario, [...always, ...overrides], own);
  const opened = await open([]);
  for (const notice of opened.notices) terminal.err(notice);
  const id = values.variant ?? opened.scenario.variants[0]!.id;
  const switches = switchesOf(opened, id);
  const isBetween = values.between !== undefined;
  const kernels = isBetween ? betweenTwo(switches, names) : alongReleases(switches, names);
  const told = { opened, id, metric, isBetween };
  const rows = rowsOf(await runKernels(kernels, values, open, id, terminal), told);
  if (values.json) terminal.out(JSON.stringify(ranJson(rows, told), null, 2));
  else printRan(rows, told, terminal);
  return exitCode.done;
}
