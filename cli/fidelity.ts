// `fidelity`: every published row beside what the simulation gives, judged by the claims that were
// written before. A row that fails is shown as failed.

import { oneLine } from '../web/base/visible.ts';
import { measuresOfRuns } from '../web/scenario/claims/job-expansion.ts';
import { planReport } from '../web/scenario/claims/report.ts';
import {
  type Covered,
  type FidelityReport,
  groups,
  isReadFormat,
  type ReportRow,
  type RowCounts,
  type RowGroup,
  type Skill,
} from '../web/scenario/claims/rows.ts';
import { mergedRuns, type ShippedReport, shippedReport } from '../web/scenario/claims/shipped.ts';
import { allOf, families } from '../web/scenario/claims/tally.ts';
import { stories, storyEntries } from '../web/scenario/index.ts';
import { nodeReader } from '../web/scenario/node.ts';
import { mergedParts, partText, runInRounds, runsOfReport } from './fidelity-runs.ts';
import { readOptions } from './options.ts';
import { inProgram, readInput } from './program.ts';
import { runPlanned, shardOf } from './sweep.ts';
import { jobsOf } from './sweep-workers.ts';
import { formatNumber, tableLines } from './table.ts';
import type { Terminal } from './terminal.ts';
import { exitCode, UsageError } from './usage.ts';

export const fidelityUsage =
  'schedscape fidelity [story] [--rows file/figure/*]… [--shipped | --from report.json… | --part part.json…] ' +
  '[--json] [--jobs N] [--all-seeds] [--shard i/n] [--resume journal]';

/** A story by its id, or by the folder of its scenarios. */
const storyCalled = (named: string): string =>
  storyEntries.find(({ id, folder }) => named === id || named === folder)?.id ?? named;

const optionTypes = {
  rows: { type: 'string', multiple: true },
  shipped: { type: 'boolean', default: false },
  from: { type: 'string', multiple: true },
  json: { type: 'boolean', default: false },
  jobs: { type: 'string' },
  shard: { type: 'string' },
  resume: { type: 'string' },
  part: { type: 'string', multiple: true },
  'all-seeds': { type: 'boolean', default: false },
} as const;

const valueText = (value: ReportRow['published'] | null): string => {
  if (value === null) return '–';
  if (typeof value === 'number') return formatNumber(value);
  if (!Array.isArray(value)) return '…';
  return typeof value[0] === 'number'
    ? value.map((end) => formatNumber(end as number)).join('–')
    : `${value.length} names`;
};

function errorText({ error }: ReportRow): string {
  if (!error) return '–';
  if (error.unit === 'names') return error.value === 0 ? 'none missing' : `${error.value} missing`;
  const sign = error.value > 0 ? '+' : '';
  return `${sign}${formatNumber(error.value)} ${error.unit === '%' ? '%' : 'pt'}`;
}

const verdictWords = {
  pass: 'pass',
  'direction-only': 'direction only',
  fail: 'FAIL',
  'not-claimed': 'not-claimed',
} as const;

const basisText = { predicted: 'predicted', 'follows-from-fitted': 'follows', fitted: 'FITTED' };

function printClaimed(rows: readonly ReportRow[], terminal: Terminal): void {
  const heading = [
    'row',
    'published',
    'simulated',
    '95 % interval',
    'error',
    'claim',
    'basis',
    'verdict',
  ];
  const lines = rows.map((row) => [
    row.id,
    valueText(row.published),
    valueText(row.simulated),
    row.interval ? row.interval.map(formatNumber).join('–') : '–',
    errorText(row),
    row.claim,
    row.basis ? basisText[row.basis] : '–',
    verdictWords[row.verdict],
  ]);
  for (const line of tableLines([heading, ...lines])) terminal.out(line);
  for (const { id, also = [] } of rows) {
    for (const { run, simulated, interval } of also) {
      const around = interval ? ` (${interval.map(formatNumber).join('–')})` : '';
      terminal.out(`${id} as ${run.scenario}: ${valueText(simulated)}${around}, not judged`);
    }
  }
  const failed = rows.filter(({ verdict }) => verdict === 'fail');
  if (failed.length === 0) return;
  terminal.out('');
  terminal.out('Not reproduced:');
  const explanations = new Set(failed.map(({ explanation }) => explanation));
  for (const explanation of explanations) {
    for (const { id, judged } of failed.filter((row) => row.explanation === explanation)) {
      const why = judged
        .filter(({ passed }) => !passed)
        .map(({ level, says }) => `${level}: ${says}`);
      terminal.out(`  ${id}: ${why.join('; ')}`);
    }
    terminal.out(`    Known so far: ${explanation ?? 'nothing.'}`);
  }
}

