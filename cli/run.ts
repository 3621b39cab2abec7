// `run`: one variant of a scenario from start to end; what it measured as a table or as JSON.

import { oneLine } from '../web/base/visible.ts';
import { type BatchOptions, type BatchResult, runBatch } from '../web/engine/batch.ts';
import { lineMetrics, lineSymbols, runMetrics } from '../web/engine/metrics.ts';
import type { HotLine } from '../web/engine/types.ts';
import { ledgerKinds } from '../web/engine/types.ts';
import { World } from '../web/engine/world.ts';
import { provenanceOf } from '../web/exchange/provenance.ts';
import { openWriter } from '../web/exchange/trace/trace.ts';
import { barOfRun } from '../web/scenario/error-bars/setting.ts';
import { barJson } from '../web/scenario/error-bars/sweep.ts';
import { errorBarWords } from '../web/scenario/error-bars/words.ts';
import { buildDefinition, formatTime, metrics, variantOf } from '../web/scenario/index.ts';
import { type OpenedRun, open } from './opened.ts';
import { readOptions } from './options.ts';
import { intoFile } from './output-file.ts';
import { machineOptions, machineUsage, ownMachine } from './own-machine.ts';
import { ownWorkload, workloadOptions, workloadUsage } from './own-workload.ts';
import { failsAlways, policyJson, printPolicy, tellBroughtPolicy } from './policy.ts';
import { backendNamed, openBackend, partsFor } from './program.ts';
import { formatNumber, tableLines } from './table.ts';
import type { Terminal } from './terminal.ts';
import { exitCode } from './usage.ts';

export const runUsage =
  'schedscape run [scenario] | --recipe <file or link> [--variant A] [--set path=value]… ' +
  `[--seed N] [--duration 50ms] [--backend wasm|native] [--json] [--trace out.ftrace] [--hash] [--policy my.js] [--from A] ${machineUsage} ${workloadUsage}`;

/** Version of the JSON that `run --json` prints; it only grows fields within a version. */
const resultFormat = 'schedscape-run/1';

const optionTypes = {
  recipe: { type: 'string' },
  variant: { type: 'string' },
  set: { type: 'string', multiple: true },
  seed: { type: 'string' },
  duration: { type: 'string' },
  backend: { type: 'string', default: 'wasm' },
  json: { type: 'boolean', default: false },
  trace: { type: 'string' },
  hash: { type: 'boolean', default: false },
  policy: { type: 'string' },
  from: { type: 'string' },
  ...machineOptions,
  ...workloadOptions,
} as const;

const named = (line: HotLine): string =>
  `${line.structure}[${line.instance}] line ${line.lineNumber}`;

function hotLinesOf(result: BatchResult) {
  return result.headline.hotLines.map((line) => ({
    line: line.line,
    structure: line.structure,
    instance: line.instance,
    line_number: line.lineNumber,
    ...lineMetrics(result, line.line),
    line_symbols: lineSymbols(result, line.line),
  }));
}

/** By metric: how far figures like it were off; of none that was published for this very setting. */
function errorsOf(opened: OpenedRun, variant: string, values: Readonly<Record<string, number>>) {
  return Object.fromEntries(
    Object.entries(values).flatMap(([metric, value]) => {
      const bar = barOfRun(opened, variant, metric, value);
      return bar ? [[metric, barJson(bar)] as const] : [];
    }),
  );
}

function asJson(opened: OpenedRun, variant: string, backend: string, result: BatchResult) {
  const { headline } = result;
  return {
    format: resultFormat,
    scenario: opened.name ?? opened.scenario.title,
    variant,
    seed: opened.seed,
    backend,
    duration_ns: result.time,
    window_ns: { from: headline.windowStart, to: headline.windowStart + headline.windowLength },
    metrics: headline.measuring ? runMetrics(result) : null,
    ...(headline.measuring && { expected_errors: errorsOf(opened, variant, runMetrics(result)) }),
    ledger_ns: headline.ledger,
    lines: hotLinesOf(result),
    counters: {
      records: result.records,
      accesses: result.accesses,
      misses: result.misses,
      switches: result.switches,
      wakeups: result.wakeups,
      migrations: result.migrations,
      score: headline.score,
    },
    ...(result.policy && { policy: policyJson(opened, result.policy) }),
    trace_hash: result.traceHash,
  };
}

function printMetrics(result: BatchResult, terminal: Terminal): void {
  const values = runMetrics(result);
  const rows = metrics
    .filter(({ name }) => values[name] !== undefined)
    .map(({ name, unit }) => [name, formatNumber(values[name]!), unit]);
  for (const line of tableLines(rows)) terminal.out(line);
  const total = Object.values(result.headline.ledger).reduce((sum, ns) => sum + ns, 0);
  const parts = ledgerKinds
    .filter((kind) => result.headline.ledger[kind] > 0)
    .map((kind) => `${kind} ${((100 * result.headline.ledger[kind]) / total).toFixed(1)} %`);
  terminal.out(`time spent: ${parts.join(', ')}`);
}

/** What a person asks for first: work done, the kernel's share of it, and how long wake-ups take. */
const askedFirst = ['throughput', 'kernel_share', 'wake_p99'];

