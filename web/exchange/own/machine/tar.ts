// A tar archive of sysfs as the listing that sysfs.ts reads. Regular files only; of the kernel's files tar keeps a page
// whose end is zeros. Nothing is unpacked to a disk, no link is followed.

import { ScenarioError } from '../../../scenario/index.ts';

const BLOCK = 512;
const ENTRIES = 65_536;
/** Characters of one name, and bytes of one file: sysfs gives a page at most. */
const NAME = 256;
const CONTENT = 4096;

const latin = new TextDecoder('latin1');
const textAt = (bytes: Uint8Array, from: number, length: number): string =>
  latin.decode(bytes.subarray(from, from + length)).split('\0')[0]!;

/** True for bytes that begin as ustar archives do. */
const isTar = (bytes: Uint8Array): boolean =>
  bytes.length >= BLOCK && textAt(bytes, 257, 5) === 'ustar';

/** Lines "path:value" of its files. Throws ScenarioError. */
function listingOfTar(bytes: Uint8Array): string {
  const lines: string[] = [];
  let entries = 0;
  for (let at = 0; at + BLOCK <= bytes.length; ) {
    if (bytes[at] === 0) break; // two blocks of zeros end it
    if (++entries > ENTRIES) {
      throw new ScenarioError(
        'file',
        `holds more than ${ENTRIES} files`,
        'pack those of the command only',
      );
    }
    const size = octal(textAt(bytes, at + 124, 12));
    if (size === undefined || textAt(bytes, at + 257, 5) !== 'ustar') {
      throw new ScenarioError('file', 'is a damaged tar archive', 'pack or copy it again');
    }
    const isFile = bytes[at + 156] === 0x30 || bytes[at + 156] === 0;
    if (isFile) lines.push(lineOf(bytes, at, size));
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
  return `${lines.filter((line) => line !== '').join('\n')}\n`;
}

function octal(text: string): number | undefined {
  const digits = /^\s*([0-7]{1,11})\s*$/.exec(text)?.[1];
  return digits === undefined ? undefined : Number.parseInt(digits, 8);
}

/** '' for what sysfs has not: long names, large files, files of several lines. */
function lineOf(bytes: Uint8Array, at: number, size: number): string {
  const prefix = textAt(bytes, at + 345, 155);
  const name = `${prefix === '' ? '' : `${prefix}/`}${textAt(bytes, at, 100)}`;
  if (name.length > NAME || size > CONTENT) return '';
  const below = name.replace(/^(\.?\/)*/, '').replace(/^sys\/devices\/system\//, '');
  const value = textAt(bytes, at + BLOCK, size).trimEnd();
  return /[\n:]/.test(below) || value.includes('\n') ? '' : `${below}:${value}`;
}

/** What textOf asks of the files of a machine. */
export const listingOf = (bytes: Uint8Array): string | undefined =>
  isTar(bytes) ? listingOfTar(bytes) : undefined;
