// Turns the bytes of an opened file into text that readers may look at: unpacked if it is packed, refused if its
// format needs a program of its own. Says nothing about what the text means.

import { ScenarioError } from '../../scenario/index.ts';
import { ARCHIVE_BYTES, ARCHIVE_RATIO, GZIP_RATIO, NAME_CHARACTERS } from './limits.ts';
import { Unpacking } from './packed/unpacking.ts';
import { joinBytes } from './packed/whole.ts';

/** Formats that are not text, by how they begin, and what makes text of them. */
const foreign: readonly { begins: readonly number[]; is: string; remedy: string }[] = [
  { begins: [0x50, 0x4b, 3, 4], is: 'a zip archive', remedy: 'unpack it: unzip FILE' },
  {
    begins: [0x17, 8, 0x44, ...ascii('tracing')],
    is: 'the binary file of trace-cmd',
    remedy: 'open it as a trace',
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
export function textOfFile(
  bytes: Uint8Array,
  most: number,
  archive?: (bytes: Uint8Array) => string | undefined,
): string {
  refuseForeign(bytes);
  // An archive is larger than the listing of it.
  const limits = archive
    ? { most: Math.max(most, ARCHIVE_BYTES), ratio: ARCHIVE_RATIO }
    : { most, ratio: GZIP_RATIO };
  const plain = unpacked(bytes, limits);
  const listed = archive?.(plain);
  const size = listed?.length ?? plain.length;
  if (size > most) throw tooLarge(size, most);
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

/** Stops at the limits, so that a small file cannot fill the memory. */
function unpacked(
  bytes: Uint8Array,
  { most, ratio }: { readonly most: number; readonly ratio: number },
): Uint8Array {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const tooMuch = (all: number) => tooLarge(all, most);
  const unpacking = new Unpacking({ most, ratio, tooLarge: tooMuch }, (chunk) => {
    size += chunk.length;
    chunks.push(chunk.slice());
  });
  unpacking.push(bytes);
  unpacking.finish();
  return joinBytes(chunks, size);
}
