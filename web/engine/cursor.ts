// The cursor: a second world of the same definition that goes to any moment the head has recorded,
// and a little further if asked. Everything that takes a while is a generator that yields between
// slices, so that the caller decides when to go on and whether at all.

import type * as abi from './abi.gen.ts';
import { RECORD, STEP } from './abi.gen.ts';
import { stepOnce } from './head.ts';
import { momentOf, type Recording, reachOf } from './recording.ts';
import type { StepFilter } from './types/engine.ts';
import type { World } from './world.ts';

/** Restoring a keyframe costs about as much as simulating so much work. */
const restoreWork = 20_000;

/**
 * A place in a run: either all of `time` is past, or (`records` given) the run stands at its first
 * natural stop with so many records, where nothing has been cut short by a bound of time.
 */
export interface Position {
  readonly time: number;
  readonly records?: number;
}

/** Records between two looks at the host's clock. */
const runRecords = 4096;

/** What a replay is told: the start, and the sequence numbers of every record written since. */
export interface Replayer {
  readonly begin: (world: World) => void;
  readonly see: (world: World, from: number, to: number) => void;
}

/** Yields whenever the caller may stop or do something else. */
export type Sliced<Result> = Generator<void, Result>;

const isSame = (a: Position, b: Position | undefined): boolean =>
  a.time === b?.time && a.records === b.records;

/** True if the record tells of the task: as the one that acts or the one it is done to. */
function concerns(record: abi.Record, task: number): boolean {
  const { kind } = record;
  if (kind === RECORD.SWITCH) return record.a === task || record.b === task;
  const firstIsTask: readonly number[] = [
    RECORD.WAKE,
    RECORD.MIGRATE,
    RECORD.DECISION,
    RECORD.SCORE,
  ];
  return firstIsTask.includes(kind) && record.a === task;
}

function passes(record: abi.Record, filter: StepFilter): boolean {
  if (filter.cpu !== undefined && record.cpu !== filter.cpu) return false;
  if (filter.kinds && !filter.kinds.includes(record.kind)) return false;
  return filter.task === undefined || concerns(record, filter.task);
}

const isPassed = (code: number): boolean => code === STEP.REACHED || code === STEP.FINISHED;

/** Stops looked at one by one before portions of the run are passed over. */
const nearStops = 64;

export class Cursor {
  readonly world: World;
  readonly #recording: Recording;
  readonly #duration: number;
  readonly #isOver: () => boolean;
  /** Where the world stands if a seek or a step ended there; undefined after anything else. */
  #position: Position | undefined;
  /** Nothing beyond this time has happened yet. */
  #reach = 0;
  /** A bound of time may have cut a CPU short since the last keyframe. */
  #isCut = false;

  /** `duration` of the run in ns; `isOver` says when a slice ends. */
  constructor(world: World, recording: Recording, duration: number, isOver: () => boolean) {
    this.world = world;
    this.#recording = recording;
    this.#duration = duration;
    this.#isOver = isOver;
  }

  /** ns: what to call the moment it stands at. */
  get time(): number {
    return this.#position?.time ?? this.world.time;
  }

