// Recomputes by replay what was too much to keep of a run: every stall and lock wait of a window, and exact sums
// over any span. Works on a cursor of its own; generators yield between portions.

import { ACTIVITY, RECORD } from './abi.gen.ts';
import type { CooperativeTask, Cursor } from './cursor.ts';
import {
  type DetailQuery,
  type SumsQuery,
  type TimelineDetail,
  type TimelineSums,
  tileActivities,
} from './slices.ts';
import { type Counted, countedColumns } from './slices-pyramid.ts';
import { SliceReader, type SliceSink } from './slices-reader.ts';
import type { SliceRecorder } from './slices-recorder.ts';

/** ns that a CPU may have run ahead of the others, with room: a replay begins so much earlier. */
const runAhead = 20_000;

/** Replays [from, to) into a sink; the tiles before `from` are told, too, back to any begun stall. */
function* replayInto(
  cursor: Cursor,
  recorder: SliceRecorder,
  { from, to }: { readonly from: number; readonly to: number },
  sink: SliceSink,
): CooperativeTask<void> {
  const reader = new SliceReader(recorder.topology.cpus, sink);
  const start = Math.max(0, Math.floor(from - recorder.reader.longestStall - runAhead));
  yield* cursor.replay(start, Math.ceil(to), {
    begin: (world) => reader.begin(world, start),
    see: (world, first, end) => reader.read(world, first, end),
  });
  reader.settle(to);
}

interface Wait {
  readonly begin: number;
  end: number;
  readonly activity: number;
  readonly what: number;
  readonly waited: number;
  readonly offset: number;
  readonly symbol: number;
}

/** Keeps the waits of some CPUs. */
class WaitSink implements SliceSink {
  readonly #from: number;
  readonly #to: number;
  /** By CPU; undefined if it was not asked for. */
  readonly waits: (Wait[] | undefined)[] = [];
  /** By CPU: the miss that the next tile stalls on, and the lock spun for. */
  #miss = { address: 0, waited: 0, d: 0 };
  readonly #lock: number[] = [];

  constructor({ from, to, cpus }: DetailQuery) {
    this.#from = from;
    this.#to = to;
    for (const cpu of cpus) this.waits[cpu] = [];
  }

