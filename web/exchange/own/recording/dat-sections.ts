// Where a file of trace-cmd has what: in version 6 one part after the other, in version 7 sections that a list of options names,
// which may be packed.

import { LIMIT_CPUS } from '../../../engine/abi.gen.ts';
import { ScenarioError } from '../../../scenario/index.ts';
import { RECORDING_BYTES, TRACE_DAT_FORMATS } from '../limits.ts';
import { unzlib } from '../packed/unzlib.ts';
import { joinBytes } from '../packed/whole.ts';
import { Unzstd } from '../packed/zstd.ts';
import type { DatBytes } from './dat-bytes.ts';
import { manyCpus } from './gathering.ts';

export interface Sections {
  /** The kernel's text of how its pages begin, and those of its events. */
  readonly headerPage: string;
  readonly formats: readonly string[];
  readonly cpus: readonly { readonly cpu: number; readonly pages: Uint8Array<ArrayBuffer> }[];
  /** The name of the trace's clock; empty: not told. */
  readonly clock: string;
  /** How long a tick of the clock takes, where it counts ticks. */
  readonly ticks: Ticks | undefined;
}

interface Ticks {
  readonly factor: number;
  readonly shift: number;
}

const option = {
  done: 0,
  buffer: 3,
  clock: 4,
  ticks: 14,
  header: 16,
  ftrace: 17,
  events: 18,
} as const;
/** Options, and lists of them, that are looked at. */
const mostOptions = 65_536;
const mostCpus = 4096;
const mostLists = 64;

const tooMany = (most: number, what: string): ScenarioError =>
  new ScenarioError(
    'file',
    `is a file of trace-cmd with more than ${most} ${what}`,
    `at most ${most} are read: make text of it, trace-cmd report -i FILE > trace.txt`,
  );

/** Of a CPU in the option of a buffer: its number, where its pages lie and how many bytes they have. */
const cpuBytes = 20;
/** Before a packed chunk of pages: its bytes as they are and unpacked. */
const chunkHead = 8;

interface Found {
  clock: string;
  ticks: Ticks | undefined;
  places: Map<number, number>;
  buffer: DatBytes | undefined;
}

export function sectionsOf(bytes: DatBytes): Sections {
  const { version } = bytes.shape;
  if (version === 6) return ofVersion6(bytes);
  if (version === 7) return ofVersion7(bytes);
  const remedy = 'make text of it: trace-cmd report -i FILE > trace.txt';
  throw new ScenarioError('file', 'is a trace-cmd file of a version other than 6 or 7', remedy);
}

// ---- parts that both have ------------------------------------------------------------------------

function headerPageOf(bytes: DatBytes): string {
  if (bytes.name(16) !== 'header_page') throw new Error('its header is not there');
  const text = bytes.text(bytes.long());
  if (bytes.name(16) !== 'header_event') throw new Error('its header is not there');
  bytes.take(bytes.long());
  return text;
}

/** Formats of events, no more in all than a kernel has: those of the scheduler are looked for first. */
class Formats {
  readonly #sched: string[] = [];
  readonly #others: string[] = [];
  #count = 0;

  get all(): readonly string[] {
    return [...this.#sched, ...this.#others];
  }

  readFtrace(bytes: DatBytes): void {
    for (let left = bytes.word(); left > 0; left--) this.#others.push(this.#text(bytes));
  }

  readEvents(bytes: DatBytes): void {
    for (let systems = bytes.word(); systems > 0; systems--) {
      this.#step();
      const isSched = bytes.name() === 'sched';
      for (let left = bytes.word(); left > 0; left--) {
        const text = this.#text(bytes);
        if (isSched) this.#sched.push(text);
        // Other systems may have events of the same name.
        else this.#others.push(text.replace(/^name: sched_/, 'name: other_sched_'));
      }
    }
  }

  #text(bytes: DatBytes): string {
    this.#step();
    return bytes.text(bytes.long());
  }

