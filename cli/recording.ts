// `recording`: the figures of a scheduler trace: run time, wait time and migrations by task. Nothing is simulated.

import { closeSync, openSync, readSync } from 'node:fs';
import {
  type GivenMachine,
  type OwnRecording,
  RecordingReader,
} from '../web/exchange/own/recording/recording.ts';
import {
  figuresOf,
  nearestRank,
  type RecordingFigures,
} from '../web/exchange/own/recording/statistics.ts';
import { shownName, withoutControls } from '../web/exchange/own/text.ts';
import { ScenarioError } from '../web/scenario/index.ts';
import { readOptions } from './options.ts';
import {
  type MachineValues,
  machineOptions,
  machineUsage,
  readMachineFiles,
  tellMachine,
} from './own-machine.ts';
import { tableLines } from './table.ts';
import type { Terminal } from './terminal.ts';
import { exitCode, UsageError } from './usage.ts';

export const recordingUsage = `schedscape recording <file> [--from 12.5] [--to 13.5] [--json] ${machineUsage}`;

export const recordingOptions = {
  ...machineOptions,
  from: { type: 'string' },
  to: { type: 'string' },
} as const;

const optionTypes = { ...recordingOptions, json: { type: 'boolean', default: false } } as const;

/** Bytes of a file that are looked at together. */
const pieceBytes = 1 << 20;

type Values = MachineValues & { readonly [Name in 'from' | 'to']?: string | undefined };

function secondsOf(option: string, written: string | undefined): number | undefined {
  if (written === undefined) return undefined;
  if (/^\d{1,12}(\.\d{1,9})?$/.test(written)) return Number(written);
  throw new UsageError(`--${option} ${written}: must be seconds of the file's clock, such as 12.5`);
}

/** A trace with the machine that the options tell of. Throws UsageError, which says of which file. */
export async function readRecordingFile(
  file: string,
  values: Values,
  terminal: Terminal,
): Promise<OwnRecording> {
  const from = secondsOf('from', values.from);
  const to = secondsOf('to', values.to);
  const machine = await givenMachine(values, terminal);
  const reader = new RecordingReader({ from, to });
  try {
    pushFile(file, reader, terminal);
    const recording = reader.finish(machine);
    for (const note of recording.notes) terminal.err(`note: ${note}`);
    return recording;
  } catch (cause) {
    if (!(cause instanceof ScenarioError)) throw cause;
    const { path, problem, remedy } = cause;
    throw new UsageError(`${file}: ${path === 'file' ? '' : `${path} `}${problem}; ${remedy}`);
  } finally {
    terminal.progress('');
  }
}

async function givenMachine(values: Values, terminal: Terminal): Promise<GivenMachine | undefined> {
  const { machine: file } = values;
  if (file === undefined) return undefined;
  const read = await readMachineFiles(file, values);
  const { own, machine } = read;
  tellMachine(read, terminal);
  return { machine, cpus: own.machine.cpus, cpuNumbers: own.cpuNumbers };
}

function pushFile(file: string, reader: RecordingReader, terminal: Terminal): void {
  let handle: number;
  try {
    handle = openSync(file, 'r');
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const why = code === 'ENOENT' ? 'there is no such file' : `it cannot be read (${code})`;
    throw new UsageError(`${file}: ${why}`);
  }
  try {
    const piece = new Uint8Array(pieceBytes);
    for (let got = -1; got !== 0; ) {
      got = readSync(handle, piece);
      reader.push(piece.subarray(0, got));
      terminal.progress(`${reader.events} events`);
    }
  } finally {
    closeSync(handle);
  }
}

const us = (ns: number | undefined): string => (ns === undefined ? '-' : (ns / 1000).toFixed(1));

/** Tasks that are listed: those that ran longest. */
const listed = 20;

function print(name: string, own: OwnRecording, figures: RecordingFigures, terminal: Terminal) {
  const { duration, switches, wakeups, moves, latencies, cpus, tasks } = figures;
  const sum = (of: (cpu: (typeof cpus)[number]) => number) =>
    cpus.reduce((all, cpu) => all + of(cpu), 0);
  const known = sum(({ busy, idle }) => busy + idle);
  const percent = (part: number, whole: number) =>
    whole > 0 ? ((100 * part) / whole).toFixed(1) : '-';
  const mean =
    latencies.length > 0
      ? latencies.reduce((all, each) => all + each, 0) / latencies.length
      : undefined;
  terminal.out(
    `${name}: ${own.events} events, ${own.run.cpus} CPUs, ${tasks.length} tasks, ${(duration / 1e6).toFixed(3)} ms from ${own.base} s of its clock on`,
  );
  terminal.out('');
  const rows = [
    [
      'busy, of the known time',
      percent(
        sum(({ busy }) => busy),
        known,
      ),
      '%',
    ],
    [
      'unknown, of all time',
      percent(
        sum(({ unknown }) => unknown),
        duration * cpus.length,
      ),
      '%',
    ],
    ['switches', String(switches), ''],
    ['wake-ups', String(wakeups), ''],
    ['wake-up to running, mean', us(mean), 'us'],
    ['wake-up to running, median', us(nearestRank(latencies, 0.5)), 'us'],
    ['wake-up to running, 99 %', us(nearestRank(latencies, 0.99)), 'us'],
    ['wake-up to running, longest', us(latencies.at(-1)), 'us'],
    ['moves by wake-ups', String(moves.wake), ''],
    ['moves by forks', String(moves.fork), ''],
    ['moves for reasons not told', String(moves.unknown), ''],
  ];
  for (const line of tableLines(rows)) terminal.out(line);
  terminal.out('');
  const longest = [...tasks].sort((x, y) => y.cpuTime - x.cpuTime).slice(0, listed);
  const lines = longest.map((task) => [
    withoutControls(task.name),
    (task.cpuTime / 1e6).toFixed(3),
    String(task.runs),
    String(task.wakeups),
    task.latencies > 0 ? us(task.latencySum / task.latencies) : '-',
    task.latencies > 0 ? us(task.latencyMost) : '-',
    String(task.moves),
  ]);
  const head = ['task', 'ms', 'runs', 'wake-ups', 'mean us', 'longest us', 'moves'];
  for (const line of tableLines([head, ...lines])) terminal.out(line);
}

function asJson(name: string, own: OwnRecording, figures: RecordingFigures): object {
  const { latencies, ...others } = figures;
  const { base, events, lost, kinds, notes, machine } = own;
  return {
    source: { kind: 'recording', name, events, lost, kinds, base },
    machine: machine.topology,
    notes,
    ...others,
    wake_latency: {
      samples: latencies.length,
      p50_ns: nearestRank(latencies, 0.5) ?? null,
      p99_ns: nearestRank(latencies, 0.99) ?? null,
      longest_ns: latencies.at(-1) ?? null,
    },
  };
}

export async function recording(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values, positionals, wrong } = readOptions(args, optionTypes, recordingUsage);
  const [file, ...others] = positionals;
  if (file === undefined || others.length > 0) throw wrong('name one file');
  const own = await readRecordingFile(file, values, terminal);
  const figures = figuresOf(own.run);
  const name = shownName(file);
  if (values.json) terminal.out(JSON.stringify(asJson(name, own, figures), null, 2));
  else print(name, own, figures, terminal);
  return exitCode.done;
}
