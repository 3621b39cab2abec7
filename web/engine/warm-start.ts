// The warm start of a run: the state computed before its measured window, so that the same run can stand there
// again at once. Here are its parts, and their form as bytes, which are checked before they are used.
// warm-start-store.ts decides where bytes are kept; a run that goes on from a warm start is the run from zero,
// record by record.

import { packCached, unpackCached } from './cached-bytes.ts';
import { type Keyframe, keyframeWords } from './recording.ts';
import type { ZoneSample } from './zones-history.ts';

/** Bytes of keyframes, before they are packed: a seek back replays then at most some tenths of a second. */
export const WARM_START_BYTES = 16 * 2 ** 20;

export interface WarmStart {
  /** Chunks of the whole state: a world of another size does not go on from it. */
  readonly chunks: number;
  /** What changed since the world was made, which is itself the first keyframe; the last stands where the window begins. */
  readonly keyframes: readonly Keyframe[];
  /** Samples of the track, as Track.since gives them. */
  readonly track: Float64Array;
  readonly zones: readonly ZoneSample[];
  /** Records that the head steps by. */
  readonly step: number;
  /** ns of the first occurrences asked for, over the whole run; undefined: never. */
  readonly marks: readonly (number | undefined)[];
}

const magic = 'SCHEDSC2';

interface Head {
  readonly chunks: number;
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

// A keyframe packs to half where its ascending indices are told as steps, and its words as four planes of bytes: upper bytes
// of neighbours are alike, lower ones are not.

function stepsOf(indices: Uint32Array): Uint32Array {
  const steps = indices.slice();
  for (let at = 1; at < steps.length; at++) steps[at] = indices[at]! - indices[at - 1]!;
  return steps;
}

function sumsOf(steps: Uint32Array): Uint32Array {
  for (let at = 1; at < steps.length; at++) steps[at]! += steps[at - 1]!;
  return steps;
}

function planesOf(words: Int32Array): Uint8Array {
  const { length } = words;
  const planes = new Uint8Array(4 * length);
  for (let at = 0; at < length; at++) {
    const word = words[at]!;
    planes[at] = word;
    planes[length + at] = word >>> 8;
    planes[2 * length + at] = word >>> 16;
    planes[3 * length + at] = word >>> 24;
  }
  return planes;
}

function wordsOf(planes: Uint8Array): Int32Array {
  const length = planes.length / 4;
  const words = new Int32Array(length);
  for (let at = 0; at < length; at++) {
    const low = planes[at]! | (planes[length + at]! << 8);
    words[at] = low | (planes[2 * length + at]! << 16) | (planes[3 * length + at]! << 24);
  }
  return words;
}

/** `key` says whose warm start it is: other keys do not open it. */
export function packWarmStart(
  { chunks, keyframes, track, zones, step, marks }: WarmStart,
  key: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const head: Head = {
    chunks,
    keyframes: keyframes.map(({ chunks: changed, words: _, ...moment }) => ({
      ...moment,
      chunks: changed.length,
    })),
    track: track.length,
    zones,
    step,
    marks: marks.map((time) => time ?? null),
  };
  const told = keyframes.flatMap(({ chunks: changed, words }) => [
    stepsOf(changed),
    planesOf(words),
  ]);
  return packCached(magic, key, head, [track, ...told]);
}

/** Undefined for bytes that are cut, changed, foreign or of another key: they are computed anew. */
export const unpackWarmStart = (
  bytes: Uint8Array<ArrayBuffer>,
  key: string,
): Promise<WarmStart | undefined> =>
  unpackCached(
    magic,
    bytes,
    key,
    ({ chunks, track, keyframes, zones, step, marks }: Head, take) => ({
      chunks,
      track: new Float64Array(take(track * 8)),
      keyframes: keyframes.map(({ chunks: count, ...moment }) => ({
        ...moment,
        chunks: sumsOf(new Uint32Array(take(count * 4))),
        words: wordsOf(new Uint8Array(take(count * keyframeWords * 4))),
      })),
      zones,
      step,
      marks: marks.map((time) => time ?? undefined),
    }),
  );
