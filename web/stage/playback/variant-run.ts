// The run of one side, as the conductor knows it: its last delivery, how far it may run ahead, and how it is asked.
// The conductor decides which moment is asked for, and when.

import { decodeFrame } from '../../engine/frame.ts';
import type { RunningVariant } from '../../engine/start.ts';
import type { Frame, Headline, RunStatus, StepFilter } from '../../engine/types.ts';
import type { FrameListener, StageOptions, VariantId, VariantState } from './types.ts';

/** A run that can be asked, and the way to stop asking. */
export type ConductedVariant = Pick<RunningVariant, 'engine' | 'close'>;

/** Reaches the run of one side; rejects with an Error whose message is meant for a reader. */
export type ConnectRun = (side: VariantId) => Promise<ConductedVariant>;

export type StepKind = 'event' | 'decision';

export interface VariantRun {
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
  /**
   * The run has owed an answer for long: the machine is busy, or the engine hangs. The two cannot be told apart, so
   * it is waited for.
   */
  unresponsive: boolean;
  head: number;
  /** ns its head was last allowed to run ahead of the playhead. */
  lead: number;
  /** Counts restarts, so that answers of a closed connection are dropped. */
  generation: number;
  /** Settles when the run ends: a closed worker leaves its questions unanswered. */
  readonly closed: Promise<undefined>;
  readonly markClosed: () => void;
  readonly listeners: Set<FrameListener>;
}

/** ns the head runs ahead before anything was shown: enough for a first second of slow tempo. */
const firstLead = 100_000;
/** ms: an engine answers between slices of a few ms, so that only a very busy machine, or a hang, takes this long. */
const MAX_SILENCE = 20_000;
/** It is waited for in so many pieces: a page that was frozen meanwhile, or a machine asleep, loses one of them, not all. */
const piecesOfSilence = 10;

/** Whether an answer comes before its engine has been silent for long. Rejects as the answer does. */
export async function answersInTime(answer: Promise<unknown>): Promise<boolean> {
  let timer: ReturnType<typeof setInterval> | undefined;
  const silence = new Promise<boolean>((resolve) => {
    let left = piecesOfSilence;
    timer = setInterval(() => {
      left -= 1;
      if (left === 0) resolve(false);
    }, MAX_SILENCE / piecesOfSilence);
  });
  try {
    return await Promise.race([answer.then(() => true), silence]);
  } finally {
    clearInterval(timer);
  }
}

/**
 * What a run answers, true where there is news of it; it is not asked while it owes an answer. One that is not answered
 * in time makes it silent, which is news, until it answers, which `heard` is told.
 */
export async function pollRun(
  run: VariantRun,
  ask: () => Promise<boolean>,
  heard: () => void,
): Promise<boolean> {
  if (run.failure !== undefined || run.unresponsive) return false;
  const { generation } = run;
  const answer = ask();
  if ((await answersInTime(answer)) || generation !== run.generation) return answer;
  run.unresponsive = true;
  void answer.then(() => {
    if (generation !== run.generation) return;
    run.unresponsive = false;
    heard();
  });
  return true;
}

export function newRun(): VariantRun {
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
    unresponsive: false,
    head: 0,
    lead: 0,
    generation: 0,
    closed: gone,
    markClosed: end,
    listeners: new Set(),
  };
}

/** Connects a run that was reached; false if it is no longer wanted. */
export async function connectRun(
  run: VariantRun,
  reached: Promise<ConductedVariant>,
  isClosed: () => boolean,
): Promise<boolean> {
  const { generation } = run;
  const connection = await reached;
  if (isClosed() || generation !== run.generation) {
    connection.close();
    return false;
  }
  run.lead = firstLead;
  await connection.engine.setLead(firstLead);
  if (generation !== run.generation) return false;
  run.connection = connection;
  return true;
}

/** Throws a run away; its listeners go on listening to the next one. */
export function restartRun(run: VariantRun): void {
  closeRun(run);
  const { listeners, generation } = run;
  Object.assign(run, newRun(), { listeners, life: generation + 1 });
}

export function closeRun({ connection, markClosed }: VariantRun): void {
  connection?.close();
  markClosed();
}

/** A side that is still being started: the clock waits for it. */
export const isStarting = ({ failure, frame }: VariantRun): boolean => !failure && !frame;

export const variantState = ({
  frame,
  status,
  headline,
  failure,
  unresponsive,
}: VariantRun): VariantState => ({
  latestFrame: frame,
  status,
  headline,
  failure,
  unresponsive,
});

/** How its run gets on; undefined if that ended meanwhile. */
export async function progressOf(
  run: VariantRun,
): Promise<readonly [RunStatus, Headline] | undefined> {
  const { connection, generation } = run;
  if (!connection) return undefined;
  const asked = Promise.all([connection.engine.status(), connection.engine.headline()]);
  const answer = await Promise.race([asked, run.closed]);
  return generation === run.generation ? answer : undefined;
}

/** True if its figures could not be read before and can be now, or the other way round: that also happens after its end. */
const isReadOtherwise = (before: Headline | undefined, now: Headline): boolean =>
  before?.unfetched !== now.unfetched;

