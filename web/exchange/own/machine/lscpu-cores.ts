// Cores as lscpu numbers them, in whatever form it prints them: a number may repeat where a machine has several kinds of cores.

import { counted, type ReaderNotes } from '../notes.ts';
import { groupedBy, type MachineCpuRow } from './rows.ts';

/** Threads of a core share its L2: CPUs of one number that do not are cores of their own. */
export function withCoresApart(
  rows: readonly MachineCpuRow[],
  notes: ReaderNotes,
): MachineCpuRow[] {
  const mixed = [...groupedBy(rows, ({ core }) => core)].filter(
    ([, members]) => new Set(members.map(({ l2 }) => l2)).size > 1,
  );
  if (mixed.length === 0) return [...rows];
  const numbers = new Set(mixed.map(([core]) => core));
  notes.add(
    `lscpu gives ${counted(mixed.length, 'number')} to several cores: CPUs with an L2 of their own are taken for cores of their own.`,
  );
  return rows.map((row) =>
    numbers.has(row.core) ? { ...row, core: `${row.core} ${row.l2}` } : row,
  );
}
