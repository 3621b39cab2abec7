// A recording out of the bytes of a file: read, paired, and put onto a machine. What page, command line and tests share.

import type { RecordedRun } from '../../../engine/recorded/rows.ts';
import { kernelCpuList, type Recipe, ScenarioError } from '../../../scenario/index.ts';
import { readMachineTexts } from '../machine/join.ts';
import { counted, ReaderNotes } from '../notes.ts';
import type { RecordingWanted, TraceEvents } from './gathering.ts';
import { TraceReader } from './read.ts';
import { replayed } from './replay.ts';

/** As a recipe says it. */
export type RecipeMachine = Exclude<Recipe['machine'], string | undefined>;

/** What is known of a recording besides its rows. */
export interface RecordingFacts {
  /** Seconds of the file's clock at time 0. */
  readonly base: string;
  readonly events: number;
  readonly lost: number;
  /** Events by name. */
  readonly kinds: Readonly<Record<string, number>>;
  readonly notes: readonly string[];
}

export interface OwnRecording extends RecordingFacts {
  readonly run: RecordedRun;
  readonly machine: RecipeMachine;
}

/** The machine that a recording is put onto, and the file's number of each of its CPUs where they are others. */
export interface GivenMachine {
  readonly machine: RecipeMachine;
  readonly cpus: number;
  readonly cpuNumbers?: readonly number[] | undefined;
}

/** Reads piece by piece; `finish` puts what was read onto a machine. */
export class RecordingReader {
  readonly #notes = new ReaderNotes();
  readonly #reader: TraceReader;

  constructor(wanted: RecordingWanted = {}) {
    this.#reader = new TraceReader(this.#notes, wanted);
  }

  get events(): number {
    return this.#reader.events;
  }

  /** Throws ScenarioError. */
  push(bytes: Uint8Array): void {
    this.#reader.push(bytes);
  }

  /** Throws ScenarioError. Without a machine: one package with one cache. */
  finish(given?: GivenMachine): OwnRecording {
    const notes = this.#notes;
    const events = this.#reader.finish();
    const onto = given ?? machineOfHead(events, notes) ?? flatMachine(events.cpus, notes);
    const run = replayed(events, { cpus: onto.cpus, cpuOf: numbering(events, onto, notes) }, notes);
    const { base, lost, kinds } = events;
    return {
      run,
      machine: onto.machine,
      base,
      events: events.columns.count,
      lost,
      kinds,
      notes: notes.list(),
    };
  }
}

/** All at once, for what is in memory anyway. Throws ScenarioError. */
export function readRecording(
  bytes: Uint8Array,
  wanted: RecordingWanted = {},
  machine?: GivenMachine,
): OwnRecording {
  const reader = new RecordingReader(wanted);
  reader.push(bytes);
  return reader.finish(machine);
}

/** The machine that perf names before the lines; undefined: it names none that has all CPUs of the trace. */
function machineOfHead(
  { machine: text, cpus }: TraceEvents,
  notes: ReaderNotes,
): GivenMachine | undefined {
  if (text === undefined) return undefined;
  try {
    const own = readMachineTexts([{ text, kind: 'perf-head' }]);
    const { topology, timings, measured, rows, cpuNumbers } = own;
    if (rows.length === 0 || cpus > 1 + Math.max(...rows.map(({ cpu }) => cpu))) return undefined;
    notes.add('The machine is the one described in the head of the file.');
    for (const note of own.notes) notes.add(note);
    return { machine: { topology, timings, measured }, cpus: own.machine.cpus, cpuNumbers };
  } catch (cause) {
    if (!(cause instanceof ScenarioError)) throw cause;
    notes.add(
      `The description of the machine in the head of the file is ignored: it ${cause.problem}.`,
    );
    return undefined;
  }
}

function flatMachine(cpus: number, notes: ReaderNotes): GivenMachine {
  notes.add(
    `No machine was given: ${counted(cpus, 'CPU')} in one package with one cache; caches and nodes are not those of the trace.`,
  );
  const text = `pack:1 [numa] l3:1 core:${cpus} pu:1`;
  const { topology, timings, measured } = readMachineTexts([{ text, kind: 'synthetic' }]);
  return { machine: { topology, timings, measured }, cpus };
}

/** The machine's CPU of each that the file speaks of. Throws ScenarioError where it has none. */
function numbering(
  events: TraceEvents,
  { cpus, cpuNumbers }: GivenMachine,
  notes: ReaderNotes,
): (cpu: number) => number {
  const places = cpuNumbers && new Map(cpuNumbers.map((number, cpu) => [number, cpu]));
  const of = (cpu: number) => (places ? places.get(cpu) : cpu < cpus ? cpu : undefined);
  const { columns } = events;
  const seen = new Set<number>();
  for (let i = 0; i < columns.count; i++) seen.add(columns.cpu[i]!);
  const missing = [...seen].filter((cpu) => of(cpu) === undefined).sort((x, y) => x - y);
  if (missing.length > 0) {
    const list = kernelCpuList(missing);
    throw new ScenarioError(
      'machine',
      `has no CPU ${list}, which the trace speaks of`,
      `bring a machine with CPU ${list}`,
    );
  }
  const silent = cpus - seen.size;
  if (silent > 0)
    notes.add(`${counted(silent, 'CPU')} ${silent === 1 ? 'has' : 'have'} no event in the trace.`);
  // A CPU that is only spoken of (a target) and is not there: the first.
  return (cpu) => of(cpu) ?? 0;
}