  tile(cpu: number, activity: number, from: number, to: number): void {
    const waits = this.waits[cpu];
    if (!waits || to <= this.#from || from >= this.#to) return;
    const span = { begin: Math.max(from, this.#from), end: Math.min(to, this.#to), activity };
    if (activity === ACTIVITY.STALLED) {
      const { address, waited, d } = this.#miss;
      const [what, offset, symbol] = [address >>> 6, address & 63, d >>> 16];
      waits.push({ ...span, what, waited, offset, symbol });
    } else if (activity === ACTIVITY.SPINNING) {
      const last = waits.at(-1);
      const what = this.#lock[cpu] ?? 0;
      const goesOn = last?.activity === activity && last.end === span.begin && last.what === what;
      if (goesOn) last.end = span.end;
      else waits.push({ ...span, what, waited: 0, offset: 0, symbol: 0 });
    }
  }

  lock(cpu: number, lock: number): void {
    this.#lock[cpu] = lock;
  }

  miss(_cpu: number, _time: number, address: number, waited: number, _still: number, d: number) {
    this.#miss = { address, waited, d };
  }

  slice(): void {}

  event(): void {}
}

/** Every wait of the asked CPUs, clipped to the window. */
export function* timelineDetail(
  cursor: Cursor,
  recorder: SliceRecorder,
  query: DetailQuery,
): CooperativeTask<TimelineDetail> {
  const { from } = query;
  const to = Math.min(query.to, recorder.known);
  const sink = new WaitSink({ ...query, to });
  if (to > from) yield* replayInto(cursor, recorder, { from, to }, sink);
  const all = [...query.cpus].map((cpu) => sink.waits[cpu] ?? []);
  const waits = all.flat();
  const start = new Uint32Array(all.length + 1);
  all.forEach((own, index) => {
    start[index + 1] = start[index]! + own.length;
  });
  return {
    from,
    to,
    cpus: query.cpus.slice(),
    start,
    begin: Float64Array.from(waits, ({ begin }) => begin),
    end: Float64Array.from(waits, ({ end }) => end),
    activity: Uint8Array.from(waits, ({ activity }) => activity),
    what: Uint32Array.from(waits, ({ what }) => what),
    waited: Float64Array.from(waits, ({ waited }) => waited),
    offset: Uint8Array.from(waits, ({ offset }) => offset),
    symbol: Uint16Array.from(waits, ({ symbol }) => symbol),
  };
}

type Counts = Record<Counted, number>;

/** Adds up what happens in a span; parts of tiles outside are left out. */
class SumSink implements SliceSink {
  readonly #from: number;
  readonly #to: number;
  readonly #wanted: Uint8Array;
  readonly spent: Float64Array;
  readonly counts: Counts;

  constructor(from: number, to: number, wanted: Uint8Array, spent: Float64Array, counts: Counts) {
    this.#from = from;
    this.#to = to;
    this.#wanted = wanted;
    this.spent = spent;
    this.counts = counts;
  }

  #part(from: number, to: number): number {
    return Math.max(0, Math.min(to, this.#to) - Math.max(from, this.#from));
  }

  #isIn(cpu: number, time: number): boolean {
    return this.#wanted[cpu] === 1 && time >= this.#from && time < this.#to;
  }

  tile(cpu: number, activity: number, from: number, to: number): void {
    if (this.#wanted[cpu]) this.spent[activity]! += this.#part(from, to);
  }

  miss(cpu: number, time: number, _address: number, waited: number): void {
    if (this.#isIn(cpu, time)) this.counts.misses++;
    if (this.#wanted[cpu]) this.counts.waited += this.#part(time, time + waited);
  }

  event(kind: number, cpu: number, time: number, _a: number, b: number, c: number): void {
    if (kind === RECORD.SWITCH && this.#isIn(cpu, time)) this.counts.switches++;
    if (kind === RECORD.WAKE && this.#isIn(b, time)) this.counts.wakeups++;
    if (kind === RECORD.MIGRATE && this.#isIn(c, time)) this.counts.migrations++;
  }

  slice(): void {}

  lock(): void {}
}

/** Adds the whole cells [first, end) of the asked CPUs. */
function addCells(
  { byCpu, topology, known }: SliceRecorder,
  [first, end]: readonly [number, number],
  wanted: Uint8Array,
  spent: Float64Array,
  counts: Counts,
): void {
  const part = new Float64Array(tileActivities.length);
  for (let cpu = 0; cpu < topology.cpus; cpu++) {
    if (!wanted[cpu]) continue;
    for (let cell = first; cell < end; cell++) {
      byCpu.read(cpu, 0, cell, known, part);
      for (let activity = 0; activity < part.length; activity++) {
        spent[activity]! += part[activity]!;
      }
      for (const what of countedColumns) counts[what] += byCpu.counts(cpu, cell, what);
    }
  }
}

/**
 * Exact sums over a span: whole cells are read, what is left at both ends is replayed; a span of a
 * few cells is replayed as one.
 */
export function* timelineSums(
  cursor: Cursor,
  recorder: SliceRecorder,
  query: SumsQuery,
): CooperativeTask<TimelineSums> {
  const { from } = query;
  const to = Math.max(from, Math.min(query.to, recorder.known));
  const { cpus } = recorder.topology;
  const wanted = new Uint8Array(cpus).fill(query.cpus ? 0 : 1);
  for (const cpu of query.cpus ?? []) wanted[cpu] = 1;
  const spent = new Float64Array(tileActivities.length);
  const counts: Counts = { switches: 0, wakeups: 0, migrations: 0, misses: 0, waited: 0 };
  const { width } = recorder.byCpu;
  const first = Math.ceil(from / width);
  const end = Math.floor(to / width);
  const hasCells = end > first + 1;
  const replayed = hasCells
    ? [
        { from, to: first * width },
        { from: end * width, to },
      ]
    : [{ from, to }];
  if (hasCells) {
    recorder.settle();
    addCells(recorder, [first, end], wanted, spent, counts);
  }
  for (const span of replayed) {
    if (span.to <= span.from) continue;
    const sink = new SumSink(span.from, span.to, wanted, spent, counts);
    yield* replayInto(cursor, recorder, span, sink);
  }
  const byActivity = tileActivities.map((name, activity) => [name, spent[activity]!] as const);
  return {
    from,
    to,
    cpus: wanted.reduce((sum, one) => sum + one, 0),
    spent: Object.fromEntries(byActivity) as TimelineSums['spent'],
    ...counts,
  };
}
