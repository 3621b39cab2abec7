// `sweep`: a grid of parameters, every variant, many seeds, over worker threads. The result depends on
// the scenario and the options alone: not on the number of workers, not on the machine.

import { oneLine } from '../web/base/visible.ts';
import { gainOf, isGain } from '../web/engine/metrics.ts';
import { type Collection, collect, type PairRuns } from '../web/engine/sweep/collect.ts';
import { inShard, MOST_SHARDS, type Pair, pairsOf, type Shard } from '../web/engine/sweep/grid.ts';
import {
  runsOfPairs,
  type SweepHead,
  type SweepWhole,
  sweepDocument,
  sweepPart,
  sweepText,
} from '../web/engine/sweep/result.ts';
import type { Estimate } from '../web/engine/sweep/statistics.ts';
import { barOfSweep, wholeText } from '../web/scenario/error-bars/sweep.ts';
import { errorBarWords } from '../web/scenario/error-bars/words.ts';
import {
  formatTime,
  metrics,
  type Override,
  type PlannedSweep,
  parseAxis,
  planSweep,
  type Scenario,
} from '../web/scenario/index.ts';
import { openByName, openWithPolicy } from './opened.ts';
import { readOptions } from './options.ts';
import { machineOptions, machineUsage, ownMachine } from './own-machine.ts';
import { ownWorkload, workloadOptions, workloadUsage } from './own-workload.ts';
import { openJournal } from './sweep-journal.ts';
import { jobsOf, startRunners } from './sweep-workers.ts';
import { formatNumber, tableLines } from './table.ts';
import type { Terminal } from './terminal.ts';
import { exitCode, UsageError } from './usage.ts';

export const sweepUsage =
  'schedscape sweep [scenario] --over path=v1,v2,… [--over …] --seeds 10 [--duration 50ms] ' +
  '[--metric name]… [--until points] [--jobs N] [--shard i/n] [--resume journal] [--json] [--policy my.js] [--from A] ' +
  `${machineUsage} ${workloadUsage}`;

const optionTypes = {
  over: { type: 'string', multiple: true },
  seeds: { type: 'string' },
  duration: { type: 'string' },
  metric: { type: 'string', multiple: true },
  until: { type: 'string' },
  jobs: { type: 'string' },
  shard: { type: 'string' },
  resume: { type: 'string' },
  json: { type: 'boolean', default: false },
  policy: { type: 'string' },
  from: { type: 'string' },
  ...machineOptions,
  ...workloadOptions,
} as const;

const defaultSeeds = 10;
/** Fewer say too little of their spread, however narrow it looks. */
const leastSeeds = 10;

function seedsOf(written: string | undefined): number {
  if (written === undefined) return defaultSeeds;
  if (/^\d{1,6}$/.test(written)) return Number(written);
  throw new UsageError(`--seeds ${written}: must be a whole number from 1 to 1000`);
}

/** Columns of the table for a scenario without published figures. */
const usualMetrics = ['kernel_share', 'throughput', 'throughput_gain'];
/** More columns than these for every variant do not fit a terminal. */
const mostMetrics = 4;

/** The metrics of the table: those asked for, or those of the scenario's published figures. */
function metricsOf(
  written: readonly string[] | undefined,
  { published = [], variants }: Scenario,
): string[] {
  const known = metrics.filter(({ name, ofLine }) => !ofLine && name !== 'line_symbols');
  const isKnown = (asked: string) => known.some(({ name }) => name === asked);
  const odd = written?.find((name) => !isKnown(name));
  if (odd !== undefined) {
    const names = known.map(({ name }) => name).join(', ');
    throw new UsageError(`--metric ${odd}: is not a metric of a run; write one of ${names}`);
  }
  const gain = written?.find(isGain);
  if (gain !== undefined && variants.length === 1) {
    throw new UsageError(
      `--metric ${gain}: compares variants, and the scenario has one; name a metric of one run`,
    );
  }
  if (written) {
    const asked = [...new Set(written)];
    if (asked.length <= mostMetrics) return asked;
    throw new UsageError(
      `--metric: is given for ${asked.length} metrics; name at most ${mostMetrics}, which fit a ` +
        'terminal, or take all of them with --json',
    );
  }
  const own = published.map(({ metric }) => metric).filter(isKnown);
  const shown = own.length > 0 ? ['throughput', ...own] : usualMetrics;
  return [...new Set(shown)].slice(0, mostMetrics);
}

