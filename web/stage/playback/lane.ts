// The run of one side, as the conductor knows it: what it delivered last, how far it may run ahead, and
// how it is asked. Which moment is asked for, and when, is the conductor's.

import { decodeFrame } from '../../engine/frame.ts';
import type { RunningVariant } from '../../engine/start.ts';
import type { Frame, Headline, RunStatus, StepFilter } from '../../engine/types.ts';
import type { FrameListener, LaneState, Side, StageOptions } from './types.ts';

/** A run that can be asked, and the way to stop asking. */
export type ConductedVariant = Pick<RunningVariant, 'engine' | 'close'>;

/** Reaches the run of one side; rejects with an Error whose message is meant for a reader. */
export type Reach = (side: Side) => Promise<ConductedVariant>;

export type StepKind = 'event' | 'decision';

export interface Lane {
  /** Its run was asked for. */
  begun: boolean;
  connection: ConductedVariant | undefined;
  /** The latest delivered. */
  frame: Frame | undefined;
  /** Seeks there had been when it was asked for. */
  seeks: number;
  status: RunStatus | undefined;
  headline: Headline | undefined;
  failure: string | undefined;
  /** It owes an answer since long: the machine is busy, or the engine hangs. Nobody can tell which; it is waited for. */
  silent: boolean;
  head: number;
  /** ns its head was last allowed to run ahead of the playhead. */
  lead: number;
  /** Counts restarts, so that answers of a closed connection are dropped. */
  life: number;
  /** Settles when the run ends: a closed worker leaves its questions unanswered. */
  readonly gone: Promise<undefined>;
  readonly end: () => void;
  readonly listeners: Set<FrameListener>;
}

/** ns the head runs ahead before anything was shown: enough for a first second of slow tempo. */
const firstLead = 100_000;
/** ms: an engine answers between slices of a few ms, so that only a very busy machine, or a hang, takes this long. */
const longestSilence = 20_000;
/** It is waited for in so many pieces: a page that was frozen meanwhile, or a machine asleep, loses one of them, not all. */
const piecesOfSilence = 10;

/** Whether an answer comes before its engine has been silent for long. Rejects as the answer does. */
export async function comesInTime(answer: Promise<unknown>): Promise<boolean> {
  let timer: ReturnType<typeof setInterval> | undefined;
  const silence = new Promise<boolean>((resolve) => {
    let left = piecesOfSilence;
    timer = setInterval(() => {
      left -= 1;
      if (left === 0) resolve(false);
    }, longestSilence / piecesOfSilence);
  });
  try {
    return await Promise.race([answer.then(() => true), silence]);
  } finally {
    clearInterval(timer);
  }
}

/**
 * What a lane answers, true where there is news of it; it is not asked while it owes an answer. One that is not answered
 * in time makes it silent, which is news, until it answers, which `heard` is told.
 */
export async function newsOf(
  lane: Lane,
  ask: () => Promise<boolean>,
  heard: () => void,
): Promise<boolean> {
  if (lane.failure !== undefined || lane.silent) return false;
  const { life } = lane;
  const answer = ask();
  if ((await comesInTime(answer)) || life !== lane.life) return answer;
  lane.silent = true;
  void answer.then(() => {
    if (life !== lane.life) return;
    lane.silent = false;
    heard();
  });
  return true;
}

export function newLane(): Lane {
  let end: () => void = () => {};
  const gone = new Promise<undefined>((resolve) => {
    end = () => resolve(undefined);
  });
  return {
    begun: false,
    connection: undefined,
    frame: undefined,
    seeks: 0,
    status: undefined,
    headline: undefined,
    failure: undefined,
    silent: false,
    head: 0,
    lead: 0,
    life: 0,
    gone,
    end,
    listeners: new Set(),
  };
}

/** Its run was reached; false if nobody wants it any more. */
export async function connectLane(
  lane: Lane,
  reached: Promise<ConductedVariant>,
  isClosed: () => boolean,
): Promise<boolean> {
  const { life } = lane;
  const connection = await reached;
  if (isClosed() || life !== lane.life) {
    connection.close();
    return false;
  }
  lane.lead = firstLead;
  await connection.engine.setLead(firstLead);
  if (life !== lane.life) return false;
  lane.connection = connection;
  return true;
}

/** Throws its run away; who listens to it goes on listening to the next one. */
export function renew(lane: Lane): void {
  closeLane(lane);
  const { listeners, life } = lane;
  Object.assign(lane, newLane(), { listeners, life: life + 1 });
}

export function closeLane({ connection, end }: Lane): void {
  connection?.close();
  end();
}

/** A side that is still being started: the clock waits for it. */
export const isStarting = ({ failure, frame }: Lane): boolean => !failure && !frame;

export const laneState = ({ frame, status, headline, failure, silent }: Lane): LaneState => ({
  still: frame,
  status,
  headline,
  failure,
  silent,
});

/** How its run gets on; undefined if that ended meanwhile. */
export async function progressOf(lane: Lane): Promise<readonly [RunStatus, Headline] | undefined> {
  const { connection, life } = lane;
  if (!connection) return undefined;
  const asked = Promise.all([connection.engine.status(), connection.engine.headline()]);
  const answer = await Promise.race([asked, lane.gone]);
  return life === lane.life ? answer : undefined;
}

