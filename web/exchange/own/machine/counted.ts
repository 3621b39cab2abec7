// From counts (lscpu without options, numactl alone, /proc/cpuinfo without cores) to a row a CPU. Counts do not say which
// CPUs form a core, a cache or a package: the customary numbering is inferred here, and each inference is said.

import { ScenarioError } from '../../../scenario/index.ts';
import { counted, type ReaderNotes, type ReaderQuestion } from '../notes.ts';
import type { MachineCpuRow, Vendor } from './rows.ts';

/** What a text counts; what it does not say is left out. */
export interface MachineCounts {
  /** What is said of the source: "lscpu". */
  readonly from: string;
  readonly vendor: Vendor;
  /** CPU family of CPUID, which tells how many cores of an AMD part share an L3. */
  readonly family: number | undefined;
  /** Where nodes allow both: one thread of every core is numbered first ('block'), or the threads of a core are neighbours. */
  readonly numbering: 'block' | 'adjacent';
  /** CPUs that run, ascending. */
  readonly online: readonly number[];
  /** CPUs there are, those that are offline included. */
  readonly possible: number;
  /** The most threads of a core. */
  readonly threads: number;
  readonly packages: number;
  readonly cores: number;
  /** The CPUs of each node, by its number; undefined where the text tells of no nodes. */
  readonly nodes: ReadonlyMap<number, readonly number[]> | undefined;
  /** How many caches of a level there are; undefined where the text says nothing. */
  readonly l2s: number | undefined;
  readonly l3s: number | undefined;
  /** True where there is an L3 of which the number is not told. */
  readonly hasL3: boolean;
}

/** Rows of the CPUs that run. Throws ScenarioError for counts that contradict each other. */
export function rowsOfCounts(counts: MachineCounts, notes: ReaderNotes): MachineCpuRow[] {
  const nodeOf = nodesByCpu(counts, notes);
  const coreOf = coresByCpu(counts, nodeOf, notes);
  const order = coresInOrder(counts, coreOf, nodeOf);
  const packageOf = packagesByCore(counts, order, nodeOf, notes);
  const shares = cachesByCore(counts, order, packageOf, notes);
  return counts.online.map((cpu) => {
    const core = coreOf(cpu);
    return {
      cpu,
      core: `${core}`,
      l2: shares.l2?.get(core),
      llc: shares.llc?.get(core),
      package: packageOf.get(core) ?? 0,
      node: nodeOf?.get(cpu),
    };
  });
}

// ---- nodes ---------------------------------------------------------------------------------------

function nodesByCpu({ from, nodes, online }: MachineCounts, notes: ReaderNotes) {
  if (!nodes || nodes.size === 0) return undefined;
  const found = new Map<number, number>();
  for (const [node, cpus] of nodes) for (const cpu of cpus) found.set(cpu, node);
  const bare = [...nodes].filter(([, cpus]) => cpus.length === 0).map(([node]) => node);
  if (bare.length > 0) {
    const are = bare.length === 1 ? 'Node' : 'Nodes';
    notes.add(`${are} ${bare.join(', ')} without CPUs (memory alone) left out.`);
  }
  const missing = online.find((cpu) => !found.has(cpu));
  if (missing === undefined) return found;
  const problem = `gives no node for CPU ${missing}`;
  throw new ScenarioError('file', problem, `paste all that ${from} prints`);
}

// ---- cores ---------------------------------------------------------------------------------------

/** The core of a CPU, by the numbering that the nodes allow and that is customary. */
function coresByCpu(
  counts: MachineCounts,
  nodeOf: ReadonlyMap<number, number> | undefined,
  notes: ReaderNotes,
): (cpu: number) => number {
  const { cores, threads, possible } = counts;
  if (threads === 1) return (cpu) => cpu;
  if (possible < cores * threads) return mixedCores(counts, notes);
  const block = (cpu: number) => cpu % cores;
  const adjacent = (cpu: number) => Math.floor(cpu / threads);
  const fits = (coreOf: (cpu: number) => number) => isWithinNodes(counts, coreOf, nodeOf);
  const isProposed = fits(block) && (!fits(adjacent) || counts.numbering === 'block');
  const siblings = isProposed ? `0 and ${cores}` : '0 and 1';
  const offers = [
    ...(fits(block) ? [{ key: 'block', label: `0 and ${cores}, and so on` }] : []),
    ...(fits(adjacent) ? [{ key: 'adjacent', label: '0 and 1, and so on' }] : []),
  ];
  const answer = notes.ask({
    ...{ about: 'siblings', asks: 'Which CPUs form a core?', offers },
    proposed: isProposed ? 'block' : 'adjacent',
    taken: `${counts.from} does not say which CPUs form a core: that CPUs ${siblings} are siblings, and so on, is inferred.`,
  });
  return answer === 'block' ? block : adjacent;
}

/** True if no core lies on two nodes. */
function isWithinNodes(
  { online }: MachineCounts,
  coreOf: (cpu: number) => number,
  nodeOf: ReadonlyMap<number, number> | undefined,
): boolean {
  if (!nodeOf) return true;
  const first = new Map<number, number>();
  return online.every((cpu) => {
    const [core, node] = [coreOf(cpu), nodeOf.get(cpu)!];
    if (!first.has(core)) first.set(core, node);
    return first.get(core) === node;
  });
}

