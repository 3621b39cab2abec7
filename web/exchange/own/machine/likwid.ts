// Reads what likwid-topology prints: a table of hardware threads, caches as groups of them, NUMA domains with their distances.

import { ScenarioError } from '../../../scenario/index.ts';
import { ID_DIGITS } from '../limits.ts';
import { counted, type ReaderNotes } from '../notes.ts';
import { LISTED_CPUS, listFault } from './cpu-list.ts';
import type { CacheSizes, MachineReading } from './reading.ts';
import {
  type MachineCpuRow,
  type NodeDistances,
  type ProcessorFacts,
  vendorNamed,
} from './rows.ts';

const again = 'paste all that likwid-topology prints';
/** NUMA domains: as many as a machine has nodes. */
const DOMAINS = 256;

const head = /^HWThread\s+Thread\s+Core\s+(?:Die\s+)?Socket\b/;
const line = {
  row: /^(\d{1,9})\s+\d{1,4}\s+(\d{1,9})\s+(?:(\d{1,9})\s+)?(\d{1,9})(?:\s+(\*))?$/,
  level: /^Level:\s+(\d)$/,
  size: /^Size:\s+(\d{1,9}) (k|M)B$/,
  groups: /^Cache groups:\s+(\(.*\))$/,
  domain: /^Domain:\s+(\d{1,5})$/,
  processors: /^Processors:\s+\(([\d\s]*)\)$/,
  distances: /^Distances:\s+(\d[\d\s]*)$/,
};

/** True for the head of its table. */
export const isLikwidHead = (text: string): boolean => head.test(text);

/** True for lines that say something here. */
export const isLikwidLine = (text: string): boolean =>
  head.test(text) ||
  /^CPU (name|type|stepping):\t/.test(text) ||
  Object.values(line).some((form) => form.test(text));

/** Throws ScenarioError with the line at fault. */
export function readLikwid(text: string, notes: ReaderNotes): MachineReading {
  const found = new Gathered();
  for (const [index, raw] of text.split('\n').entries())
    found.line(raw.trim(), `line ${index + 1}`);
  if (found.threads.length === 0) throw new ScenarioError('file', 'names no CPU', again);
  const off = found.threads.filter(({ isOn }) => !isOn).length;
  if (off > 0) notes.add(`${counted(off, 'CPU')} not available and left out.`);
  const distances = found.distances();
  return {
    kind: 'likwid',
    from: 'likwid',
    rows: found.rows(),
    told: { nodes: found.domains.length },
    facts: found.facts,
    sizes: found.sizes,
    ...(distances && { distances }),
  };
}

interface HardwareThread {
  readonly cpu: number;
  readonly core: string;
  readonly socket: number;
  readonly isOn: boolean;
}

interface NumaDomain {
  readonly number: number;
  cpus: readonly number[];
  distances: readonly number[];
}

/** What the lines say, as they come. */
class Gathered {
  readonly threads: HardwareThread[] = [];
  readonly domains: NumaDomain[] = [];
  /** The group of each CPU, by level of the cache. */
  readonly #caches = new Map<number, Map<number, number>>();
  readonly #sizes = new Map<number, number>();
  #level = 0;
  #isTable = false;
  facts: ProcessorFacts = {};

  /** Throws ScenarioError with the line at fault. */
  line(text: string, place: string): void {
    const is = (form: RegExp) => form.exec(text);
    if (head.test(text)) this.#isTable = true;
    else if (text.startsWith('---')) this.#isTable &&= this.threads.length === 0;
    const row = this.#isTable ? is(line.row) : undefined;
    const level = is(line.level);
    const size = is(line.size);
    const groups = is(line.groups);
    const domain = is(line.domain);
    if (row) this.#thread(row, place);
    else if (level) this.#level = Number(level[1]);
    else if (size) this.#sizes.set(this.#level, Number(size[1]) * (size[2] === 'M' ? 1024 : 1));
    else if (groups) this.#groups(groups[1]!, place);
    else if (domain) this.#domain(Number(domain[1]), place);
    else this.#ofDomain(text, place);
  }

  #thread([, cpu, core, die, socket, star]: RegExpExecArray, place: string): void {
    const number = Number(cpu);
    if (this.threads.some((other) => other.cpu === number)) {
      throw new ScenarioError(place, `lists CPU ${number} again`, 'give one machine');
    }
    if (this.threads.length >= LISTED_CPUS) throw listFault('too-many', place, again);
    // Core numbers may begin anew in each die and socket.
    const label = `${socket}/${die ?? ''}/${core}`;
    this.threads.push({ cpu: number, core: label, socket: Number(socket), isOn: star === '*' });
  }

  #groups(text: string, place: string): void {
    const groups = new Map<number, number>();
    text.split(')').forEach((group, index) => {
      for (const cpu of numbersIn(group.replace('(', ''), place)) groups.set(cpu, index);
    });
    this.#caches.set(this.#level, groups);
  }

  #domain(number: number, place: string): void {
    if (this.domains.length >= DOMAINS) {
      throw new ScenarioError(place, `is NUMA domain ${DOMAINS + 1}`, `give at most ${DOMAINS}`);
    }
    this.domains.push({ number, cpus: [], distances: [] });
  }

  #ofDomain(text: string, place: string): void {
    const domain = this.domains.at(-1);
    const maker = /^CPU (?:name|type):\s+(Intel|AMD)\b/.exec(text)?.[1];
    const [cpus, distances] = [line.processors.exec(text), line.distances.exec(text)];
    if (maker) this.facts = { vendor: vendorNamed(maker) };
    if (domain && cpus) domain.cpus = numbersIn(cpus[1]!, place);
    if (domain && distances) domain.distances = numbersIn(distances[1]!, place);
  }

  rows(): MachineCpuRow[] {
    const nodeOf = new Map(
      this.domains.flatMap(({ number, cpus }) => cpus.map((cpu) => [cpu, number])),
    );
    const outer = Math.max(0, ...[...this.#caches.keys()].filter((level) => level >= 2));
    const label = (level: number, cpu: number) => this.#caches.get(level)?.get(cpu)?.toString();
    return this.threads
      .filter(({ isOn }) => isOn)
      .map(({ cpu, core, socket }) => ({
        cpu,
        core,
        l2: label(2, cpu),
        llc: label(outer, cpu),
        package: socket,
        node: nodeOf.get(cpu),
      }));
  }

  get sizes(): CacheSizes {
    const [l1, l2, l3] = [1, 2, 3].map((level) => this.#sizes.get(level));
    return {
      ...(l1 !== undefined && { l1d_kb: l1 }),
      ...(l2 !== undefined && { l2_kb: l2 }),
      ...(l3 !== undefined && { llc_mb: l3 / 1024 }),
    };
  }

  distances(): NodeDistances | undefined {
    const table = this.domains.map(({ distances }) => distances);
    const isWhole = table.length > 0 && table.every(({ length }) => length === table.length);
    return isWhole ? { nodes: this.domains.map(({ number }) => number), table } : undefined;
  }
}

function numbersIn(text: string, place: string): number[] {
  const words = text.split(/\s+/).filter((word) => word !== '');
  if (words.length > LISTED_CPUS) throw listFault('too-many', place, again);
  if (words.every((word) => word.length <= ID_DIGITS && /^\d+$/.test(word)))
    return words.map(Number);
  throw listFault(undefined, place, again);
}