/** True if it got on since it was heard of last. Throws if it failed. */
export function updateProgress(
  run: VariantRun,
  [status, headline]: readonly [RunStatus, Headline],
): boolean {
  if (status.state === 'failed') throw new Error(status.message ?? 'the run stopped');
  const { status: before, headline: figures } = run;
  run.status = status;
  run.headline = headline;
  run.head = Math.max(run.head, status.headTime);
  const gotOn = before?.headTime !== status.headTime || before.state !== status.state;
  return gotOn || isReadOtherwise(figures, headline);
}

/**
 * From now on the head goes on to the end of the run wherever the playhead stands: the measured figures
 * come, and dragging anywhere is quick. What it takes is bounded by its recording, not by its length.
 */
export function runToEnd(run: VariantRun, duration: number): void {
  if (run.lead === duration) return;
  run.lead = duration;
  void run.connection?.engine.setLead(duration).catch(() => {});
}

/** What an engine sent; undefined if the run ended meanwhile. */
async function decoded(
  run: VariantRun,
  asked: Promise<ArrayBuffer | undefined>,
): Promise<Frame | undefined> {
  const { generation } = run;
  const buffer = await Promise.race([asked, run.closed]);
  return buffer && generation === run.generation ? decodeFrame(buffer) : undefined;
}

/**
 * The moment `time` (ns). It goes on from the frame delivered last: one that was dropped counts for
 * nothing. After a seek it goes on from none, so that a moment looks the same whichever way it was reached.
 */
export async function frameAt(
  run: VariantRun,
  time: number,
  seeks: number,
): Promise<Frame | undefined> {
  const since = run.seeks === seeks ? run.frame?.counters.records : null;
  const frame = await decoded(run, run.connection!.engine.frameAt(time, since));
  if (frame) run.seeks = seeks;
  return frame;
}

/** Tells which life of a side's run failed, and why. */
type OnFailure = (side: VariantId, generation: number, error: unknown) => void;

/** The same moment of several sides, without those that failed or ended meanwhile. */
export async function framesAt(
  runs: Readonly<Record<VariantId, VariantRun>>,
  of: readonly VariantId[],
  { time, seeks }: { readonly time: number; readonly seeks: number },
  onFailure: OnFailure,
): Promise<[VariantId, Frame][]> {
  const answers = of.map(async (side): Promise<[VariantId, Frame] | undefined> => {
    const run = runs[side];
    const { generation } = run;
    const asked = frameAt(run, time, seeks);
    const frame = await asked.catch((error) => onFailure(side, generation, error));
    return frame ? [side, frame] : undefined;
  });
  const frames = await Promise.all(answers);
  return frames.filter((answer) => answer !== undefined);
}

/** Whether it shows that moment, asked for after so many seeks. */
export const isShowing = (
  { frame, seeks: before }: VariantRun,
  time: number,
  seeks: number,
): boolean => frame?.time === time && before === seeks;

/** The latest one's moment whole; undefined if another came meanwhile. */
export async function wholeFrame(run: VariantRun): Promise<Frame | undefined> {
  const { frame } = run;
  const again = await decoded(run, run.connection!.engine.wholeFrame());
  return run.frame === frame ? again : undefined;
}

/** What led to a moment: the frame where a window begins, and that of the moment with every record since. */
export interface RunUp {
  readonly before: Frame;
  readonly now: Frame;
}

/** What has led to the latest one's moment since `from` (ns); undefined if another came meanwhile. */
export async function runUpTo(run: VariantRun, from: number): Promise<RunUp | undefined> {
  const { frame } = run;
  const { engine } = run.connection!;
  const before = await decoded(run, engine.frameAt(from, null));
  if (!before) return undefined;
  const now = await decoded(run, engine.frameAt(frame!.time, before.counters.records));
  return now && run.frame === frame ? { before, now } : undefined;
}

export function frameOfStep(
  run: VariantRun,
  kind: StepKind,
  by: 1 | -1,
  filter?: StepFilter,
): Promise<Frame | undefined> {
  const { engine } = run.connection!;
  const asked = kind === 'event' ? engine.stepEvent(by, filter) : engine.stepDecision(by, filter);
  return decoded(run, asked);
}

/** The frame is what its side shows from now on. */
export function showFrame(run: VariantRun, frame: Frame): void {
  run.frame = frame;
  run.head = Math.max(run.head, frame.headTime);
}

export function emitFrame({ listeners }: VariantRun, frame: Frame): void {
  for (const listener of listeners) listener(frame);
}

/** True of two frames of one run after the same record at the same moment. */
export const isSamePlace = (one: Frame, other: Frame | undefined): boolean =>
  one.time === other?.time && one.counters.records === other.counters.records;

export interface ConductorOptions extends StageOptions {
  readonly connect: ConnectRun;
  /** Calls back before the next picture, with the time in ms; returns a way to cancel. */
  readonly nextPicture: (callback: (now: number) => void) => () => void;
}
