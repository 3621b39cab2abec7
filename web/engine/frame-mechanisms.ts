// The part of a frame's buffer that mechanisms on the stage asked for. The part lies behind everything else and is missing
// where no mechanism asked: a head that says which parts there are and how large, then their columns.

import {
  type ColumnType,
  type ColumnVisitor,
  columnEnd,
  constructors,
  type FrameColumn,
} from './frame-columns.ts';
import { type MechanismPart, type Mechanisms, mechanismParts } from './types/mechanism.ts';

/** Counts that a frame has besides, by which columns are laid out, too. */
export interface FrameCounts {
  readonly cpus: number;
  readonly llcs: number;
  readonly lines: number;
}

/** Counts of the head, in its order, each with the most that is believed. */
const limits = {
  zones: 1024,
  orders: 64,
  levels: 256,
  words: 256,
  processes: 65_536,
  coreWords: 256,
  locks: 65_536,
  nodes: 1024,
} as const;
export type MechanismCounts = { readonly [Name in keyof typeof limits]: number };
export const noCounts = Object.fromEntries(
  Object.keys(limits).map((name) => [name, 0]),
) as MechanismCounts;

/** Which parts a frame has, and the counts of those. */
export interface MechanismShape extends MechanismCounts {
  /** In the order of mechanismParts, each once. */
  readonly parts: readonly MechanismPart[];
}

type Dimension = keyof FrameCounts | keyof MechanismCounts;
/** A column: its type, and the counts whose product is its length. */
type Form = readonly [ColumnType, Dimension, Dimension?];
type Forms<Columns> = {
  readonly [Name in keyof Columns as Columns[Name] extends FrameColumn ? Name : never]: Form;
};
type Part<Name extends MechanismPart> = NonNullable<Mechanisms[Name]>;

const perCpu = ['u32', 'cpus'] as const;
const perZone = ['u32', 'zones'] as const;
const idPerZone = ['i32', 'zones'] as const;
const timePerZone = ['f64', 'zones'] as const;
const perProcess = ['u32', 'processes'] as const;

const columns: { readonly [Name in MechanismPart]: Forms<Part<Name>> } = {
  pages: {
    zone: ['i32', 'cpus'],
    held: perCpu,
    batch: perCpu,
    high: perCpu,
    highMin: perCpu,
    highMax: perCpu,
    unmovable: perCpu,
    movable: perCpu,
    reclaimable: perCpu,
    pagevec: perCpu,
    node: perZone,
    freePages: perZone,
    pages: perZone,
    freeBlocks: ['u32', 'zones', 'orders'],
    zoneLock: idPerZone,
    zoneHolder: idPerZone,
    lruLock: idPerZone,
    lruHolder: idPerZone,
    refillCpu: idPerZone,
    refillPages: perZone,
    refillTime: timePerZone,
    refillCost: perZone,
    flushCpu: idPerZone,
    flushPages: perZone,
    flushTime: timePerZone,
    flushCost: perZone,
  },
  cpupri: {
    counts: ['i32', 'levels'],
    masks: ['u32', 'levels', 'words'],
    ghosts: ['u32', 'levels', 'words'],
  },
  accounts: {
    preferred: ['i32', 'processes'],
    occupancy: ['f64', 'processes', 'llcs'],
    running: ['u32', 'processes', 'llcs'],
    footprintKib: perProcess,
    threads: perProcess,
    refused: ['u8', 'processes'],
  },
  sharers: { cores: ['u32', 'lines', 'coreWords'] },
  locks: { holder: ['i32', 'locks'], held: ['u32', 'locks'] },
  traffic: { rate: ['f64', 'nodes'], limit: ['f64', 'nodes'], cpus: ['u32', 'nodes'] },
};

/** Numbers of a part that are counts of the head. */
const counted: {
  readonly [Name in MechanismPart]?: Readonly<Record<string, keyof MechanismCounts>>;
} = {
  pages: { zones: 'zones' },
  cpupri: { levels: 'levels', words: 'words' },
  accounts: { processes: 'processes' },
  sharers: { words: 'coreWords' },
};

const headCounts = Object.keys(limits) as (keyof MechanismCounts)[];
const headSlots = 1 + headCounts.length;
/** The columns of each part as a list: frames come sixty times a second, and walk them several times. */
const listed: Readonly<Record<string, readonly (readonly [string, Form])[]>> = Object.fromEntries(
  mechanismParts.map((part) => [part, Object.entries<Form>(columns[part])]),
);

/** Gives each column its place, from `offset` on; where the last one ends. */
function layout(
  shape: MechanismShape,
  frame: FrameCounts,
  offset: number,
  place?: ColumnVisitor,
): number {
  const counts: Readonly<Record<Dimension, number>> = { ...shape, ...frame };
  let end = offset + headSlots * 8;
  for (const part of shape.parts) {
    for (const [name, [type, rows, each]] of listed[part]!) {
      const length = counts[rows] * (each ? counts[each] : 1);
      place?.(part, name, type, end, length);
      end = columnEnd(type, end, length);
    }
  }
  return end;
}

/** Where the parts end that begin at `offset`. */
export const mechanismsEnd = (shape: MechanismShape, frame: FrameCounts, offset: number): number =>
  layout(shape, frame, offset);

/** The parts as views of the buffer, which is filled already or will be. */
export function mechanismsAt(
  buffer: ArrayBuffer,
  shape: MechanismShape,
  frame: FrameCounts,
  offset: number,
): Mechanisms {
  const parts: Partial<Record<MechanismPart, Record<string, FrameColumn | number>>> = {};
  for (const part of shape.parts) {
    const numbers: Record<string, number> = {};
    for (const name in counted[part]) numbers[name] = shape[counted[part][name]!];
    parts[part] = numbers;
  }
  layout(shape, frame, offset, (part, name, type, at, length) => {
    parts[part as MechanismPart]![name] = new constructors[type](buffer, at, length);
  });
  return parts as unknown as Mechanisms;
}

/** Writes the head at `offset`. */
export function writeMechanisms(buffer: ArrayBuffer, shape: MechanismShape, offset: number): void {
  const head = new Float64Array(buffer, offset, headSlots);
  for (const part of shape.parts) head[0]! += 2 ** mechanismParts.indexOf(part);
  headCounts.forEach((name, at) => {
    head[1 + at] = shape[name];
  });
}

/** What the head at `offset` says. Throws RangeError if it says nothing possible. */
export function readMechanisms(buffer: ArrayBuffer, offset: number): MechanismShape {
  if (offset + headSlots * 8 > buffer.byteLength) {
    throw new RangeError('frame: the buffer ends in the head of its mechanisms');
  }
  const head = new Float64Array(buffer, offset, headSlots);
  const counts: { -readonly [Name in keyof MechanismCounts]: number } = { ...noCounts };
  headCounts.forEach((name, at) => {
    const count = head[1 + at]!;
    if (!Number.isInteger(count) || count < 0 || count > limits[name]) {
      throw new RangeError(`frame: ${name} is ${count}; must be 0 to ${limits[name]}`);
    }
    counts[name] = count;
  });
  const parts = mechanismParts.filter((_, at) => (head[0]! >>> at) & 1);
  return { ...counts, parts };
}
