// Gathers the slices of a run while its head runs: every slice and mark in a log, and shares of time
// in two pyramids, one by CPU and one by LLC. Bounded memory: what the log drops first is still there
// as shares, and can be had again in detail by a replay.

import { RECORD } from './abi.gen.ts';
import type { ReaderWorld } from './backlog.ts';
import {
  cpuCellLimit,
  detailRecordLimit,
  llcCellLimit,
  MARK,
  markLogLimit,
  rowCellLimit,
  sliceLogLimit,
} from './slices.ts';
import { TrackLog } from './slices-log.ts';
import { SharePyramid } from './slices-pyramid.ts';
import { SliceReader, type SliceSink } from './slices-reader.ts';
import type { Topology } from './types/catalog.ts';

export interface SliceLimits {
  /** Bytes. */
  readonly sliceLog: number;
  readonly markLog: number;
  /** Cells. */
  readonly cpuCells: number;
  readonly llcCells: number;
}

const defaultLimits: SliceLimits = {
  sliceLog: sliceLogLimit,
  markLog: markLogLimit,
  cpuCells: cpuCellLimit,
  llcCells: llcCellLimit,
};

/** One slice as the log gives it back. */
export interface SliceEntry {
  start: number;
  end: number;
  mode: number;
  /** -1: idle. */
  task: number;
  stalled: number;
  spun: number;
  /** Its task went to sleep at the end. */
  slept: boolean;
}

/** Given one slice after the other; `false` wants no more. */
export type SliceTaker = (slice: SliceEntry) => unknown;

const most = 0xffff_ffff;

// Words of the slice log: x = mode | slept << 2 | task + 1 << 3, y = ns stalled, z = ns spun.
// Words of the mark log: x = kind | CPU + 1 << 4 | CPU before + 1 << 16, y = task, z = more.
export const unpackMark = (x: number) => ({
  kind: x & 15,
  cpu: ((x >>> 4) & 0xfff) - 1,
  fromCpu: (x >>> 16) - 1,
});

/** How many CPUs an LLC has; index = LLC. */
function cpusByLlc({ llc, llcs }: Topology): Uint16Array {
  const counts = new Uint16Array(llcs);
  for (const which of llc) counts[which]!++;
  return counts;
}

export class SliceRecorder implements SliceSink {
  readonly topology: Topology;
  readonly duration: number;
  readonly slices: TrackLog;
  readonly marks: TrackLog;
  readonly byCpu: SharePyramid;
  readonly byLlc: SharePyramid;
  readonly reader: SliceReader;
  #seen = 0;
  #known = 0;
  #records = 0;

  /** `world` stands at its start; `duration` of the run in ns. */
  constructor(
    world: ReaderWorld,
    topology: Topology,
    duration: number,
    limits: Partial<SliceLimits> = {},
  ) {
    const { sliceLog, markLog, cpuCells, llcCells } = { ...defaultLimits, ...limits };
    const { cpus } = topology;
    const bound = { perRow: rowCellLimit };
    this.topology = topology;
    this.duration = duration;
    this.slices = new TrackLog(cpus, sliceLog);
    this.marks = new TrackLog(cpus, markLog);
    const cpu = { ...bound, cellLimit: cpuCells, counting: true };
    const llc = { ...bound, cellLimit: llcCells, counting: false };
    this.byCpu = new SharePyramid(new Uint16Array(cpus).fill(1), duration, cpu);
    this.byLlc = new SharePyramid(cpusByLlc(topology), duration, llc);
    this.reader = new SliceReader(cpus, this);
    this.reader.begin(world, world.time);
    this.#known = world.time;
    this.#seen = world.clock().records;
  }

  /** ns: all before it is known. */
  get known(): number {
    return this.#known;
  }

  get bytes(): number {
    return this.slices.bytes + this.marks.bytes + this.byCpu.bytes + this.byLlc.bytes;
  }

  /** ns that may be replayed in detail: those that cost about detailRecordLimit records. */
  get detailSpan(): number {
    const rate = this.#records / Math.max(1, this.#known);
    return Math.min(this.duration, Math.floor(detailRecordLimit / Math.max(1e-9, rate)));
  }

