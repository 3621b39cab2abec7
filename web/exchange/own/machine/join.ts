// Joins everything that was given into one machine: a listing of CPUs, and what other files add to it (nodes,
// distances, the processor, sizes, latencies). Says whose timings stand in for what none of them tells.

import { type Machine, parseCpuList, ScenarioError } from '../../../scenario/index.ts';
import type { MeasuredCost } from '../../../scenario/measured.ts';
import { buildMachine } from '../../../scenario/topology.ts';
import type { ListedTopology } from '../../../scenario/topology-schema.ts';
import { type AskedQuestion, type ReaderAnswers, ReaderNotes } from '../notes.ts';
import { cacheFigures, hitmFigures, idleFigures, matrixRows, memoryFigures } from './figures.ts';
import { machineKindOf, readMachineFile } from './kinds.ts';
import type { MachineKind, MachineReading } from './reading.ts';
import { groupedBy, type MachineCpuRow, type ProcessorFacts, type Vendor } from './rows.ts';
import { nodeOf, shapeOf } from './shape.ts';
import { timingsFor, timingsSentence } from './timings-of.ts';
import { type Told, tellCounts } from './told.ts';

export interface MachineWanted {
  /** Of a file that does not say. */
  readonly vendor?: Vendor;
  /** A set of timings, instead of the nearest. */
  readonly timings?: string;
  /** CPUs that are taken, by the numbers of the file. */
  readonly cpus?: string;
  /** The CPU of each row of a matrix, by the numbers of the file. */
  readonly cores?: string;
  /** Latencies between nodes that were added to the file by hand count as measured. */
  readonly takesOwn?: boolean;
  /** To what the texts leave open. */
  readonly answers?: ReaderAnswers;
}

export interface OwnMachine {
  readonly kind: MachineKind;
  readonly topology: ListedTopology;
  readonly machine: Machine;
  readonly timings: string;
  /** Whose timings stand in, and which figures come from the person. */
  readonly sentence: string;
  readonly measured: MeasuredCost;
  readonly notes: readonly string[];
  /** What the texts leave open, with what is taken meanwhile. */
  readonly questions: readonly AskedQuestion[];
  /** Every CPU of the file, also those the simulation leaves out. */
  readonly rows: readonly MachineCpuRow[];
  /** The file's number of each CPU of the shape; undefined if they are the same. */
  readonly cpuNumbers: readonly number[] | undefined;
}

export interface MachineText {
  /** Of the file, for what is wrong with it. */
  readonly name?: string;
  readonly text: string;
  readonly kind?: MachineKind;
}

/** The machine of some texts; one of them lists CPUs. Throws ScenarioError. */
export function readMachineTexts(
  texts: readonly MachineText[],
  wanted: MachineWanted = {},
): OwnMachine {
  const notes = new ReaderNotes(wanted.answers);
  const readings = texts.map((text) => readingOf(text, notes));
  return joined(readings, wanted, notes);
}

function readingOf({ name, text, kind }: MachineText, notes: ReaderNotes): MachineReading {
  try {
    return readMachineFile(text, notes, kind ?? machineKindOf(text));
  } catch (cause) {
    if (!(cause instanceof ScenarioError) || !name) throw cause;
    const { path, problem, remedy } = cause;
    throw new ScenarioError(path === 'file' ? name : `${name}: ${path}`, problem, remedy);
  }
}

function joined(
  readings: readonly MachineReading[],
  wanted: MachineWanted,
  notes: ReaderNotes,
): OwnMachine {
  const facts = factsOf(readings, wanted.vendor);
  const base = listingOf(readings, facts, notes);
  const rows = withNodes(base, readings);
  const distances = first(readings, ({ distances }) => distances);
  const { topology, cpuNumbers } = shapeOf(
    rows,
    { from: base.from, vendor: facts.vendor ?? 'generic', distances, cpus: wanted.cpus },
    notes,
  );
  // Of some of its CPUs the file says no counts.
  if (wanted.cpus === undefined) tellCounts(base.told, rows, topology, notes);
  const machine = buildMachine(topology, '');
  const measured = measuredOf(readings, rows, wanted, notes);
  const chosen = timingsFor(machine, facts);
  const own =
    wanted.timings === undefined ? chosen : { timings: wanted.timings, why: 'chosen by you' };
  const sentence = timingsSentence(own, ...namesOf(measured));
  return {
    kind: base.kind,
    topology,
    machine,
    timings: own.timings,
    sentence,
    measured,
    notes: [...notes.list(), sentence],
    questions: notes.questions(),
    rows,
    cpuNumbers,
  };
}

