// Goes on from a run's warm start, and puts one together: keyframes when its measured window begins, and the first
// occurrences that its scenario asks for as soon as they are known, which may be at its end. Comes in a chunk of its own:
// a simulation only calls it.

import type { Head } from './head.ts';
import { costOf, type Keyframe, keyframeWords, merged, type Recording } from './recording.ts';
import type { Track } from './track.ts';
import type { Measured } from './types/measured.ts';
import { WARM_START_BYTES, type WarmStart } from './warm-start.ts';
import type { World } from './world.ts';
import type { ZoneHistory } from './zones-history.ts';

export interface KeptParts {
  readonly recording: Recording;
  readonly track: Track;
  readonly zones: ZoneHistory;
}

/** The last keyframe and before it as few as fit into about `limit` bytes. */
export function fewer(keyframes: readonly Keyframe[], limit: number): Keyframe[] {
  const all = keyframes.reduce((sum, each) => sum + costOf(each), 0);
  const together = Math.ceil(all / Math.max(1, limit)) || 1;
  const groups: Keyframe[] = [];
  for (let end = keyframes.length; end > 0; end -= together) {
    const group = keyframes.slice(Math.max(0, end - together), end);
    groups.unshift({ ...group.at(-1)!, ...merged(...group) });
  }
  return groups;
}

const chunksOf = (world: World): number => world.stateWords().length / keyframeWords;

/** True where a warm start can be of such a world. */
function isOf({ chunks, keyframes }: WarmStart, world: World): boolean {
  const lies = (keyframe: Keyframe) => keyframe.chunks.every((chunk) => chunk < chunks);
  return keyframes.length > 0 && chunks === chunksOf(world) && keyframes.every(lies);
}

/** Gives the figures of a run; undefined where it has no measured window. */
export type AskFigures = () => Promise<Measured | undefined>;

/** What a run that has come to its end was. */
export interface EndedRun {
  /** Undefined if it failed. */
  readonly figures: AskFigures | undefined;
  /** See Moment. */
  readonly work: number;
  readonly traceHash: string;
}
export type OnRunEnd = (ended: EndedRun) => void;

export class WarmStartKeeper {
  #warmStart: WarmStart | undefined;
  readonly #tell: ((warmStart: WarmStart) => void) | undefined;
  readonly #tellEnd: OnRunEnd | undefined;
  #found: Omit<WarmStart, 'marks'> | undefined;

  /**
   * `tell` is told once what a run from zero has computed before its window, when all of it is known; `tellEnd` once of any
   * run that it has ended.
   */
  constructor(
    warmStart: WarmStart | undefined,
    tell?: (warmStart: WarmStart) => void,
    tellEnd?: OnRunEnd,
  ) {
    this.#warmStart = warmStart;
    this.#tell = tell;
    this.#tellEnd = tellEnd;
  }

  /** Puts a world and what is kept of it where the warm start ends; records that its head steps by, or undefined. */
  resume(world: World, { recording, track, zones }: KeptParts): number | undefined {
    const warmStart = this.#warmStart;
    if (!warmStart || !isOf(warmStart, world)) {
      this.#warmStart = undefined;
      return undefined;
    }
    recording.resume(warmStart.keyframes, world);
    track.resume(warmStart.track);
    zones.resume(warmStart.zones);
    return warmStart.step;
  }

  /** First occurrences that the head has come to, of a run that goes on from a warm start. */
  marksAt(time: number): (number | undefined)[] | undefined {
    return this.#warmStart?.marks.map((mark) => (mark! <= time ? mark : undefined));
  }

  /** The head stands where the window begins. */
  windowBegins({ world, step }: Head, { recording, track, zones }: KeptParts): void {
    if (this.#warmStart || !this.#tell || !recording.take(world)) return;
    // Without the first one: it is the world as it was made.
    const keyframes = fewer(recording.keyframes.slice(1), WARM_START_BYTES);
    if (keyframes.length === 0) return;
    // Copied: what lies behind the window goes on in the same list.
    this.#found = {
      chunks: chunksOf(world),
      keyframes,
      track: track.since(0),
      zones: [...zones.samples],
      step,
    };
  }

  /** The run has come to its end. */
  end(ended: EndedRun): void {
    this.#tellEnd?.(ended);
  }

  /** How far the first occurrences are known; `isAll`: no more will come. */
  know(marks: readonly (number | undefined)[], isAll: boolean): void {
    if (!this.#found || !(isAll || marks.every((time) => time !== undefined))) return;
    this.#tell?.({ ...this.#found, marks });
    this.#found = undefined;
  }
}