  /** Takes what the head has recorded since the last call; often enough that its ring holds it. */
  observe(world: ReaderWorld): void {
    const { records } = world.clock();
    this.reader.read(world, Math.max(this.#seen, world.recordRange().from), records);
    this.#records += records - this.#seen;
    this.#seen = records;
    this.#known = Math.min(world.time, this.duration);
  }

  /** Brings the pyramids up to what is known. */
  settle(): void {
    this.reader.settle(this.#known);
    this.byCpu.settle();
    this.byLlc.settle();
  }

  /**
   * Calls `take` for the slices of a CPU that overlap [from, to), in order, the one under way
   * included; they end at what is known. The entry is the same object each time; `false` ends the
   * walk. Returns how many entries it looked at.
   */
  forSlices(cpu: number, from: number, to: number, take: SliceTaker): number {
    const end = Math.min(to, this.#known);
    let visited = 0;
    const place = this.slices.placeAt(cpu, from);
    const entry = emptyEntry();
    for (let more = place !== undefined; place && more; visited++) {
      const { time, x } = place;
      if (time >= end) return visited;
      entry.start = time;
      entry.mode = x & 3;
      entry.slept = (x & 4) !== 0;
      entry.task = (x >>> 3) - 1;
      entry.stalled = place.y;
      entry.spun = place.z;
      more = place.next();
      entry.end = Math.min(more ? place.time : this.reader.since(cpu), this.#known);
      if (entry.end > from && entry.end > entry.start && take(entry) === false) return visited + 1;
    }
    return visited + this.#underWay(cpu, from, end, entry, take);
  }

  #underWay(cpu: number, from: number, end: number, entry: SliceEntry, take: SliceTaker): number {
    const { reader } = this;
    const since = reader.since(cpu);
    if (since >= end || this.#known <= from) return 0;
    entry.start = since;
    entry.end = this.#known;
    entry.mode = reader.mode(cpu);
    entry.task = reader.task(cpu);
    // A stall under way is told whole: what of it lies ahead is not yet waited.
    entry.stalled = reader.stalled(cpu) - Math.max(0, reader.told(cpu) - this.#known);
    entry.spun = reader.spun(cpu);
    entry.slept = false;
    take(entry);
    return 1;
  }

  // ---- what the reader tells --------------------------------------------------------------------

  tile(cpu: number, activity: number, from: number, to: number): void {
    this.byCpu.add(cpu, activity, from, to);
    this.byLlc.add(this.topology.llc[cpu]!, activity, from, to);
  }

  slice(
    cpu: number,
    from: number,
    to: number,
    mode: number,
    task: number,
    stalled: number,
    spun: number,
    slept: boolean,
  ): void {
    if (to <= from) return;
    const x = mode | (slept ? 4 : 0) | ((task + 1) << 3);
    this.slices.add(cpu, from, x, Math.min(most, stalled), Math.min(most, spun));
  }

  miss(cpu: number, time: number, _address: number, waited: number): void {
    this.byCpu.countMiss(cpu, time, waited);
  }

  lock(): void {}

  event(kind: number, cpu: number, time: number, a: number, b: number, c: number, d: number): void {
    if (kind === RECORD.SWITCH) {
      this.byCpu.count(cpu, 'switches', time);
    } else if (kind === RECORD.WAKE) {
      this.byCpu.count(b, 'wakeups', time);
      this.#mark(cpu, time, MARK.WAKE, b, c, a, 0);
    } else if (kind === RECORD.MIGRATE) {
      this.byCpu.count(c, 'migrations', time);
      // That a woken task changed its CPU stands in the mark of the wake-up.
      if (d !== 0) this.#mark(cpu, time, MARK.MIGRATE, c, b, a, d);
    } else {
      this.#mark(cpu, time, MARK.DECISION, c | 0, b, a, d);
    }
  }

  #mark(
    at: number,
    time: number,
    kind: number,
    cpu: number,
    fromCpu: number,
    task: number,
    more: number,
  ): void {
    const x = kind | ((cpu + 1) << 4) | ((fromCpu + 1) << 16);
    this.marks.add(at, time, x, task, more);
  }
}

function emptyEntry(): SliceEntry {
  return { start: 0, end: 0, mode: 0, task: -1, stalled: 0, spun: 0, slept: false };
}
