// What the rows of the matrix of transfers are, and what each of their cells stands for. Numbers only; matrix.ts draws
// them, history.ts finds their scale.

import type { Topology } from '../../engine/types.ts';
import type { RowOf } from './traffic.ts';

/** More rows than these cannot be told apart. */
const mostRows = 24;
/** Cells with a smaller share of the full rate stay empty: darker is next to nothing. */
export const leastCell = 0.01;

/** What a row stands for, and which of them an LLC belongs to. */
export interface MatrixRows {
  readonly of: RowOf;
  readonly count: number;
  readonly rowOfLlc: Uint16Array;
}

/** Caches, or the nodes or sockets they belong to where those are too many. */
export function matrixRowsOf({ llcs, nodes, packages, cpus, llc, ...more }: Topology): MatrixRows {
  const of = llcs <= mostRows ? 'llc' : nodes <= mostRows && nodes > 1 ? 'node' : 'package';
  const rowOfLlc = new Uint16Array(llcs);
  for (let cpu = 0; cpu < cpus; cpu++) {
    rowOfLlc[llc[cpu]!] = of === 'llc' ? llc[cpu]! : more[of][cpu]!;
  }
  return { of, count: { llc: llcs, node: nodes, package: packages }[of], rowOfLlc };
}

/** Rates by row and column; what stays inside a row's cache is none of it. */
export function sumByRow(rates: Float64Array, { count, rowOfLlc }: MatrixRows): Float64Array {
  const llcs = rowOfLlc.length;
  const sums = new Float64Array(count * count);
  for (let at = 0; at < rates.length; at++) {
    if (at % (llcs + 1) === 0) continue;
    sums[rowOfLlc[Math.floor(at / llcs)]! * count + rowOfLlc[at % llcs]!]! += rates[at]!;
  }
  return sums;
}

const known = new WeakMap<Topology, MatrixRows>();

export function rowsIn(topology: Topology): MatrixRows {
  const rows = known.get(topology) ?? matrixRowsOf(topology);
  known.set(topology, rows);
  return rows;
}
