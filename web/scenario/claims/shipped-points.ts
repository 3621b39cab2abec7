// Points of a curve that came with the program: what the shipped report simulated where a published point stands, with
// its seeds and its run. Where published points stand is points.ts's business.

import type { AxisValue } from '../../engine/sweep/grid.ts';
import { type PublishedPoint, perUnit } from './points.ts';
import type { RowRun } from './rows.ts';
import type { ShippedReport } from './shipped.ts';

export interface ShippedPoint {
  /** Name of the published row. */
  readonly id: string;
  readonly variant: string;
  readonly x: AxisValue;
  /** Median over the seeds, in the unit of the metric. */
  readonly value: number;
  /** 95 % bootstrap interval of the median; null of a single seed. */
  readonly interval: readonly [number, number] | null;
  readonly seeds: number;
  /** The run nearest to the median, as it was judged. */
  readonly run: RowRun;
  /** What released it, such as "0.1.0, 2026-11-23". */
  readonly from: string;
}

/** Of these published points of a metric, those that the report has run with a number, in their order. */
export function shippedPoints(
  { rows, version, date }: Pick<ShippedReport, 'rows' | 'version' | 'date'>,
  points: readonly PublishedPoint[],
  metric: string,
): ShippedPoint[] {
  const known = new Map(rows.map((row) => [row.id, row]));
  return points.flatMap(({ id, variant, x }) => {
    const row = known.get(id);
    if (!row?.run || typeof row.simulated !== 'number') return [];
    const by = perUnit(metric, row.unit);
    const { interval, seeds, run } = row;
    return [
      {
        id,
        variant,
        x,
        value: by * row.simulated,
        interval: interval && ([by * interval[0], by * interval[1]] as const),
        seeds,
        run,
        from: `${version}, ${date}`,
      },
    ];
  });
}