/** Ends a cell once the gain of every variant is known within so many points. */
function stopOf(
  written: string | undefined,
  { variants }: SweepHead,
  gain: string,
): Collection['stop'] {
  if (written === undefined) return undefined;
  const width = Number(written);
  if (!/^\d{1,3}(\.\d{1,6})?$/.test(written) || width === 0) {
    throw new UsageError(`--until ${written}: must be a width in points, such as 0.5`);
  }
  const [first, ...others] = variants;
  if (others.length === 0) {
    throw new UsageError('--until needs a scenario of several variants: it goes by their gains');
  }
  const values = (runs: PairRuns) =>
    others.map((name) => {
      const value = gainOf(gain, runs[first!]!.metrics, runs[name]!.metrics);
      if (Number.isFinite(value)) return value;
      throw new UsageError(
        `--until ${written}: goes by ${gain}, which a run of ${name} did not measure; ` +
          'name a gain that it measures by --metric, or simulate for longer',
      );
    });
  return { least: leastSeeds, width, values };
}

/** What `--shard` says. Throws UsageError. */
export function shardOf(written: string | undefined): Shard | undefined {
  if (written === undefined) return undefined;
  const [, index, of] = /^(\d{1,5})\/(\d{1,5})$/.exec(written)?.map(Number) ?? [];
  if (index && of && index <= of && of <= MOST_SHARDS) return { index, of };
  throw new UsageError(
    `--shard ${written}: must be part/parts, such as 1/3, with parts at most ${MOST_SHARDS}`,
  );
}

/** "about 3 min": how long is left, by how long it took so far. */
export function remaining(computed: number, left: number, seconds: number): string {
  if (computed === 0) return '';
  const rest = (seconds / computed) * left;
  if (rest < 90) return `, about ${Math.ceil(rest)} s left`;
  return rest < 5400
    ? `, about ${Math.ceil(rest / 60)} min left`
    : `, about ${(rest / 3600).toFixed(1)} h left`;
}

const now = (): number => performance.now() / 1000;

interface HowPlanned {
  readonly shard?: Shard;
  readonly stop?: Collection['stop'];
  /** File of the journal. */
  readonly resume?: string;
  /** Indices of the pairs to run; left out: all. */
  readonly only?: ReadonlySet<number>;
  /** A round after the first: what the journal held at the beginning has been said. */
  readonly isFurther?: boolean;
}

/** The journal that was asked for, and a word about what it holds. */
function journalOf(
  { resume, shard, isFurther = false }: HowPlanned,
  head: SweepHead,
  pairs: readonly Pair[],
  terminal: Terminal,
) {
  if (resume === undefined) return undefined;
  const journal = openJournal(resume, head, shard, pairs);
  if (isFurther) return journal;
  const runs = journal.known.size * head.variants.length;
  if (runs > 0) {
    terminal.err(`${runs} of ${pairs.length * head.variants.length} runs are taken from ${resume}`);
  }
  if (journal.damaged > 0) {
    terminal.err(`${resume}: ${journal.damaged} lines are damaged; what they held is run again`);
  }
  if (journal.isHalf) {
    terminal.err(
      `${resume}: ended in the middle of a line, as a killed sweep leaves it; run again`,
    );
  }
  return journal;
}

/** What is to be run, and whether some of it needs the module that runs policies. */
export type ToRun = Pick<PlannedSweep, 'head' | 'jobOf' | 'costOf'> & {
  readonly needsPolicies: boolean;
};

export const toRun = ({ head, jobOf, costOf, first }: PlannedSweep): ToRun => ({
  head,
  jobOf,
  costOf,
  needsPolicies: first.policy !== undefined || first.program !== undefined,
});

