// What the record of a search for a CPU of lower level leaves to be worked out: which CPU it came up with, and whether that
// was taken. Also what people call the levels of cpupri.

import type { Explain, SearchFacts } from './types.ts';

/** Of a level of cpupri; below 0: a CPU that is in none. */
export function levelName(level: number): string {
  if (level < 0) return 'INVALID';
  if (level === 0) return 'NORMAL';
  return level > 99 ? 'HIGHER' : `RT${level}`;
}

/** The CPU that a search named and the kernel then gave up, or -1 where the record does not tell. */
export function givenUp({ previous }: Pick<Explain, 'previous'>, { found }: SearchFacts): number {
  if (found.length === 1) return found[0]!;
  // A search names the task's own CPU wherever it finds it.
  return found.includes(previous) ? previous : -1;
}

/** Reasons for which the CPU that a search came up with was not taken. */
const refusing = ['GHOST_NAMED', 'TARGET_NOT_LOWER', 'NO_LOWER_CPU'];

export interface SearchNames {
  /** -1: the search found none, or the record does not tell. */
  readonly cpu: number;
  readonly isTaken: boolean;
}

/** What a search came up with, by the code of its reason. */
export const namedBy = (code: string, explain: Explain, facts: SearchFacts): SearchNames =>
  refusing.includes(code)
    ? { cpu: givenUp(explain, facts), isTaken: false }
    : { cpu: facts.probed > 0 ? explain.chosen : -1, isTaken: facts.probed > 0 };
