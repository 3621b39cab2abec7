// Packs one moment of a run into a single transferable buffer and reads it back as views, without
// copies. The layout is private to this file: encode and decode walk the same tables.

import {
  type ColumnTable,
  type ColumnType,
  type ColumnVisitor,
  columnEnd,
  constructors,
  type FrameColumn,
} from './frame-columns.ts';
import {
  type MechanismShape,
  mechanismsAt,
  mechanismsEnd,
  readMechanisms,
  writeMechanisms,
} from './frame-mechanisms.ts';
import type { CpuColumns, Frame, LineColumns, RecordColumns, TaskColumns } from './types/frame.ts';
import { ledgerKinds } from './types/frame.ts';
import type { Mechanisms } from './types/mechanism.ts';

/** The columns of each table, in the order they lie in a buffer. */
export const cpuColumnTypes: ColumnTable<CpuColumns> = {
  activity: 'u8',
  inInterrupt: 'u8',
  overloaded: 'u8',
  ledgerKind: 'u8',
  level: 'i16',
  queued: 'u16',
  task: 'i32',
  line: 'i32',
  word: 'i32',
  lock: 'i32',
  since: 'u32',
  symbol: 'u16',
  idleState: 'u16',
};
export const taskColumnTypes: ColumnTable<TaskColumns> = {
  cpu: 'i32',
  group: 'i32',
  state: 'u8',
  policy: 'u8',
  priority: 'i16',
  migrations: 'u32',
  wakeups: 'u32',
  lastLatency: 'u32',
  process: 'i32',
  preferredLlc: 'i32',
  since: 'u32',
  runtime: 'f64',
};
export const lineColumnTypes: ColumnTable<LineColumns> = {
  index: 'u32',
  structure: 'u32',
  instance: 'u32',
  lineNumber: 'u32',
  owner: 'i32',
  sharers: 'u32',
  dirty: 'u32',
  home: 'u32',
  queue: 'u32',
  misses: 'f64',
  waitSum: 'f64',
  busySum: 'f64',
  localHitm: 'u32',
  remoteHitm: 'u32',
};
export const recordColumnTypes: ColumnTable<RecordColumns> = {
  time: 'f64',
  cpu: 'u16',
  kind: 'u8',
  flags: 'u8',
  a: 'u32',
  b: 'u32',
  c: 'u32',
  d: 'u32',
  e: 'u32',
};

/** How many rows each table of a frame has. */
export interface FrameShape {
  readonly cpus: number;
  readonly tasks: number;
  readonly llcs: number;
  readonly lines: number;
  readonly records: number;
  /** Owners of footprints; none if left out. */
  readonly owners?: number;
  /** Numbers of a sample; none if left out. */
  readonly windowStart?: number;
  /** What mechanisms asked for; nothing if left out. */
  readonly mechanisms?: MechanismShape | undefined;
}

const magic = 0x5353_4652; // 'SSFR'
const version = 4;
const limits = {
  cpus: 4096,
  tasks: 65_536,
  llcs: 1024,
  lines: 65_536,
  records: 65_536,
  owners: 65_536,
  windowStart: 64,
} as const;

// The head of a buffer: Float64 slots.
const slot = {
  magic: 0,
  version: 1,
  bytes: 2,
  cpus: 3,
  tasks: 4,
  llcs: 5,
  lines: 6,
  records: 7,
  time: 8,
  headTime: 9,
  hashLow: 10,
  hashHigh: 11,
  measuring: 12,
  continuous: 13,
  linesTouched: 14,
  firstRecord: 15,
  droppedRecords: 16,
  recordCount: 17,
  explains: 18,
  accesses: 19,
  misses: 20,
  switches: 21,
  wakeups: 22,
  migrations: 23,
  score: 24,
  owners: 25,
  llcKib: 26,
  epoch: 27,
  epochNext: 28,
  epochPeriod: 29,
  latencySum: 30,
  latencyCount: 31,
  windowStart: 32,
} as const;
const headSlots = 33;

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };
/** A frame whose numbers can still be set; its arrays are filled in place. */
export type FrameDraft = Mutable<Omit<Frame, 'counters' | 'records'>> & {
  counters: Mutable<Frame['counters']>;
  records: Mutable<Frame['records']>;
};

