// A cache line at a moment, for a picture of it: its fields in order with the padding between them, the waiters,
// last reader and last writer of each, and the state that the line is in. Knows nothing of drawing.

import { RECORD } from '../../../../engine/abi.gen.ts';
import { fieldsOnLine, findLine } from '../../../../engine/fields.ts';
import { type Catalog, type Frame, lineBytes } from '../../../../engine/types.ts';
import { pointerOf } from '../../../../scenario/pointer.ts';
import type { Memory } from '../../memory.ts';
import { lineOfAddress } from '../../misses.ts';
import type { PictureSettings } from '../../settings.ts';

/** A stretch of a line: a field, or bytes that nothing is named in. */
export interface LineStretch {
  /** '' where nothing is named. */
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

/** The bytes of a line from first to last. */
export function stretchesOf(catalog: Catalog, line: number): readonly LineStretch[] {
  const stretches: LineStretch[] = [];
  let end = 0;
  const fields = fieldsOnLine(catalog, line).toSorted((a, b) => a.offset - b.offset);
  for (const { offset, size, name } of fields) {
    const from = Math.max(offset, end);
    const to = Math.min(lineBytes, offset + size);
    if (to <= from) continue;
    if (from > end) stretches.push({ name: '', from: end, to: from });
    stretches.push({ name, from, to });
    end = to;
  }
  if (end < lineBytes) stretches.push({ name: '', from: end, to: lineBytes });
  return stretches;
}

/** Modified, exclusive, shared, or in no cache. */
export type State = 'M' | 'E' | 'S' | 'I';

export interface Held {
  readonly state: State;
  /** Core that has it alone, or -1. */
  readonly owner: number;
  readonly sharers: number;
  /** Node of its memory. */
  readonly home: number;
}

/** Undefined of a line that the frame does not have: it is not among the hottest. */
export function heldOf({ lines }: Pick<Frame, 'lines'>, line: number): Held | undefined {
  const row = lines.index.indexOf(line);
  if (row < 0) return undefined;
  const owner = lines.owner[row]!;
  const sharers = lines.sharers[row]!;
  const state = owner >= 0 ? (lines.dirty[row]! > 0 ? 'M' : 'E') : sharers > 0 ? 'S' : 'I';
  return { state, owner, sharers, home: lines.home[row]! };
}

/** Cores that have a copy of a line, of which a frame with sharers tells. */
export function coresWith({ lines, mechanisms }: Frame, line: number): number[] {
  const sharers = mechanisms?.sharers;
  const row = lines.index.indexOf(line);
  if (!sharers || row < 0) return [];
  const cores: number[] = [];
  for (let core = 0; core < sharers.words * 32; core++) {
    if ((sharers.cores[row * sharers.words + (core >>> 5)]! >>> (core & 31)) & 1) cores.push(core);
  }
  return cores;
}

/** Pointers of a focus that name a line, by what they are on a machine: asked for every picture. */
const named = new WeakMap<Catalog, Map<string, number>>();

function lineNamed(catalog: Catalog, focus: string | undefined): number {
  if (!focus?.startsWith('line:') && !focus?.startsWith('field:')) return -1;
  const known = named.get(catalog) ?? new Map<string, number>();
  named.set(catalog, known);
  const before = known.get(focus);
  if (before !== undefined) return before;
  const pointer = pointerOf(focus);
  const isLine = pointer?.kind === 'line' || pointer?.kind === 'field';
  const found = (isLine ? findLine(catalog, pointer) : undefined) ?? -1;
  known.set(focus, found);
  return found;
}

/** The line that is shown: that of the focus, the selected one, else the one that was missed most; or -1. */
export function lineShown(
  catalog: Catalog,
  { lines }: Pick<Frame, 'lines'>,
  selected: number | undefined,
  focus: string | undefined,
): number {
  const focused = lineNamed(catalog, focus);
  if (focused >= 0) return focused;
  return selected ?? (lines.count > 0 ? lines.index[0]! : -1);
}

/** The byte of a line that a CPU waits for, or -1. */
export function byteWanted({ cpus }: Frame, line: number, cpu: number): number {
  if (cpus.line[cpu] !== line) return -1;
  const word = cpus.word[cpu]!;
  return word < 0 ? 0 : word % lineBytes;
}

/** CPUs that wait for each stretch now. */
export function waitingFor(frame: Frame, line: number, { from, to }: LineStretch): number {
  let count = 0;
  for (let cpu = 0; cpu < frame.cpus.count; cpu++) {
    const byte = byteWanted(frame, line, cpu);
    if (byte >= from && byte < to) count++;
  }
  return count;
}

/** The cores that last fetched each byte of the line, for reading and for writing. */
export class FetchMemory implements Memory {
  readonly reader = new Int32Array(lineBytes).fill(-1);
  readonly writer = new Int32Array(lineBytes).fill(-1);
  #line = -1;
  readonly #catalog: Catalog;

  constructor(catalog: Catalog) {
    this.#catalog = catalog;
  }

  add(frame: Frame, { selection, mechanism }: Readonly<PictureSettings>): void {
    const line = lineShown(this.#catalog, frame, selection.line, mechanism?.focus);
    if (line !== this.#line || !frame.continuous || frame.records.dropped > 0) {
      this.reader.fill(-1);
      this.writer.fill(-1);
    }
    this.#line = line;
    const { records } = frame;
    for (let at = 0; at < records.count; at++) {
      if (records.kind[at] !== RECORD.MISS || lineOfAddress(records.a[at]!) !== line) continue;
      const isWrite = ((records.d[at]! >>> 12) & 0xf) !== 0;
      const byte = records.a[at]! % lineBytes;
      (isWrite ? this.writer : this.reader)[byte] = records.cpu[at]!;
    }
  }

  /** The last to fetch a stretch in that way, or -1. */
  last(way: 'reader' | 'writer', { from, to }: LineStretch): number {
    for (let byte = from; byte < to; byte++) if (this[way][byte]! >= 0) return this[way][byte]!;
    return -1;
  }
}
