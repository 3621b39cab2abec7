// Nodes with CPUs and without memory: a question asks which memory their CPUs are simulated with. Every reader that
// knows which nodes have memory asks it here.

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
 * Asks whether the CPUs of bare nodes are simulated as if they had memory of their own (the default), or on the
 * node from which Linux takes their memory. Returns the moved nodes, each with the node whose memory it uses.
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
