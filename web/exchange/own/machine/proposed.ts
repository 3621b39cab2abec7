// The machine that a matrix of latencies alone, or the nodes of numactl alone, imply: a proposal, told sentence by
// sentence, for a machine without a listing of CPUs. A listing given beside it takes its place.

import { counted, type ReaderNotes } from '../notes.ts';
import { cachesQuestion, rowsOfCounts } from './counted.ts';
import type { MachineCpuRow, NodeDistances, ProcessorFacts } from './rows.ts';

type Matrix = readonly (readonly (number | undefined)[])[];

/** Two latencies part two levels of a machine if the larger is so many times the smaller. */
const LEVEL_RATIO = 1.5;
/** ns one way: siblings of a core share its L1, and no two cores are as near. */
const SIBLING_NS = 15;
/** ns one way: beyond it a transfer leaves the package. */
const PACKAGE_NS = 110;
/** Nodes of one package are no farther apart: firmware says 11 or 12 of them, and 16 or more of others. */
const PACKAGE_DISTANCE = 15;

// ---- nodes alone ---------------------------------------------------------------------------------

/** Rows of the CPUs of nodes: siblings by the two ranges a node customarily has, an LLC a node, packages by the distances. */
export function rowsOfNodes(
  nodes: ReadonlyMap<number, number>,
  { vendor = 'generic', family }: ProcessorFacts,
  notes: ReaderNotes,
  { from, distances }: { readonly from: string; readonly distances?: NodeDistances | undefined },
): MachineCpuRow[] {
  const online = [...nodes.keys()].sort((a, b) => a - b);
  const lists = new Map<number, number[]>();
  for (const cpu of online)
    lists.set(nodes.get(cpu)!, [...(lists.get(nodes.get(cpu)!) ?? []), cpu]);
  const isTwo = [...lists.values()].every(isTwoRanges);
  const perCore = isTwo
    ? 'two threads per core are proposed, by the two ranges of each node'
    : 'one thread per core is proposed';
  const canBeTwo = [...lists.values()].every(({ length }) => length % 2 === 0);
  const threads = Number(
    notes.ask({
      ...{ about: 'threads', asks: 'How many threads does a core have?' },
      offers: (canBeTwo ? ['1', '2'] : ['1']).map((key) => ({ key, label: key })),
      proposed: isTwo ? '2' : '1',
      taken: `${from} lists only nodes: ${perCore}. Give lscpu or lstopo as well for the real ones.`,
    }),
  );
  const packages = askedPackages([...lists.keys()], { from, distances }, notes);
  const cores = online.length / threads;
  const l3s = Number(
    notes.ask({
      ...cachesQuestion({ cores, packages: lists.size, proposed: lists.size, taken: '' }),
      taken: `${from} lists no caches: one last-level cache per node is proposed.`,
    }),
  );
  const counts = { from, vendor, family, numbering: 'block' as const, online, threads };
  return rowsOfCounts(
    {
      ...counts,
      possible: online.length,
      cores,
      packages,
      nodes: lists,
      l2s: undefined,
      l3s,
      hasL3: true,
    },
    notes,
  );
}

/** How many packages the nodes are of, each with as many neighbouring ones. */
function askedPackages(
  given: readonly number[],
  { from, distances }: { readonly from: string; readonly distances?: NodeDistances | undefined },
  notes: ReaderNotes,
): number {
  const nodes = [...given].sort((a, b) => a - b);
  const proposed = packagesByDistance(nodes, distances);
  const counts = nodes.map((_, at) => at + 1).filter((count) => nodes.length % count === 0);
  const taken =
    proposed === nodes.length
      ? 'one package per node is proposed'
      : `${counted(proposed, 'package')} by the distances of the nodes ${proposed === 1 ? 'is' : 'are'} proposed`;
  const answer = notes.ask({
    ...{ about: 'packages', asks: 'How many packages are there?' },
    offers: counts.map((count) => ({ key: `${count}`, label: counted(count, 'package') })),
    proposed: `${proposed}`,
    taken: `${from} lists no packages: ${taken}.`,
  });
  return Number(answer);
}

/** Packages of neighbouring nodes that are near each other and far from all others; a package a node where that parts none. */
function packagesByDistance(
  nodes: readonly number[],
  distances: NodeDistances | undefined,
): number {
  const places = nodes.map((node) => distances?.nodes.indexOf(node) ?? -1);
  const isNear = (a: number, b: number) =>
    a === b ||
    (distances?.table[places[a]!]?.[places[b]!] ?? Number.POSITIVE_INFINITY) <= PACKAGE_DISTANCE;
  const first = nodes.findIndex((_, at) => !isNear(0, at));
  const each = first < 0 ? nodes.length : first;
  const isParted = nodes.every((_, a) =>
    nodes.every((__, b) => isNear(a, b) === (Math.floor(a / each) === Math.floor(b / each))),
  );
  return isParted && nodes.length % each === 0 ? nodes.length / each : nodes.length;
}

/** Two runs of equal length with a gap between them: the first and the second threads of some cores. */
function isTwoRanges(cpus: readonly number[]): boolean {
  const half = cpus.length / 2;
  const isRun = (part: readonly number[]) => part.every((cpu, at) => cpu === part[0]! + at);
  const [first, second] = [cpus.slice(0, half), cpus.slice(half)];
  return (
    Number.isInteger(half) &&
    half > 0 &&
    isRun(first) &&
    isRun(second) &&
    second[0]! > first.at(-1)! + 1
  );
}

// ---- latencies alone -----------------------------------------------------------------------------

