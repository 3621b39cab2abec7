// Moves of tasks from CPU to CPU, as long as they stay in the picture: one second of looking. Built from frames
// alone; when more tasks move than an eye can follow, every so many-th is drawn and the picture says so. Time
// passes here only while the run goes on: what stands still stays as it is.

import { RECORD } from '../../../../engine/abi.gen.ts';
import type { Frame } from '../../../../engine/types.ts';

export interface Move {
  readonly task: number;
  readonly from: number;
  readonly to: number;
  /** MIGRATE_ code. */
  readonly reason: number;
  /** Simulated ns. */
  readonly at: number;
  /** ms it has been looked at. */
  seen: number;
}

/** ms of looking that a move stays, and how much of that it takes to fade. */
export const moveStays = 1000;
const fadeTime = 350;
/** At most this many begin within so many frames; about 24 a second at 60 a second. */
const moveBudget = 24;
const budgetFrames = 60;
/** ms: the most that one frame adds to the time of a move: a later frame was waited for, not watched. */
const longestStep = 100;
/** ns: what moved so shortly before a moment that was jumped to belongs to it. */
const justNow = 2_000;

/** How strongly a move is still drawn, 0 … 1. */
export const moveStrength = ({ seen }: Move): number =>
  Math.min(1, Math.max(0, (moveStays - seen) / fadeTime));

export class MoveTracker {
  shown: Move[] = [];
  #time = -1;
  #wall = 0;
  readonly #seen: number[] = [];
  readonly #drawn: number[] = [];

  /** Moves for each one drawn, 1 or more, over the last second of frames. */
  get oneOf(): number {
    const seen = this.#seen.reduce((a, b) => a + b, 0);
    const drawn = this.#drawn.reduce((a, b) => a + b, 0);
    return drawn === 0 ? Math.max(1, seen) : Math.max(1, Math.round(seen / drawn));
  }

  /** Takes the next frame, at `wall` ms; `isMine` says whose moves come first when there are too many. */
  add(frame: Frame, wall: number, isMine: (task: number) => boolean): void {
    const jumped = !frame.continuous || frame.time < this.#time;
    if (jumped) this.#restart();
    const passed = jumped ? 0 : Math.min(longestStep, Math.max(0, wall - this.#wall));
    this.#time = frame.time;
    this.#wall = wall;
    for (const move of this.shown) move.seen += passed;
    const found = movesIn(frame);
    // After a jump most of the records are of moves long past.
    const recent = jumped ? found.filter(({ at }) => frame.time - at < justNow) : found;
    const chosen = this.#choose(recent, isMine);
    this.#remember(recent.length, chosen.length);
    this.shown = [...this.shown.filter(({ seen }) => seen < moveStays), ...chosen];
  }

  #restart(): void {
    this.shown = [];
    this.#seen.length = 0;
    this.#drawn.length = 0;
  }

  #choose(found: Move[], isMine: (task: number) => boolean): Move[] {
    const used = this.#drawn.reduce((a, b) => a + b, 0);
    const room = Math.max(0, moveBudget - used);
    if (found.length <= room) return found;
    const mine = found.filter(({ task }) => isMine(task));
    const stride = Math.max(1, Math.ceil(found.length / Math.max(1, room)));
    const sample = found.filter((move, i) => i % stride === 0 && !mine.includes(move));
    return [...mine, ...sample].slice(0, room);
  }

  #remember(seen: number, drawn: number): void {
    this.#seen.push(seen);
    this.#drawn.push(drawn);
    if (this.#seen.length > budgetFrames) {
      this.#seen.shift();
      this.#drawn.shift();
    }
  }
}

function movesIn({ records }: Frame): Move[] {
  const found: Move[] = [];
  for (let i = 0; i < records.count; i++) {
    if (records.kind[i] !== RECORD.MIGRATE || records.b[i] === records.c[i]) continue;
    found.push({
      task: records.a[i]!,
      from: records.b[i]!,
      to: records.c[i]!,
      reason: records.d[i]!,
      at: records.time[i]!,
      seen: 0,
    });
  }
  return found;
}
