// From rows of CPUs to the shape of a machine that can be simulated: numbers without gaps, caches as
// the scheduler sees them (spec "Own machine" section 2.1; "Scheduling topology" 1.1). Every reader ends here. What could
// not be kept is said in a sentence; what no machine has is refused.

import { kernelCpuList, parseCpuList, ScenarioError } from '../../../scenario/index.ts';
import { CPUS, LLCS, NODES } from '../../../scenario/limits.ts';
import type { ListedTopology } from '../../../scenario/topology-schema.ts';
import { counted, type ReaderNotes } from '../notes.ts';
import { groupedBy, type MachineCpuRow, type NodeDistances, type Vendor } from './rows.ts';

/** Kinds of cores: hwloc tells two with different highest clocks apart, and has five of a part that is sold. */
const KINDS = 64;
const LOCAL = 10;
const FARTHEST = 255;

export interface ShapeWanted {
  /** What gave the rows: "lscpu". */
  readonly from: string;
  readonly vendor: Vendor;
  readonly distances?: NodeDistances | undefined;
  /** CPUs of the file that are taken, as a list; all of them if left out. */
  readonly cpus?: string | undefined;
}

export interface ShapeReading {
  readonly topology: ListedTopology;
  /** The file's numbers of the CPUs kept, by the number they have now; undefined if they are the same. */
  readonly cpuNumbers: readonly number[] | undefined;
}

/** The shape of rows with different CPU numbers, at least one. Throws ScenarioError. */
export function shapeOf(
  given: readonly MachineCpuRow[],
  wanted: ShapeWanted,
  notes: ReaderNotes,
): ShapeReading {
  const rows = withMemory(chosen(given, wanted.cpus), notes);
  checkKinds(rows, notes);
  checkPackages(rows);
  tellThreads(rows, notes);
  const cpus = rows.length;
  const lists = (key: (row: MachineCpuRow) => string) => listsOf(rows, key);
  const cores = lists(({ core }) => core);
  const isRenumbered = rows.some(({ cpu }, place) => cpu !== place);
  if (isRenumbered) {
    notes.add(`CPUs are renumbered from 0 to ${cpus - 1}, without gaps.`);
  }
  const llcOf = fewEnough(rows, lastLevel(rows, wanted, notes), notes);
  const nodes = nodesOf(rows);
  const l2s = l2Lists(rows, llcOf, notes);
  const topology: ListedTopology = {
    title: titleOf(rows, cores.length, wanted.from),
    vendor: wanted.vendor,
    cpus,
    cores: cores.length,
    threads_per_core: mostThreads(rows),
    numbering: numberingOf(cores, cpus),
    packages: lists((row) => `${row.package}`),
    nodes: nodes.map((node) => cpuListOf(rows, (row) => nodeOf(row) === node)),
    llcs: lists(llcOf),
    ...(l2s === undefined || sameLists(l2s, cores) ? {} : { l2_clusters: l2s }),
    distance: distancesOf(rows, nodes, wanted, notes),
  };
  checkCounts(topology);
  return { topology, cpuNumbers: isRenumbered ? rows.map(({ cpu }) => cpu) : undefined };
}

/** A file that says nothing of nodes has one. */
export const nodeOf = ({ node }: MachineCpuRow): number => node ?? 0;

/** The node numbers of the rows, ascending: their order is that of the shape's nodes. */
export const nodesOf = (rows: readonly MachineCpuRow[]): number[] =>
  [...new Set(rows.map(nodeOf))].sort((a, b) => a - b);

// ---- which CPUs ----------------------------------------------------------------------------------

/** A CPU list as people write it on a command line; rows of it only, in the order of numbers. */
function chosen(
  given: readonly MachineCpuRow[],
  list: string | undefined,
): readonly MachineCpuRow[] {
  const sorted = [...given].sort((a, b) => a.cpu - b.cpu);
  if (list === undefined) return sorted;
  if (!/^\d{1,9}(-\d{1,9})?(,\d{1,9}(-\d{1,9})?){0,1023}$/.test(list)) {
    throw new ScenarioError(
      '--cpus',
      'is not a list of CPUs',
      'write it as the kernel does: 0-7,16',
    );
  }
  const wanted = new Set(parseCpuList(list, (sorted.at(-1)?.cpu ?? 0) + 1, '--cpus'));
  const rows = sorted.filter(({ cpu }) => wanted.has(cpu));
  if (rows.length > 0) return rows;
  throw new ScenarioError('--cpus', 'names no CPU that the file has', 'name some of its CPUs');
}

