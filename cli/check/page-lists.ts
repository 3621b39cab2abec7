// Lists of numbers in a vector file that may be cut: "..." stands for what is left out, between the
// first and the last entries or at the end.

import type { VectorClaim } from './claims.ts';
import type { JsonField } from './json-fields.ts';

const CUT = '...';

export interface ListPattern {
  readonly head: readonly number[];
  /** Undefined: the list is whole. */
  readonly tail: readonly number[] | undefined;
}

/** Reads whole numbers from `low` to `high`, with at most one cut. */
export function readListPattern(field: JsonField, low: number, high: number): ListPattern {
  const items = field.items();
  const numbers = (part: JsonField[]) => part.map((item) => item.integer(low, high));
  const cut = items.findIndex((item) => item.value === CUT);
  if (cut < 0) return { head: numbers(items), tail: undefined };
  return { head: numbers(items.slice(0, cut)), tail: numbers(items.slice(cut + 1)) };
}

const written = ({ head, tail }: ListPattern): string =>
  `[${[...head, ...(tail ? [CUT, ...tail] : [])].join(', ')}]`;

/** The list as the pattern shows it, if it is at least as long; else the whole list. */
function like({ head, tail }: ListPattern, list: readonly number[], length: number): string {
  if (!tail || length < head.length + tail.length) return `[${list.join(', ')}]`;
  const end = tail.length > 0 ? list.slice(length - tail.length) : [];
  return written({ head: list.slice(0, head.length), tail: end });
}

/**
 * The claim that a list is what the field shows of it. `got` gives the entries known and the length
 * of the whole list; a field that shows the end needs the whole list.
 */
export function listClaim<All>(
  where: string,
  pattern: ListPattern,
  got: (all: All) => { entries: readonly number[]; length: number },
): VectorClaim<All> {
  return {
    where,
    expected: written(pattern),
    got: (all) => {
      const { entries, length } = got(all);
      return like(pattern, entries, length);
    },
  };
}