  #step(): void {
    if (++this.#count > TRACE_DAT_FORMATS) throw tooMany(TRACE_DAT_FORMATS, 'kinds of events');
  }
}

/** What of a file has been taken: a part belongs to one section or one CPU, and no CPU has pages twice. */
class Claims {
  readonly #cpus = new Set<number>();
  #left: number;

  constructor({ bytes }: DatBytes) {
    this.#left = bytes.length;
  }

  bytes(count: number): void {
    this.#left -= count;
    if (this.#left < 0) throw new Error('it names one of its parts twice');
  }

  cpu(cpu: number): void {
    if (cpu >= LIMIT_CPUS) throw manyCpus(cpu);
    if (this.#cpus.has(cpu)) throw new Error(`it names CPU ${cpu} twice`);
    this.#cpus.add(cpu);
  }
}

function readOption(id: number, data: DatBytes, found: Found): void {
  if (id === option.clock) {
    const said = data.text(data.bytes.length - data.at);
    found.clock = /\[([\w-]{1,40})\]/.exec(said)?.[1] ?? /^[\w-]{1,40}/.exec(said)?.[0] ?? '';
  } else if (id === option.ticks) {
    found.ticks = { factor: data.word(), shift: data.word() };
  } else if (id === option.buffer) found.buffer ??= data;
  else if (id >= option.header) found.places.set(id, data.long());
}

// ---- version 6 -----------------------------------------------------------------------------------

function ofVersion6(bytes: DatBytes): Sections {
  const headerPage = headerPageOf(bytes);
  const formats = new Formats();
  formats.readFtrace(bytes);
  formats.readEvents(bytes);
  bytes.take(bytes.word()); // addresses of functions
  bytes.take(bytes.word()); // formats of trace_printk
  bytes.take(bytes.long()); // names of tasks, which the events have, too
  const count = bytes.word();
  if (count > mostCpus) throw tooMany(mostCpus, 'CPUs');
  const found: Found = { clock: '', ticks: undefined, places: new Map(), buffer: undefined };
  let what = bytes.name(16);
  if (what.startsWith('options')) {
    for (let left = mostOptions; ; left--) {
      const id = bytes.short();
      if (id === option.done || left === 0) break;
      readOption(id, bytes.there(0, bytes.take(bytes.word())), found);
    }
    what = bytes.name(16);
  }
  if (!what.startsWith('flyrecord')) {
    const remedy = 'record with trace-cmd record, or make text of it: trace-cmd report -i FILE';
    throw new ScenarioError('file', 'is a file of trace-cmd without records (latency)', remedy);
  }
  const claims = new Claims(bytes);
  const cpus = Array.from({ length: count }, (_, cpu) => {
    const [at, size] = [bytes.long(), bytes.long()];
    if (size === 0) return { cpu, pages: new Uint8Array(0) };
    claims.cpu(cpu);
    claims.bytes(size);
    return { cpu, pages: bytes.there(at).take(size) };
  });
  return { headerPage, formats: formats.all, cpus, clock: found.clock, ticks: found.ticks };
}

// ---- version 7 -----------------------------------------------------------------------------------

function ofVersion7(bytes: DatBytes): Sections {
  const packing = bytes.name();
  bytes.name(); // its version
  const unpack = new Unpacker(packing, new Claims(bytes));
  const found: Found = { clock: '', ticks: undefined, places: new Map(), buffer: undefined };
  let lists = 0;
  for (let at = bytes.long(); at !== 0; ) {
    if (++lists > mostLists) throw tooMany(mostLists, 'lists of options');
    at = optionList(section(bytes.there(at), unpack), found);
  }
  const part = (id: number): DatBytes | undefined => {
    const at = found.places.get(id);
    return at === undefined ? undefined : section(bytes.there(at), unpack);
  };
  const header = part(option.header);
  if (!header || !found.buffer) throw new Error('its header or its buffer is not there');
  const headerPage = headerPageOf(header);
  const [ftrace, events] = [part(option.ftrace), part(option.events)];
  const formats = new Formats();
  if (ftrace) formats.readFtrace(ftrace);
  if (events) formats.readEvents(events);
  const { clock, cpus } = buffer(bytes, found.buffer, unpack);
  return {
    headerPage,
    formats: formats.all,
    cpus,
    clock: clock || found.clock,
    ticks: found.ticks,
  };
}

/** Where the next list is; 0: there is none. */
function optionList(list: DatBytes, found: Found): number {
  for (let left = mostOptions; left > 0; left--) {
    const id = list.short();
    const data = list.there(0, list.take(list.word()));
    if (id === option.done) return data.long();
    readOption(id, data, found);
  }
  throw tooMany(mostOptions, 'options');
}

/** What stands behind the head of a section, unpacked. */
function section(bytes: DatBytes, unpack: Unpacker): DatBytes {
  bytes.short();
  const flags = bytes.short();
  bytes.word(); // a description
  const size = bytes.long();
  unpack.claims.bytes(size);
  if ((flags & 1) === 0) return bytes.there(0, bytes.take(size));
  const packed = bytes.word();
  const whole = bytes.word();
  return bytes.there(0, unpack.run(bytes.take(packed), whole));
}

function buffer(bytes: DatBytes, said: DatBytes, unpack: Unpacker) {
  const at = said.long();
  said.name(); // of the instance
  const clock = said.name();
  const left = said.bytes.length - said.at;
  // Newer writers name the size of its pages before the number of CPUs, of which each has 20 bytes.
  if ((left - 4) % cpuBytes !== 0) said.word();
  const count = said.word();
  if (count > mostCpus) throw tooMany(mostCpus, 'CPUs');
  const head = bytes.there(at);
  head.short();
  const isPacked = (head.short() & 1) !== 0;
  const cpus = Array.from({ length: count }, () => {
    const cpu = said.word();
    const [from, size] = [said.long(), said.long()];
    if (size === 0) return { cpu, pages: new Uint8Array(0) };
    unpack.claims.cpu(cpu);
    if (!isPacked) unpack.claims.bytes(size);
    const there = bytes.there(from);
    return { cpu, pages: isPacked ? chunks(there, unpack) : there.take(size) };
  });
  return { clock, cpus };
}

function chunks(bytes: DatBytes, unpack: Unpacker): Uint8Array<ArrayBuffer> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for (let left = bytes.word(); left > 0; left--) {
    const packed = bytes.word();
    const whole = bytes.word();
    if (whole === 0) throw new Error('a packed part is empty');
    unpack.claims.bytes(packed + chunkHead);
    const piece = unpack.run(bytes.take(packed), whole);
    pieces.push(piece);
    size += piece.length;
  }
  return joinBytes(pieces, size);
}

/** Unpacks what the file says is packed, no more of it in all than may be read. */
class Unpacker {
  readonly #packing: string;
  readonly claims: Claims;
  readonly #unzstd = new Unzstd();
  #unpacked = 0;

  constructor(packing: string, claims: Claims) {
    this.#packing = packing;
    this.claims = claims;
  }

  run(bytes: Uint8Array, size: number): Uint8Array<ArrayBuffer> {
    this.#unpacked += size;
    if (this.#unpacked > RECORDING_BYTES) {
      const problem = `unpacks to more than ${RECORDING_BYTES / 2 ** 20} MiB`;
      throw new ScenarioError('file', problem, 'record a shorter time');
    }
    if (this.#packing === 'zstd') return this.#unzstd.whole(bytes, size);
    if (this.#packing === 'zlib') return unzlibbed(bytes, size);
    const remedy = 'write it again: trace-cmd convert -i FILE -o new.dat --compression none';
    throw new ScenarioError('file', 'is packed in a way that is not known', remedy);
  }
}

function unzlibbed(bytes: Uint8Array, size: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(size);
  let at = 0;
  unzlib(bytes, (piece) => {
    if (at + piece.length > size) throw new Error('a packed part is longer than it says');
    whole.set(piece, at);
    at += piece.length;
  });
  return whole;
}