const first = <Part>(
  readings: readonly MachineReading[],
  part: (reading: MachineReading) => Part | undefined,
) => readings.map(part).find((each) => each !== undefined);

interface Listing {
  readonly kind: MachineKind;
  readonly from: string;
  readonly rows: readonly MachineCpuRow[];
  readonly told: Told;
  readonly assumesNodes: boolean;
}

/** Kinds that imply a machine, the one that knows most first. */
const proposing: readonly MachineKind[] = [
  'lscpu-text',
  'lscpu-json',
  'domains',
  'numactl',
  'zones',
  'matrix',
];

/** The head of a trace or a report repeats what a listing of the same machine says, which is given for its own sake. */
function withoutHead(listings: readonly MachineReading[]): readonly MachineReading[] {
  const others = listings.filter(({ kind }) => kind !== 'perf-head');
  return others.length > 0 ? others : listings;
}

/** The CPUs as one file lists them, else as one implies them. Throws ScenarioError. */
function listingOf(
  readings: readonly MachineReading[],
  facts: ProcessorFacts,
  notes: ReaderNotes,
): Listing {
  const listings = withoutHead(readings.filter(({ rows }) => rows !== undefined));
  const [base, other] = listings;
  if (other) {
    const problem = `list CPUs twice, in ${base!.from} and in ${other.from}`;
    throw new ScenarioError('files', problem, 'give one of the two');
  }
  const running = first(readings, ({ running }) => running) ?? 0;
  const isCut = base !== undefined && base.rows!.length < running;
  if (isCut) {
    notes.add(
      `${base.from} lists ${base.rows!.length} of ${running} CPUs that run: its listing is cut, and their counts are taken.`,
    );
  }
  if (base && !isCut)
    return {
      ...{ kind: base.kind, from: base.from, rows: base.rows!, told: base.told ?? {} },
      assumesNodes: base.assumesNodes ?? false,
    };
  for (const kind of proposing) {
    const [implying, twin] = readings.filter(
      (reading) => reading.kind === kind && reading.proposal,
    );
    if (twin) {
      const problem = `describe two machines, both in ${twin.from}`;
      throw new ScenarioError('files', problem, 'give one of the two');
    }
    if (implying) {
      const rows = implying.proposal!(notes, facts);
      return { kind, from: implying.from, rows, told: implying.told ?? {}, assumesNodes: false };
    }
  }
  throw new ScenarioError('file', 'lists no CPU', 'give a file of lstopo or lscpu');
}

/** Nodes that another file tells; where both do, they must agree. */
function withNodes(
  { rows, assumesNodes }: Listing,
  readings: readonly MachineReading[],
): readonly MachineCpuRow[] {
  const nodes = first(readings, ({ nodes }) => nodes);
  if (!nodes) return rows;
  const movedTo = first(readings, ({ movedTo }) => movedTo);
  const used = (node: number | undefined) =>
    node === undefined ? undefined : (movedTo?.get(node) ?? node);
  return rows.map((given) => {
    const row = { ...given, node: assumesNodes ? undefined : used(given.node) };
    const told = used(nodes.get(row.cpu));
    if (told === undefined && row.node === undefined) {
      const problem = `gives no node for CPU ${row.cpu}`;
      throw new ScenarioError('numactl', problem, 'give both files of the same machine');
    }
    if (told !== undefined && row.node !== undefined && told !== row.node) {
      const problem = `CPU ${row.cpu} is on node ${told} here and node ${row.node} there`;
      throw new ScenarioError('numactl', problem, 'give both files of the same machine');
    }
    return { ...row, node: row.node ?? told };
  });
}

