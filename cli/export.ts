// `export`: one variant of a scenario run from start to end, and written as a trace or as tables that
// other programs read.

import { type BatchResult, runBatch } from '../web/engine/batch.ts';
import { World } from '../web/engine/world.ts';
import { hwlocXml, lscpuText } from '../web/exchange/own/machine/write.ts';
import { writeRtApp } from '../web/exchange/own/workload/write-rt-app.ts';
import { provenanceOf } from '../web/exchange/provenance.ts';
import { type MeasuredTable, measuredTables } from '../web/exchange/tables/measured.ts';
import { csvOf, jsonOf } from '../web/exchange/tables/table.ts';
import { traceRun } from '../web/exchange/trace/trace.ts';
import { type TraceFormat, traceFormats } from '../web/exchange/trace/writer.ts';
import { barOfRun } from '../web/scenario/error-bars/setting.ts';
import {
  buildDefinition,
  formatTime,
  type OpenedScenario,
  timeNs,
  variantOf,
} from '../web/scenario/index.ts';
import { logOptions, writeLogs } from './export-log.ts';
import { open } from './opened.ts';
import { readOptions, wrongUse } from './options.ts';
import { intoFile } from './output-file.ts';
import { machineOptions, machineUsage, ownMachine } from './own-machine.ts';
import { ownWorkload, workloadOptions, workloadUsage } from './own-workload.ts';
import { tellBroughtPolicy } from './policy.ts';
import { backendNamed, openBackend, partsFor } from './program.ts';
import type { Terminal } from './terminal.ts';
import { exitCode, UsageError } from './usage.ts';

const tableNames = Object.keys(measuredTables) as MeasuredTable[];
/** The shape of the scenario's machine, for other programs; nothing is run. */
const shapes = { hwloc: hwlocXml, lscpu: lscpuText } as const;
type Shape = keyof typeof shapes;
/** The workload of one's own, for rt-app; nothing is run. */
const workloadFormat = 'rt-app';
const shapeNames = Object.keys(shapes) as Shape[];
const formats = [...traceFormats, 'csv', 'json', 'rt-app-log'] as const;
type Format = (typeof formats)[number];

export const exportUsage =
  'schedscape export [scenario] | --recipe <file or link> ' +
  `--format ${[...traceFormats, 'csv', 'json', 'rt-app-log', workloadFormat, ...shapeNames].join('|')} ` +
  `[--variant A] [--out file] [--task name --instance 0] [--means] [--table ${tableNames.join('|')}] [--from 5ms] [--to 6ms] ` +
  `[--set path=value]… [--seed N] [--duration 50ms] [--backend wasm|native] [--policy my.js] ${machineUsage} ${workloadUsage}`;

