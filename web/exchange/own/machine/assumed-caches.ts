// Last-level caches of a listing that has no word of caches: neighbouring cores share one, as many as the answer says.

import type { ReaderNotes } from '../notes.ts';
import { cachesQuestion } from './counted.ts';
import type { MachineCpuRow } from './rows.ts';

/** Rows with as many caches as are asked for under each node of a package, one of them where cores are too uneven to ask. */
export function withAssumedCaches(
  rows: readonly MachineCpuRow[],
  taken: string,
  notes: ReaderNotes,
): readonly MachineCpuRow[] {
  const homeOf = (row: MachineCpuRow) => `${row.package} ${row.node ?? 0}`;
  const homes = new Map<string, Map<string, number>>();
  for (const row of rows) {
    const own = homes.get(homeOf(row)) ?? new Map<string, number>();
    homes.set(homeOf(row), own);
    if (!own.has(row.core)) own.set(row.core, own.size);
  }
  const sizes = [...homes.values()].map(({ size }) => size);
  if (sizes.some((size) => size !== sizes[0])) {
    notes.add(taken);
    return rows.map((row) => ({ ...row, llc: homeOf(row) }));
  }
  const cores = sizes[0]! * sizes.length;
  const counts = { cores, packages: sizes.length, proposed: sizes.length };
  const caches = Number(notes.ask(cachesQuestion({ ...counts, taken })));
  const each = Math.ceil(cores / caches);
  return rows.map((row) => ({
    ...row,
    llc: `${homeOf(row)} ${Math.floor(homes.get(homeOf(row))!.get(row.core)! / each)}`,
  }));
}
