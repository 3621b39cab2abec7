// How one figure stands to another, in words: as far as the digits shown tell, the same or by how much.

import { change } from '../ui/format.ts';

export const theSame = 'the same';

/** A difference as it is written, unless all its digits are noughts. */
export const differenceOr = (said: string): string => (/[1-9]/.test(said) ? said : theSame);

/**
 * Parts of a whole, 0 to 1, differ by points; where their figures are told apart, with as many digits as that takes.
 */
export function pointsText(by: number, areToldApart = false): string {
  const usual = differenceOr(change(by).replace(' %', ' points'));
  if (usual !== theSame || !areToldApart) return usual;
  return `${by < 0 ? '−' : '+'}${(100 * Math.abs(by)).toPrecision(2)} points`;
}

/** By how much of the first a value is more or less. */
export const relative = (value: number, first: number): string =>
  differenceOr(change(value / first - 1));
