// Turns a computed result into bytes to keep, and back: a head as JSON, packed arrays, and a checksum of both. The
// checksum is against damage only: all writers to this page's storage in the browser are the page itself. The
// meaning of the bytes is known to warm-start.ts and cached-figures.ts.

import { hashOfBytes } from '../base/hash.ts';

const encoder = new TextEncoder();

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

/** Characters of a magic word: what the bytes are, and in which version. */
const magicLength = 8;
/** Bytes: magic, checksum of all that follows, length of the head, and packed the head as JSON and the arrays. */
const places = { checksum: magicLength, length: magicLength + 4, packed: magicLength + 8 };

/** `key` says whose bytes they are: other keys do not open them. */
export async function packCached(
  magic: string,
  key: string,
  head: object,
  arrays: readonly ArrayBufferView[],
): Promise<Uint8Array<ArrayBuffer>> {
  const text = encoder.encode(JSON.stringify({ key, ...head }));
  const content = joined([text, ...arrays.map(bytesOfArray)]);
  const packed = await through(content, new CompressionStream('gzip'));
  const bytes = joined([encoder.encode(magic), new Uint8Array(8), packed]);
  const view = new DataView(bytes.buffer);
  view.setUint32(places.length, text.length, true);
  view.setUint32(places.checksum, hashOfBytes(bytes.subarray(places.length)), true);
  return bytes;
}

/** Whether these are bytes of that kind, and whole. */
function areWhole(magic: string, bytes: Uint8Array<ArrayBuffer>, view: DataView): boolean {
  const isOurs = new TextDecoder().decode(bytes.subarray(0, magic.length)) === magic;
  if (bytes.length < places.packed || !isOurs) return false;
  return view.getUint32(places.checksum, true) === hashOfBytes(bytes.subarray(places.length));
}

/** Gives the next bytes of the arrays, as many as are asked for. */
export type TakeBytes = (length: number) => ArrayBuffer;

/**
 * What `read` makes of a head and of its arrays, all of which it has to take. Undefined for bytes that are cut, changed,
 * foreign or of another key, and where `read` throws.
 */
export async function unpackCached<Head, Kept>(
  magic: string,
  bytes: Uint8Array<ArrayBuffer>,
  key: string,
  read: (head: Head, take: TakeBytes) => Kept,
): Promise<Kept | undefined> {
  try {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    if (!areWhole(magic, bytes, view)) return undefined;
    const content = await through(bytes.slice(places.packed), new DecompressionStream('gzip'));
    let at = view.getUint32(places.length, true);
    const head = JSON.parse(new TextDecoder().decode(content.subarray(0, at)));
    if (head.key !== key) return undefined;
    const kept = read(head as Head, (length) => {
      const { buffer } = content.slice(at, at + length);
      at += length;
      if (buffer.byteLength !== length) throw new RangeError('the arrays are cut short');
      return buffer;
    });
    return at === content.length ? kept : undefined;
  } catch {
    return undefined;
  }
}
