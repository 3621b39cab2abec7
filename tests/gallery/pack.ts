// Makes a screenshot small enough to be kept: its 256 commonest colours stay, others become the nearest
// of them, which the comparison cannot tell from the original. Reads what Chromium writes (eight bits a
// channel, not interlaced) and nothing else.

import { deflateSync, inflateSync } from 'node:zlib';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

interface Pixels {
  readonly width: number;
  readonly height: number;
  /** Bytes a pixel: 3 or 4. */
  readonly depth: number;
  readonly bytes: Uint8Array;
}

/** The chunks of a PNG file by type; those of the picture itself as one. */
function chunksOf(file: Buffer): Map<string, Buffer> {
  if (!file.subarray(0, 8).equals(signature)) throw new Error('not a PNG file');
  const found = new Map<string, Buffer>();
  for (let at = 8; at < file.length; ) {
    const length = file.readUInt32BE(at);
    const type = file.toString('latin1', at + 4, at + 8);
    const body = file.subarray(at + 8, at + 8 + length);
    found.set(type, Buffer.concat([found.get(type) ?? Buffer.alloc(0), body]));
    at += length + 12;
  }
  return found;
}

/** What filter `kind` predicts from the byte left, above, and above left (PNG specification, 9.2). */
function predicted(kind: number, a: number, b: number, c: number): number {
  if (kind === 1) return a;
  if (kind === 2) return b;
  if (kind === 3) return (a + b) >> 1;
  if (kind !== 4) return 0;
  const [pa, pb, pc] = [Math.abs(b - c), Math.abs(a - c), Math.abs(a + b - 2 * c)];
  return pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
}

function decoded(file: Buffer): Pixels {
  const chunks = chunksOf(file);
  const head = chunks.get('IHDR')!;
  const [width, height] = [head.readUInt32BE(0), head.readUInt32BE(4)];
  const depth = { 2: 3, 6: 4 }[head[9]!];
  if (!depth || head[8] !== 8 || head[12] !== 0) throw new Error('not a screenshot of Chromium');
  const raw = inflateSync(chunks.get('IDAT')!);
  const stride = width * depth;
  const bytes = new Uint8Array(height * stride);
  for (let y = 0; y < height; y++) {
    const kind = raw[y * (stride + 1)]!;
    for (let x = 0; x < stride; x++) {
      const at = y * stride + x;
      const a = x >= depth ? bytes[at - depth]! : 0;
      const b = y > 0 ? bytes[at - stride]! : 0;
      const c = x >= depth && y > 0 ? bytes[at - stride - depth]! : 0;
      bytes[at] = raw[y * (stride + 1) + 1 + x]! + predicted(kind, a, b, c);
    }
  }
  return { width, height, depth, bytes };
}

/** How often each colour occurs, the commonest first. */
function coloursOf({ depth, bytes }: Pixels): number[] {
  const counts = new Map<number, number>();
  for (let at = 0; at < bytes.length; at += depth) {
    const colour = (bytes[at]! << 16) | (bytes[at + 1]! << 8) | bytes[at + 2]!;
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([colour]) => colour);
}

function distance(one: number, other: number): number {
  const apart = (shift: number) => ((one >> shift) & 255) - ((other >> shift) & 255);
  return apart(16) ** 2 + apart(8) ** 2 + apart(0) ** 2;
}

/** Every pixel as an index into the commonest 256 colours: into the nearest of them. */
function indexed(pixels: Pixels) {
  const { width, height, depth, bytes } = pixels;
  const colours = coloursOf(pixels);
  const kept = colours.slice(0, 256);
  const places = new Map<number, number>();
  for (const colour of colours) {
    let nearest = 0;
    for (const [place, other] of kept.entries()) {
      if (distance(colour, other) < distance(colour, kept[nearest]!)) nearest = place;
    }
    places.set(colour, nearest);
  }
  const rows = Buffer.alloc(height * (width + 1));
  for (let pixel = 0; pixel < width * height; pixel++) {
    const at = pixel * depth;
    const colour = (bytes[at]! << 16) | (bytes[at + 1]! << 8) | bytes[at + 2]!;
    rows[Math.floor(pixel / width) * (width + 1) + 1 + (pixel % width)] = places.get(colour)!;
  }
  const palette = Buffer.alloc(kept.length * 3);
  for (const [place, colour] of kept.entries()) palette.writeUIntBE(colour, place * 3, 3);
  return { rows, palette };
}

function crcOf(bytes: Buffer): number {
  let crc = 0xffff_ffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb8_8320 : 0);
  }
  return ~crc >>> 0;
}

function chunk(type: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), body]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length);
  check.writeUInt32BE(crcOf(named));
  return Buffer.concat([length, named, check]);
}

/** The same picture in at most 256 colours. Throws Error if it is not a screenshot of Chromium. */
export function packed(file: Buffer): Buffer {
  const pixels = decoded(file);
  const { rows, palette } = indexed(pixels);
  const head = Buffer.alloc(13);
  head.writeUInt32BE(pixels.width, 0);
  head.writeUInt32BE(pixels.height, 4);
  head.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('PLTE', palette),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