/** Rows without a claim are many: one line a reason. */
function printUnclaimed(rows: readonly ReportRow[], terminal: Terminal): void {
  const reasons = new Map<string, number>();
  for (const { note } of rows) reasons.set(note!, (reasons.get(note!) ?? 0) + 1);
  for (const [reason, count] of reasons) {
    terminal.out(`  ${String(count).padStart(4)} ${count === 1 ? 'row ' : 'rows'}  ${reason}`);
  }
}

/** What is claimed of many rows together: the errors of whole curves. */
function printTargets(targets: FidelityReport['targets'], terminal: Terminal): void {
  if (targets.length === 0) return;
  const heading = ['rows together', 'figures', 'found', 'at most', 'verdict'];
  const lines = targets.map(({ name, rows, says, limit, unit, passed }) => [
    name,
    String(rows),
    says,
    `${limit} ${unit}`,
    passed ? 'pass' : 'FAIL',
  ]);
  terminal.out('');
  for (const line of tableLines([heading, ...lines])) terminal.out(line);
}

const groupWords: Readonly<Record<RowGroup, string>> = {
  informative: 'non-trivial: a size that the baseline predictor misses',
  direction: 'a direction: sign or order, no size',
  follows: 'follows from a parameter fitted to another row',
  fitted: 'fitted to this very row',
  control: 'control: the baseline predictor passes, too',
};

const errorWords = ({ error_over_effect: error }: Skill): string =>
  error === null ? '–' : formatNumber(error);

function printCounts(
  { numbers, table_rows, groups: own, null: blind, skill }: RowCounts,
  terminal: Terminal,
) {
  const covered = (what: string, each: Covered) => [
    what,
    ...[each.published, each.claimed, each.reproduced, each.direction, each.missed].map(String),
  ];
  terminal.out('');
  for (const line of tableLines([
    ['', 'published', 'claimed', 'reproduced', 'direction only', 'missed'],
    covered('numbers', numbers),
    covered('table rows', table_rows),
  ])) {
    terminal.out(line);
  }
  terminal.out('');
  const kinds = groups.map((group) => [
    groupWords[group],
    ...[own[group].reproduced, own[group].direction, own[group].missed].map(String),
  ]);
  const heading = ['claims by how much they prove', 'reproduced', 'direction only', 'missed'];
  for (const line of tableLines([heading, ...kinds])) {
    terminal.out(line);
  }
  terminal.out('');
  terminal.out(
    `Skill: ${skill.reproduced} of ${allOf(skill)} non-trivial predictions came true, ${skill.direction} more in direction ` +
      `only; half of those with a size are off by less than ${errorWords(skill)} of the published effect.`,
  );
  terminal.out(
    `The baseline predictor passes ${blind.passes} claims, ${blind.better} of which the simulation misses.`,
  );
}

function printFamilies(rows: readonly ReportRow[], terminal: Terminal): void {
  const found = families(rows);
  if (found.length === 0) return;
  const lines = found.map(({ name, null: blind, skill, ...tally }) => [
    name,
    `${tally.reproduced} of ${allOf(tally)}`,
    String(tally.direction),
    `${blind.passes} (${blind.better} better)`,
    allOf(skill) > 0 ? `${skill.reproduced} of ${allOf(skill)}` : '–',
    errorWords(skill),
  ]);
  terminal.out('');
  const heading = [
    ...['family', 'reproduced', 'direction only', 'baseline predictor', 'non-trivial'],
    'error / effect',
  ];
  for (const line of tableLines([heading, ...lines])) terminal.out(line);
}

function print({ rows, targets, counts }: FidelityReport, terminal: Terminal): void {
  const claimed = rows.filter(({ verdict }) => verdict !== 'not-claimed');
  const unclaimed = rows.filter(({ verdict }) => verdict === 'not-claimed');
  if (claimed.length > 0) printClaimed(claimed, terminal);
  printTargets(targets, terminal);
  if (unclaimed.length > 0) {
    terminal.out('');
    terminal.out('Not claimed:');
    printUnclaimed(unclaimed, terminal);
  }
  printCounts(counts, terminal);
  printFamilies(rows, terminal);
}

/** The report as it comes with the program: nothing is run. */
async function readShipped(story: string | undefined): Promise<FidelityReport> {
  const reader = nodeReader(inProgram('scenarios'));
  const shipped = JSON.parse(await reader.read('fidelity/report')) as ShippedReport;
  return shippedReport(reader, shipped, story);
}