  /** Goes to a position, from where it stands or from a keyframe, whichever is nearer. */
  *seek(target: Position): Sliced<void> {
    if (isSame(target, this.#position)) return;
    const { time, records } = target;
    const here = momentOf(this.world);
    const canGoOn =
      records === undefined ? this.#reach <= time : !this.#isCut && here.records < records;
    const keyframe = this.#recording.latest((moment) =>
      records === undefined ? moment.time <= time : moment.records < Math.max(1, records),
    );
    if (keyframe === undefined && !canGoOn) {
      throw new RangeError(`the recording does not reach back to ${time} ns`);
    }
    const gain = keyframe === undefined ? 0 : this.#recording.moment(keyframe).work - here.work;
    this.#position = undefined;
    if (keyframe !== undefined && (!canGoOn || gain > restoreWork)) this.#restore(keyframe);
    if (records === undefined) yield* this.#runToTime(time);
    else yield* this.#runToRecords(records);
    this.#position = target;
  }

  /** To the moment just after the next record that passes; else to the end of the run. */
  *stepForward(from: Position, filter: StepFilter): Sliced<Position> {
    let seen = this.world.clock().records;
    this.#position = undefined;
    if (this.#isCut) {
      const keyframe = this.#recording.latest((moment) => moment.records <= seen);
      if (keyframe !== undefined) this.#restore(keyframe);
      yield* this.#runToRecords(seen);
    }
    for (let looked = 0; ; looked++) {
      const { records } = this.world.clock();
      if (this.#anyPasses(seen, records, filter)) {
        return this.#stand({ time: Math.max(this.#reach, from.time), records });
      }
      seen = Math.max(seen, records);
      if (this.world.time >= this.#duration) return this.#stand({ time: this.#duration });
      if (looked === nearStops) seen = yield* this.#skip(this.#afterKnown(seen, filter), filter);
      else this.#step(1);
      if (this.#isOver()) yield;
    }
  }

  /** Where a decision is sought: to the last keyframe before there is another one. Returns the records seen by then. */
  #afterKnown(seen: number, { kinds }: StepFilter): number {
    if (kinds?.length !== 1 || kinds[0] !== RECORD.DECISION) return seen;
    const { explains } = this.world.clock();
    // Each decision comes with an explain record.
    const keyframe = this.#recording.latest((moment) => moment.explains <= explains);
    if (keyframe === undefined || this.#recording.moment(keyframe).records <= seen) return seen;
    this.#restore(keyframe);
    return this.world.clock().records;
  }

  /**
   * Passes over portions of the run in which no record passes, which are most of them where such records are few:
   * the core is asked once for hundreds. Ends before the portion that has one, or at the end of the run; returns
   * the records seen by then.
   */
  *#skip(from: number, filter: StepFilter): Sliced<number> {
    const portion = Math.min(runRecords, this.world.at.ringRecords / 2);
    for (let seen = from; ; ) {
      this.#step(portion);
      const { records } = this.world.clock();
      if (this.#anyPasses(seen, records, filter)) {
        const keyframe = this.#recording.latest((moment) => moment.records <= seen);
        // Without one it was passed in a portion: the moment just after that is all that can be had.
        if (keyframe === undefined) return seen;
        this.#restore(keyframe);
        yield* this.#runToRecords(seen);
        return seen;
      }
      seen = records;
      if (this.world.time >= this.#duration) return seen;
      if (this.#isOver()) yield;
    }
  }

  /**
   * To the moment just after the last record that passes and was written before this position; else
   * to the start. Replays keyframe by keyframe, so that no record is ever missed.
   */
  *stepBack(from: Position, filter: StepFilter): Sliced<Position> {
    const { records: end } = this.world.clock();
    // Standing between two records, the last one written is the one to go back to.
    const isEarlier = (time: number, records: number) =>
      records < end || (records === end && from.records === undefined && time < from.time);
    let bound = end;
    let keyframe = this.#recording.latest((moment) => moment.records < end);
    while (keyframe !== undefined) {
      const found = yield* this.#lastPassing(keyframe, bound, isEarlier, filter);
      if (found) {
        yield* this.seek(found);
        return this.#stand({ ...found, time: Math.min(found.time, from.time) });
      }
      bound = this.#recording.moment(keyframe).records;
      keyframe = keyframe > 0 ? keyframe - 1 : undefined;
    }
    const start = { time: 0, records: 0 };
    yield* this.seek(start);
    return start;
  }

  /** Replays until the explain record `id` is written; false if the run ends before. */
  *reachExplain(id: number): Sliced<boolean> {
    const keyframe = this.#recording.latest((moment) => moment.explains <= id);
    if (keyframe === undefined) return false;
    this.#restore(keyframe);
    while (this.world.clock().explains <= id) {
      if (this.world.time >= this.#duration) return false;
      this.#step(1);
      if (this.#isOver()) yield;
    }
    return true;
  }

  /** Goes to `from` and on to `to` (ns), and shows every record on the way while the ring holds it. */
  *replay(from: number, to: number, { begin, see }: Replayer): Sliced<void> {
    // At the start of the run no event of time 0 may be past yet.
    yield* this.seek(from > 0 ? { time: from } : { time: 0, records: 0 });
    begin(this.world);
    this.#position = undefined;
    this.#isCut = true;
    // Half a ring: one event may write several records beyond the bound.
    const portion = Math.min(runRecords, this.world.at.ringRecords / 2);
    let seen = this.world.clock().records;
    for (let isThere = false; !isThere; ) {
      isThere = isPassed(stepOnce(this.world, to, portion));
      const { records } = this.world.clock();
      see(this.world, seen, records);
      seen = records;
      this.#reach = isThere ? to : reachOf(this.world);
      if (this.#isOver()) yield;
    }
    this.#position = { time: to };
  }

  /** On to `time` (ns) from where it stands, never by way of a keyframe: what is being told goes on. */
  *runOn(time: number): Sliced<void> {
    this.#position = undefined;
    yield* this.#runToTime(Math.min(time, this.#duration));
  }

  #stand(position: Position): Position {
    this.#position = position;
    return position;
  }

  #restore(keyframe: number): void {
    this.#position = undefined;
    this.#recording.restore(keyframe, this.world);
    this.#reach = this.#recording.moment(keyframe).time;
    this.#isCut = false;
  }

  /** One step towards the end of the run, at most by `records`. */
  #step(records: number): void {
    stepOnce(this.world, this.#duration, records);
    this.#reach = reachOf(this.world);
  }

  *#runToRecords(records: number): Sliced<void> {
    for (;;) {
      const left = records - this.world.clock().records;
      if (left <= 0 || this.world.time >= this.#duration) return;
      this.#step(Math.min(left, runRecords));
      if (this.#isOver()) yield;
    }
  }

  *#runToTime(time: number): Sliced<void> {
    this.#isCut = true;
    while (!isPassed(stepOnce(this.world, time, runRecords))) {
      this.#reach = reachOf(this.world);
      if (this.#isOver()) yield;
    }
    this.#reach = time;
  }

  /** The last stop between a keyframe and `bound` records that passes. */
  *#lastPassing(
    keyframe: number,
    bound: number,
    isEarlier: (time: number, records: number) => boolean,
    filter: StepFilter,
  ): Sliced<Position | undefined> {
    this.#restore(keyframe);
    let found: Position | undefined;
    let seen = this.world.clock().records;
    while (seen < bound && this.world.time < this.#duration) {
      this.#step(1);
      const { records } = this.world.clock();
      if (records > bound || !isEarlier(this.#reach, records)) break;
      if (this.#anyPasses(seen, records, filter)) found = { time: this.#reach, records };
      seen = records;
      if (this.#isOver()) yield;
    }
    return found;
  }

  #anyPasses(from: number, to: number, filter: StepFilter): boolean {
    const ring = this.world.ring();
    const first = Math.max(from, this.world.recordRange().from);
    for (let sequence = first; sequence < to; sequence++) {
      if (passes(ring.at(sequence % ring.count), filter)) return true;
    }
    return false;
  }
}