/** Walks the tables and gives each column its place; `place` is called in a fixed order. */
function layout(shape: FrameShape, place: ColumnVisitor): number {
  let offset = headSlots * 8;
  const add = (table: string, name: string, type: ColumnType, length: number) => {
    place(table, name, type, offset, length);
    offset = columnEnd(type, offset, length);
  };
  const addAll = (table: string, types: Readonly<Record<string, ColumnType>>, rows: number) => {
    for (const [name, type] of Object.entries(types)) add(table, name, type, rows);
  };
  addAll('cpus', cpuColumnTypes, shape.cpus);
  add('', 'ledger', 'f64', shape.cpus * ledgerKinds.length);
  add('', 'windowStart', 'f64', shape.windowStart ?? 0);
  addAll('tasks', taskColumnTypes, shape.tasks);
  add('', 'transfers', 'u32', shape.llcs * shape.llcs);
  add('', 'occupancy', 'u32', shape.llcs * (shape.owners ?? 0));
  addAll('lines', lineColumnTypes, shape.lines);
  addAll('records', recordColumnTypes, shape.records);
  return offset;
}

function viewsOf(buffer: ArrayBuffer, shape: FrameShape) {
  const tables: Record<string, Record<string, FrameColumn | number>> = {
    '': {},
    cpus: { count: shape.cpus },
    tasks: { count: shape.tasks },
    lines: { count: shape.lines },
    records: { count: shape.records, first: 0, dropped: 0 },
  };
  layout(shape, (table, name, type, offset, length) => {
    tables[table]![name] = new constructors[type](buffer, offset, length);
  });
  return tables as unknown as Pick<FrameDraft, 'cpus' | 'tasks' | 'lines' | 'records'> & {
    '': Pick<FrameDraft, 'ledger' | 'windowStart' | 'transfers' | 'occupancy'>;
  };
}

function checkShape(shape: FrameShape): void {
  for (const key of Object.keys(limits) as (keyof typeof limits)[]) {
    const rows = shape[key] ?? 0;
    if (!Number.isInteger(rows) || rows < 0 || rows > limits[key]) {
      throw new RangeError(`frame: ${key} is ${rows}; must be 0 to ${limits[key]}`);
    }
  }
}

/**
 * A frame of the given shape in a new buffer, all zero. Fill its arrays and numbers, then call
 * encodeFrame. Throws RangeError if a count is out of bounds.
 */
export function draftFrame(shape: FrameShape): FrameDraft {
  checkShape(shape);
  // What mechanisms asked for lies behind what every frame has.
  const plain = layout(shape, () => {});
  const { mechanisms } = shape;
  const buffer = new ArrayBuffer(mechanisms ? mechanismsEnd(mechanisms, shape, plain) : plain);
  const tables = viewsOf(buffer, shape);
  if (mechanisms) writeMechanisms(buffer, mechanisms, plain);
  return {
    buffer,
    time: 0,
    headTime: 0,
    traceHash: '0000000000000000',
    measuring: false,
    continuous: false,
    counters: {
      records: 0,
      explains: 0,
      accesses: 0,
      misses: 0,
      switches: 0,
      wakeups: 0,
      migrations: 0,
      score: 0,
      latencySum: 0,
      latencyCount: 0,
    },
    cpus: tables.cpus,
    ledger: tables[''].ledger,
    windowStart: tables[''].windowStart,
    tasks: tables.tasks,
    llcs: shape.llcs,
    transfers: tables[''].transfers,
    owners: shape.owners ?? 0,
    occupancy: tables[''].occupancy,
    llcKib: 0,
    epoch: undefined,
    lines: tables.lines,
    linesTouched: 0,
    records: tables.records,
    mechanisms: mechanisms && mechanismsAt(buffer, mechanisms, shape, plain),
  };
}

