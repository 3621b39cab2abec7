// What an error bar says in a sentence, for the page and the terminal alike.

import { type ErrorBar, type ErrorTable, fewestNear } from './table.ts';

/** Two digits: the bounds rest on a few dozen claims. */
const rounded = (value: number): string => `${Number(value.toPrecision(2))}`;

function distance({ kind, within }: ErrorBar): string {
  if (kind === 'absolute') return `within a factor of ${Number(within.toPrecision(3))}`;
  const points = rounded(within);
  return `within ${points} ${points === '1' ? 'point' : 'points'}`;
}

/** Why no family's own claims bound the figure. */
function whyFar({ ownPolicy, near }: ErrorBar): string {
  if (ownPolicy) return 'this policy has not been measured';
  if (near === 0) return 'no tested claim is near';
  if (near >= fewestNear) return 'the claims near come from one source';
  return near === 1 ? 'only one tested claim is near' : `only ${near} tested claims are near`;
}

const tenths = ({ level }: Pick<ErrorBar, 'level'>): string => `${level / 10} of 10`;

/** "on claims like this one the model was within 6 points in 8 of 10"; says so where no claim is near. */
export function errorBarWords(bar: ErrorBar): string {
  const came = `the model was ${distance(bar)} in ${tenths(bar)}`;
  if (bar.family !== null) return `on claims like this one ${came}`;
  return `${whyFar(bar)}; across all ${bar.families} workloads with claims ${came}`;
}

/** Of a ranking: which of two is ahead. */
export const orderWords = ({ orders: { right, of } }: ErrorTable): string =>
  `Of ${of} claimed orders ${right} came out as published.`;
