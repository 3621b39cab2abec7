// The machine that lscpu's counts propose: how many CPUs, threads, cores, sockets and caches there are, and which CPUs each
// node has. Text and JSON name the counts alike. Which CPUs form a core or a cache is inferred (counted.ts).

import { ScenarioError } from '../../../scenario/index.ts';
import { counted, type ReaderNotes } from '../notes.ts';
import { rowsOfCounts } from './counted.ts';
import { cpuListNumbers, listFault } from './cpu-list.ts';
import { cacheCount, hasCache, type LscpuFacts, processorFactsOf, sizesOf } from './lscpu-facts.ts';
import { rowsOfNodes } from './proposed.ts';
import type { MachineReading } from './reading.ts';
import type { MachineCpuRow, ProcessorFacts } from './rows.ts';

const again =
  'paste all that lscpu prints, or better what "lscpu -p=CPU,CORE,SOCKET,NODE,CACHE" prints';
const CPUS = 1024;

/** The processor, its cache sizes, and the machine that the counts propose. */
export function lscpuCountsOf(
  facts: LscpuFacts,
): Pick<MachineReading, 'facts' | 'sizes' | 'proposal' | 'running'> {
  const base = { facts: processorFactsOf(facts), sizes: sizesOf(facts) };
  const list = cpuListNumbers(facts.get('On-line CPU(s) list') ?? '');
  const running = Array.isArray(list) && list.length > 0 ? { running: list.length } : {};
  if (facts.has('CPU(s)'))
    return { ...base, ...running, proposal: (notes) => proposed(facts, notes) };
  const nodes = nodesIn(facts);
  return nodes ? { ...base, proposal: (notes, all) => ofNodes(nodes, all, notes) } : base;
}

/** Lines of nodes alone, as grep leaves them, say as much as numactl does. */
function ofNodes(
  nodes: ReadonlyMap<number, readonly number[]>,
  facts: ProcessorFacts,
  notes: ReaderNotes,
): readonly MachineCpuRow[] {
  const nodeOf = [...nodes].flatMap(([node, cpus]) => cpus.map((cpu) => [cpu, node] as const));
  if (nodeOf.length > 0) return rowsOfNodes(new Map(nodeOf), facts, notes, { from: 'lscpu' });
  throw new ScenarioError('lscpu', 'names no CPU of a node', again);
}

/** Throws ScenarioError with the name of the line at fault. */
function proposed(facts: LscpuFacts, notes: ReaderNotes): readonly MachineCpuRow[] {
  const { vendor = 'generic', family } = processorFactsOf(facts);
  checkLanguage(facts);
  const nodes = nodesIn(facts);
  const possible = required(facts, 'CPU(s)');
  const online = onlineIn(facts, nodes, possible);
  if (possible > CPUS) {
    throw new ScenarioError('CPU(s)', `is ${possible}`, `give a machine of at most ${CPUS}`);
  }
  const off = possible - online.length;
  if (off > 0) notes.add(`${counted(off, 'CPU')} offline and left out.`);
  const { threads, cores, packages } = coresIn(facts, online.length, notes);
  // lscpu counts the cores of CPUs that run: those of others may come on top.
  const numbered = possible <= cores * threads ? possible : online.length;
  return rowsOfCounts(
    {
      from: 'lscpu',
      vendor,
      family,
      numbering: customaryNumbering(facts),
      online,
      possible: numbered,
      threads,
      packages,
      cores,
      nodes,
      l2s: cacheCount(facts, 'L2'),
      l3s: cacheCount(facts, 'L3'),
      // Without any line of caches the text is cut, or nothing told lscpu of them.
      hasL3: hasCache(facts, 'L3') || !['L1d', 'L2'].some((name) => hasCache(facts, name)),
    },
    notes,
  );
}

/** Checks that the text is English (lscpu prints in the language of its user) and has more than one line of counts. */
function checkLanguage(facts: LscpuFacts): void {
  const says = [...facts.keys()].some((name) =>
    /^(Thread\(s\) per |Core\(s\) per |Socket\(s\)|Cluster\(s\)|NUMA node|On-line CPU|L[1-4])/.test(
      name,
    ),
  );
  if (says) return;
  const problem = 'names no cores, sockets, caches or nodes';
  throw new ScenarioError('lscpu', problem, `${again}; in English: LC_ALL=C lscpu`);
}

function numberOf(facts: LscpuFacts, name: string): number | undefined {
  const text = facts.get(name);
  if (text === undefined || text === '-') return undefined;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new ScenarioError(name, 'is not a number', again);
}

