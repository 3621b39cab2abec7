// Archives for tests, as tar makes them of /sys: of short names, of names in a pax head, of folders and links between.

const BLOCK = 512;

interface Entry {
  readonly name: string;
  readonly content?: string;
  /** The type of an entry: a file unless said otherwise. */
  readonly type?: '0' | '2' | '5' | 'x' | 'L';
  /** Bytes that the head says: those of the content unless said otherwise (sysfs gives a page). */
  readonly size?: number;
}

/** Bytes of an archive of the entries, in their order. */
export function archiveOf(entries: readonly Entry[]): Uint8Array<ArrayBuffer> {
  const blocks = entries.map(({ name, content = '', type = '0', size = content.length }) => {
    const entry = Buffer.alloc(BLOCK + Math.ceil(size / BLOCK) * BLOCK);
    entry.write(name.slice(0, 100), 0);
    entry.write(`${size.toString(8).padStart(11, '0')}\0`, 124);
    entry.write(type, 156);
    entry.write('ustar\0', 257);
    entry.write(content, BLOCK);
    return entry;
  });
  return new Uint8Array(Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK)]));
}

/** An archive of files, a page each, the end of it zeros. */
export const tarOf = (files: Readonly<Record<string, string>>): Uint8Array<ArrayBuffer> =>
  archiveOf(Object.entries(files).map(([name, content]) => ({ name, content, size: 4096 })));