/** CPUs that are local to no memory, where others are: Linux gives them that of a neighbour, and so do the rows. */
function withMemory(rows: readonly MachineCpuRow[], notes: ReaderNotes): readonly MachineCpuRow[] {
  const homed = rows.filter(({ node }) => node !== undefined);
  if (homed.length === 0 || homed.length === rows.length) return rows;
  const bare = rows.filter(({ node }) => node === undefined).map(({ cpu }) => cpu);
  const are = bare.length === 1 ? 'CPU' : 'CPUs';
  const is = bare.length === 1 ? 'is' : 'are';
  notes.add(
    `${are} ${kernelCpuList(bare)} ${is} local to no memory, and ${is} put on the node of a neighbour.`,
  );
  const nearest = (row: MachineCpuRow) =>
    homed.find(({ llc }) => llc !== undefined && llc === row.llc) ??
    homed.find((other) => other.package === row.package) ??
    homed[0]!;
  return rows.map((row) => (row.node === undefined ? { ...row, node: nearest(row).node } : row));
}

function checkKinds(rows: readonly MachineCpuRow[], notes: ReaderNotes): void {
  const kinds = new Set(rows.map(({ kind }) => kind));
  if (kinds.size > KINDS) {
    const problem = `lists ${kinds.size} kinds of cores`;
    throw new ScenarioError('file', problem, `leave out CPUs, so that at most ${KINDS} remain`);
  }
  if (kinds.size < 2) return;
  notes.add(
    `The machine has ${kinds.size} kinds of cores; all cores are simulated alike and at full speed.`,
  );
}

/** What no machine has: one core in two packages. */
function checkPackages(rows: readonly MachineCpuRow[]): void {
  const first = new Map<string, MachineCpuRow>();
  for (const row of rows) {
    const other = first.get(row.core);
    if (!other) first.set(row.core, row);
    else if (other.package !== row.package) {
      const problem = `CPUs ${other.cpu} and ${row.cpu} share a core but not a package`;
      throw new ScenarioError('file', problem, 'check that the listing is of one machine');
    }
  }
}

/** The kernel has no objection to cores of different numbers of threads, nor has the simulation: it is said. */
function tellThreads(rows: readonly MachineCpuRow[], notes: ReaderNotes): void {
  const cores = [...groupedBy(rows, ({ core }) => core).values()];
  const counts = [...groupedBy(cores, ({ length }) => length)].sort(([a], [b]) => b - a);
  if (counts.length < 2) return;
  const parts = counts.map(
    ([threads, some]) => `${counted(some.length, 'core')} with ${counted(threads, 'thread')}`,
  );
  notes.add(
    `Cores differ in their number of threads and are simulated that way: ${parts.join(', ')}.`,
  );
}

const mostThreads = (rows: readonly MachineCpuRow[]): number =>
  Math.max(...[...groupedBy(rows, ({ core }) => core).values()].map(({ length }) => length));

function checkCounts({ cpus, llcs, nodes }: ListedTopology): void {
  const counts = [
    [cpus, CPUS, 'CPUs'],
    [llcs.length, LLCS, 'last-level caches'],
    [nodes.length, NODES, 'nodes'],
  ] as const;
  for (const [count, most, what] of counts) {
    if (count <= most) continue;
    const last = Math.max(0, Math.floor((cpus * most) / count) - 1);
    const remedy = `give at most ${most}: leave out CPUs with --cpus 0-${last}`;
    throw new ScenarioError('text', `lists ${count} ${what}`, remedy);
  }
}

// ---- the lists -----------------------------------------------------------------------------------

/** Lists of CPU numbers (dense, by place in `rows`), one a group, in the order of first CPUs. */
function listsOf(rows: readonly MachineCpuRow[], key: (row: MachineCpuRow) => string): string[] {
  const place = new Map(rows.map((row, index) => [row.cpu, index]));
  return [...groupedBy(rows, key).values()].map((members) =>
    kernelCpuList(members.map(({ cpu }) => place.get(cpu)!)),
  );
}

const cpuListOf = (rows: readonly MachineCpuRow[], is: (row: MachineCpuRow) => boolean): string =>
  kernelCpuList(rows.flatMap((row, place) => (is(row) ? [place] : [])));

