// Nodes with CPUs and without memory: what their CPUs are simulated with is somebody's choice, asked here for every reader that
// knows which nodes have memory.

import type { ReaderNotes } from '../notes.ts';
import type { NodeDistances } from './rows.ts';

export interface BareNodes {
  /** Nodes with CPUs and without memory. */
  readonly bare: readonly number[];
  /** Nodes that have some. */
  readonly full: readonly number[];
  readonly distances: NodeDistances | undefined;
}

/**
 * The CPUs of bare nodes are simulated as if they had their own memory, or, where somebody wants it, on the node that Linux takes
 * their memory from. Those nodes are given back.
 */
export function askBareMemory(
  { bare, full, distances }: BareNodes,
  notes: ReaderNotes,
): ReadonlyMap<number, number> {
  const movedTo = new Map<number, number>();
  for (const node of bare) {
    const near = nearestOf(node, full, distances);
    const from = near === undefined ? '' : `: Linux takes its memory from node ${near}`;
    const taken = `Node ${node} has CPUs and no memory${from}. It is simulated as if it had its own.`;
    const answer = notes.ask({
      ...{ about: 'memory', asks: `Which memory do the CPUs of node ${listed(bare)} use?` },
      offers: [
        { key: 'own', label: 'their own, as if they had some' },
        ...(near === undefined
          ? []
          : [{ key: 'near', label: 'that of the nearest node with some' }]),
      ],
      ...{ proposed: 'own', taken },
    });
    if (answer === 'own') notes.add(taken);
    else if (near !== undefined) movedTo.set(node, near);
  }
  return movedTo;
}

const listed = (numbers: readonly number[]): string => numbers.slice(0, 8).join(', ');

function nearestOf(
  node: number,
  others: readonly number[],
  distances: NodeDistances | undefined,
): number | undefined {
  const row = distances?.table[distances.nodes.indexOf(node)];
  const far = (other: number) => row?.[distances!.nodes.indexOf(other)] ?? 255;
  return others.reduce<number | undefined>(
    (best, other) => (best === undefined || far(other) < far(best) ? other : best),
    undefined,
  );
}
