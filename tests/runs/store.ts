// Runs that tests have measured, kept below build/runs by what determines them: the hash of the module that ran
// them, of the code that measured them, the definition, the window and the questions. The same run is then measured
// once for all tests, and again only if one of these changes. An entry that is not byte for byte what was kept is
// refused, and the run is repeated. Figures are judged anew every time; the verdict of a test about a run without
// figures is kept by the code of that test, too.

import { readFileSync, statSync } from 'node:fs';
import { deserialize, serialize } from 'node:v8';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { sha256Of, writeWhole } from '../../tools/lib/files.mjs';
import { canonicalJson } from '../../web/base/canonical.ts';

/** Of the form of an entry: what an earlier form, or another version of Node, has written is not read. */
const format = `schedscape-kept-run/1 ${process.version}`;
/** Hexadecimal digits before the bytes of an entry. */
const sealed = 64;

const sealOf = (key: string, bytes: Uint8Array): string =>
  sha256Of(Buffer.concat([Buffer.from(`${format}\n${key}\n`), bytes]));

/** Typed arrays and maps come back as they were. */
const pack = (value: unknown): Buffer => deflateRawSync(serialize(value), { level: 1 });
const unpack = (bytes: Uint8Array): unknown => deserialize(inflateRawSync(bytes));

export class RunStore {
  readonly #folder: string;
  readonly #since: number;
  /** Entries that were there but not what was kept. */
  refused = 0;

  /** `since`: what was kept before that moment, in ms as of Date.now(), is not read but run again. */
  constructor(folder: string, since: number) {
    this.#folder = folder;
    this.#since = since;
  }

  /** What a run is kept under. */
  keyOf(question: unknown): string {
    return sha256Of(`${format}\n${canonicalJson(question)}`);
  }

  fileOf(question: unknown): string {
    const key = this.keyOf(question);
    return `${this.#folder}/${key.slice(0, 2)}/${key.slice(2)}`;
  }

  #read(question: unknown): { readonly value: unknown } | undefined {
    const file = this.fileOf(question);
    const kept = statSync(file, { throwIfNoEntry: false });
    if (!kept || kept.mtimeMs < this.#since) return undefined;
    const entry = readFileSync(file);
    const bytes = entry.subarray(sealed);
    if (entry.toString('latin1', 0, sealed) === sealOf(this.keyOf(question), bytes)) {
      return { value: unpack(bytes) };
    }
    this.refused += 1;
    return undefined;
  }

  /** What was measured for this question; `measure` does so where nothing is kept, or what is kept is damaged. */
  async kept<T>(question: unknown, measure: () => T | Promise<T>): Promise<T> {
    const known = this.#read(question);
    if (known) return known.value as T;
    const bytes = pack(await measure());
    const seal = Buffer.from(sealOf(this.keyOf(question), bytes));
    writeWhole(this.fileOf(question), Buffer.concat([seal, bytes]));
    // As it will be read, so that the first time is like every other.
    return unpack(bytes) as T;
  }
}