const sameLists = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && [...a].sort().join(' ') === [...b].sort().join(' ');

/** The shortest way to say which CPUs form a core; cores of different numbers of threads have lists. */
function numberingOf(cores: readonly string[], cpus: number) {
  const count = cores.length;
  if (cpus % count !== 0) return [...cores];
  const made = (coreOf: (cpu: number) => number): string[] => {
    const members: number[][] = Array.from({ length: count }, () => []);
    for (let cpu = 0; cpu < cpus; cpu++) members[coreOf(cpu)]!.push(cpu);
    return members.map(kernelCpuList);
  };
  const block = made((cpu) => cpu % count);
  if (sameLists(cores, block)) return 'block' as const;
  const adjacent = made((cpu) => Math.floor(cpu / (cpus / count)));
  if (sameLists(cores, adjacent)) return 'adjacent' as const;
  return [...cores];
}

/** What a CPU shares with others beyond its core: the outermost cache known, else nothing. */
const cacheLabel = ({ llc, l2, core }: MachineCpuRow): string =>
  llc !== undefined ? `llc ${llc}` : l2 !== undefined ? `l2 ${l2}` : `core ${core}`;

/** The last-level cache of a CPU as the scheduler sees it: within one package and one node. */
export const lastLevelOf = (row: MachineCpuRow): string =>
  `${cacheLabel(row)} ${row.package} ${nodeOf(row)}`;

/**
 * The key of a CPU's last-level cache as the scheduler sees it. Sub-NUMA clusters: files tell of one L3 a package, the
 * scheduler never links CPUs of one package across its nodes (spec 1.1). Without any cache, a core stands for itself.
 */
function lastLevel(
  rows: readonly MachineCpuRow[],
  { from, vendor }: ShapeWanted,
  notes: ReaderNotes,
): (row: MachineCpuRow) => string {
  const bare = rows.filter(({ llc, l2 }) => llc === undefined && l2 === undefined);
  if (bare.length === rows.length) {
    notes.add(`${from} lists no shared cache: each core is treated as having its own.`);
  } else if (bare.length > 0) {
    notes.add(
      `${counted(bare.length, 'CPU')} without a shared cache: each core is treated as having its own.`,
    );
  }
  const groups = [...groupedBy(rows, cacheLabel).values()];
  const reachesOver = (part: (row: MachineCpuRow) => number) =>
    groups.some((members) => new Set(members.map(part)).size > 1);
  if (reachesOver((row) => row.package)) {
    notes.add(
      'Last-level caches that reach over packages are split by package, as the scheduler sees them.',
    );
  }
  if (reachesOver(nodeOf)) {
    const why =
      vendor === 'intel'
        ? 'the kernel does the same with sub-NUMA clusters'
        : 'the kernel does not link CPUs across nodes either';
    notes.add(`Last-level caches that span nodes are split by node: ${why}.`);
  }
  return lastLevelOf;
}

/** Where each core has a cache of its own, and they are more than can be simulated, those of a node are taken for one. */
function fewEnough(
  rows: readonly MachineCpuRow[],
  llcOf: (row: MachineCpuRow) => string,
  notes: ReaderNotes,
): (row: MachineCpuRow) => string {
  const caches = [...groupedBy(rows, llcOf).values()];
  const isOwn = caches.every((members) => new Set(members.map(({ core }) => core)).size === 1);
  if (caches.length <= LLCS || !isOwn) return llcOf;
  notes.add(
    `Each core has its own last-level cache, ${caches.length} in all, and at most ${LLCS} are simulated: one per package and node is assumed. With fewer CPUs (--cpus) they stay separate.`,
  );
  return (row) => `node ${row.package} ${nodeOf(row)}`;
}

/** The lists of L2 caches, or undefined where the file has none that lie between cores and LLCs. */
function l2Lists(
  rows: readonly MachineCpuRow[],
  llcOf: (row: MachineCpuRow) => string,
  notes: ReaderNotes,
): string[] | undefined {
  if (rows.some(({ l2 }) => l2 === undefined)) return undefined;
  const within = (inner: (row: MachineCpuRow) => string, outer: (row: MachineCpuRow) => string) =>
    [...groupedBy(rows, inner).values()].every((members) => new Set(members.map(outer)).size === 1);
  const l2Of = ({ l2 }: MachineCpuRow) => `${l2}`;
  if (within(l2Of, llcOf) && within(({ core }) => core, l2Of)) return listsOf(rows, l2Of);
  notes.add('L2 caches split cores or span last-level caches: one per core is assumed instead.');
  return undefined;
}

