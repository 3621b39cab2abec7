// How a simulated figure stands to what a scenario expects of it (`band` and `names` of a published figure): the verdict of a
// row of a story's results. The rows of the fidelity report are judged over many seeds by claims/verdict.ts.

import type { Scenario } from './schema.ts';

type Published = NonNullable<Scenario['published']>[number];
type Value = number | readonly (number | string)[] | undefined;

export type ExpectedVerdict = 'agrees' | 'too-high' | 'too-low' | 'other-names';

export interface Expected {
  /** A range of numbers, or names in any order. */
  readonly value: readonly [number, number] | readonly string[];
  readonly verdict: ExpectedVerdict;
}

function ofNumber(value: number, [low, high]: readonly [number, number]): ExpectedVerdict {
  if (value < low) return 'too-low';
  return value > high ? 'too-high' : 'agrees';
}

/** Undefined where nothing is expected of the variant, and where its run says nothing of the figure. */
export function expectedOf(
  { band, names }: Published,
  variant: 'A' | 'B' | 'C' | 'D',
  value: Value,
): Expected | undefined {
  const [range, listed] = [band?.[variant], names?.[variant]];
  if (range && typeof value === 'number') return { value: range, verdict: ofNumber(value, range) };
  if (!listed || typeof value !== 'object') return undefined;
  const isThere = (name: string) => value.includes(name);
  return { value: listed, verdict: listed.every(isThere) ? 'agrees' : 'other-names' };
}