function factsOf(readings: readonly MachineReading[], vendor: Vendor | undefined): ProcessorFacts {
  const told = readings.map(({ facts }) => facts ?? {});
  const found = Object.assign({}, ...told.reverse()) as ProcessorFacts;
  if (found.vendor !== undefined || vendor === undefined || vendor === 'generic') return found;
  return { ...found, vendor };
}

function measuredOf(
  readings: readonly MachineReading[],
  rows: readonly MachineCpuRow[],
  wanted: MachineWanted,
  notes: ReaderNotes,
): MeasuredCost {
  const { cores } = wanted;
  const matrix =
    first(readings, ({ matrix }) => matrix) ?? ownMatrix(readings, rows, wanted, notes);
  const order = cores === undefined ? undefined : parseOrder(cores);
  const hitm = matrix && hitmFigures(matrixRows(rows, matrix, order), matrix, notes);
  const sizes = Object.assign({}, ...readings.map(({ sizes }) => sizes ?? {}));
  const cache = cacheFigures(sizes, splitOf(rows));
  const dram = memoryFigures(
    readings.flatMap(({ memory }) => memory ?? []),
    rows,
  );
  const os = idleFigures(Object.assign({}, ...readings.map(({ idle }) => idle ?? {})));
  const some = (figures: object) => Object.keys(figures).length > 0;
  return {
    ...hitm,
    ...(some(cache) && { cache }),
    ...(some(dram) && { dram }),
    ...(some(os) && { os }),
  };
}

/** The latencies between nodes of the file, by CPU; undefined if it has none or they are not asked for. */
function ownMatrix(
  readings: readonly MachineReading[],
  rows: readonly MachineCpuRow[],
  { takesOwn = false }: MachineWanted,
  notes: ReaderNotes,
): MachineReading['matrix'] {
  const own = first(readings, ({ ownLatencies }) => ownLatencies);
  if (own && !takesOwn) {
    notes.add(
      'The file holds latencies between nodes that a person added: use them with --latencies self.',
    );
  }
  if (!own && takesOwn) {
    throw new ScenarioError(
      '--latencies self',
      'requests latencies of the file, but it has none',
      'leave it out, or give a matrix',
    );
  }
  if (!own || !takesOwn) return undefined;
  const sorted = [...rows].sort((a, b) => a.cpu - b.cpu);
  const places = sorted.map((row) => own.nodes.indexOf(nodeOf(row)));
  // What is on one node has its own figures.
  return places.map((from) =>
    places.map((to) => (from === to ? undefined : own.table[from]?.[to])),
  );
}

/** In how many parts the scheduler sees a cache of the file: as many as nodes it reaches over. */
function splitOf(rows: readonly MachineCpuRow[]): number {
  const told = rows.filter(({ llc }) => llc !== undefined);
  const parts = [...groupedBy(told, ({ llc }) => llc).values()].map(
    (members) => new Set(members.map(nodeOf)).size,
  );
  return Math.max(1, ...parts);
}

function parseOrder(list: string): number[] {
  if (!/^\d{1,5}(-\d{1,5})?(,\d{1,5}(-\d{1,5})?){0,1023}$/.test(list)) {
    throw new ScenarioError(
      '--cores',
      'is not a list of CPUs',
      'write it as the kernel does: 0-7,16',
    );
  }
  return parseCpuList(list, 100_000, '--cores');
}

/** What is said to be measured by the person, and to come from the file. */
function namesOf({
  hitm,
  hitm_matrix_ns: matrix,
  cache,
  dram,
  os,
}: MeasuredCost): [string[], string[]] {
  const measured = hitm || matrix ? ['transfers between CPUs'] : [];
  const quoted = [
    ...(cache ? ['cache sizes'] : []),
    ...(dram ? ['memory latencies'] : []),
    ...(os ? ['idle states'] : []),
  ];
  return [measured, quoted];
}
