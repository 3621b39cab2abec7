// Reads what `lstopo --of xml` of hwloc 2 and 3 writes (spec "Own machine" section 2.2). Which CPU belongs to which core,
// cache and package follows from where it stands in the tree; which to which memory, from cpusets alone. Host names,
// serial numbers and all else a file says of its machine are stepped over and not kept.

import { ScenarioError } from '../../../scenario/index.ts';
import { ID_DIGITS } from '../limits.ts';
import { counted, type ReaderNotes } from '../notes.ts';
import { withoutControls } from '../text.ts';
import { bitmapNumbers, CPU_NUMBERS } from './bitmaps.ts';
import { type HwlocMemory, machineMemoryOf } from './hwloc-memory.ts';
import type { CacheSizes, MachineReading } from './reading.ts';
import { type MachineCpuRow, otherArchitecture, type ProcessorFacts, vendorNamed } from './rows.ts';
import { lineNumberAt, scanXml, type XmlAttributes } from './xml.ts';

/** Objects of a tree: 1,024 CPUs with cores and caches make some 5,000. */
const OBJECTS = 20_000;
const OBJECT_DEPTH = 64;
const CPUS = 1024;
/** Nodes of memory, with and without CPUs; kinds of cores; latencies between nodes. */
const MEMORIES = 256;
const KINDS = 64;
const LATENCIES = 4096;
/** Characters of all tables of distances together. */
const TABLE_CHARACTERS = 1024 * 1024;

const again = 'write the file again: lstopo --of xml machine.xml';

/** Devices and remarks: nothing below them is of the processor. */
const besides = new Set(['Misc', 'Bridge', 'PCIDev', 'OSDev']);
const known = new Set(['Machine', 'Package', 'Die', 'Group', 'NUMANode', 'MemCache', 'Core', 'PU']);
/** What hwloc itself takes for groups. */
const groups = new Set(['Tile', 'Module', 'Cluster', 'Socket']);

/** What is read of the words about a processor. */
const processorInfos = [
  'CPUVendor',
  'CPUFamilyNumber',
  'CPUModelNumber',
  'CPUImplementer',
  'Architecture',
];

interface Cache {
  readonly level: number;
  readonly kind: 'unified' | 'data';
  readonly bytes: number;
}

/** An object of the tree that stands open, or a CPU below it. */
interface HwlocObject {
  readonly type: string;
  readonly id: number;
  readonly cache: Cache | undefined;
}

/** A CPU with the caches it lies in. */
interface Unit {
  readonly row: MachineCpuRow;
  readonly llc: Cache | undefined;
  readonly l2: Cache | undefined;
  readonly l1: Cache | undefined;
}

/** The machine that the text tells of. Throws ScenarioError with the line at fault. */
export function readHwloc(text: string, notes: ReaderNotes): MachineReading {
  return new HwlocReader(text, notes).read();
}

class HwlocReader {
  readonly #stack: HwlocObject[] = [];
  readonly #elements: { name: string; attributes: XmlAttributes }[] = [];
  readonly #units = new Map<number, Unit>();
  readonly #memory: HwlocMemory = { nodes: [], tables: [], attributes: [], characters: 0 };
  readonly #infos = new Map<string, string>();
  readonly #kinds: { cpus: ReadonlySet<number>; name: string }[] = [];
  #allowed: ReadonlySet<number> | undefined;
  #possible: ReadonlySet<number> | undefined;
  #objects = 0;
  /** Elements open below a device: stepped over. */
  #skipped = 0;
  readonly #text: string;
  readonly #notes: ReaderNotes;

  constructor(text: string, notes: ReaderNotes) {
    this.#text = text;
    this.#notes = notes;
  }