const optionTypes = {
  recipe: { type: 'string' },
  format: { type: 'string' },
  variant: { type: 'string' },
  out: { type: 'string' },
  table: { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
  set: { type: 'string', multiple: true },
  seed: { type: 'string' },
  duration: { type: 'string' },
  backend: { type: 'string', default: 'wasm' },
  policy: { type: 'string' },
  means: { type: 'boolean' },
  ...machineOptions,
  ...workloadOptions,
  ...logOptions,
} as const;

interface Wanted {
  readonly opened: OpenedScenario;
  readonly variant: string;
  readonly format: Format;
  readonly table: MeasuredTable;
  /** ns. */
  readonly from: number;
  readonly to: number;
}

function named<Name extends string>(option: string, written: string, names: readonly Name[]): Name {
  const found = names.find((name) => name === written);
  if (found) return found;
  throw new UsageError(`--${option} ${written}: must be ${names.join(', ')}`);
}

function timeOf(option: string, written: string | undefined, otherwise: number): number {
  if (written === undefined) return otherwise;
  try {
    return timeNs(written);
  } catch {
    throw new UsageError(`--${option} ${written}: must be a time such as 5ms or 250us`);
  }
}

function isTrace(format: Format): format is TraceFormat {
  return (traceFormats as readonly Format[]).includes(format);
}

type Values = ReturnType<typeof readOptions<typeof optionTypes>>['values'];

/** Only what the format can use may be given: an option that did nothing would deceive. */
function checkOptions(values: Values): Format {
  const { format, table, from, to } = values;
  if (format === undefined) {
    const all = [...formats, workloadFormat, ...shapeNames].join(', ');
    throw wrongUse(`--format is missing: must be ${all}`, exportUsage);
  }
  const known = named('format', format, [...formats, workloadFormat, ...shapeNames]) as Format;
  if (values.means !== undefined && values.format !== workloadFormat) {
    throw new UsageError('--means: says how a workload is written (--format rt-app)');
  }
  const idle = (['task', 'instance'] as const).find((name) => values[name] !== undefined);
  if (idle && known !== 'rt-app-log') {
    throw new UsageError(`--${idle}: names a log of rt-app (--format rt-app-log)`);
  }
  if (table !== undefined && known !== 'csv') {
    throw new UsageError(`--table ${table}: only csv holds a single table`);
  }
  if (!isTrace(known) && (from ?? to) !== undefined) {
    throw new UsageError(
      '--from and --to: tables are of the measured window; set it with --set warmup and --duration',
    );
  }
  return known;
}

/** A shape is of the machine alone, whatever would run on it, and a workload is one whatever it would run on. */
function checkStillOptions(values: Values, what: string): void {
  const names = ['variant', 'table', 'from', 'to', 'seed', 'duration'] as const;
  const idle = names.find((name) => values[name] !== undefined);
  if (idle)
    throw new UsageError(`--${idle}: says nothing of a ${what}, which is all that is written`);
}

function wantedOf(values: Values, opened: OpenedScenario): Wanted {
  const format = checkOptions(values);
  const variant = values.variant ?? opened.policy?.variant ?? opened.scenario.variants[0]!.id;
  variantOf(opened, variant);
  const from = timeOf('from', values.from, 0);
  const to = timeOf('to', values.to, opened.duration);
  if (!(from < to && to <= opened.duration)) {
    const most = formatTime(opened.duration);
    throw new UsageError(
      `--from ${formatTime(from)} --to ${formatTime(to)}: must lie in this order within the run of ${most}`,
    );
  }
  const table = named('table', values.table ?? 'metrics', tableNames);
  return { opened, variant, format, table, from, to };
}

const encoder = new TextEncoder();

function ran({ opened, to }: Wanted, world: World, tell: (time: number) => void): BatchResult {
  return runBatch(world, {
    duration: to,
    windowStart: opened.window.from,
    program: opened.program,
    onProgress: tell,
  });
}

function contentOf(wanted: Wanted, world: World, terminal: Terminal): readonly Uint8Array[] {
  const { opened, variant, format, table, from, to } = wanted;
  const provenance = provenanceOf(opened, [variant]);
  const windowStart = opened.window.from;
  const tell = (time: number, more = '') =>
    terminal.progress(
      `${formatTime(time)} of ${formatTime(to)} (${Math.floor((100 * time) / to)} %)${more}`,
    );
  if (isTrace(format)) {
    const comm = opened.scenario.workload.name;
    const onProgress = (time: number, events: number) => tell(time, `, ${events} events`);
    const { program } = opened;
    const run = { format, from, to, comm, program, provenance, windowStart, onProgress };
    return traceRun(world, run).pieces;
  }
  const result = ran(wanted, world, tell);
  if (!result.headline.measuring) {
    throw new UsageError('nothing was measured: the warm-up is as long as the run');
  }
  const barOf = (metric: string, value: number) => barOfRun(opened, variant, metric, value);
  if (format === 'csv') {
    return [encoder.encode(csvOf(measuredTables[table](result, barOf), provenance))];
  }
  const tables = tableNames
    .filter((name) => name !== 'loops' || opened.program)
    .map((name) => measuredTables[name](result, barOf));
  return [encoder.encode(jsonOf(tables, provenance))];
}

/** Into the file that was named, else to standard output. */
async function writeTo(
  out: string | undefined,
  make: () => readonly Uint8Array[],
  terminal: Terminal,
): Promise<void> {
  if (out === undefined) terminal.write(make());
  else await intoFile('--out', out, make);
}

function rtAppOf({ scenario }: OpenedScenario, { means }: Values, terminal: Terminal): string {
  if (!scenario.program) {
    throw new UsageError(
      `--format rt-app: writes a custom workload; name its file with --workload`,
    );
  }
  const { text, notes } = writeRtApp(scenario.program, { means: means === true });
  for (const note of notes) terminal.err(`note: ${note}`);
  return text;
}

export async function exportRun(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values, positionals, wrong } = readOptions(args, optionTypes, exportUsage);
  const [scenario, ...more] = positionals;
  if (more.length > 0) throw wrong(`one scenario at a time, not ${more[0]} too`);
  const given = [scenario, values.recipe].filter((each) => each !== undefined).length;
  if (given > 1 || (given === 0 && values.workload === undefined)) {
    throw wrong('name a scenario or a recipe, one of them');
  }
  const shape = shapeNames.find((name) => name === values.format);
  const isWorkload = values.format === workloadFormat;
  if (shape || isWorkload) checkStillOptions(values, shape ? 'machine' : 'workload');
  else checkOptions(values);
  const machine = await ownMachine(values, terminal);
  // What --from says here is a time.
  const workload = await ownWorkload(values, terminal);
  const opened = await open({ ...values, from: undefined, scenario, machine, workload });
  for (const notice of opened.notices) terminal.err(notice);
  if (values.policy === undefined) tellBroughtPolicy(opened, terminal);
  if (isWorkload) {
    await writeTo(values.out, () => [encoder.encode(rtAppOf(opened, values, terminal))], terminal);
    return exitCode.done;
  }
  if (shape) {
    await writeTo(values.out, () => [encoder.encode(shapes[shape](opened.machine))], terminal);
    return exitCode.done;
  }
  const wanted = wantedOf(values, opened);
  const backend = await openBackend(backendNamed(values.backend), partsFor(opened, wanted.variant));
  const world = World.create(backend, buildDefinition(opened, wanted.variant));
  if (wanted.format === 'rt-app-log') {
    writeLogs(
      ran(wanted, world, () => {}),
      values,
      terminal,
    );
  } else {
    await writeTo(values.out, () => contentOf(wanted, world, terminal), terminal);
  }
  terminal.progress('');
  backend.dispose();
  return exitCode.done;
}
