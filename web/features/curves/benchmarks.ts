// The tables of phase two for the Curves tab: what was published of 21 benchmarks with three batches,
// and for each what is said of simulating it. Reads the same files as the fidelity report.

import { browserReader } from '../../scenario/browser.ts';
import { claimsOf, isUnclaimed } from '../../scenario/claims/points.ts';
import { type PublishedRow, publishedRows } from '../../scenario/claims/published.ts';
import { type Claims, parseClaims } from '../../scenario/claims/schema.ts';
import type { Chapter } from '../../scenario/index.ts';
import type { BenchmarkTable, MachineChange } from '../../views/curves/benchmark.ts';

interface RawRow {
  readonly benchmark: string;
  readonly metric: string;
  readonly better: 'higher' | 'less';
  readonly machine: string;
  readonly batch: Readonly<Record<'63' | '127', { change_pct?: number | null; missing?: string }>>;
}

const changeOf = ({ machine, batch }: RawRow): MachineChange => ({
  machine,
  changes: [batch['63'].change_pct ?? null, batch['127'].change_pct ?? null],
  missing: batch['63'].missing ?? batch['127'].missing,
});

function tableOf(rows: readonly [RawRow, PublishedRow][], claims: Claims): BenchmarkTable {
  const [{ benchmark, metric, better }] = rows[0]!;
  const simulated = rows.filter(([, { id }]) => claimsOf(claims, id).length > 0).length;
  const reason = rows.flatMap(([, { id }]) => isUnclaimed(claims, id)?.reason ?? [])[0];
  return {
    name: benchmark,
    metric,
    better,
    machines: rows.map(([raw]) => changeOf(raw)),
    simulated,
    reason,
  };
}

/** The tables in the order of their source. Throws ScenarioError, or what reading threw. */
export async function benchmarkTables({
  file,
  claims,
}: NonNullable<Chapter['benchmarks']>): Promise<readonly BenchmarkTable[]> {
  const [text, claimsText] = await Promise.all([
    browserReader.read(`published/${file}`),
    browserReader.read(claims),
  ]);
  return benchmarkTablesOf(file, JSON.parse(text), parseClaims(claimsText, claims));
}

/** Of a published file of phase two, which has a row for each benchmark and machine. */
export function benchmarkTablesOf(
  file: string,
  published: unknown,
  claims: Claims,
): BenchmarkTable[] {
  const raw = (published as { readonly rows: readonly RawRow[] }).rows;
  const tables = new Map<string, [RawRow, PublishedRow][]>();
  for (const [at, row] of publishedRows(file, published).entries()) {
    const own = raw[at]!;
    const key = `${own.benchmark} ${own.metric}`;
    tables.set(key, [...(tables.get(key) ?? []), [own, row]]);
  }
  return [...tables.values()].map((rows) => tableOf(rows, claims));
}
