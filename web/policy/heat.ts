// Where in a policy's text its time goes: how often each line ran and how long calls waited there, from what the core counts
// by word of code.

import type { CompiledPolicy } from './compiled.ts';

export interface LineHeat {
  readonly line: number;
  /** How often the line ran: its word that ran most. */
  readonly runs: number;
  /** ns that calls waited for what the line reads, writes or calls. */
  readonly waited: number;
}

/** What the core counts, by word of code. */
export interface WordCounts {
  readonly runs: readonly number[];
  readonly waited: readonly number[];
}

/** The lines that ran at all, in order. */
export function lineHeatOf(
  { places }: CompiledPolicy,
  { runs, waited }: WordCounts,
): readonly LineHeat[] {
  const lines = new Map<number, { runs: number; waited: number }>();
  for (const [word, { line }] of places.entries()) {
    const count = runs[word] ?? 0;
    if (count === 0) continue;
    const sum = lines.get(line) ?? { runs: 0, waited: 0 };
    sum.runs = Math.max(sum.runs, count);
    sum.waited += waited[word] ?? 0;
    lines.set(line, sum);
  }
  return [...lines].map(([line, counts]) => ({ line, ...counts })).sort((a, b) => a.line - b.line);
}