/** Writes the numbers of a draft into its own buffer (its arrays are there already); returns it. */
export function encodeFrame(draft: FrameDraft): ArrayBuffer {
  const head = new Float64Array(draft.buffer, 0, headSlots);
  const { counters, records } = draft;
  head[slot.magic] = magic;
  head[slot.version] = version;
  head[slot.bytes] = draft.buffer.byteLength;
  head[slot.cpus] = draft.cpus.count;
  head[slot.tasks] = draft.tasks.count;
  head[slot.llcs] = draft.llcs;
  head[slot.lines] = draft.lines.count;
  head[slot.records] = records.count;
  head[slot.time] = draft.time;
  head[slot.headTime] = draft.headTime;
  head[slot.hashHigh] = Number.parseInt(draft.traceHash.slice(0, 8), 16);
  head[slot.hashLow] = Number.parseInt(draft.traceHash.slice(8), 16);
  head[slot.measuring] = draft.measuring ? 1 : 0;
  head[slot.continuous] = draft.continuous ? 1 : 0;
  head[slot.linesTouched] = draft.linesTouched;
  head[slot.firstRecord] = records.first;
  head[slot.droppedRecords] = records.dropped;
  head[slot.recordCount] = counters.records;
  head[slot.explains] = counters.explains;
  head[slot.accesses] = counters.accesses;
  head[slot.misses] = counters.misses;
  head[slot.switches] = counters.switches;
  head[slot.wakeups] = counters.wakeups;
  head[slot.migrations] = counters.migrations;
  head[slot.score] = counters.score;
  head[slot.latencySum] = counters.latencySum;
  head[slot.latencyCount] = counters.latencyCount;
  head[slot.windowStart] = draft.windowStart.length;
  head[slot.owners] = draft.owners;
  head[slot.llcKib] = draft.llcKib;
  head[slot.epoch] = draft.epoch?.number ?? 0;
  head[slot.epochNext] = draft.epoch?.next ?? 0;
  head[slot.epochPeriod] = draft.epoch?.period ?? 0;
  return draft.buffer;
}

const hexadecimal = (word: number): string => (word >>> 0).toString(16).padStart(8, '0');

/** The epoch clock; a frame without one says so by a period of nothing. */
function epochOf(head: Float64Array): Frame['epoch'] {
  const period = head[slot.epochPeriod]!;
  if (period === 0) return undefined;
  return { number: head[slot.epoch]!, next: head[slot.epochNext]!, period };
}

/** The frame in a buffer made by encodeFrame. Throws RangeError if it is not such a buffer. */
export function decodeFrame(buffer: ArrayBuffer): Frame {
  if (buffer.byteLength < headSlots * 8) throw new RangeError('frame: the buffer is too short');
  const head = new Float64Array(buffer, 0, headSlots);
  if (head[slot.magic] !== magic || head[slot.version] !== version) {
    throw new RangeError('frame: this buffer does not hold a frame of this version');
  }
  const shape: FrameShape = {
    cpus: head[slot.cpus]!,
    tasks: head[slot.tasks]!,
    llcs: head[slot.llcs]!,
    lines: head[slot.lines]!,
    records: head[slot.records]!,
    owners: head[slot.owners]!,
    windowStart: head[slot.windowStart]!,
  };
  checkShape(shape);
  const plain = layout(shape, () => {});
  const asked = buffer.byteLength > plain ? readMechanisms(buffer, plain) : undefined;
  if ((asked ? mechanismsEnd(asked, shape, plain) : plain) !== buffer.byteLength) {
    throw new RangeError('frame: the length of the buffer does not match its counts');
  }
  const tables = viewsOf(buffer, shape);
  let mechanisms: Mechanisms | undefined;
  return {
    buffer,
    time: head[slot.time]!,
    headTime: head[slot.headTime]!,
    traceHash: hexadecimal(head[slot.hashHigh]!) + hexadecimal(head[slot.hashLow]!),
    measuring: head[slot.measuring] === 1,
    continuous: head[slot.continuous] === 1,
    counters: {
      records: head[slot.recordCount]!,
      explains: head[slot.explains]!,
      accesses: head[slot.accesses]!,
      misses: head[slot.misses]!,
      switches: head[slot.switches]!,
      wakeups: head[slot.wakeups]!,
      migrations: head[slot.migrations]!,
      score: head[slot.score]!,
      latencySum: head[slot.latencySum]!,
      latencyCount: head[slot.latencyCount]!,
    },
    cpus: tables.cpus,
    ledger: tables[''].ledger,
    windowStart: tables[''].windowStart,
    tasks: tables.tasks,
    llcs: shape.llcs,
    transfers: tables[''].transfers,
    owners: shape.owners!,
    occupancy: tables[''].occupancy,
    llcKib: head[slot.llcKib]!,
    epoch: epochOf(head),
    lines: tables.lines,
    linesTouched: head[slot.linesTouched]!,
    records: {
      ...tables.records,
      first: head[slot.firstRecord]!,
      dropped: head[slot.droppedRecords]!,
    },
    // Laid out on first use: most frames pass through threads that never read this part.
    get mechanisms() {
      if (asked) mechanisms ??= mechanismsAt(buffer, asked, shape, plain);
      return mechanisms;
    },
  };
}