function required(facts: LscpuFacts, name: string): number {
  const found = numberOf(facts, name);
  if (found !== undefined && found > 0) return found;
  throw new ScenarioError(name, 'is missing', again);
}

/** The CPUs of each node, by its number; undefined where no line names any. */
function nodesIn(facts: LscpuFacts): ReadonlyMap<number, readonly number[]> | undefined {
  const found = new Map<number, readonly number[]>();
  for (const [name, text] of facts) {
    const node = /^NUMA node(\d{1,5}) CPU\(s\)$/.exec(name)?.[1];
    if (node !== undefined) found.set(Number(node), listIn(name, text));
  }
  return found.size > 0 ? found : undefined;
}

function listIn(name: string, text: string): readonly number[] {
  const cpus = cpuListNumbers(text === '-' ? '' : text);
  if (cpus !== undefined && cpus !== 'too-many') return cpus;
  throw listFault(cpus, name, again);
}

function onlineIn(
  facts: LscpuFacts,
  nodes: ReadonlyMap<number, readonly number[]> | undefined,
  possible: number,
): readonly number[] {
  const list = facts.get('On-line CPU(s) list');
  const told =
    list !== undefined ? listIn('On-line CPU(s) list', list) : [...(nodes?.values() ?? [])].flat();
  if (told.length > 0) return [...new Set(told)].sort((a, b) => a - b);
  return Array.from({ length: Math.min(possible, CPUS) }, (_, cpu) => cpu);
}

/** x86 firmware lists one thread of every core first; hypervisors and other architectures do not. */
function customaryNumbering(facts: LscpuFacts): 'block' | 'adjacent' {
  const isOther =
    facts.has('Hypervisor vendor') || processorFactsOf(facts).otherArchitecture !== undefined;
  return isOther ? 'adjacent' : 'block';
}

/** Threads, cores and packages; where lines are missing, what the others leave. Throws ScenarioError. */
function coresIn(facts: LscpuFacts, running: number, notes: ReaderNotes) {
  const threads = numberOf(facts, 'Thread(s) per core') ?? 1;
  const named = numberOf(facts, 'Socket(s)') ?? numberOf(facts, 'Cluster(s)');
  const each = numberOf(facts, 'Core(s) per socket') ?? numberOf(facts, 'Core(s) per cluster');
  const used = Math.ceil(running / threads);
  const packages = Math.max(1, named ?? askedSockets(facts, used, each, notes) ?? 1);
  if (!facts.has('Thread(s) per core')) {
    notes.add('lscpu does not say how many threads a core has: one is assumed.');
  }
  if (named === undefined && socketsOfBooks(facts) === undefined) {
    notes.add('lscpu does not say how many sockets there are: one is assumed.');
  }
  const cores = each === undefined ? used : each * packages;
  if (cores >= 1 && cores * threads >= running && threads >= 1 && threads <= 8) {
    return { threads, packages, cores };
  }
  const problem = `has ${running} that run, more than ${counted(cores, 'core')} of ${counted(threads, 'thread')}`;
  throw new ScenarioError('CPU(s)', problem, again);
}

/** s390 counts its sockets in books, and books in drawers. */
function socketsOfBooks(facts: LscpuFacts): number | undefined {
  const sockets = numberOf(facts, 'Socket(s) per book');
  if (sockets === undefined) return undefined;
  const books = numberOf(facts, 'Book(s)') ?? numberOf(facts, 'Book(s) per drawer') ?? 1;
  return sockets * books * (numberOf(facts, 'Drawer(s)') ?? 1);
}

/** Offers of a question about sockets. */
const SOCKETS = 16;

/** Of all sockets of a machine, those that a guest has CPUs on: lscpu counts them all. */
function askedSockets(
  facts: LscpuFacts,
  cores: number,
  each: number | undefined,
  notes: ReaderNotes,
): number | undefined {
  const all = socketsOfBooks(facts);
  if (all === undefined) return undefined;
  const fewest = Math.min(all, Math.max(1, Math.ceil(cores / Math.max(1, each ?? 1))));
  const most = Math.min(all, cores, fewest + SOCKETS - 1);
  const keys = Array.from({ length: Math.max(1, most - fewest + 1) }, (_, at) => `${fewest + at}`);
  const answer = notes.ask({
    ...{ about: 'packages', asks: 'How many packages are there?' },
    offers: keys.map((key) => ({ key, label: counted(Number(key), 'package') })),
    proposed: `${fewest}`,
    taken: `lscpu counts all ${all} sockets of the machine's books: the fewest that hold the cores that run are taken.`,
  });
  return Number(answer);
}
