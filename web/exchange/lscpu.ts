// Reads what `lscpu -p=CPU,CORE,SOCKET,NODE,CACHE` prints into the shape of a machine (spec "Scheduling topology"
// section 9.1, with the sub-NUMA split of 1.1). The text may come from anywhere: scanned once, bounded,
// and refused with the line that is wrong. Says what the text does not tell and what was put in its place.

import { formatCpuList, type Machine, ScenarioError } from '../scenario/index.ts';
import type { ListedTopology } from '../scenario/topology-schema.ts';

export type Vendor = 'intel' | 'amd' | 'generic';

export interface ImportedMachine {
  readonly topology: ListedTopology;
  /** Full sentences: what was left out, renumbered or assumed. */
  readonly notes: readonly string[];
}

/** Longest text: 1,024 CPUs take 40 kB. */
export const LSCPU_CHARACTERS = 256 * 1024;
const CPUS = 1024;
/** No number lscpu prints here is longer. */
const DIGITS = 9;

export const lscpuCommand = 'lscpu -p=CPU,CORE,SOCKET,NODE,CACHE';
/** What the command asks for, where the comment that names the columns was not pasted. */
const asked = ['cpu', 'core', 'socket', 'node', 'l1d', 'l1i', 'l2', 'l3'];
const names = new Set([...asked, 'book', 'drawer', 'online', 'cluster', 'l0', 'l4']);

/** One CPU as the text has it; labels are whatever numbers lscpu gave. */
interface Row {
  readonly cpu: number;
  readonly core: number;
  readonly socket: number;
  readonly node: number;
  readonly l2: number | undefined;
  readonly l3: number | undefined;
  readonly line: number;
}

const at = (line: number): string => `line ${line}`;
const again = `paste all that "${lscpuCommand}" prints`;

/** The shape of a machine. Throws ScenarioError with the line at fault. */
export function readLscpu(text: string, vendor: Vendor = 'generic'): ImportedMachine {
  const notes: string[] = [];
  const rows = rowsOf(text, notes);
  const kept = sameThreads(rows, notes);
  return shapeOf(kept, vendor, notes);
}

// ---- the text ------------------------------------------------------------------------------------

function rowsOf(text: string, notes: string[]): Row[] {
  if (text.length > LSCPU_CHARACTERS) {
    const most = `at most ${LSCPU_CHARACTERS}`;
    throw new ScenarioError('text', `has ${text.length} characters, ${most} are read`, again);
  }
  let columns: readonly string[] | undefined;
  const rows = new Map<number, Row>();
  let offline = 0;
  text.split('\n').forEach((raw, index) => {
    const line = raw.trim();
    if (line === '') return;
    if (line.startsWith('#')) {
      columns = columnsIn(line) ?? columns;
      return;
    }
    const row = rowOf(line, columns ?? asked, index + 1);
    if (!row) {
      offline += 1;
      return;
    }
    const twin = rows.get(row.cpu);
    if (twin) {
      const problem = `tells of CPU ${row.cpu} again, after line ${twin.line}`;
      throw new ScenarioError(at(row.line), problem, 'paste the text of one machine');
    }
    rows.set(row.cpu, row);
  });
  if (rows.size === 0) throw new ScenarioError('text', 'tells of no CPU', again);
  if (!columns) notes.push('No line names the columns: they are read in the order of the command.');
  if (offline > 0) notes.push(`${offline} CPUs are offline and left out.`);
  return [...rows.values()].sort((a, b) => a.cpu - b.cpu);
}

/** The columns that a comment names, in small letters, or undefined if it is another comment. */
function columnsIn(comment: string): readonly string[] | undefined {
  const words = fieldsOf(comment.slice(1).trim().toLowerCase());
  return words.includes('cpu') && words.every((word) => names.has(word)) ? words : undefined;
}

/** Cells of a line: commas part them, colons part the caches, and an empty one stands before those. */
function fieldsOf(line: string): string[] {
  const cells = line.split(',').map((cell) => cell.trim());
  const gap = cells.length > 5 && cells[4] === '' ? 4 : -1;
  return cells.filter((_, index) => index !== gap).flatMap((cell) => cell.split(':'));
}

