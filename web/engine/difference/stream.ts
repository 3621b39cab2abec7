// The records of one run as they are written, with names instead of addresses: what the comparison
// reads. Runs a world of its own; nothing else may step it.

import type * as abi from '../abi.gen.ts';
import { RECORD } from '../abi.gen.ts';
import { catalogOf } from '../catalog.ts';
import { fieldAt } from '../fields.ts';
import { stepOnce } from '../head.ts';
import { type Catalog, lineBytes } from '../types/catalog.ts';
import type { World } from '../world.ts';
import { explainRow } from '../world-views.ts';
import type { NamedRecord } from './divergences.ts';
import { type DecisionChoice, type MemoryPlace, type MissedAccess, served } from './types.ts';

/** Records of one portion: some milliseconds of work. */
const portion = 512;

/** Numbers for names, the same in both streams that share it. */
export class PlaceNumbers {
  readonly #numbers = new Map<string, number>();

  of({ structure, instance, field }: MemoryPlace, offset: number): number {
    const name = `${structure} ${instance} ${field || offset}`;
    let number = this.#numbers.get(name);
    if (number === undefined) {
      number = this.#numbers.size;
      this.#numbers.set(name, number);
    }
    return number;
  }
}

class ToldRecord implements NamedRecord {
  readonly time: number;
  readonly cpu: number;
  readonly kind: number;
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
  readonly e: number;
  readonly #stream: RecordStream;
  /** The argument that a name or an id of this run stood in. */
  readonly #own: number;

  constructor(stream: RecordStream, record: abi.Record) {
    this.#stream = stream;
    this.time = record.time;
    this.cpu = record.cpu;
    this.kind = record.kind;
    const isMiss = this.kind === RECORD.MISS;
    this.#own = isMiss ? record.a : record.d;
    this.a = isMiss ? stream.numberOf(record.a) : record.a;
    this.b = record.b;
    this.c = record.c;
    this.d = this.kind === RECORD.DECISION ? 0 : record.d;
    this.e = record.e;
  }

  access(): MissedAccess | undefined {
    if (this.kind !== RECORD.MISS) return undefined;
    const { catalog } = this.#stream;
    return {
      place: this.#stream.placeOf(this.#own),
      symbol: catalog.symbols[this.d >>> 16] ?? '',
      wait: this.b,
      latency: this.c,
      from: served[(this.d >>> 8) & 15] ?? 'cache',
    };
  }

  choice(): DecisionChoice {
    const { catalog, world } = this.#stream;
    const reason = explainRow(world, this.#own)?.reason;
    return {
      time: this.time,
      cpu: this.cpu,
      decision: catalog.decisions[this.b] ?? '',
      reason: reason === undefined ? '' : (catalog.reasons[reason] ?? ''),
      chosen: this.c | 0,
    };
  }
}

export class RecordStream {
  readonly world: World;
  readonly catalog: Catalog;
  readonly #duration: number;
  readonly #numbers: PlaceNumbers;
  readonly #known = new Map<number, number>();
  #seen = 0;

  constructor(world: World, duration: number, numbers: PlaceNumbers) {
    this.world = world;
    this.catalog = catalogOf(world);
    this.#duration = duration;
    this.#numbers = numbers;
  }

  /** ns: every record before it has been written. */
  get reached(): number {
    return this.world.time;
  }

  get hasEnded(): boolean {
    return this.world.time >= this.#duration;
  }

  /** Goes on by a portion and gives its records: all, or only those of some kinds. */
  read(kinds: readonly number[] | undefined): NamedRecord[] {
    const { world } = this;
    stepOnce(world, this.#duration, Math.min(portion, world.at.ringRecords / 4));
    const { records } = world.clock();
    const ring = world.ring();
    const told: NamedRecord[] = [];
    for (; this.#seen < records; this.#seen += 1) {
      const record = ring.at(this.#seen % ring.count);
      if (!kinds || kinds.includes(record.kind)) told.push(new ToldRecord(this, record));
    }
    return told;
  }

  /** The number of an address's name. */
  numberOf(address: number): number {
    let number = this.#known.get(address);
    if (number === undefined) {
      const place = this.placeOf(address);
      const offset = (place.lineNumber - 1) * lineBytes + (address % lineBytes);
      number = this.#numbers.of(place, offset);
      this.#known.set(address, number);
    }
    return number;
  }

  placeOf(address: number): MemoryPlace {
    const { lines, structures } = this.catalog;
    const line = Math.floor(address / lineBytes);
    return {
      structure: structures[lines.structure[line]!] ?? '',
      instance: lines.instance[line] ?? 0,
      field: fieldAt(this.catalog, address),
      lineNumber: lines.lineNumber[line] ?? 0,
    };
  }
}