/** Runs the pairs of a planned sweep that belong to the shard; all without one. */
export async function runPlanned(
  { head, jobOf, costOf, needsPolicies }: ToRun,
  jobs: number,
  terminal: Terminal,
  how: HowPlanned = {},
) {
  const { shard, stop, only } = how;
  const all = pairsOf(head.cells.length, head.seeds);
  const own = shard ? all.filter((pair) => inShard(pair, shard)) : all;
  const pairs = only ? own.filter(({ index }) => only.has(index)) : own;
  if (pairs.length === 0) return [];
  const journal = journalOf(how, head, own, terminal);
  const runners = await startRunners(
    Math.min(jobs, pairs.length * head.variants.length),
    needsPolicies,
  );
  const begin = now();
  try {
    const finished = await collect({
      pairs,
      variants: head.variants,
      jobOf,
      costOf,
      runners,
      ...(stop && { stop }),
      ...(journal && { known: journal.known, onPair: journal.keep }),
      onProgress: ({ done, total, computed }) => {
        const left = remaining(computed, total - done, now() - begin);
        terminal.progress(`${done} of ${total} runs${left}`);
      },
    });
    return runsOfPairs(finished, head.variants);
  } finally {
    for (const runner of runners) runner.close();
    terminal.progress('');
    journal?.close();
  }
}

const middleOf = (value: Estimate | undefined): string =>
  value ? formatNumber(value.median) : '–';

/** "11.3 [10.9, 11.8]": median and 95 % interval. */
const withInterval = (value: Estimate | undefined): string => {
  if (!value?.interval) return middleOf(value);
  const [low, high] = value.interval.map((end) => formatNumber(end));
  return `${formatNumber(value.median)} [${low}, ${high}]`;
};

/** "+11.3 %". */
const withSign = (value: number): string => `${value < 0 ? '' : '+'}${formatNumber(value)} %`;

/** The columns of one metric: a gain has none for the variant it is measured against. */
function columnsOf(name: string, variants: readonly string[]) {
  const { unit } = metrics.find((metric) => metric.name === name)!;
  const of = isGain(name) ? variants.slice(1) : variants;
  return of.map((variant) => ({
    heading: `${variant} ${name} ${unit}`.trim(),
    text: (cell: SweepWhole['summary'][number]) => {
      const { metrics: values, differences } = cell[variant]!;
      return isGain(name) ? withInterval(differences?.[name]) : middleOf(values[name]);
    },
  }));
}

/** Under the table: of every change in it, how far the model was off on claims like it. */
function printBars(whole: SweepWhole, shown: readonly string[], terminal: Terminal): void {
  const { variants, cells, summary } = whole;
  const lines = cells.flatMap(({ values }, at) =>
    shown.filter(isGain).flatMap((metric) =>
      variants.slice(1).flatMap((variant) => {
        const found = summary[at]![variant]!.differences?.[metric];
        const bar = found && barOfSweep(whole, variant, metric, found.median);
        const place = [...values, variant, metric].join(', ');
        return bar ? [`${place}: ${withSign(found.median)} (${errorBarWords(bar)})`] : [];
      }),
    ),
  );
  if (lines.length === 0) return;
  terminal.out('');
  for (const line of lines) terminal.out(line);
}

