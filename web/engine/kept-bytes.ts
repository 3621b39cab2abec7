// How something that was computed becomes bytes that are kept, and is believed again: a head as JSON, packed arrays, and
// a checksum of both against damage: who can write to the browser's store of this page is the page. Knows nothing of what
// they mean; beginning.ts and kept-figures.ts do.

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
/** Bytes: magic, checksum of all that follows, length of the head, the head as JSON, the packed arrays. */
const places = { checksum: magicLength, head: magicLength + 4, text: magicLength + 8 };

/** `key` says whose bytes they are: other keys do not open them. */
export async function packKept(
  magic: string,
  key: string,
  head: object,
  arrays: readonly ArrayBufferView[],
): Promise<Uint8Array<ArrayBuffer>> {
  const packed = await through(joined(arrays.map(bytesOfArray)), new CompressionStream('gzip'));
  const text = encoder.encode(JSON.stringify({ key, ...head }));
  const bytes = joined([encoder.encode(magic), new Uint8Array(8), text, packed]);
  const view = new DataView(bytes.buffer);
  view.setUint32(places.head, text.length, true);
  view.setUint32(places.checksum, hashOfBytes(bytes.subarray(places.head)), true);
  return bytes;
}

/** The head, if these are bytes of that kind, of this key, and whole. */
function headOf(magic: string, bytes: Uint8Array<ArrayBuffer>, key: string) {
  const isOurs = new TextDecoder().decode(bytes.subarray(0, magic.length)) === magic;
  if (bytes.length < places.text || !isOurs) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const sum = view.getUint32(places.checksum, true);
  if (sum !== hashOfBytes(bytes.subarray(places.head))) return undefined;
  const end = places.text + view.getUint32(places.head, true);
  if (end > bytes.length) return undefined;
  const head = JSON.parse(new TextDecoder().decode(bytes.subarray(places.text, end)));
  return head.key === key ? { head, end } : undefined;
}

/** Gives the next bytes of the arrays, as many as are asked for. */
export type TakeBytes = (length: number) => ArrayBuffer;

/**
 * What `read` makes of a head and of its arrays, all of which it has to take. Undefined for bytes that are cut, changed,
 * foreign or of another key, and where `read` throws.
 */
export async function unpackKept<Head, Kept>(
  magic: string,
  bytes: Uint8Array<ArrayBuffer>,
  key: string,
  read: (head: Head, take: TakeBytes) => Kept,
): Promise<Kept | undefined> {
  try {
    const found = headOf(magic, bytes, key);
    if (!found) return undefined;
    const arrays = await through(bytes.slice(found.end), new DecompressionStream('gzip'));
    let at = 0;
    const kept = read(found.head as Head, (length) => {
      const { buffer } = arrays.slice(at, at + length);
      at += length;
      if (buffer.byteLength !== length) throw new RangeError('the arrays are cut short');
      return buffer;
    });
    return at === arrays.length ? kept : undefined;
  } catch {
    return undefined;
  }
}