/** A row, or undefined for a CPU that is offline. */
function rowOf(text: string, columns: readonly string[], line: number): Row | undefined {
  const cells = fieldsOf(text);
  if (cells.length > columns.length || cells.length < 2) {
    const problem = `has ${cells.length} fields, ${columns.length} are named`;
    throw new ScenarioError(at(line), problem, again);
  }
  const read = (name: string): number | undefined => {
    const cell = cells[columns.indexOf(name)];
    if (cell === undefined || cell === '' || cell === '-') return undefined;
    if (cell.length <= DIGITS && /^\d+$/.test(cell)) return Number(cell);
    const shown = JSON.stringify(cell.slice(0, 20));
    throw new ScenarioError(at(line), `has ${shown} for ${name}, which is not a number`, again);
  };
  const cpu = read('cpu');
  if (cpu === undefined) throw new ScenarioError(at(line), 'names no CPU', again);
  const isOff = /^n(o)?$/i.test(cells[columns.indexOf('online')] ?? '');
  const core = read('core');
  const socket = read('socket');
  if (isOff || (core === undefined && socket === undefined)) return undefined;
  if (core === undefined) throw new ScenarioError(at(line), 'names no core', again);
  const rest = { l2: read('l2'), l3: read('l3'), line };
  return { cpu, core, socket: socket ?? 0, node: read('node') ?? 0, ...rest };
}

// ---- the machine ---------------------------------------------------------------------------------

/** CORE may repeat in each socket. */
const coreKey = ({ socket, core }: Row): string => `${socket}/${core}`;

function groups<Key>(rows: readonly Row[], key: (row: Row) => Key): Map<Key, Row[]> {
  const found = new Map<Key, Row[]>();
  for (const row of rows) {
    const group = found.get(key(row));
    if (group) group.push(row);
    else found.set(key(row), [row]);
  }
  return found;
}

/** Cores of different numbers of threads are no machine of ours: then one thread of each is kept. */
function sameThreads(rows: readonly Row[], notes: string[]): readonly Row[] {
  if (rows.length > CPUS) {
    throw new ScenarioError('text', `tells of ${rows.length} CPUs`, `give at most ${CPUS}`);
  }
  const cores = [...groups(rows, coreKey).values()];
  if (cores.every(({ length }) => length === cores[0]!.length)) return rows;
  notes.push(
    'Cores have different numbers of threads: the first thread of each is kept, as with SMT off.',
  );
  return cores.map(([first]) => first!).sort((a, b) => a.cpu - b.cpu);
}

/** Lists of CPU numbers (dense, by place in `rows`), one a group, in the order of first CPUs. */
function lists(rows: readonly Row[], key: (row: Row) => string): string[] {
  const place = new Map(rows.map((row, index) => [row.cpu, index]));
  return [...groups(rows, key).values()].map((members) =>
    formatCpuList(members.map(({ cpu }) => place.get(cpu)!)),
  );
}

function shapeOf(rows: readonly Row[], vendor: Vendor, notes: string[]): ImportedMachine {
  const cpus = rows.length;
  const cores = lists(rows, coreKey);
  const threads = cpus / cores.length;
  if (rows.at(-1)!.cpu !== cpus - 1) {
    notes.push(`CPUs are renumbered from 0 to ${cpus - 1}, without gaps.`);
  }
  const l2s = rows.every(({ l2 }) => l2 !== undefined) ? lists(rows, l2Key) : cores;
  const topology: ListedTopology = {
    title: titleOf(rows, cores.length),
    vendor,
    cpus,
    cores: cores.length,
    threads_per_core: threads,
    numbering: numberingOf(cores, cpus, threads),
    packages: lists(rows, ({ socket }) => `${socket}`),
    nodes: lists(rows, ({ node }) => `${node}`),
    llcs: lists(rows, lastLevel(rows, vendor, notes)),
    ...(sameLists(l2s, cores) ? {} : { l2_clusters: l2s }),
    distance: distanceOf(rows, vendor, notes),
  };
  return { topology, notes };
}