// ---- distances -----------------------------------------------------------------------------------

/** A row of the shape's nodes, from the file where it tells them all, else customary ones. */
function distancesOf(
  rows: readonly MachineCpuRow[],
  nodes: readonly number[],
  { from, vendor, distances }: ShapeWanted,
  notes: ReaderNotes,
): number[][] {
  const places = nodes.map((node) => distances?.nodes.indexOf(node) ?? -1);
  if (distances && places.every((place) => place >= 0)) {
    const left = distances.nodes.filter((node) => !nodes.includes(node));
    if (left.length > 0) {
      const have = left.length === 1 ? 'has no CPUs and is' : 'have no CPUs and are';
      const are = left.length === 1 ? 'Node' : 'Nodes';
      notes.add(`${are} ${left.join(', ')} ${have} left out, also of the distances.`);
    }
    return mended(
      places.map((row) => places.map((column) => distances.table[row]![column]!)),
      notes,
    );
  }
  if (distances) notes.add('The distances do not cover all nodes: customary ones are assumed.');
  const packagesOf = nodes.map(
    (node) => new Set(rows.filter((row) => nodeOf(row) === node).map((row) => row.package)),
  );
  const beyond = vendor === 'amd' ? 32 : 21;
  const isNear = (one: number, other: number) =>
    [...packagesOf[one]!].some((each) => packagesOf[other]!.has(each));
  const isSplit = nodes.some((_, one) =>
    nodes.some((__, other) => one < other && isNear(one, other)),
  );
  const asked = () => askedDistances({ from, beyond, isSplit }, notes);
  const [near, far] = nodes.length > 1 ? asked() : [12, beyond];
  return nodes.map((_, row) =>
    nodes.map((__, column) => {
      if (row === column) return LOCAL;
      return isNear(row, column) ? near : far;
    }),
  );
}

interface DistancesAsked {
  readonly from: string;
  /** What is proposed from package to package. */
  readonly beyond: number;
  /** True where a package has several nodes. */
  readonly isSplit: boolean;
}

/** Inside a package and beyond it, as firmware customarily says; without nodes inside of one, the one distance alone. */
function askedDistances(
  { from, beyond, isSplit }: DistancesAsked,
  notes: ReaderNotes,
): readonly [number, number] {
  const offers = isSplit
    ? [
        { key: '12 21', label: '12 inside a package, 21 beyond' },
        { key: '12 32', label: '12 inside a package, 32 beyond' },
        { key: '20 20', label: '20 between any two' },
        { key: '11 20', label: '11 inside a package, 20 beyond' },
      ]
    : ['12 21', '12 32', '20 20'].map((key) => ({ key, label: key.slice(3) }));
  const said = isSplit
    ? `12 inside a package and ${beyond} beyond are assumed`
    : `${beyond} from package to package is assumed`;
  const answer = notes.ask({
    ...{ about: 'distances', asks: 'How far apart are the nodes?', offers },
    proposed: `12 ${beyond}`,
    taken: `${from.replace(/^the /, 'The ')} gives no distances: ${said}.`,
  });
  const [near, far] = answer.split(' ').map(Number);
  return [near!, far!];
}

/** A table as the kernel would take it: 10 at home, farther everywhere else. */
function mended(table: number[][], notes: ReaderNotes): number[][] {
  const right = table.map((row, from) =>
    row.map((given, to) =>
      from === to ? LOCAL : Math.min(FARTHEST, Math.max(LOCAL, Math.round(given))),
    ),
  );
  const before = table.flat();
  const changed = right.flat().filter((value, at) => value !== before[at]).length;
  if (changed > 0) {
    notes.add(
      `${counted(changed, 'distance')} between nodes lay outside of what firmware may give (10 for the node itself, 10 to 255 for others) and were corrected.`,
    );
  }
  return right;
}

function titleOf(rows: readonly MachineCpuRow[], cores: number, from: string): string {
  const packages = new Set(rows.map((row) => row.package)).size;
  const parts = [
    counted(packages, 'socket'),
    counted(nodesOf(rows).length, 'node'),
    counted(cores, 'core'),
    counted(rows.length, 'CPU'),
  ];
  return `${parts.join(', ')} (from ${from})`;
}
