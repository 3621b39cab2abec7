// The figures of a whole run, kept for the next time: the same run gives them again to the last bit, but only when it has
// ended. Until then they are told at once and said to be kept. As bytes they are JSON, packed: its checksum is gzip's, its
// key says whose they are.

import type { Measured } from './types/measured.ts';

/** The arrays that figures may have, by their names in the bytes. */
const arrays = { Float64Array, Uint16Array, Uint32Array };
type ArrayName = keyof typeof arrays;

/** Bytes of figures once they are unpacked: several times what the largest machine has. What a store gives is not trusted. */
const mostText = 2 ** 26;

/** The name of the figures of a run whose beginning has `key`. */
export const figuresKey = (key: string): string => `${key}-figures`;

const isArrayName = (name: unknown): name is ArrayName =>
  typeof name === 'string' && Object.hasOwn(arrays, name);

const withArraysNamed = (_: string, value: unknown): unknown =>
  ArrayBuffer.isView(value)
    ? { array: value.constructor.name, values: [...(value as Float64Array)] }
    : value;

function withArraysMade(_: string, value: unknown): unknown {
  const { array, values } = (value ?? {}) as { array?: unknown; values?: unknown };
  return isArrayName(array) && Array.isArray(values) ? arrays[array].from(values) : value;
}

export async function packFigures(
  figures: Measured,
  key: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const text = JSON.stringify({ key, figures }, withArraysNamed);
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'));
  return new Uint8Array(await new Response(packed).arrayBuffer());
}

/** All of it, if it is no more than `most` bytes. */
async function textOf(stream: ReadableStream<Uint8Array>, most: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let length = 0;
  for (const reader = stream.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    length += value.length;
    if (length > most) throw new RangeError('figures are not as long as this');
    text += decoder.decode(value, { stream: true });
  }
}

/** Undefined for bytes that are cut, changed, foreign or of another key: the run gives its figures at its end. */
export async function unpackFigures(
  bytes: Uint8Array<ArrayBuffer>,
  key: string,
): Promise<Measured | undefined> {
  try {
    const packed = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
    const found = JSON.parse(await textOf(packed, mostText), withArraysMade);
    return found.key === key ? { ...found.figures, isKept: true } : undefined;
  } catch {
    return undefined;
  }
}