/** True if its figures could not be read before and can be now, or the other way round: that also happens after its end. */
const isReadOtherwise = (before: Headline | undefined, now: Headline): boolean =>
  before?.unfetched !== now.unfetched;

/** True if it got on since it was heard of last. Throws if it failed. */
export function hear(lane: Lane, [status, headline]: readonly [RunStatus, Headline]): boolean {
  if (status.state === 'failed') throw new Error(status.message ?? 'the run stopped');
  const { status: before, headline: figures } = lane;
  lane.status = status;
  lane.headline = headline;
  lane.head = Math.max(lane.head, status.headTime);
  const gotOn = before?.headTime !== status.headTime || before.state !== status.state;
  return gotOn || isReadOtherwise(figures, headline);
}

/**
 * From now on the head goes on to the end of the run wherever the playhead stands: the measured figures
 * come, and dragging anywhere is quick. What it takes is bounded by its recording, not by its length.
 */
export function letRun(lane: Lane, duration: number): void {
  if (lane.lead === duration) return;
  lane.lead = duration;
  void lane.connection?.engine.setLead(duration).catch(() => {});
}

/** What an engine sent; undefined if the run ended meanwhile. */
async function decoded(
  lane: Lane,
  asked: Promise<ArrayBuffer | undefined>,
): Promise<Frame | undefined> {
  const { life } = lane;
  const buffer = await Promise.race([asked, lane.gone]);
  return buffer && life === lane.life ? decodeFrame(buffer) : undefined;
}

/**
 * The moment `time` (ns). It goes on from the frame delivered last: one that was dropped counts for
 * nothing. After a seek it goes on from none, so that a moment looks the same whichever way it was reached.
 */
export async function frameAt(lane: Lane, time: number, seeks: number): Promise<Frame | undefined> {
  const since = lane.seeks === seeks ? lane.frame?.counters.records : null;
  const frame = await decoded(lane, lane.connection!.engine.frameAt(time, since));
  if (frame) lane.seeks = seeks;
  return frame;
}

/** Tells which life of a side's run failed, and why. */
type OnFailure = (side: Side, life: number, error: unknown) => void;

/** The same moment of several sides, without those that failed or ended meanwhile. */
export async function framesAt(
  lanes: Readonly<Record<Side, Lane>>,
  of: readonly Side[],
  { time, seeks }: { readonly time: number; readonly seeks: number },
  onFailure: OnFailure,
): Promise<[Side, Frame][]> {
  const answers = of.map(async (side): Promise<[Side, Frame] | undefined> => {
    const lane = lanes[side];
    const { life } = lane;
    const asked = frameAt(lane, time, seeks);
    const frame = await asked.catch((error) => onFailure(side, life, error));
    return frame ? [side, frame] : undefined;
  });
  const frames = await Promise.all(answers);
  return frames.filter((answer) => answer !== undefined);
}

/** Whether it shows that moment, asked for after so many seeks. */
export const shows = ({ frame, seeks: before }: Lane, time: number, seeks: number): boolean =>
  frame?.time === time && before === seeks;

/** The latest one's moment whole; undefined if another came meanwhile. */
export async function frameAgain(lane: Lane): Promise<Frame | undefined> {
  const { frame } = lane;
  const again = await decoded(lane, lane.connection!.engine.frameAgain());
  return lane.frame === frame ? again : undefined;
}

/** What led to a moment: the frame where a window begins, and that of the moment with every record since. */
export interface RunUp {
  readonly before: Frame;
  readonly now: Frame;
}

/** What has led to the latest one's moment since `from` (ns); undefined if another came meanwhile. */
export async function runUpTo(lane: Lane, from: number): Promise<RunUp | undefined> {
  const { frame } = lane;
  const { engine } = lane.connection!;
  const before = await decoded(lane, engine.frameAt(from, null));
  if (!before) return undefined;
  const now = await decoded(lane, engine.frameAt(frame!.time, before.counters.records));
  return now && lane.frame === frame ? { before, now } : undefined;
}

export function frameOfStep(
  lane: Lane,
  kind: StepKind,
  by: 1 | -1,
  filter?: StepFilter,
): Promise<Frame | undefined> {
  const { engine } = lane.connection!;
  const asked = kind === 'event' ? engine.stepEvent(by, filter) : engine.stepDecision(by, filter);
  return decoded(lane, asked);
}

/** The frame is what its side shows from now on. */
export function take(lane: Lane, frame: Frame): void {
  lane.frame = frame;
  lane.head = Math.max(lane.head, frame.headTime);
}

export function tell({ listeners }: Lane, frame: Frame): void {
  for (const listener of listeners) listener(frame);
}

/** True of two frames of one run after the same record at the same moment. */
export const isSamePlace = (one: Frame, other: Frame | undefined): boolean =>
  one.time === other?.time && one.counters.records === other.counters.records;

export interface ConductorOptions extends StageOptions {
  readonly connect: Reach;
  /** Calls back before the next picture, with the time in ms; returns a way to cancel. */
  readonly nextPicture: (callback: (now: number) => void) => () => void;
}