/** A report of everything is two megabytes; this is room for many times as many rows. */
const mostReportBytes = 64 * 2 ** 20;

/** Its rows; what an older format says of their worth is not taken over. */
function readReport(file: string): Pick<FidelityReport, 'rows'> {
  const text = readInput(file, mostReportBytes);
  let report: Partial<FidelityReport> | null = null;
  try {
    report = JSON.parse(text) as Partial<FidelityReport> | null;
  } catch (cause) {
    throw new UsageError(`${file}: is not JSON: ${oneLine((cause as Error).message)}`);
  }
  if (isReadFormat(report?.format) && Array.isArray(report?.rows)) return { rows: report.rows };
  throw new UsageError(`${file}: is not a report; make one with schedscape fidelity --json`);
}

/** Reports that were written before, put together: nothing is run. */
async function readReports(
  files: readonly string[],
  story: string | undefined,
): Promise<FidelityReport> {
  const shipped = { rows: mergedRuns(files.map(readReport)) };
  return shippedReport(nodeReader(inProgram('scenarios')), shipped, story);
}

/** A report as a command line asks for it, run or not; what is wrong with the line is refused before anything runs. */
function readLine(args: readonly string[]) {
  const { values, positionals, wrong } = readOptions(args, optionTypes, fidelityUsage);
  const [named, ...more] = positionals;
  const story = named && storyCalled(named);
  if (more.length > 0) throw wrong(`one story at a time, not ${more[0]} too`);
  if (story !== undefined && !(stories as readonly string[]).includes(story)) {
    throw new UsageError(`"${story}" is not a story; the stories are ${stories.join(', ')}`);
  }
  const stored = values.shipped ? '--shipped' : values.from && '--from';
  const running = (['rows', 'jobs', 'shard', 'resume', 'part'] as const).find(
    (name) => values[name] !== undefined,
  );
  if (stored && running) {
    throw wrong(`${stored} runs nothing: leave out --${running}`);
  }
  if (values.shipped && values.from) throw wrong('--shipped or --from, not both');
  const idle = (['jobs', 'shard', 'resume'] as const).find((name) => values[name] !== undefined);
  if (values.part && idle) {
    throw wrong(`--part puts together what has run: leave out --${idle}`);
  }
  return { values, story };
}

/** A report that is to be run, as its command line asks for it. Throws UsageError and ScenarioError. */
export async function openReport(args: readonly string[]) {
  const { values, story } = readLine(args);
  const { rows } = values;
  const planned = await planReport(nodeReader(inProgram('scenarios')), story, rows && { rows });
  return { values, planned, toRun: runsOfReport(planned, story) };
}

/** Prints a report as its command line asks for it. */
export function printReport(
  { json }: { readonly json: boolean },
  report: FidelityReport,
  terminal: Terminal,
): void {
  if (json) terminal.out(JSON.stringify(report, null, 2));
  else print(report, terminal);
}

/** Processor time of this process, its workers' with it, as one says it: what a report costs, whatever runs beside it. */
export function processorTime({ user, system }: NodeJS.CpuUsage): string {
  const seconds = Math.max(1, Math.round((user + system) / 1e6));
  return seconds < 600 ? `${seconds} s` : `${Math.round(seconds / 60)} minutes`;
}

/** Runs the report, or a part of it; or puts its parts together. */
async function runOrMerge(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values, planned, toRun } = await openReport(args);
  const { shard: written, resume, part } = values;
  if (part) {
    printReport(
      values,
      planned.report(measuresOfRuns(mergedParts(part, toRun.head).runs)),
      terminal,
    );
    return exitCode.done;
  }
  const shard = shardOf(written);
  const jobs = jobsOf(values.jobs);
  const how = resume === undefined ? {} : { resume };
  if (shard) {
    const runs = await runPlanned(toRun, jobs, terminal, { ...how, shard });
    terminal.out(partText(toRun.head, shard, runs).trimEnd());
    return exitCode.done;
  }
  const since = process.cpuUsage();
  const runs = values['all-seeds']
    ? await runPlanned(toRun, jobs, terminal, how)
    : await runInRounds(planned, toRun, jobs, terminal, how);
  terminal.err(`the runs took ${processorTime(process.cpuUsage(since))} of processor time`);
  printReport(values, planned.report(measuresOfRuns(runs)), terminal);
  return exitCode.done;
}

export async function fidelity(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values, story } = readLine(args);
  if (values.shipped) printReport(values, await readShipped(story), terminal);
  else if (values.from) printReport(values, await readReports(values.from, story), terminal);
  else return runOrMerge(args, terminal);
  return exitCode.done;
}