/** Fewer CPUs than cores times threads: some cores have one thread, as parts with two kinds of cores do. */
function mixedCores(
  { from, cores, threads, possible }: MachineCounts,
  notes: ReaderNotes,
): (cpu: number) => number {
  const wide = Math.floor((possible - cores) / (threads - 1));
  if (wide < 0) throw new ScenarioError('file', `lists ${possible} CPUs on ${cores} cores`, remedy);
  const [one, many] = [counted(cores - wide, 'core'), counted(wide, 'core')];
  notes.add(
    `${from} lists ${possible} CPUs on ${cores} cores: ${many} with ${threads} threads, numbered first, and ${one} with one are inferred.`,
  );
  return (cpu) => (cpu < wide * threads ? Math.floor(cpu / threads) : cpu - wide * (threads - 1));
}

const remedy = 'paste all lines of one machine';

/** Cores that run, node by node and in the order of numbers: neighbours in it share packages and caches. */
function coresInOrder(
  { online }: MachineCounts,
  coreOf: (cpu: number) => number,
  nodeOf: ReadonlyMap<number, number> | undefined,
): readonly { readonly core: number; readonly node: number }[] {
  const found = new Map<number, number>();
  for (const cpu of online) {
    const core = coreOf(cpu);
    if (!found.has(core)) found.set(core, nodeOf?.get(cpu) ?? 0);
  }
  return [...found]
    .map(([core, node]) => ({ core, node }))
    .sort((a, b) => a.node - b.node || a.core - b.core);
}

// ---- packages and caches -------------------------------------------------------------------------

type Order = ReturnType<typeof coresInOrder>;

/** Whole nodes of a package where nodes divide evenly, else equal parts of the cores in order. */
function packagesByCore(
  { from, packages }: MachineCounts,
  order: Order,
  nodeOf: ReadonlyMap<number, number> | undefined,
  notes: ReaderNotes,
): ReadonlyMap<number, number> {
  const nodes = [...new Set(order.map(({ node }) => node))];
  if (packages > 1 && nodeOf && nodes.length % packages === 0) {
    const each = nodes.length / packages;
    return new Map(
      order.map(({ core, node }) => [core, Math.floor(nodes.indexOf(node) / each)] as const),
    );
  }
  if (packages > 1)
    notes.add(`${from} does not say which cores form a package: equal parts are assumed.`);
  return partsOf(order, packages);
}

/** Each core's part of `count` equal parts, in order. */
const partsOf = (order: Order, count: number): ReadonlyMap<number, number> =>
  new Map(
    order.map(({ core }, place) => [core, Math.floor((place * count) / order.length)] as const),
  );

interface Shares {
  readonly l2: ReadonlyMap<number, string> | undefined;
  readonly llc: ReadonlyMap<number, string> | undefined;
}

function cachesByCore(
  counts: MachineCounts,
  order: Order,
  packageOf: ReadonlyMap<number, number>,
  notes: ReaderNotes,
): Shares {
  const inOrder = [...order].sort(
    (a, b) => packageOf.get(a.core)! - packageOf.get(b.core)! || a.node - b.node || a.core - b.core,
  );
  const l3s = counts.hasL3 ? (counts.l3s ?? askedL3s(counts, notes)) : undefined;
  const labels = (count: number | undefined) =>
    count === undefined
      ? undefined
      : new Map([...partsOf(inOrder, count)].map(([core, part]) => [core, `${part}`] as const));
  if (l3s !== undefined && l3s > counts.packages) {
    notes.add(
      `Which cores share each of the ${l3s} L3 caches ${counts.from} does not say: equal parts of neighbouring cores are inferred.`,
    );
  }
  const l2 = labels(counts.l2s);
  return { l2, llc: labels(l3s) ?? l2 };
}

/** How many L3 caches a part has that does not say: one a package, but one a complex of cores on AMD's. */
function askedL3s(
  { from, vendor, family, cores, packages }: MachineCounts,
  notes: ReaderNotes,
): number {
  const complex =
    vendor === 'amd' ? (family === 23 ? 4 : family !== undefined && family >= 25 ? 8 : 0) : 0;
  // As many under each package: what is proposed can be offered.
  const inEach = complex === 0 ? 1 : Math.max(1, Math.ceil(cores / packages / complex));
  const count = packages * inEach;
  const each = count === packages ? 'one per package is' : `one for every ${complex} cores is`;
  const taken = `${from} does not count the L3 caches: ${each} inferred.`;
  return Number(notes.ask(cachesQuestion({ cores, packages, proposed: count, taken })));
}

/** Cores that share a last-level cache in parts of today. */
const customaryShares = [2, 3, 4, 6, 8, 12, 16];

/** How many last-level caches there are: one a package, or one for so many cores. */
export function cachesQuestion({
  cores,
  packages,
  proposed,
  taken,
}: {
  readonly cores: number;
  readonly packages: number;
  readonly proposed: number;
  readonly taken: string;
}): ReaderQuestion {
  const divided = customaryShares.map((share) => cores / share);
  const counts = [packages, ...divided, proposed].filter(
    (count) => Number.isInteger(count) && count >= packages && count % packages === 0,
  );
  const offers = [...new Set(counts)]
    .sort((a, b) => a - b)
    .map((count) => ({
      key: `${count}`,
      label: `${counted(count, 'cache')}, ${counted(Math.ceil(cores / count), 'core')} each`,
    }));
  const asks = 'How many last-level caches are there?';
  return { about: 'caches', asks, offers, proposed: `${proposed}`, taken };
}
