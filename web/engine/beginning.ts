// The beginning of a run: what was computed before its measured window, so that the same run can stand there again at
// once. Here are its parts, and how they become bytes that are checked before anybody believes them. Where bytes are
// kept is beginning-store.ts's business; a run that goes on from one is the run from zero, record by record.

import { packKept, unpackKept } from './kept-bytes.ts';
import { type Keyframe, keyframeWords } from './recording.ts';
import type { ZoneSample } from './zones-history.ts';

/** Bytes of keyframes, before they are packed: a seek back replays then at most some tenths of a second. */
export const beginningLimit = 16 * 2 ** 20;

export interface Beginning {
  /** The first is whole, the last stands where the measured window begins. */
  readonly keyframes: readonly Keyframe[];
  /** Samples of the track, as Track.since gives them. */
  readonly track: Float64Array;
  readonly zones: readonly ZoneSample[];
  /** Records that the head steps by. */
  readonly step: number;
  /** ns of the first occurrences asked for, over the whole run; undefined: never. */
  readonly marks: readonly (number | undefined)[];
}

const magic = 'SCHEDSC1';

interface Head {
  readonly keyframes: readonly {
    readonly time: number;
    readonly records: number;
    readonly explains: number;
    readonly work: number;
    readonly chunks: number;
  }[];
  readonly track: number;
  readonly zones: readonly ZoneSample[];
  readonly step: number;
  readonly marks: readonly (number | null)[];
}

/** `key` says whose beginning it is: other keys do not open it. */
export function packBeginning(
  { keyframes, track, zones, step, marks }: Beginning,
  key: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const head: Head = {
    keyframes: keyframes.map(({ chunks, words: _, ...moment }) => ({
      ...moment,
      chunks: chunks.length,
    })),
    track: track.length,
    zones,
    step,
    marks: marks.map((time) => time ?? null),
  };
  const arrays = [track, ...keyframes.flatMap(({ chunks, words }) => [chunks, words])];
  return packKept(magic, key, head, arrays);
}

/** Undefined for bytes that are cut, changed, foreign or of another key: they are computed anew. */
export const unpackBeginning = (
  bytes: Uint8Array<ArrayBuffer>,
  key: string,
): Promise<Beginning | undefined> =>
  unpackKept(magic, bytes, key, ({ track, keyframes, zones, step, marks }: Head, take) => ({
    track: new Float64Array(take(track * 8)),
    keyframes: keyframes.map(({ chunks: count, ...moment }) => ({
      ...moment,
      chunks: new Uint32Array(take(count * 4)),
      words: new Int32Array(take(count * keyframeWords * 4)),
    })),
    zones,
    step,
    marks: marks.map((time) => time ?? undefined),
  }));