function print(whole: SweepWhole, shown: readonly string[], terminal: Terminal) {
  const { over, variants, cells, summary, ...head } = whole;
  const [first] = variants;
  const counts = summary.map((cell) => cell[first!]!.metrics.throughput!.count);
  const [fewest, most] = [Math.min(...counts), Math.max(...counts)];
  const seeds = fewest === most ? `${most}` : `${fewest} to ${most}`;
  terminal.out(`${oneLine(head.scenario)}: ${cells.length} cells, ${seeds} seeds each`);
  const spans = new Set(
    cells.map(
      ({ duration_ns: duration, window_ns: { from } }) =>
        `${formatTime(duration)} simulated, the first ${formatTime(from)} not counted`,
    ),
  );
  for (const span of spans) terminal.out(span);
  terminal.out('Medians, with 95 % bootstrap intervals where in brackets');
  if (fewest < leastSeeds) {
    terminal.out(
      `Fewer than ${leastSeeds} seeds: their spread says little, and no claim uses them`,
    );
  }
  terminal.out('');
  const columns = shown.flatMap((name) => columnsOf(name, variants));
  const heading = [over.map(({ path }) => path).join(', '), ...columns.map((each) => each.heading)];
  const rows = cells.map(({ values }, at) => [
    values.join(', '),
    ...columns.map(({ text }) => text(summary[at]!)),
  ]);
  for (const line of tableLines([heading, ...rows])) terminal.out(line);
  printBars(whole, shown, terminal);
}

/** A sweep as a command line asks for it; every cell is opened. Throws UsageError and ScenarioError. */
export async function openSweep(args: readonly string[], terminal: Terminal) {
  const { values, positionals, wrong } = readOptions(args, optionTypes, sweepUsage);
  const [scenario, ...more] = positionals;
  if (scenario === undefined && values.workload === undefined) {
    throw wrong('name a scenario');
  }
  if (more.length > 0) throw wrong(`one scenario at a time, not ${more[0]} too`);
  if (!values.over) {
    throw wrong(`say what to vary: --over path=v1,v2, such as workload.user=300us,450us`);
  }
  if (values.from !== undefined && values.policy === undefined) {
    throw wrong("--from says on which variant's kernel a --policy runs");
  }
  const { duration } = values;
  const over = values.over.map(parseAxis);
  if (duration !== undefined && over.some(({ path }) => path === 'duration')) {
    throw new UsageError(
      '--duration and --over duration=… contradict each other: give one of them',
    );
  }
  const seeds = seedsOf(values.seeds);
  const always: Override[] = duration === undefined ? [] : [{ path: 'duration', value: duration }];
  const own = {
    machine: await ownMachine(values, terminal),
    workload: await ownWorkload(values, terminal),
  };
  const { policy, from } = values;
  const planned = await planSweep({ over, seeds }, (overrides) =>
    policy === undefined
      ? openByName(scenario, [...always, ...overrides], own)
      : openWithPolicy(scenario, [...always, ...overrides], { policy, from, ...own }),
  );
  return { values, planned, shown: metricsOf(values.metric, planned.first.scenario) };
}

export type OpenedSweep = Awaited<ReturnType<typeof openSweep>>;

/** Prints the whole of a sweep as its command line asks for it. */
export function printSweep(
  { values, shown }: Pick<OpenedSweep, 'values' | 'shown'>,
  whole: SweepWhole,
  terminal: Terminal,
): void {
  if (values.json) terminal.out(wholeText(whole).trimEnd());
  else print(whole, shown, terminal);
}

export async function sweep(args: readonly string[], terminal: Terminal): Promise<number> {
  const opened = await openSweep(args, terminal);
  const { values, planned, shown } = opened;
  const shard = shardOf(values.shard);
  if (shard && values.until !== undefined) {
    throw new UsageError(
      '--until and --shard contradict each other: a part does not see the seeds of the others',
    );
  }
  const jobs = jobsOf(values.jobs);
  const gain = shown.find(isGain) ?? 'throughput_gain';
  const stop = stopOf(values.until, planned.head, gain);
  for (const notice of planned.notices) terminal.err(notice);
  const runs = await runPlanned(toRun(planned), jobs, terminal, {
    ...(shard && { shard }),
    ...(stop && { stop }),
    ...(values.resume !== undefined && { resume: values.resume }),
  });
  // A part is of use to merge only, so it is always written for it.
  if (shard) terminal.out(sweepText(sweepPart(planned.head, shard, runs)).trimEnd());
  else {
    const until = stop && { until_points: stop.width, until_metric: gain };
    printSweep(opened, sweepDocument({ ...planned.head, ...until }, runs), terminal);
  }
  return exitCode.done;
}