  read(): MachineReading {
    scanXml(this.#text, {
      open: (name, attributes, at) => this.#open(name, attributes, at),
      close: (name) => this.#close(name),
      text: (content, at) => this.#content(content, at),
      wantsText: () => this.#skipped === 0 && this.#isTable(),
    });
    const rows = this.#rows();
    const facts = this.#facts();
    const { nodeOf, distances, latencies, own } = machineMemoryOf(this.#memory, rows, this.#notes);
    const placed = nodeOf ? rows.map((row) => ({ ...row, node: nodeOf.get(row.cpu) })) : rows;
    return {
      kind: 'hwloc',
      from: 'hwloc',
      rows: placed,
      told: { nodes: this.#memory.nodes.length },
      facts,
      sizes: sizesOf([...this.#units.values()]),
      ...(distances && { distances }),
      ...(latencies.length > 0 && { memory: latencies }),
      ...(own && { ownLatencies: own }),
    };
  }

  #fault(at: number, problem: string, remedy = again): ScenarioError {
    return new ScenarioError(lineNumberAt(this.#text, at), problem, remedy);
  }

  // ---- elements ----------------------------------------------------------------------------------

  #open(name: string, attributes: XmlAttributes, at: number): void {
    if (this.#elements.length === 0) this.#checkRoot(name, attributes, at);
    this.#elements.push({ name, attributes });
    if (this.#skipped > 0 || (name === 'object' && besides.has(attributes.get('type') ?? ''))) {
      this.#skipped += 1;
      return;
    }
    if (name === 'object') this.#openObject(attributes, at);
    else if (name === 'info') this.#info(attributes);
    else if (name === 'distances2')
      this.#memory.tables.push({ attributes, at, indexes: '', values: '' });
    else if (name === 'distances2hetero')
      this.#notes.add('Distances between objects of several kinds are left out.');
    else if (name === 'memattr_value') this.#memoryAttribute(attributes);
    else if (name === 'cpukind') this.#kind(attributes);
  }

  #close(name: string): void {
    this.#elements.pop();
    if (this.#skipped > 0) this.#skipped -= 1;
    else if (name === 'object') this.#stack.pop();
  }

  #checkRoot(name: string, attributes: XmlAttributes, at: number): void {
    if (name !== 'topology') {
      const problem = `begins with <${name}>, not with <topology>`;
      throw this.#fault(at, problem, 'give what "lstopo --of xml" of hwloc 2 or later writes');
    }
    const version = attributes.get('version');
    if (version === undefined || /^[01](\.|$)/.test(version)) {
      const remedy = 'write it again with lstopo of version 2 or later';
      throw this.#fault(at, 'was made by hwloc 1', remedy);
    }
    if (/^[23](\.\d{1,4})?$/.test(version)) return;
    const shown = JSON.stringify(withoutControls(version).slice(0, 20));
    throw this.#fault(at, `is of version ${shown}`, 'versions 2 and 3 are read');
  }

  #isTable(): boolean {
    const name = this.#elements.at(-1)?.name;
    return name === 'indexes' || name === 'u64values';
  }

  #content(text: string, at: number): void {
    const table = this.#memory.tables.at(-1);
    if (this.#elements.at(-2)?.name !== 'distances2' || !table) return;
    this.#memory.characters += text.length;
    if (this.#memory.characters > TABLE_CHARACTERS) {
      const problem = `has more than ${TABLE_CHARACTERS} characters of distances`;
      throw this.#fault(at, problem, 'leave them out: lstopo --of xml --no-distances');
    }
    if (this.#elements.at(-1)?.name === 'indexes') table.indexes += ` ${text}`;
    else table.values += ` ${text}`;
  }

  #info(attributes: XmlAttributes): void {
    const wanted = [...processorInfos, 'CoreType'];
    const [name, value] = [attributes.get('name') ?? '', attributes.get('value') ?? ''];
    if (!wanted.includes(name)) return;
    const kind = this.#kinds.at(-1);
    if (name === 'CoreType') {
      if (kind && this.#elements.at(-2)?.name === 'cpukind') kind.name += ` ${value}`;
    } else if (!this.#infos.has(name)) this.#infos.set(name, value);
  }

  #kind(attributes: XmlAttributes): void {
    const cpus = bitmapNumbers(attributes.get('cpuset') ?? '');
    if (!Array.isArray(cpus) || this.#kinds.length >= KINDS) return;
    const name = attributes.get('forced_efficiency') ?? '';
    this.#kinds.push({ cpus: new Set(cpus), name });
  }

  #memoryAttribute(attributes: XmlAttributes): void {
    const name = this.#elements.at(-2)?.attributes.get('name') ?? '';
    if (this.#memory.attributes.length >= LATENCIES) return;
    this.#memory.attributes.push({ name, attributes });
  }

  // ---- objects -----------------------------------------------------------------------------------

  #openObject(attributes: XmlAttributes, at: number): void {
    this.#objects += 1;
    if (this.#objects > OBJECTS)
      throw this.#fault(
        at,
        `has more than ${OBJECTS} objects`,
        `at most ${OBJECTS} are read: leave devices out with lstopo --no-io`,
      );
    const type = this.#typeOf(attributes, at);
    const cache = cacheOf(type, attributes);
    const object = { type, id: this.#objects, cache };
    if (type === 'Machine') this.#machine(attributes, at);
    else if (type === 'NUMANode') this.#node(attributes, at);
    else if (type === 'PU') this.#unit(attributes, at);
    this.#stack.push(object);
    if (this.#stack.length > OBJECT_DEPTH) {
      throw this.#fault(
        at,
        `has objects nested deeper than ${OBJECT_DEPTH}`,
        `at most ${OBJECT_DEPTH} are read: leave groups out with lstopo --merge`,
      );
    }
  }

  #typeOf(attributes: XmlAttributes, at: number): string {
    const type = attributes.get('type');
    if (type === undefined) throw this.#fault(at, 'has an object without a type');
    if (known.has(type) || /^L[1-5]i?Cache$/.test(type)) return type;
    if (!groups.has(type)) {
      this.#notes.add(
        `Objects of the type ${withoutControls(type).slice(0, 40)} are treated as groups.`,
      );
    }
    return 'Group';
  }

  #machine(attributes: XmlAttributes, at: number): void {
    this.#allowed ??= this.#set(attributes, 'cpuset', at);
    this.#possible ??= this.#set(attributes, 'complete_cpuset', at);
  }

