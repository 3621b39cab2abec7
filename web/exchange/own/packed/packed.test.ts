// Packed texts, held to what the programs that pack them made; and hostile ones, which are refused in words within bounds.

import { gzipSync, zlibSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { seededDraw } from '../../../base/random.ts';
import { ScenarioError } from '../../../scenario/index.ts';
import { arrayBytesOf } from '../testing-memory.ts';
import { inputSeed } from '../testing-torn.ts';
import { packedSamples, sampleText } from './testing-samples.ts';
import { Unpacking } from './unpacking.ts';
import { joinBytes } from './whole.ts';

const inputs = Number(process.env.SCHEDSCAPE_PACKED_INPUTS ?? 300);
const tooLarge = (bytes: number) => new ScenarioError('file', `has ${bytes} bytes`, 'give less');

function unpacked(bytes: Uint8Array, most = 1 << 20, ratio = 100): Uint8Array {
  const pieces: Uint8Array[] = [];
  let size = 0;
  const unpacking = new Unpacking({ most, ratio, tooLarge }, (piece) => {
    pieces.push(piece.slice());
    size += piece.length;
  });
  // In pieces that no part of a format is as long as.
  for (let at = 0; at < bytes.length; at += 100) unpacking.push(bytes.subarray(at, at + 100));
  unpacking.finish();
  return joinBytes(pieces, size);
}

const text = new TextEncoder().encode(sampleText);
const named = Object.entries(packedSamples);

function problemOf(bytes: Uint8Array, most?: number, ratio?: number): string {
  try {
    unpacked(bytes, most, ratio);
  } catch (cause) {
    if (cause instanceof ScenarioError) return cause.problem;
    throw cause;
  }
  return 'none';
}

describe('a packed text', () => {
  test.each(named)('is what %s packed', (_, bytes) => {
    expect(Buffer.from(unpacked(bytes)).equals(Buffer.from(text))).toBe(true);
  });

  test('of gzip and of atrace is read piece by piece', () => {
    expect(unpacked(gzipSync(text))).toEqual(text);
    const atrace = Buffer.concat([
      Buffer.from('capturing trace... done\nTRACE:\n'),
      zlibSync(text),
    ]);
    expect(unpacked(atrace)).toEqual(text);
  });

  test('that follows another of its kind follows it unpacked', () => {
    for (const kind of ['bzip2', 'xz', 'zstd -19']) {
      const bytes = packedSamples[kind]!;
      expect(unpacked(Buffer.concat([bytes, bytes])).length).toBe(2 * text.length);
    }
  });

  test('that is not packed is given on as it is', () => {
    expect(unpacked(text)).toEqual(text);
    expect(unpacked(new Uint8Array(0))).toEqual(new Uint8Array(0));
  });
});

describe('a packed text that cannot be read', () => {
  test.each(named)('of %s is refused where its end is missing', (_, bytes) => {
    const problem = problemOf(bytes.subarray(0, Math.floor(bytes.length / 2)));
    expect(problem).toMatch(/^is damaged (gzip|bzip2|xz|zstd): /);
  });

  test('is refused beyond the size or the ratio that is asked for', () => {
    for (const [, bytes] of named) expect(problemOf(bytes, 1000)).toMatch(/^has \d+ bytes/);
    for (const [, bytes] of named) {
      expect(problemOf(bytes, 1 << 20, 1)).toMatch(/^unpacks to more than/);
    }
  });

  test('asking for more memory than a text needs is refused before that memory is taken', () => {
    const window = Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0, 0xf8, 1, 0, 0, ...new Uint8Array(64));
    expect(problemOf(window)).toBe('is zstd with a window of more than 64 MiB (--long)');
    const dictionary = Uint8Array.from(packedSamples.xz!);
    // Of the block's head: its size, flags, the filter, how long its properties are, and they.
    dictionary[16] = 40;
    expect(problemOf(dictionary)).toBe('is xz with a dictionary of more than 64 MiB');
  });

  /** A frame that asks for 64 MiB, and ends with an empty block. */
  const emptyFrame = Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0, 0x80, 1, 0, 0);
  /** A block that asks for 64 MiB, and ends before its first chunk: its head, the end, and what pads it. */
  const emptyBlock = Uint8Array.of(1, 0, 0x21, 1, 28, 0, 0, 0, 0, 0, 0, 0);
  /** The sample's stream has a check of eight bytes a block. */
  const emptyBlocks = (count: number) => {
    const sample = packedSamples.xz!;
    const block = Buffer.concat([emptyBlock, new Uint8Array(8)]);
    return Buffer.concat([
      sample.subarray(0, 12),
      ...new Array<Uint8Array>(count).fill(block),
      sample.subarray(12),
    ]);
  };
  const emptyFrames = (count: number) =>
    Buffer.concat([...new Array<Uint8Array>(count).fill(emptyFrame), packedSamples['zstd -1']!]);

  test.each([
    ['frames of zstd', emptyFrames(10_000)],
    ['blocks of xz', emptyBlocks(10_000)],
  ])('in many empty %s takes memory for what they hold, not for what they ask for', (_, bytes) => {
    const taken = arrayBytesOf(() => {
      expect(Buffer.from(unpacked(bytes)).equals(Buffer.from(text))).toBe(true);
    });
    // In 640 GB of windows.
    expect(taken).toBeLessThan(64 * 1024 * 1024);
  });

  test.each([
    ['frames of zstd', emptyFrames(66_000)],
    ['blocks of xz', emptyBlocks(66_000)],
  ])('is refused where it has nearly nothing but empty %s', (_, bytes) => {
    expect(problemOf(bytes)).toBe('has more than 65536 empty parts');
  });

  test('in bytes that are torn is refused in words or gives another text, within its bounds', {
    timeout: 0,
  }, () => {
    const draw = seededDraw(inputSeed);
    for (let input = 0; input < inputs; input++) {
      const [kind, whole] = named[input % named.length]!;
      const bytes = Uint8Array.from(whole);
      for (let changes = 1 + draw(4); changes > 0; changes--)
        bytes[4 + draw(bytes.length - 4)] = draw(256);
      try {
        unpacked(bytes, 1 << 18);
      } catch (cause) {
        if (cause instanceof ScenarioError) continue;
        throw new Error(`input ${input} of ${kind}`, { cause });
      }
    }
  });
});