const l2Key = ({ l2 }: Row): string => `${l2}`;
const sameLists = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && [...a].sort().join(' ') === [...b].sort().join(' ');

/** The shortest way to say which CPUs form a core. */
function numberingOf(cores: readonly string[], cpus: number, threads: number) {
  const count = cpus / threads;
  const made = (coreOf: (cpu: number) => number): string[] => {
    const members: number[][] = Array.from({ length: count }, () => []);
    for (let cpu = 0; cpu < cpus; cpu++) members[coreOf(cpu)]!.push(cpu);
    return members.map(formatCpuList);
  };
  const block = made((cpu) => cpu % count);
  if (sameLists(cores, block)) return 'block' as const;
  const adjacent = made((cpu) => Math.floor(cpu / threads));
  if (sameLists(cores, adjacent)) return 'adjacent' as const;
  return [...cores];
}

/**
 * The key of a CPU's last-level cache as the scheduler sees it. Sub-NUMA clusters: lscpu tells of one
 * L3 a package, the scheduler never links CPUs of one package across its nodes (spec 1.1).
 */
function lastLevel(rows: readonly Row[], vendor: Vendor, notes: string[]): (row: Row) => string {
  const level = (['l3', 'l2'] as const).find((name) =>
    rows.every((row) => row[name] !== undefined),
  );
  if (!level) notes.push('The text tells of no shared cache: each node is taken for one.');
  const label = (row: Row): string => (level ? `${row[level]}` : `${row.socket}`);
  const inNode = (row: Row): string => `${label(row)} ${row.socket} ${row.node}`;
  const labels = groups(rows, label);
  const isSplit = [...labels.values()].some((members) => groups(members, inNode).size > 1);
  if (isSplit) {
    const why =
      vendor === 'intel'
        ? 'so does the kernel with sub-NUMA clusters'
        : 'the kernel does not link CPUs across nodes either';
    notes.push(`Last-level caches that reach over nodes are split by node: ${why}.`);
  }
  return inNode;
}

/** lscpu has no distances: customary ones stand in. */
function distanceOf(rows: readonly Row[], vendor: Vendor, notes: string[]): number[][] {
  const nodes = [...groups(rows, ({ node }) => node).values()];
  const sockets = nodes.map((members) => new Set(members.map(({ socket }) => socket)));
  const beyond = vendor === 'amd' ? 32 : 21;
  if (nodes.length > 1) {
    notes.push(`lscpu tells no distances: 12 inside a package and ${beyond} beyond are taken.`);
  }
  return nodes.map((_, from) =>
    nodes.map((__, to) => {
      if (from === to) return 10;
      return [...sockets[from]!].some((socket) => sockets[to]!.has(socket)) ? 12 : beyond;
    }),
  );
}

function titleOf(rows: readonly Row[], cores: number): string {
  const sockets = groups(rows, ({ socket }) => socket).size;
  const nodes = groups(rows, ({ node }) => node).size;
  const count = (n: number, one: string) => `${n} ${one}${n === 1 ? '' : 's'}`;
  return `${count(sockets, 'socket')}, ${count(nodes, 'node')}, ${count(cores, 'core')}, ${count(rows.length, 'CPU')} (from lscpu)`;
}

/** The set of timings of a machine most like this one: lscpu tells none. */
export function timingsLike(
  machine: Pick<Machine, 'cpus' | 'packages' | 'nodes' | 'llcs'>,
  vendor: Vendor,
): string {
  const { cpus, packages, nodes, llcs } = machine;
  const isManyCaches = llcs > nodes * packages;
  if (vendor === 'amd' || (vendor === 'generic' && isManyCaches)) {
    return cpus / llcs > 16 ? 'genoa-2s' : 'milan-2s';
  }
  if (cpus <= 16) return 'skl-d';
  if (packages >= 4) return 'skx-ex-4s';
  if (nodes > packages) return 'gnr-2s-6n';
  return cpus > 112 ? 'spr-2s-60c' : 'skx-ep-2s';
}
