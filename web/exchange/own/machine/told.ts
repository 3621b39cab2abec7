// Counts that a file gives and that differ in the simulated machine: nodes of memory alone, caches that the
// scheduler sees in parts, cores that the kernel takes together. The code that finds such a difference gives its
// reason.

import type { ListedTopology } from '../../../scenario/topology-schema.ts';
import { counted, type ReaderNotes } from '../notes.ts';
import type { MachineCpuRow } from './rows.ts';

/** Counts that rows do not say, or say otherwise. */
export interface Told {
  readonly cores?: number;
  /** All of them, those without CPUs included. */
  readonly nodes?: number;
}

/** Says the file's own counts that differ. Those it does not have are said where something is taken instead. */
export function tellCounts(
  { cores, nodes }: Told,
  rows: readonly MachineCpuRow[],
  topology: ListedTopology,
  notes: ReaderNotes,
): void {
  const caches = new Set(
    rows.flatMap(({ llc, l2 }) => llc ?? (l2 === undefined ? [] : `l2 ${l2}`)),
  );
  const counts = [
    [cores, topology.cores, 'core', 'cores'],
    [nodes, topology.nodes.length, 'node of memory', 'nodes of memory'],
    [caches.size, topology.llcs.length, 'last-level cache', 'last-level caches'],
  ] as const;
  const parts = counts.flatMap(([told, simulated, one, many]) =>
    told === undefined || told === 0 || told === simulated ? [] : [counted(told, one, many)],
  );
  if (parts.length > 0) notes.add(`By its own count the file has ${inWords(parts)}.`);
}

const inWords = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join() : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
