// `fidelity`: every published row beside what the simulation gives, judged by the claims that were
// written before. A row that fails is shown as failed.

import { collect } from '../web/engine/sweep/collect.ts';
import type { RunJob, RunMeasures } from '../web/engine/sweep/measure.ts';
import { planReport } from '../web/scenario/claims/report.ts';
import type { Report, ReportRow } from '../web/scenario/claims/rows.ts';
import { type ShippedReport, shippedReport } from '../web/scenario/claims/shipped.ts';
import { stories, storyEntries } from '../web/scenario/index.ts';
import { nodeReader } from '../web/scenario/node.ts';
import { readOptions } from './options.ts';
import { inProgram } from './program.ts';
import { remaining } from './sweep.ts';
import { jobsOf, startRunners } from './sweep-workers.ts';
import { formatNumber, table } from './table.ts';
import type { Terminal } from './terminal.ts';
import { exitCode, UsageError } from './usage.ts';

export const fidelityUsage =
  'schedscape fidelity [story] [--rows file/figure/*]… [--shipped] [--json] [--jobs N]';

/** A story by its id, or by the folder of its scenarios. */
const storyCalled = (named: string): string =>
  storyEntries.find(({ id, folder }) => named === id || named === folder)?.id ?? named;

const optionTypes = {
  rows: { type: 'string', multiple: true },
  shipped: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  jobs: { type: 'string' },
} as const;

interface Options {
  readonly rows?: string[] | undefined;
  readonly jobs?: string | undefined;
}

const now = (): number => performance.now() / 1000;

/** Runs the jobs of a planned report; their measures in the same order. */
export async function measureAll(
  jobs: readonly RunJob[],
  workers: number,
  terminal: Terminal,
): Promise<RunMeasures[]> {
  if (jobs.length === 0) return [];
  const runners = await startRunners(Math.min(workers, jobs.length));
  const begin = now();
  try {
    const finished = await collect({
      pairs: jobs.map((_, index) => ({ index, cell: index, seed: 0 })),
      variants: ['run'],
      jobOf: ({ index }) => jobs[index]!,
      runners,
      onProgress: ({ done, total, computed }) =>
        terminal.progress(
          `${done} of ${total} runs${remaining(computed, total - done, now() - begin)}`,
        ),
    });
    return finished.map(({ runs }) => runs.run!);
  } finally {
    for (const runner of runners) runner.close();
    terminal.progress('');
  }
}

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
    row.verdict === 'fail' ? 'FAIL' : row.verdict,
  ]);
  for (const line of table([heading, ...lines])) terminal.out(line);
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
function printTargets(targets: Report['targets'], terminal: Terminal): void {
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
  for (const line of table([heading, ...lines])) terminal.out(line);
}

function print({ rows, targets, counts }: Report, terminal: Terminal): void {
  const claimed = rows.filter(({ verdict }) => verdict !== 'not-claimed');
  const unclaimed = rows.filter(({ verdict }) => verdict === 'not-claimed');
  if (claimed.length > 0) printClaimed(claimed, terminal);
  printTargets(targets, terminal);
  if (unclaimed.length > 0) {
    terminal.out('');
    terminal.out('Not claimed:');
    printUnclaimed(unclaimed, terminal);
  }
  const { predicted } = counts;
  terminal.out('');
  terminal.out(
    `${counts.rows} published rows: ${counts.passed} pass, ${counts.failed} fail, ` +
      `${counts.not_claimed} not claimed; of the ${predicted.passed + predicted.failed} ` +
      `predicted ones ${predicted.passed} pass`,
  );
}

/** The report as it comes with the program: nothing is run. */
async function readShipped(story: string | undefined): Promise<Report> {
  const reader = nodeReader(inProgram('scenarios'));
  const shipped = JSON.parse(await reader.read('fidelity/report')) as ShippedReport;
  return shippedReport(reader, shipped, story);
}

async function run(story: string | undefined, options: Options, terminal: Terminal) {
  const { rows, jobs } = options;
  const workers = jobsOf(jobs);
  const reader = nodeReader(inProgram('scenarios'));
  const planned = await planReport(reader, story, rows && { rows });
  return planned.report(await measureAll(planned.jobs, workers, terminal));
}

export async function fidelity(args: readonly string[], terminal: Terminal): Promise<number> {
  const usage = `usage: ${fidelityUsage}`;
  const { values, positionals } = readOptions(args, optionTypes, usage);
  const [named, ...more] = positionals;
  const story = named && storyCalled(named);
  if (more.length > 0) throw new UsageError(`one story at a time, not ${more[0]} too\n${usage}`);
  if (story !== undefined && !(stories as readonly string[]).includes(story)) {
    throw new UsageError(`"${story}" is not a story; the stories are ${stories.join(', ')}`);
  }
  if (values.shipped && (values.rows || values.jobs)) {
    throw new UsageError(`--shipped runs nothing: leave out --rows and --jobs\n${usage}`);
  }
  const report = values.shipped ? await readShipped(story) : await run(story, values, terminal);
  if (values.json) terminal.out(JSON.stringify(report, null, 2));
  else print(report, terminal);
  return exitCode.done;
}
