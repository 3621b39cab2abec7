// The cursor: a second world of the same definition that goes to any moment the head has recorded,
// and a little further if asked. Everything that takes a while is a generator that yields between
// slices, so that the caller decides when to go on and whether at all.

import type * as abi from './abi.gen.ts';
import { RECORD, STEP } from './abi.gen.ts';
import { stepOnce, stepSpan } from './head.ts';
import { momentOf, type Recording } from './recording.ts';
import type { StepFilter } from './types.ts';
import type { World } from './world.ts';

/** Restoring a keyframe costs about as much as simulating so much work. */
const restoreWork = 20_000;

/**
 * A place in a run: either all of `time` is past, or (`records` given) exactly so many records were
 * written and other things of that time may still follow.
 */
export interface Position {
  readonly time: number;
  readonly records?: number;
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

export class Cursor {
  readonly world: World;
  readonly #recording: Recording;
  readonly #duration: number;
  readonly #span: number;
  readonly #isOver: () => boolean;
  /** Where the world stands if a seek or a step ended there; undefined after anything else. */
  #position: Position | undefined;

  /** `duration` of the run in ns; `isOver` says when a slice ends. */
  constructor(world: World, recording: Recording, duration: number, isOver: () => boolean) {
    this.world = world;
    this.#recording = recording;
    this.#duration = duration;
    this.#span = stepSpan(duration);
    this.#isOver = isOver;
  }

  /** Goes to a position, from where it stands or from a keyframe, whichever is nearer. */
  *seek(target: Position): Sliced<void> {
    if (isSame(target, this.#position)) return;
    const here = momentOf(this.world);
    const { time, records = Number.POSITIVE_INFINITY } = target;
    // At `records` exactly a keyframe may lie beyond the moment the last of them was written.
    const isBefore = (moment: { time: number; records: number }) =>
      moment.time <= time && (moment.records < records || moment.time === 0);
    const keyframe = this.#recording.latest(isBefore);
    const isAhead = isBefore(here);
    if (keyframe === undefined && !isAhead) {
      throw new RangeError(`the recording does not reach back to ${time} ns`);
    }
    const gain = keyframe === undefined ? 0 : this.#recording.moment(keyframe).work - here.work;
    this.#position = undefined;
    if (keyframe !== undefined && (!isAhead || gain > restoreWork)) {
      this.#recording.restore(keyframe, this.world);
    }
    yield* this.#runTo(time, records);
    this.#position = target;
  }

  /** To the moment just after the next record that passes; else to the end of the run. */
  *stepForward(filter: StepFilter): Sliced<Position> {
    this.#position = undefined;
    for (;;) {
      const before = this.world.clock().records;
      const ended = this.#stepRecord();
      const { records } = this.world.clock();
      if (this.#anyPasses(before, records, filter))
        return this.#stand({ time: this.world.time, records });
      if (ended) return this.#stand({ time: this.#duration });
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
        return found;
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
    this.#position = undefined;
    this.#recording.restore(keyframe, this.world);
    while (this.world.clock().explains <= id) {
      if (this.#stepRecord()) return this.world.clock().explains > id;
      if (this.#isOver()) yield;
    }
    return true;
  }

  #stand(position: Position): Position {
    this.#position = position;
    return position;
  }

  /** Runs until something was recorded; true at the end of the run. */
  #stepRecord(): boolean {
    const code = stepOnce(this.world, this.#duration, this.#span, 1);
    const isPassed = code === STEP.REACHED || code === STEP.FINISHED;
    return isPassed && this.world.time >= this.#duration;
  }

  *#runTo(time: number, records: number): Sliced<void> {
    for (;;) {
      const left = records - this.world.clock().records;
      if (left <= 0) return;
      const bound = Math.min(left, 4096);
      const code = stepOnce(this.world, time, this.#span, bound);
      const isPassed = code === STEP.REACHED || code === STEP.FINISHED;
      if (isPassed && this.world.time >= time) return;
      if (this.#isOver()) yield;
    }
  }

  /** The last stop between a keyframe and `bound` records that passes. */
  *#lastPassing(
    keyframe: number,
    bound: number,
    isEarlier: (time: number, records: number) => boolean,
    filter: StepFilter,
  ): Sliced<Position | undefined> {
    this.#position = undefined;
    this.#recording.restore(keyframe, this.world);
    let found: Position | undefined;
    let records = this.world.clock().records;
    while (records < bound) {
      const before = records;
      const ended = this.#stepRecord();
      records = this.world.clock().records;
      const { time } = this.world;
      if (records > bound || !isEarlier(time, records)) break;
      if (this.#anyPasses(before, records, filter)) found = { time, records };
      if (ended) break;
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
