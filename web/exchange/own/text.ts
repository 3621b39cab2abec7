// From the bytes of a file somebody opened to text that readers may look at: unpacked if it is gzip, refused if it is a
// format of which only a program of its own knows the inside. Says nothing about what the text means.

import { Gunzip } from 'fflate';
import { ScenarioError } from '../../scenario/index.ts';
import { GZIP_FREE_BYTES, GZIP_RATIO, NAME_CHARACTERS } from './limits.ts';

/** Bytes unpacked at a time: bounds what a hostile file makes us hold before it is refused. */
const SLICE_BYTES = 4096;

/** Formats that are not text, by how they begin, and what makes text of them. */
const foreign: readonly { begins: readonly number[]; is: string; remedy: string }[] = [
  { begins: [0x28, 0xb5, 0x2f, 0xfd], is: 'packed by zstd', remedy: 'unpack it: zstd -d FILE' },
  { begins: [0xfd, 0x37, 0x7a], is: 'packed by xz', remedy: 'unpack it: xz -d FILE' },
  { begins: [0x50, 0x4b, 3, 4], is: 'a zip archive', remedy: 'unpack it: unzip FILE' },
  {
    begins: [0x17, 8, 0x44, ...ascii('tracing')],
    is: 'the binary file of trace-cmd',
    remedy: 'make text of it: trace-cmd report -i FILE > trace.txt',
  },
  {
    begins: ascii('PERFILE2'),
    is: 'the binary file of perf',
    remedy: 'make text of it: perf sched script -i FILE > trace.txt',
  },
];

function ascii(text: string): number[] {
  return [...text].map((letter) => letter.charCodeAt(0));
}

const starts = (bytes: Uint8Array, begins: readonly number[]): boolean =>
  begins.every((byte, at) => bytes[at] === byte);

/**
 * The text of a file: UTF-8 without a mark of byte order, lines end in LF. `most` is the limit in bytes, unpacked.
 * `archive` makes text of what is not text by itself; undefined: it is none that it knows. Throws ScenarioError.
 */
export function textOf(
  bytes: Uint8Array,
  most: number,
  archive?: (bytes: Uint8Array) => string | undefined,
): string {
  refuseForeign(bytes);
  const plain = starts(bytes, [0x1f, 0x8b]) ? unpacked(bytes, most) : bytes;
  if (plain.length > most) throw tooLarge(plain.length, most);
  const listed = archive?.(plain);
  if (listed !== undefined) return listed;
  if (plain.includes(0)) {
    throw new ScenarioError('file', 'is not text: it holds a zero byte', 'give a text file');
  }
  return new TextDecoder('utf-8').decode(plain).replaceAll('\r\n', '\n');
}

/** Throws ScenarioError for bytes of a format of which only a program of its own knows the inside. */
export function refuseForeign(bytes: Uint8Array): void {
  const other = foreign.find(({ begins }) => starts(bytes, begins));
  if (other) throw new ScenarioError('file', `is ${other.is}`, other.remedy);
}

/** What a person may be shown, and a link may hold, of the name of a file: its last part, without tricks. */
export function shownName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? '';
  return withoutControls(last).slice(0, NAME_CHARACTERS);
}

/** Text of a foreign file for the terminal and the page: characters that would steer either become "?". */
export const withoutControls = (text: string): string =>
  text.replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '?');

const tooLarge = (bytes: number, most: number): ScenarioError =>
  new ScenarioError(
    'file',
    `has ${bytes} bytes`,
    `at most ${most} are read: check that it is the right file`,
  );

/** Unpacks slice by slice and stops at the limits, so that a small file cannot fill the memory. */
function unpacked(bytes: Uint8Array, most: number): Uint8Array {
  const chunks: Uint8Array[] = [];
  let size = 0;
  let ended = false;
  const gunzip = new Gunzip((chunk, isLast) => {
    size += chunk.length;
    chunks.push(chunk);
    ended ||= isLast === true;
  });
  for (let at = 0; at < bytes.length; at += SLICE_BYTES) {
    const end = Math.min(at + SLICE_BYTES, bytes.length);
    try {
      gunzip.push(bytes.subarray(at, end), end === bytes.length);
    } catch {
      throw damaged();
    }
    if (size > most) throw tooLarge(size, most);
    if (size > Math.max(GZIP_FREE_BYTES, end * GZIP_RATIO)) {
      const problem = `unpacks to more than ${GZIP_RATIO} times its size`;
      throw new ScenarioError('file', problem, 'do not trust where it came from');
    }
  }
  if (!ended) throw damaged();
  return joined(chunks, size);
}

function joined(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

const damaged = (): ScenarioError =>
  new ScenarioError('file', 'is damaged gzip: part of it is missing', 'pack or copy it again');
