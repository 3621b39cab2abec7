// The beginning of a run: what was computed before its measured window, so that the same run can stand there again at
// once. Here are its parts, and how they become bytes that are checked before anybody believes them. Where bytes are
// kept is beginning-store.ts's business; a run that goes on from one is the run from zero, record by record.

import { hashOfBytes } from '../base/hash.ts';
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
const encoder = new TextEncoder();

interface Head {
  readonly key: string;
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

const through = async (bytes: Uint8Array<ArrayBuffer>, packing: GenericTransformStream) =>
  new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(packing)).arrayBuffer());

const bytesOfArray = ({ buffer, byteOffset, byteLength }: ArrayBufferView) =>
  new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength);

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Bytes: magic, checksum of all that follows, length of the head, the head as JSON, the packed arrays. */
const places = { checksum: magic.length, head: magic.length + 4, text: magic.length + 8 };

/** `key` says whose beginning it is: other keys do not open it. */
export async function packBeginning(
  { keyframes, track, zones, step, marks }: Beginning,
  key: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const head: Head = {
    key,
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
  const packed = await through(joined(arrays.map(bytesOfArray)), new CompressionStream('gzip'));
  const text = encoder.encode(JSON.stringify(head));
  const bytes = joined([encoder.encode(magic), new Uint8Array(8), text, packed]);
  const view = new DataView(bytes.buffer);
  view.setUint32(places.head, text.length, true);
  view.setUint32(places.checksum, hashOfBytes(bytes.subarray(places.head)), true);
  return bytes;
}

/** The head, if these are bytes of ours, of this key, and whole. */
function headOf(bytes: Uint8Array<ArrayBuffer>, key: string): [Head, number] | undefined {
  const isOurs = new TextDecoder().decode(bytes.subarray(0, magic.length)) === magic;
  if (bytes.length < places.text || !isOurs) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const sum = view.getUint32(places.checksum, true);
  if (sum !== hashOfBytes(bytes.subarray(places.head))) return undefined;
  const end = places.text + view.getUint32(places.head, true);
  if (end > bytes.length) return undefined;
  const head = JSON.parse(new TextDecoder().decode(bytes.subarray(places.text, end))) as Head;
  return head.key === key ? [head, end] : undefined;
}

/** Undefined for bytes that are cut, changed, foreign or of another key: they are computed anew. */
export async function unpackBeginning(
  bytes: Uint8Array<ArrayBuffer>,
  key: string,
): Promise<Beginning | undefined> {
  try {
    const [head, end] = headOf(bytes, key) ?? [];
    if (!head) return undefined;
    const arrays = await through(bytes.slice(end), new DecompressionStream('gzip'));
    let at = 0;
    const take = (length: number) => {
      const { buffer } = arrays.slice(at, at + length);
      at += length;
      if (buffer.byteLength !== length) throw new RangeError('the arrays are cut short');
      return buffer;
    };
    const track = new Float64Array(take(head.track * 8));
    const keyframes = head.keyframes.map(({ chunks: count, ...moment }) => ({
      ...moment,
      chunks: new Uint32Array(take(count * 4)),
      words: new Int32Array(take(count * keyframeWords * 4)),
    }));
    if (at !== arrays.length) return undefined;
    const { zones, step } = head;
    return { keyframes, track, zones, step, marks: head.marks.map((time) => time ?? undefined) };
  } catch {
    return undefined;
  }
}
