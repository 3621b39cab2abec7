// What an error bar says in a sentence, for the page and the terminal alike.

import { type ErrorBar, type ErrorTable, fewestNear } from './table.ts';

/** Two digits of points: the bounds rest on a few dozen claims. A factor has three, as most are little above 1. */
const rounded = (value: number, digits: number): string => `${Number(value.toPrecision(digits))}`;

function distance({ kind, within }: ErrorBar): string {
  if (kind === 'absolute') return `within a factor of ${rounded(within, 3)}`;
  const points = rounded(within, 2);
  return `within ${points} ${points === '1' ? 'point' : 'points'}`;
}

/** Why no family's own claims bound the figure. */
function whyFar({ ownPolicy, near }: ErrorBar): string {
  if (ownPolicy) return 'this policy has not been measured';
  if (near === 0) return 'no tested claim is similar';
  if (near >= fewestNear) return 'all similar claims come from one source';
  return near === 1 ? 'only one tested claim is similar' : `only ${near} tested claims are similar`;
}

/** How many claims bound the figure: of four to eight they are all within, as the most distant one bounds it. */
const likeIt = ({ rows }: ErrorBar): string => `${rows} claims like this one`;

const workloads = ({ families }: ErrorBar): string =>
  `${families === 2 ? 'both' : `all ${families}`} workloads with claims`;

const tenths = ({ level }: Pick<ErrorBar, 'level'>): string => `${level / 10} of 10`;

/** "on 6 claims like this one the model was within 6 points in 8 of 10"; says so where no claim is near. */
export function errorBarWords(bar: ErrorBar): string {
  const came = `the model was ${distance(bar)} in ${tenths(bar)}`;
  return bar.family === null
    ? `${whyFar(bar)}; across ${workloads(bar)} ${came}`
    : `on ${likeIt(bar)} ${came}`;
}

/** What the two ends of an error bar rest on, where they stand without their distance. */
export function basisWords(bar: ErrorBar): string {
  if (bar.family !== null) return `the interval rests on ${likeIt(bar)}`;
  return `${whyFar(bar)}; the interval rests on ${workloads(bar)}`;
}

/** Of a ranking: which of two is ahead. */
export const orderWords = ({ orders: { right, of } }: ErrorTable): string =>
  `Of ${of} claimed orders ${right} came out as published.`;
