// Published against simulated, as points of a square with one axis for both: where a point lies, what it is drawn as, and
// the ticks. Pure; drawn by Diagonal.tsx.

import { scaleSymlog } from 'd3-scale';
import type { ReportRow } from '../../scenario/claims/rows.ts';
import { publishedNumber } from '../../scenario/claims/verdict.ts';
import { decimal } from '../../ui/format.ts';

export interface DiagonalPoint {
  readonly row: ReportRow;
  readonly kind: 'reproduced' | 'direction' | 'missed';
  readonly x: number;
  readonly y: number;
  /** Where the claimed size lies, from the upper end to the lower, in units of the picture. */
  readonly band: readonly [number, number] | null;
  /** Where the predictor that knows nothing has this row. */
  readonly blind: number | null;
}

export interface Diagonal {
  readonly points: readonly DiagonalPoint[];
  /** Where rows that nothing is claimed about were published. */
  readonly unclaimed: readonly number[];
  readonly ticks: readonly { readonly at: number; readonly text: string }[];
  /** The place of zero: no change, no waiting. */
  readonly zero: number;
}

const kinds = {
  pass: 'reproduced',
  'direction-only': 'direction',
  fail: 'missed',
  'not-claimed': 'missed',
} as const;

/** From here on the axis is logarithmic, towards both sides: a tenth of a per cent is nothing. */
const linearUpTo = 1;

const tickWords = (value: number): string => {
  const size = Math.abs(value);
  const short =
    size >= 1e6 ? `${decimal(size / 1e6, 0)}M` : size >= 1000 ? `${size / 1000}k` : String(size);
  return value < 0 ? `−${short}` : short;
};

/** Whole decades inside of the ends, every second one where there are many. */
function ticksBetween(low: number, high: number): number[] {
  const decades: number[] = [];
  for (let value = 1; value <= Math.max(high, -low); value *= 10) decades.push(value);
  const wanted = decades.length > 5 ? decades.filter((_, index) => index % 2 === 1) : decades;
  return [...wanted.map((value) => -value).reverse(), 0, ...wanted].filter(
    (value) => value >= low && value <= high,
  );
}

const comparable = (row: ReportRow): number | undefined =>
  typeof row.simulated === 'number' ? publishedNumber(row.published) : undefined;

/** The picture of some rows in a square of `size`. Rows of names, or whose metric only has a side, have no place in it. */
export function diagonalOf(rows: readonly ReportRow[], size: number): Diagonal {
  const shown = rows.flatMap((row) => {
    const published = comparable(row);
    // A claim of a side alone may compare another unit than the published one: it has no error.
    return published === undefined || row.error === null ? [] : [{ row, published }];
  });
  const unclaimed = rows.flatMap(({ verdict, published }) =>
    verdict === 'not-claimed' ? (publishedNumber(published) ?? []) : [],
  );
  const values = shown.flatMap(({ row, published }) => [published, row.simulated as number]);
  const low = Math.min(0, ...values);
  const high = Math.max(1, ...values);
  const scale = scaleSymlog().constant(linearUpTo).domain([low, high]).range([0, size]).clamp(true);
  const up = (value: number) => size - scale(value);
  return {
    points: shown.map(({ row, published }) => ({
      row,
      kind: kinds[row.verdict],
      x: scale(published),
      y: up(row.simulated as number),
      band: row.worth?.band ? [up(row.worth.band[1]), up(row.worth.band[0])] : null,
      blind: typeof row.worth?.null === 'number' ? up(row.worth.null) : null,
    })),
    unclaimed: unclaimed
      .filter((value) => value >= low && value <= high)
      .map((value) => scale(value)),
    ticks: ticksBetween(low, high).map((value) => ({ at: scale(value), text: tickWords(value) })),
    zero: scale(0),
  };
}
