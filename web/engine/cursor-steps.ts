// The search of a cursor for the next or the last record of a wanted kind: events, decisions, those of one CPU or
// task. It goes by the undisturbed stops of the run and skips stops without such a record. A page loads it after
// its first picture.

import type * as abi from './abi.gen.ts';
import { RECORD } from './abi.gen.ts';
import { type CooperativeTask, type Cursor, type Position, runRecords } from './cursor.ts';
import type { StepFilter } from './types/engine.ts';
import type { World } from './world.ts';

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

/** Stops looked at one by one before portions of the run are passed over. */
const nearStops = 64;

/** To the moment just after the next record that passes; else to the end of the run, or for a decision nowhere. */
export function* stepForward(
  cursor: Cursor,
  from: Position,
  filter: StepFilter,
): CooperativeTask<Position> {
  let seen = cursor.world.clock().records;
  yield* cursor.uncut();
  for (let looked = 0; ; looked++) {
    const { records } = cursor.world.clock();
    if (anyPasses(cursor.world, seen, records, filter)) {
      return cursor.stand({ time: Math.max(cursor.reach, from.time), records });
    }
    seen = Math.max(seen, records);
    if (cursor.world.time >= cursor.duration)
      return yield* withNone(cursor, from, cursor.duration, filter);
    if (looked === nearStops) seen = yield* skip(cursor, afterKnown(cursor, seen, filter), filter);
    else cursor.step(1);
    if (cursor.isOver()) yield;
  }
}

/**
 * The result if there is no such record: a search for events goes to the end of the run, and a search for decisions
 * stays where it was.
 */
function* withNone(
  cursor: Cursor,
  from: Position,
  end: number,
  filter: StepFilter,
): CooperativeTask<Position> {
  if (!isOfDecisions(filter)) {
    const there = { time: end, ...(end === 0 && { records: 0 }) };
    yield* cursor.seek(there);
    return cursor.stand(there);
  }
  yield* cursor.seek(from);
  return from;
}

const isOfDecisions = ({ kinds }: StepFilter): boolean =>
  kinds?.length === 1 && kinds[0] === RECORD.DECISION;

/** Where a decision is sought: to the last keyframe before there is another one. Returns the records seen by then. */
function afterKnown(cursor: Cursor, seen: number, filter: StepFilter): number {
  if (!isOfDecisions(filter)) return seen;
  const { explains } = cursor.world.clock();
  // Each decision comes with an explain record.
  const keyframe = cursor.recording.latest((moment) => moment.explains <= explains);
  if (keyframe === undefined || cursor.recording.moment(keyframe).records <= seen) return seen;
  cursor.restore(keyframe);
  return cursor.world.clock().records;
}

/**
 * Passes over portions of the run in which no record passes, which are most of them where such records are few:
 * the core is asked once for hundreds. Ends before the portion that has one, or at the end of the run; returns
 * the records seen by then.
 */
function* skip(cursor: Cursor, from: number, filter: StepFilter): CooperativeTask<number> {
  const portion = Math.min(runRecords, cursor.world.at.ringRecords / 2);
  for (let seen = from; ; ) {
    cursor.step(portion);
    const { records } = cursor.world.clock();
    if (anyPasses(cursor.world, seen, records, filter)) {
      const keyframe = cursor.recording.latest((moment) => moment.records <= seen);
      // Without one it was passed in a portion: the moment just after that is all that can be had.
      if (keyframe === undefined) return seen;
      cursor.restore(keyframe);
      yield* cursor.runToRecords(seen);
      return seen;
    }
    seen = records;
    if (cursor.world.time >= cursor.duration) return seen;
    if (cursor.isOver()) yield;
  }
}

/**
 * To the moment just after the last record that passes and was written before this position; else
 * to the start, or for a decision nowhere. Replays keyframe by keyframe, so that no record is ever missed.
 */
export function* stepBack(
  cursor: Cursor,
  from: Position,
  filter: StepFilter,
): CooperativeTask<Position> {
  const { records: end } = cursor.world.clock();
  // Standing between two records, the last one written is the one to go back to.
  const isEarlier = (time: number, records: number) =>
    records < end || (records === end && from.records === undefined && time < from.time);
  let bound = end;
  let keyframe = cursor.recording.latest((moment) => moment.records < end);
  while (keyframe !== undefined) {
    const found = yield* lastPassing(cursor, keyframe, bound, isEarlier, filter);
    if (found) {
      yield* cursor.seek(found);
      return cursor.stand({ ...found, time: Math.min(found.time, from.time) });
    }
    bound = cursor.recording.moment(keyframe).records;
    keyframe = keyframe > 0 ? keyframe - 1 : undefined;
  }
  return yield* withNone(cursor, from, 0, filter);
}

/** The last stop between a keyframe and `bound` records that passes. */
function* lastPassing(
  cursor: Cursor,
  keyframe: number,
  bound: number,
  isEarlier: (time: number, records: number) => boolean,
  filter: StepFilter,
): CooperativeTask<Position | undefined> {
  cursor.restore(keyframe);
  let found: Position | undefined;
  let seen = cursor.world.clock().records;
  while (seen < bound && cursor.world.time < cursor.duration) {
    cursor.step(1);
    const { records } = cursor.world.clock();
    if (records > bound || !isEarlier(cursor.reach, records)) break;
    if (anyPasses(cursor.world, seen, records, filter)) found = { time: cursor.reach, records };
    seen = records;
    if (cursor.isOver()) yield;
  }
  return found;
}

function anyPasses(world: World, from: number, to: number, filter: StepFilter): boolean {
  const ring = world.ring();
  const first = Math.max(from, world.recordRange().from);
  for (let sequence = first; sequence < to; sequence++) {
    if (passes(ring.at(sequence % ring.count), filter)) return true;
  }
  return false;
}