/** Rows by single linkage: CPUs that are near each other are siblings, then share an LLC, then a package. */
export function rowsOfMatrix(matrix: Matrix, notes: ReaderNotes): MachineCpuRow[] {
  const tree = spanningTree(matrix);
  const levels = levelsOf(tree.map(({ ns }) => ns));
  const clusters = (below: number) => clustersOf(matrix.length, tree, below);
  const isSmt = levels.length > 0 && levels[0]!.most <= SIBLING_NS;
  const core = isSmt ? clusters(levels[0]!.most) : undefined;
  const [cache, ...beyond] = isSmt ? levels.slice(1) : levels;
  const far = beyond.find(({ least }) => least >= PACKAGE_NS);
  const near = far && levels[levels.indexOf(far) - 1]!.most;
  const { llc, pack } = askedClusters(
    levels.slice(isSmt ? 1 : 0).map(({ most }) => clusters(most)),
    clusters((cache ?? levels.at(-1))?.most ?? 0),
    near === undefined ? undefined : clusters(near),
    notes,
  );
  const parts = [
    ...(core ? ['the siblings of each core'] : []),
    'the CPUs of each last-level cache',
    pack ? 'the packages' : 'one package',
  ];
  notes.add(
    `The matrix names no machine: ${parts.slice(0, -1).join(', ')} and ${parts.at(-1)} are proposed by its latencies, with one node per package. Give lscpu or lstopo as well for the real ones.`,
  );
  return matrix.map((_, cpu) => ({
    cpu,
    core: core ? `${core[cpu]}` : `cpu ${cpu}`,
    l2: undefined,
    llc: `${llc[cpu]}`,
    package: pack?.[cpu] ?? 0,
    node: pack?.[cpu] ?? 0,
  }));
}

const countOf = (clusters: readonly number[]): number => new Set(clusters).size;

/** Which of the clusters share a cache and which are packages; a package holds whole caches. */
function askedClusters(
  levels: readonly (readonly number[])[],
  cache: readonly number[],
  far: readonly number[] | undefined,
  notes: ReaderNotes,
) {
  const all = [...levels, cache, ...(far ? [far] : [])];
  const byCount = new Map<string, readonly number[]>(
    all.map((clusters) => [`${countOf(clusters)}`, clusters]),
  );
  const offer = (what: string, most: number) =>
    [...byCount.keys()]
      .map(Number)
      .filter((count) => count <= most)
      .sort((a, b) => a - b)
      .map((count) => ({ key: `${count}`, label: counted(count, what) }));
  const caches = notes.ask({
    ...{ about: 'caches', asks: 'How many last-level caches are there?' },
    offers: offer('cache', cache.length),
    proposed: `${countOf(cache)}`,
    taken: `The latencies show ${counted(countOf(cache), 'last-level cache')}.`,
  });
  const packages = notes.ask({
    ...{ about: 'packages', asks: 'How many packages are there?' },
    offers: offer('package', Number(caches)),
    proposed: `${Math.min(far ? countOf(far) : 1, Number(caches))}`,
    taken: `The latencies show ${counted(far ? countOf(far) : 1, 'package')}.`,
  });
  const pack = packages === '1' ? undefined : byCount.get(packages);
  return { llc: byCount.get(caches)!, pack };
}

interface Edge {
  readonly a: number;
  readonly b: number;
  readonly ns: number;
}

/** The shortest links that join all CPUs (Prim), ascending; CPUs without a latency hang at the end of it. */
function spanningTree(matrix: Matrix): Edge[] {
  const between = (a: number, b: number) =>
    matrix[a]?.[b] ?? matrix[b]?.[a] ?? Number.POSITIVE_INFINITY;
  const nearest = matrix.map((_, cpu) => ({ from: 0, ns: between(0, cpu) }));
  const left = new Set(matrix.keys());
  left.delete(0);
  const edges: Edge[] = [];
  while (left.size > 0) {
    let next = -1;
    for (const cpu of left) if (next < 0 || nearest[cpu]!.ns < nearest[next]!.ns) next = cpu;
    left.delete(next);
    edges.push({ a: nearest[next]!.from, b: next, ns: nearest[next]!.ns });
    for (const cpu of left) {
      const ns = between(next, cpu);
      if (ns < nearest[cpu]!.ns) nearest[cpu] = { from: next, ns };
    }
  }
  return edges.sort((a, b) => a.ns - b.ns);
}

/** Runs of latencies that lie close together. */
function levelsOf(
  ascending: readonly number[],
): { readonly least: number; readonly most: number }[] {
  const levels: { least: number; most: number }[] = [];
  for (const ns of ascending) {
    const last = levels.at(-1);
    if (last && ns <= last.most * LEVEL_RATIO) last.most = ns;
    else levels.push({ least: ns, most: ns });
  }
  return levels;
}

/** For each CPU the number of its cluster when links up to `below` ns join. */
function clustersOf(count: number, tree: readonly Edge[], below: number): number[] {
  const parent = Array.from({ length: count }, (_, cpu) => cpu);
  const root = (cpu: number): number => {
    let at = cpu;
    while (parent[at] !== at) at = parent[at]!;
    return at;
  };
  for (const { a, b, ns } of tree) {
    if (ns > below) break;
    const [low, high] = [root(a), root(b)].sort((x, y) => x - y) as [number, number];
    parent[high] = low;
  }
  const names = new Map<number, number>();
  return parent.map((_, cpu) => {
    const top = root(cpu);
    if (!names.has(top)) names.set(top, names.size);
    return names.get(top)!;
  });
}
