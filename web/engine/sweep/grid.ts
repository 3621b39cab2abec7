// The grid of a sweep: which cells there are, which seeds run in each, and which of them belong to a
// shard. Counting only; what a path means is for web/scenario to say.

/** Parts of a sweep: of more, each would hold hardly a run. */
export const MOST_SHARDS = 10_000;
/** Pairs of a sweep, each of one run at least: as many as the runs of SWEEP_RUNS in scenario/limits.ts. */
export const MOST_PAIRS = 100_000;

export type AxisValue = string | number | boolean;

/** One parameter and the values it takes. */
export interface SweepAxis {
  /** As an override names it: workload.user. */
  readonly path: string;
  readonly values: readonly AxisValue[];
}

/** All variants with one seed in one cell: what is run together, so that differences are paired. */
export interface Pair {
  /** Place in the order of cells, then seeds; shards are taken by it. */
  readonly index: number;
  readonly cell: number;
  readonly seed: number;
}

/** Part `index` (from 1) of `of` parts. */
export interface Shard {
  readonly index: number;
  readonly of: number;
}

/** The values of every cell, in the order of the axes; the last axis runs fastest. */
export function cellsOf(axes: readonly SweepAxis[]): AxisValue[][] {
  return axes.reduce<AxisValue[][]>(
    (cells, axis) => cells.flatMap((cell) => axis.values.map((value) => [...cell, value])),
    [[]],
  );
}

/** Every pair of the grid, in the order of their indices. */
export function pairsOf(cells: number, seeds: readonly number[]): Pair[] {
  return Array.from({ length: cells * seeds.length }, (_, index) => ({
    index,
    cell: Math.floor(index / seeds.length),
    seed: seeds[index % seeds.length]!,
  }));
}

/** Every pair belongs to exactly one shard; neighbours go to different ones, so that all cost alike. */
export const inShard = ({ index }: Pair, shard: Shard): boolean =>
  index % shard.of === shard.index - 1;
