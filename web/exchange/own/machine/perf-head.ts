// What perf says of a machine in front of a trace or a report (perf script --header, perf report --header): CPUs with their cores,
// packages, nodes and caches. Host names, command lines and versions in it are not looked at.

import { ScenarioError } from '../../../scenario/index.ts';
import type { ReaderNotes } from '../notes.ts';
import { cpuListNumbers, LISTED_CPUS, listFault } from './cpu-list.ts';
import { sizesFrom } from './lscpu-facts.ts';
import type { MachineReading } from './reading.ts';
import { type MachineCpuRow, otherArchitecture, type ProcessorFacts, vendorNamed } from './rows.ts';

const remedy = 'give all lines of the head, as perf script --header-only prints them';
const CPUS = 1024;

const listLine =
  /^#\s{1,8}(sibling sockets|sibling cores|sibling dies|sibling threads|node\d{1,9} cpu list)\s{0,8}:\s{0,8}([\d,-]{1,8000})\s{0,8}$/;
const cpuLine =
  /^#\s{1,8}CPU (\d{1,9}): Core ID (-?\d{1,9}), (?:Die ID (-?\d{1,9}), )?Socket ID (-?\d{1,9})\s{0,8}$/;
const cacheLine =
  /^#\s{1,8}L(\d) (Data|Unified|Instruction)\s{1,40}(\d{1,9}[KMG]?)\s{1,8}\[([\d,-]{1,8000})\]/;
const factLine = /^#\s{1,8}(arch|cpuid|nrcpus online|nrcpus avail)\s{0,8}:\s{0,8}(\S.{0,200})$/;

/** A line of the head that says something of the machine. */
export const isPerfHeadLine = (line: string): boolean =>
  [cpuLine, listLine, cacheLine, factLine].some((form) => form.test(line));

/**
 * The number of each CPU's group, of groups that are told line by line. A machine names each CPU in one of them: a head that
 * names more is refused at the line, before the lists of a small text fill the memory.
 */
class Groups {
  readonly of = new Map<number, number>();
  #groups = 0;
  #named = 0;

  add(cpus: readonly number[], line: number, as = this.#groups): void {
    this.#groups++;
    this.#named += cpus.length;
    if (this.#groups > CPUS || this.#named > LISTED_CPUS) {
      const problem = `is one of too many lists of CPUs for ${CPUS} CPUs`;
      throw new ScenarioError(`line ${line}`, problem, remedy);
    }
    for (const cpu of cpus) this.of.set(cpu, as);
  }
}

interface Head {
  /** By CPU: core, die and package, where they are told. */
  readonly cpus: Map<number, { readonly core: string; readonly package: number }>;
  readonly packages: Groups;
  readonly cores: Groups;
  readonly nodes: Groups;
  /** By level: the caches that hold data. */
  readonly caches: Map<number, Groups>;
  readonly sizes: Map<string, string>;
  readonly facts: Map<string, string>;
}

/** Throws ScenarioError with the line at fault. */
export function readPerfHead(text: string, notes: ReaderNotes): MachineReading {
  const head: Head = {
    ...{ cpus: new Map(), packages: new Groups(), cores: new Groups(), nodes: new Groups() },
    ...{ caches: new Map(), sizes: new Map(), facts: new Map() },
  };
  for (const [index, raw] of text.split('\n').entries()) readLine(raw.trim(), index + 1, head);
  const rows = rowsOf(head);
  if (rows.length === 0) throw new ScenarioError('file', 'lists no CPU', remedy);
  if (head.nodes.of.size === 0)
    notes.add('The head of perf lists no nodes: one per package is assumed.');
  if (head.caches.size === 0) {
    notes.add('The head of perf lists no caches: one LLC per package and node is assumed.');
  }
  const sizes = sizesFrom((cache) => head.sizes.get(cache));
  return { kind: 'perf-head', from: 'the head of perf', rows, sizes, facts: factsOf(head) };
}

function readLine(line: string, number: number, head: Head): void {
  const list = listLine.exec(line);
  const cpu = list ? null : cpuLine.exec(line);
  const cache = list || cpu ? null : cacheLine.exec(line);
  const fact = list || cpu || cache ? null : factLine.exec(line);
  if (fact) head.facts.set(fact[1]!, fact[2]!);
  if (cpu && Number(cpu[2]) >= 0) {
    const [, name, core, die = '0', socket] = cpu;
    head.cpus.set(Number(name), {
      core: `${socket}/${die}/${core}`,
      package: Math.max(0, Number(socket)),
    });
  }
  if (cache && cache[2] !== 'Instruction') {
    const level = Number(cache[1]);
    const all = head.caches.get(level) ?? new Groups();
    head.caches.set(level, all);
    all.add(numbersOf(cache[4]!, number), number);
    head.sizes.set(level === 1 ? 'L1d' : `L${level}`, cache[3]!);
  }
  if (!list) return;
  const cpus = numbersOf(list[2]!, number);
  const [, what] = list;
  if (what === 'sibling threads') head.cores.add(cpus, number);
  else if (what === 'sibling sockets' || what === 'sibling cores') head.packages.add(cpus, number);
  else if (what!.startsWith('node')) {
    const node = Number(what!.slice('node'.length).split(' ')[0]);
    head.nodes.add(cpus, number, node);
  }
}

function numbersOf(text: string, line: number): readonly number[] {
  const numbers = cpuListNumbers(text);
  if (numbers !== undefined && numbers !== 'too-many') return numbers;
  throw listFault(numbers, `line ${line}`, remedy);
}

function rowsOf({ cpus, packages, cores, nodes, caches }: Head): MachineCpuRow[] {
  const levels = [...caches.keys()].sort((a, b) => b - a);
  const [outer] = levels;
  const llc = caches.get(outer ?? -1)?.of;
  const l2 = caches.get(2)?.of;
  const { of: ofPackage } = packages;
  const { of: ofCore } = cores;
  // A CPU that stands in no list is offline: perf names all that could be.
  const all = new Set([
    ...ofCore.keys(),
    ...ofPackage.keys(),
    ...(ofCore.size > 0 ? [] : cpus.keys()),
  ]);
  if (all.size > CPUS) {
    throw new ScenarioError('file', `lists more than ${CPUS} CPUs`, `give at most ${CPUS}`);
  }
  return [...all]
    .sort((a, b) => a - b)
    .map((cpu) => {
      const told = cpus.get(cpu);
      const socket = told?.package ?? ofPackage.get(cpu) ?? 0;
      const core = ofCore.get(cpu);
      const outerCache = llc?.get(cpu);
      const second = l2?.get(cpu);
      return {
        cpu,
        core: core !== undefined ? `threads ${core}` : (told?.core ?? `cpu ${cpu}`),
        l2: second === undefined ? undefined : `${second}`,
        llc:
          outerCache !== undefined
            ? `${outerCache}`
            : caches.size > 0
              ? undefined
              : `package ${socket}`,
        package: socket,
        node: nodes.of.get(cpu) ?? (nodes.of.size > 0 ? undefined : socket),
      };
    });
}

/** "GenuineIntel,6,158,10", on others than x86 a number that says nothing here. */
function factsOf({ facts }: Head): ProcessorFacts {
  const parts = /^([A-Za-z]{1,40}),(\d{1,4}),(\d{1,4}),/.exec(facts.get('cpuid') ?? '');
  const architecture = otherArchitecture(facts.get('arch'));
  return {
    ...(parts && {
      vendor: vendorNamed(parts[1]!),
      family: Number(parts[2]),
      model: Number(parts[3]),
    }),
    ...(architecture !== undefined && { otherArchitecture: architecture }),
  };
}