  /** A set of CPUs; undefined where it is missing or names all there are. */
  #set(attributes: XmlAttributes, name: string, at: number): ReadonlySet<number> | undefined {
    const text = attributes.get(name);
    if (text === undefined) return undefined;
    const numbers = this.#numbers(text, name, at);
    return numbers === 'infinite' ? undefined : new Set(numbers);
  }

  /** Throws ScenarioError for what is no set, and for one that goes beyond what is read. */
  #numbers(text: string, name: string, at: number): readonly number[] | 'infinite' {
    const found = bitmapNumbers(text);
    if (found === undefined) throw this.#fault(at, `has a ${name} that is not a set`);
    if (found !== 'too-many') return found;
    const remedy = 'leave those beyond out: lstopo --restrict';
    throw this.#fault(at, `has a ${name} that goes beyond CPU ${CPU_NUMBERS - 1}`, remedy);
  }

  #node(attributes: XmlAttributes, at: number): void {
    const node = this.#number(attributes, 'os_index', at, 'a NUMA node');
    const cpus = this.#numbers(attributes.get('cpuset') ?? '', 'cpuset', at);
    if (cpus === 'infinite')
      throw this.#fault(at, `has node ${node} local to an unbounded set of CPUs`);
    if (this.#memory.nodes.length >= MEMORIES) {
      throw this.#fault(
        at,
        `has more than ${MEMORIES} NUMA nodes`,
        `at most ${MEMORIES} are read: leave nodes out with lstopo --restrict`,
      );
    }
    if (this.#memory.nodes.some((other) => other.node === node)) {
      throw this.#fault(at, `has node ${node} twice`);
    }
    const subtype = attributes.get('subtype') ?? '';
    const objectNumber = attributes.get('gp_index');
    this.#memory.nodes.push({ node, cpus: new Set(cpus), subtype, objectNumber });
  }

  #number(attributes: XmlAttributes, name: string, at: number, of: string): number {
    const text = attributes.get(name) ?? '';
    if (text.length <= ID_DIGITS && /^\d+$/.test(text)) return Number(text);
    throw this.#fault(at, `has ${of} without a number (${name})`);
  }

  #unit(attributes: XmlAttributes, at: number): void {
    const cpu = this.#number(attributes, 'os_index', at, 'a PU');
    const own = attributes.get('cpuset');
    const numbers = own === undefined ? [cpu] : this.#numbers(own, 'cpuset', at);
    if (numbers === 'infinite' || numbers.some((each) => each !== cpu)) {
      throw this.#fault(at, `has PU ${cpu} with the cpuset of another PU`);
    }
    // One that is offline or not allowed stands in the tree with an empty set.
    if (numbers.length === 0) return;
    if (this.#units.has(cpu)) throw this.#fault(at, `has PU ${cpu} twice`);
    if (this.#units.size >= CPUS) {
      const remedy = `give at most ${CPUS}: leave out CPUs with lstopo --restrict`;
      throw this.#fault(at, `has more than ${CPUS} PUs`, remedy);
    }
    this.#units.set(cpu, this.#unitAt(cpu));
  }

  #unitAt(cpu: number): Unit {
    const inside = [...this.#stack].reverse();
    const nearest = (type: string) => inside.find((object) => object.type === type);
    const core = nearest('Core');
    if (!core) this.#notes.add('The file lists no cores: each CPU is treated as a core.');
    if (!nearest('Package')) this.#notes.add('The file lists no packages: one is assumed.');
    const caches = inside.filter(({ cache }) => cache !== undefined);
    const ofLevel = (level: number) => caches.find(({ cache }) => cache!.level === level);
    const shared = caches.filter(({ cache }) => cache!.level >= 2);
    const unified = shared.filter(({ cache }) => cache!.kind === 'unified');
    const llc = (unified.length > 0 ? unified : shared).at(-1);
    const l2 = ofLevel(2);
    const row: MachineCpuRow = {
      cpu,
      core: core ? `core ${core.id}` : `cpu ${cpu}`,
      l2: l2 && `${l2.id}`,
      llc: llc && `${llc.id}`,
      package: nearest('Package')?.id ?? 0,
      node: undefined,
    };
    return { row, llc: llc?.cache, l2: l2?.cache, l1: ofLevel(1)?.cache };
  }

  // ---- what was found ------------------------------------------------------------------------------

  #rows(): MachineCpuRow[] {
    const all = [...this.#units.values()].map(({ row }) => row).sort((a, b) => a.cpu - b.cpu);
    const rows = all.filter(({ cpu }) => this.#allowed?.has(cpu) ?? true);
    const told = new Set([...(this.#possible ?? []), ...all.map(({ cpu }) => cpu)]);
    const left = told.size - rows.length;
    if (left > 0) {
      const are = left === 1 ? 'is' : 'are';
      this.#notes.add(`${counted(left, 'CPU')} ${are} offline or not allowed, and left out.`);
    }
    if (rows.length === 0) throw new ScenarioError('file', 'lists no CPU', again);
    if (this.#kinds.length < 2) return rows;
    const kindOf = (cpu: number) => this.#kinds.find(({ cpus }) => cpus.has(cpu))?.name ?? '';
    return rows.map((row) => ({ ...row, kind: kindOf(row.cpu) }));
  }

  #facts(): ProcessorFacts {
    const number = (name: string) => {
      const text = this.#infos.get(name) ?? '';
      return /^\d{1,4}$/.test(text) ? Number(text) : undefined;
    };
    const vendor = this.#infos.get('CPUVendor');
    const [family, model] = [number('CPUFamilyNumber'), number('CPUModelNumber')];
    // The implementer is known for Arm alone, even if the file names no architecture.
    const implementer = this.#infos.has('CPUImplementer') ? 'Arm' : undefined;
    const architecture = otherArchitecture(this.#infos.get('Architecture') ?? implementer);
    return {
      ...(vendor !== undefined && { vendor: vendorNamed(vendor) }),
      ...(family !== undefined && { family }),
      ...(model !== undefined && { model }),
      ...(architecture !== undefined && { otherArchitecture: architecture }),
    };
  }
}

/** The cache that an object is; undefined for others, for instructions, and for those beside memory. */
function cacheOf(type: string, attributes: XmlAttributes): Cache | undefined {
  const level = /^L([1-5])Cache$/.exec(type)?.[1];
  if (level === undefined || attributes.get('cache_type') === '2') return undefined;
  if (attributes.get('subtype') === 'MemorySideCache') return undefined;
  const size = attributes.get('cache_size') ?? '';
  return {
    level: Number(level),
    kind: attributes.get('cache_type') === '1' ? 'data' : 'unified',
    bytes: /^\d{1,15}$/.test(size) ? Number(size) : 0,
  };
}

/** Sizes that CPUs have in the middle; those that the file does not know are left out. */
function sizesOf(units: readonly Unit[]): CacheSizes {
  const middle = (cache: (unit: Unit) => Cache | undefined): number => {
    const sizes = units.map((unit) => cache(unit)?.bytes ?? 0).filter((bytes) => bytes > 0);
    return sizes.sort((a, b) => a - b)[Math.floor(sizes.length / 2)] ?? 0;
  };
  const [l1, l2, llc] = [
    middle(({ l1: c }) => c),
    middle(({ l2: c }) => c),
    middle(({ llc: c }) => c),
  ];
  return {
    ...(l1 > 0 && { l1d_kb: l1 / 1024 }),
    ...(l2 > 0 && { l2_kb: l2 / 1024 }),
    ...(llc > 0 && { llc_mb: llc / 1024 / 1024 }),
  };
}
