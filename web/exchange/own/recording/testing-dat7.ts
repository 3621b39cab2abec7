// A file of trace-cmd in version 7 out of one of version 6 that we wrote, for tests: what trace-cmd.dat.v7(5) says, one buffer, its
// sections packed or plain.

import { DatBytes } from './dat-bytes.ts';

export class Writer {
  readonly #parts: Buffer[] = [];
  at = 0;

  add(part: Uint8Array): this {
    this.#parts.push(Buffer.from(part));
    this.at += part.length;
    return this;
  }

  number(value: number, bytes: 2 | 4 | 8): this {
    const part = Buffer.alloc(bytes);
    if (bytes === 8) part.writeBigUInt64LE(BigInt(value));
    else part.writeUIntLE(value, 0, bytes);
    return this.add(part);
  }

  name(text: string): this {
    return this.add(Buffer.from(`${text}\0`));
  }

  take(): Buffer {
    return Buffer.concat(this.#parts);
  }
}

export interface Packer {
  readonly name: string;
  readonly pack: ((bytes: Uint8Array) => Uint8Array) | undefined;
}

/** `hasPageBytes`: the option of the buffer says how large its pages are, as newer writers have it. */
export function asVersion7(
  old: Uint8Array<ArrayBuffer>,
  packer: Packer,
  hasPageBytes: boolean,
): Uint8Array {
  const { header, ftrace, events, cpus } = partsOf(old);
  const file = new Writer()
    .add(Uint8Array.of(0x17, 8, 0x44))
    .add(Buffer.from('tracing'))
    .name('7')
    .add(Uint8Array.of(0, 8))
    .number(4096, 4)
    .name(packer.name)
    .name('1');
  const optionsAt = file.at;
  file.number(0, 8);
  const places = [
    [16, section(file, 16, header, packer)],
    [17, section(file, 17, ftrace, packer)],
    [18, section(file, 18, events, packer)],
  ] as const;
  const buffer = new Writer();
  const bufferAt = file.at;
  file
    .number(3, 2)
    .number(packer.pack ? 1 : 0, 2)
    .number(0, 4)
    .number(0, 8);
  file.add(new Uint8Array(4096 - (file.at % 4096)));
  buffer.number(bufferAt, 8).name('').name('local');
  if (hasPageBytes) buffer.number(4096, 4);
  buffer.number(cpus.length, 4);
  for (const [cpu, pages] of cpus.entries()) {
    const data = packer.pack ? chunksOf(pages, packer.pack) : pages;
    buffer
      .number(cpu, 4)
      .number(pages.length > 0 ? file.at : 0, 8)
      .number(data.length, 8);
    file.add(data);
  }
  const options = new Writer();
  for (const [id, place] of places) options.number(id, 2).number(8, 4).number(place, 8);
  options.number(4, 2).number(14, 4).add(Buffer.from('[local] global'));
  const told = buffer.take();
  options.number(3, 2).number(told.length, 4).add(told);
  options.number(0, 2).number(8, 4).number(0, 8);
  const whole = file.at;
  section(file, 0, options.take(), packer);
  const bytes = file.take();
  bytes.writeBigUInt64LE(BigInt(whole), optionsAt);
  return new Uint8Array(bytes);
}

function section(file: Writer, id: number, data: Uint8Array, { pack }: Packer): number {
  const place = file.at;
  const packed = pack?.(data);
  file
    .number(id, 2)
    .number(packed ? 1 : 0, 2)
    .number(0, 4);
  file.number(packed ? packed.length + 8 : data.length, 8);
  if (packed) file.number(packed.length, 4).number(data.length, 4);
  file.add(packed ?? data);
  return place;
}

function chunksOf(pages: Uint8Array, pack: (bytes: Uint8Array) => Uint8Array): Buffer {
  const each = 16 * 4096;
  const count = Math.ceil(pages.length / each);
  const out = new Writer().number(count, 4);
  for (let at = 0; at < pages.length; at += each) {
    const part = pages.subarray(at, at + each);
    const packed = pack(part);
    out.number(packed.length, 4).number(part.length, 4).add(packed);
  }
  return out.take();
}

function partsOf(old: Uint8Array<ArrayBuffer>) {
  const bytes = DatBytes.open(old, 10);
  const part = (step: () => void) => {
    const from = bytes.at;
    step();
    return old.subarray(from, bytes.at);
  };
  const header = part(() => {
    for (let names = 0; names < 2; names++) {
      bytes.name();
      bytes.take(bytes.long());
    }
  });
  const ftrace = part(() => {
    for (let left = bytes.word(); left > 0; left--) bytes.take(bytes.long());
  });
  const events = part(() => {
    for (let systems = bytes.word(); systems > 0; systems--) {
      bytes.name();
      for (let left = bytes.word(); left > 0; left--) bytes.take(bytes.long());
    }
  });
  bytes.take(bytes.word());
  bytes.take(bytes.word());
  bytes.take(bytes.long());
  const count = bytes.word();
  if (bytes.name().startsWith('options')) {
    while (bytes.short() !== 0) bytes.take(bytes.word());
    bytes.name();
  }
  const cpus = Array.from({ length: count }, () => {
    const [at, size] = [bytes.long(), bytes.long()];
    return old.subarray(at, at + size);
  });
  return { header, ftrace, events, cpus };
}