/** Prints, for a setting without published figures, how far the model was off on similar claims. */
function printErrors(opened: OpenedRun, variant: string, result: BatchResult, terminal: Terminal) {
  const values = runMetrics(result);
  const lines = askedFirst.flatMap((metric) => {
    const value = values[metric];
    const bar = value === undefined ? undefined : barOfRun(opened, variant, metric, value);
    return bar ? [`${metric}: ${errorBarWords(bar)}`] : [];
  });
  if (lines.length === 0) return;
  terminal.out('');
  for (const line of lines) terminal.out(line);
}

function printLines(result: BatchResult, terminal: Terminal): void {
  const { hotLines } = result.headline;
  if (hotLines.length === 0) return;
  const rows = hotLines.map((line) => {
    const values = lineMetrics(result, line.line);
    return [
      named(line),
      formatNumber(values.line_share!),
      formatNumber(values.line_load_cycles!),
      formatNumber(values.line_longest_load!),
      formatNumber(values.line_waiting!),
    ];
  });
  terminal.out('');
  const head = ['hottest lines', 'HITM %', 'load cycles', 'longest', 'CPUs waiting'];
  for (const line of tableLines([head, ...rows])) terminal.out(line);
}

function print(opened: OpenedRun, variant: string, result: BatchResult, terminal: Terminal) {
  const { label } = variantOf(opened, variant);
  const { windowStart, windowLength, measuring } = result.headline;
  const title = oneLine(opened.scenario.title);
  terminal.out(`${title}, variant ${variant} (${oneLine(label)}), seed ${opened.seed}`);
  if (!measuring) {
    terminal.out(`${formatTime(result.time)} simulated, nothing measured`);
    return;
  }
  const window = `${formatTime(windowLength)} from ${formatTime(windowStart)} on`;
  terminal.out(`${formatTime(result.time)} simulated, measured: ${window}`);
  terminal.out('');
  printMetrics(result, terminal);
  printErrors(opened, variant, result, terminal);
  printLines(result, terminal);
  if (result.policy) printPolicy(opened, result.policy, terminal);
}

interface RunRequest {
  readonly opened: OpenedRun;
  readonly variant: string;
  readonly backendName: string;
  readonly trace: string | undefined;
}

async function simulate(request: RunRequest, terminal: Terminal): Promise<BatchResult> {
  const { opened, variant, backendName, trace } = request;
  const backend = await openBackend(backendNamed(backendName), partsFor(opened, variant));
  const world = World.create(backend, buildDefinition(opened, variant));
  const { duration, window } = opened;
  const simulated = (onRecords?: BatchOptions['onRecords']) =>
    runBatch(world, {
      duration,
      windowStart: window.from,
      program: opened.program,
      onProgress: (time) => {
        const percent = Math.floor((100 * time) / duration);
        terminal.progress(`${formatTime(time)} of ${formatTime(duration)} (${percent} %)`);
      },
      ...(onRecords && { onRecords }),
    });
  let result: BatchResult | undefined;
  if (trace !== undefined) {
    const comm = opened.scenario.workload.name;
    const provenance = provenanceOf(opened, [variant]);
    const writer = openWriter('ftrace', world, {
      from: 0,
      to: duration,
      comm,
      program: opened.program,
      provenance,
    });
    await intoFile('--trace', trace, () => {
      result = simulated((seen, from, to) => writer.see(seen, from, to));
      return writer.finish();
    });
  }
  result ??= simulated();
  terminal.progress('');
  backend.dispose();
  return result;
}

export async function run(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values, positionals, wrong } = readOptions(args, optionTypes, runUsage);
  if (values.from !== undefined && values.policy === undefined) {
    throw wrong("--from says on which variant's kernel a --policy runs");
  }
  const [scenario, ...more] = positionals;
  if (more.length > 0) throw wrong(`one scenario at a time, not ${more[0]} too`);
  const named = [scenario, values.recipe].filter((each) => each !== undefined).length;
  // A workload of one's own says enough without a scenario.
  if (named > 1 || (named === 0 && values.workload === undefined)) {
    throw wrong('name a scenario or a recipe, one of them');
  }
  const machine = await ownMachine(values, terminal);
  const workload = await ownWorkload(values, terminal);
  const opened = await open({ ...values, scenario, machine, workload });
  for (const notice of opened.notices) terminal.err(notice);
  if (values.policy === undefined) tellBroughtPolicy(opened, terminal);
  const variant = values.variant ?? opened.policy?.variant ?? opened.scenario.variants[0]!.id;
  variantOf(opened, variant);
  const request = { opened, variant, backendName: values.backend, trace: values.trace };
  const result = await simulate(request, terminal);
  const failed = result.policy && failsAlways([result.policy]);
  if (failed) terminal[values.json ? 'err' : 'out'](`your policy ${failed}`);
  if (values.json) {
    terminal.out(JSON.stringify(asJson(opened, variant, values.backend, result), null, 2));
  } else {
    print(opened, variant, result, terminal);
  }
  if (values.hash) terminal.out(result.traceHash);
  return failed ? exitCode.failed : exitCode.done;
}
