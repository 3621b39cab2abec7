// The cursor: a second world of the same definition that goes to any moment the head has recorded,
// and a little further if asked. Everything that takes a while is a generator that yields between
// slices, so that the caller decides when to go on and whether at all.

import { STEP } from './abi.gen.ts';
import { stepOnce } from './head.ts';
import { type Recording, reachOf, recordingMoment } from './recording.ts';
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
export const runRecords = 4096;

/** What a replay is told: the start, and the sequence numbers of every record written since. */
export interface Replayer {
  readonly begin: (world: World) => void;
  readonly see: (world: World, from: number, to: number) => void;
}

/** Yields whenever the caller may stop or do something else. */
export type CooperativeTask<Result> = Generator<void, Result>;

const isSame = (a: Position, b: Position | undefined): boolean =>
  a.time === b?.time && a.records === b.records;

const isPassed = (code: number): boolean => code === STEP.REACHED || code === STEP.FINISHED;

export class Cursor {
  readonly world: World;
  readonly recording: Recording;
  /** ns, of the run. */
  readonly duration: number;
  /** Says when a slice ends. */
  readonly isOver: () => boolean;
  /** Where the world stands if a seek or a step ended there; undefined after anything else. */
  #position: Position | undefined;
  /** Nothing beyond this time has happened yet. */
  #reach = 0;
  /** A bound of time may have cut a CPU short since the last keyframe. */
  #isCut = false;

  /** `duration` of the run in ns; `isOver` says when a slice ends. */
  constructor(world: World, recording: Recording, duration: number, isOver: () => boolean) {
    this.world = world;
    this.recording = recording;
    this.duration = duration;
    this.isOver = isOver;
  }

  /** ns: what to call the moment it stands at. */
  get time(): number {
    return this.#position?.time ?? this.world.time;
  }

  /** Goes to a position, from where it stands or from a keyframe, whichever is nearer. */
  *seek(target: Position): CooperativeTask<void> {
    if (isSame(target, this.#position)) return;
    const { time, records } = target;
    const here = recordingMoment(this.world);
    const canGoOn =
      records === undefined ? this.#reach <= time : !this.#isCut && here.records < records;
    const keyframe = this.recording.latest((moment) =>
      records === undefined ? moment.time <= time : moment.records < Math.max(1, records),
    );
    if (keyframe === undefined && !canGoOn) {
      throw new RangeError(`the recording does not reach back to ${time} ns`);
    }
    const gain = keyframe === undefined ? 0 : this.recording.moment(keyframe).work - here.work;
    this.#position = undefined;
    if (keyframe !== undefined && (!canGoOn || gain > restoreWork)) this.restore(keyframe);
    if (records === undefined) yield* this.#runToTime(time);
    else yield* this.runToRecords(records);
    this.#position = target;
  }

  /** ns: nothing beyond it has happened yet. */
  get reach(): number {
    return this.#reach;
  }

  /** Goes to the same records by way of an undisturbed run, if a bound of time may have cut a CPU short. */
  *uncut(): CooperativeTask<void> {
    const { records } = this.world.clock();
    this.#position = undefined;
    if (!this.#isCut) return;
    const keyframe = this.recording.latest((moment) => moment.records <= records);
    if (keyframe !== undefined) this.restore(keyframe);
    yield* this.runToRecords(records);
  }

  /** Replays until the explain record `id` is written; false if the run ends before. */
  *reachExplain(id: number): CooperativeTask<boolean> {
    const keyframe = this.recording.latest((moment) => moment.explains <= id);
    if (keyframe === undefined) return false;
    this.restore(keyframe);
    while (this.world.clock().explains <= id) {
      if (this.world.time >= this.duration) return false;
      this.step(1);
      if (this.isOver()) yield;
    }
    return true;
  }

  /** Goes to `from` and on to `to` (ns), and shows every record on the way while the ring holds it. */
  *replay(from: number, to: number, { begin, see }: Replayer): CooperativeTask<void> {
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
      if (this.isOver()) yield;
    }
    this.#position = { time: to };
  }

  /** On to `time` (ns) from where it stands, never by way of a keyframe: what is being told goes on. */
  *runOn(time: number): CooperativeTask<void> {
    this.#position = undefined;
    yield* this.#runToTime(Math.min(time, this.duration));
  }

  stand(position: Position): Position {
    this.#position = position;
    return position;
  }

  restore(keyframe: number): void {
    this.#position = undefined;
    this.recording.restore(keyframe, this.world);
    this.#reach = this.recording.moment(keyframe).time;
    this.#isCut = false;
  }

  /** One step towards the end of the run, at most by `records`. */
  step(records: number): void {
    stepOnce(this.world, this.duration, records);
    this.#reach = reachOf(this.world);
  }

  *runToRecords(records: number): CooperativeTask<void> {
    for (;;) {
      const left = records - this.world.clock().records;
      if (left <= 0 || this.world.time >= this.duration) return;
      this.step(Math.min(left, runRecords));
      if (this.isOver()) yield;
    }
  }

  *#runToTime(time: number): CooperativeTask<void> {
    this.#isCut = true;
    while (!isPassed(stepOnce(this.world, time, runRecords))) {
      this.#reach = reachOf(this.world);
      if (this.isOver()) yield;
    }
    this.#reach = time;
  }
}
