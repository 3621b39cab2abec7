// The words of the small multiples: what was published of a benchmark, as sentences.

import type { BenchmarkTable, MachineChange } from './benchmark.ts';

const percent = (value: number): string =>
  `${value < 0 ? '−' : value > 0 ? '+' : ''}${Math.abs(value)} %`;

/** "−0.5 % to +8 %" of one batch. */
function span(machines: readonly MachineChange[], at: 0 | 1): string {
  const values = machines.flatMap(({ changes }) => changes[at] ?? []);
  return `${percent(Math.min(...values))} to ${percent(Math.max(...values))}`;
}

const change = (value: number | null, missing: string | undefined): string =>
  value === null ? (missing ?? 'not published') : percent(value);

const title = ({ name, metric }: Pick<BenchmarkTable, 'name' | 'metric'>): string =>
  `${name}, ${metric.replaceAll('_', ' ')}`;

const range = ({ machines }: Pick<BenchmarkTable, 'machines'>): string =>
  `63: ${span(machines, 0)}; 127: ${span(machines, 1)}`;

export const benchmarkWords = {
  title,
  range,
  better: (better: 'higher' | 'less') =>
    better === 'higher' ? 'higher is better' : 'lower is better',
  batches: ['31', '63', '127'],
  machine: ({ machine, changes: [first, second], missing }: MachineChange) =>
    `${machine}: ${change(first, missing)} with 63, ${change(second, missing)} with 127`,
  /** Names the machines that are not `named` already. */
  rest: (named: number) => (named > 0 ? 'The other machines' : 'Each machine'),
  picture: (table: BenchmarkTable) =>
    `${title(table)} on ${table.machines.length} machines, published changes against batch 31; ${range(table)}`,
  simulated: (machines: number) =>
    `Simulated on ${machines} ${machines === 1 ? 'machine' : 'machines'}: open “Nine machines, twenty batches” and set its knob “Benchmark” to page-fault2.`,
  onOthers: 'On the others it is not',
  notSimulated: 'Not simulated',
  intro: (tables: number, { least, most }: { least: number; most: number }) =>
    `Published only: ${tables} benchmarks with batches 31, 63 and 127, as the change against 31. A line is a machine; all pictures have one scale, from ${percent(least)} to ${percent(most)}.`,
} as const;
