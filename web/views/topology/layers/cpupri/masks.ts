// What of cpupri is drawn at a moment, worked out from its frame and the record of the last search: which levels have a row,
// whose bits are set and which of them are ghosts. Knows nothing of drawing.

import { levelName, namedBy } from '../../../../engine/rt-searches.ts';
import type { Catalog, CpupriColumns, Explain, Frame } from '../../../../engine/types.ts';

/** More rows than these have no room beside a machine. */
export const MAX_MASK_ROWS = 3;

export type Bit = 'clear' | 'set' | 'ghost';

const has = (words: Uint32Array, at: number, cpu: number): boolean =>
  ((words[at + (cpu >>> 5)]! >>> (cpu & 31)) & 1) === 1;

/** The bit of a CPU in the mask of a level, as a search sees it. */
export function bitOf({ words, masks, ghosts }: CpupriColumns, level: number, cpu: number): Bit {
  const at = level * words;
  if (!has(masks, at, cpu)) return 'clear';
  return has(ghosts, at, cpu) ? 'ghost' : 'set';
}

export function bitsSet({ words, masks }: CpupriColumns, level: number): number {
  let count = 0;
  for (let word = 0; word < words; word++) {
    for (let bits = masks[level * words + word]!; bits !== 0; bits &= bits - 1) count++;
  }
  return count;
}

/** The level that a focus names, or -1. */
export function levelIn(focus: string | undefined, levels: number): number {
  for (let level = 0; focus && level < levels; level++) {
    if (focus === `mask:${levelName(level)}`) return level;
  }
  return -1;
}

/** A search that a record tells of. */
export interface Search {
  /** Level at which it found CPUs, or -1. */
  readonly level: number;
  readonly named: number;
  readonly isTaken: boolean;
  readonly candidates: number;
  readonly ghosts: number;
  /** What ran on the CPU named, as it was read then, by the name of its level. */
  readonly against: string;
  readonly cpu: number;
  readonly time: number;
}

/** Undefined where a record tells of something else, or of what is yet to come. */
export function searchOf(
  { reasonCodes }: Pick<Catalog, 'reasonCodes'>,
  explain: Explain | undefined,
  now: number,
): Search | undefined {
  if (explain?.facts.form !== 'search' || explain.time > now) return undefined;
  const { facts, cpu, time } = explain;
  if (facts.probed === 0) return undefined;
  const named = namedBy(reasonCodes[explain.reason] ?? '', explain, facts);
  return {
    level: facts.foundLevel,
    named: named.cpu,
    isTaken: named.isTaken,
    candidates: facts.candidates,
    ghosts: facts.ghosts,
    against: facts.otherPriority < 99 ? levelName(99 - facts.otherPriority) : levelName(0),
    cpu,
    time,
  };
}

/** How long a search is drawn in full, ns; one that is older recedes. */
export const fresh = 20_000;

/** True if the CPU that a search named has left the level at which it was found. */
export const hasLeft = (columns: CpupriColumns, { level, named }: Search): boolean =>
  level >= 0 && named >= 0 && bitOf(columns, level, named) === 'clear';

/** True if nothing on the machine shows a search any more: an arrow from an empty box would look like a ghost's. */
export const isOver = (columns: CpupriColumns, search: Search, now: number): boolean =>
  now - search.time > fresh && hasLeft(columns, search);

/**
 * The levels that have a row, lowest first: that of the focus, that of the search, those with a count now, then those that
 * had one before (`seen`), the highest of them first: rows stay where levels come and go.
 */
export function maskRowsOf(
  { levels, counts }: CpupriColumns,
  seen: Uint8Array,
  focused: number,
  searched: number,
): number[] {
  const rows = new Set<number>();
  const add = (level: number) => level >= 0 && rows.size < MAX_MASK_ROWS && rows.add(level);
  add(focused);
  add(searched);
  for (let level = 0; level < levels; level++) if (counts[level] !== 0) add(level);
  for (let level = levels - 1; level >= 0; level--) if (seen[level]) add(level);
  return [...rows].sort((a, b) => a - b);
}

/** The level at which a CPU is filed now, by its name; an idle CPU runs nothing of any level. */
export const filedAs = ({ cpus }: Frame, cpu: number): string => levelName(cpus.level[cpu]!);
