// In which rounds the runs of a report go: the first seeds of everything, then further seeds of rows that
// those before did not settle. All follow from claims and measures alone, so every machine runs the same.

import {
  type Bounded,
  boundsOf,
  firstSeeds,
  isSettled,
  stops,
  targetIsSettled,
} from './early-stopping.ts';
import { evaluateAll, type JobMeasures, type Planned } from './evaluate.ts';
import type { PlannedEntry, PlannedRow } from './plan.ts';
import { comparedValue, comparedWords, matches } from './points.ts';

const ascending = (jobs: Iterable<number>): number[] => [...new Set(jobs)].sort((a, b) => a - b);

/** Jobs of a row, of some of its seeds. */
function jobsOf({ measured }: PlannedEntry, from: number, to?: number): number[] {
  return measured ? [...measured.jobs.values()].flatMap((jobs) => jobs.slice(from, to)) : [];
}

/** The row and the other forms in which it is measured. */
const formsOf = (row: PlannedRow): PlannedEntry[] => [row, ...row.also];

/** Indices of the jobs of the first seeds. */
export const firstJobs = (rows: readonly PlannedRow[]): number[] =>
  ascending(rows.flatMap(formsOf).flatMap((form) => jobsOf(form, 0, firstSeeds)));

/** The rows whose verdict, or that of a target they belong to, the seeds so far leave open. */
function openRows(whole: Planned, measures: JobMeasures): PlannedRow[] {
  const { evaluated, near } = evaluateAll(whole, measures);
  // Rows that are there only to be compared with are not judged; what they in turn are ordered against is not planned.
  const claimed = whole.rows.filter(({ measured, listed }) => measured && listed);
  const bounded = (each: PlannedRow): Bounded & { readonly of: PlannedRow } => {
    const { simulated } = evaluated.get(each.entry.id)!;
    const { row, claimed: how } = each.entry;
    const { unit } = comparedWords(row, how!);
    return {
      of: each,
      row: {
        id: each.entry.id,
        published: comparedValue(row, how!),
        unit: how!.cell?.endsWith('_pct') ? '%' : unit,
      },
      bounds:
        simulated.kind === 'number'
          ? boundsOf(simulated.values, each.measured!.seeds.length)
          : null,
    };
  };
  const open = new Set<PlannedRow>();
  for (const each of claimed) {
    const { row, claimed: how, id } = each.entry;
    const { simulated } = evaluated.get(id)!;
    const published = comparedValue(row, how!);
    const planned = each.measured!.seeds.length;
    if (!isSettled(how!.claims, { published, simulated, planned }, near)) open.add(each);
  }
  for (const target of whole.targets) {
    const own = claimed
      .filter(({ entry: { id } }) => matches(target.rows, id.slice(0, id.lastIndexOf('/'))))
      .map(bounded);
    if (!targetIsSettled(target, own)) for (const { of } of own) open.add(of);
  }
  return [...open];
}

/** Those that a row is compared with: both must be known alike. */
function withCompared(open: readonly PlannedRow[], rows: readonly PlannedRow[]): PlannedRow[] {
  const named = open.flatMap(({ entry }) =>
    entry.claimed!.claims.flatMap((claim) => {
      if (claim.level === 'order') return claim.among;
      return claim.level === 'equal' ? [claim.to] : [];
    }),
  );
  return [...open, ...rows.filter(({ entry: { id } }) => named.includes(id))];
}

/** Of a report: its runs, those of the first seeds alone, and those of all seeds of its rows. */
export interface RunCounts {
  readonly taken: number;
  readonly first: number;
  readonly all: number;
}

/** A row of a report that was run, with the other forms in which it was measured. */
export interface RanRow {
  readonly id: string;
  readonly seeds: number;
  readonly also?: readonly { readonly seeds: number }[];
}

/** How many seeds some row ends at: a stop, or all that its claims ask for. */
const endsOf = (rows: readonly PlannedRow[]): number[] =>
  ascending([
    ...stops,
    ...rows.flatMap(formsOf).map(({ measured }) => measured?.seeds.length ?? 0),
  ]);

/**
 * Of a row that says how many seeds measured something, that many ran, or so many more as one of the ends has: some runs
 * say nothing.
 */
export function countRuns(rows: readonly PlannedRow[], ran: readonly RanRow[]): RunCounts {
  const known = new Map(ran.map(({ id, seeds, also = [] }) => [id, [{ seeds }, ...also]]));
  const ends = endsOf(rows);
  const [taken, first] = [new Set<number>(), new Set<number>()];
  const all = new Set<number>();
  for (const row of rows) {
    const seeds = known.get(row.entry.id) ?? [];
    for (const [at, form] of formsOf(row).slice(0, seeds.length).entries()) {
      const most = ends.find((end) => seeds[at]!.seeds <= end);
      for (const job of jobsOf(form, 0, most)) taken.add(job);
      for (const job of jobsOf(form, 0, firstSeeds)) first.add(job);
      for (const job of jobsOf(form, 0)) all.add(job);
    }
  }
  return { taken: taken.size, first: first.size, all: all.size };
}

/** Indices of the further jobs, up to so many seeds, that some row needs; of all its seeds where no number is given. */
export function furtherJobs(whole: Planned, measures: JobMeasures, until?: number): number[] {
  const needed = withCompared(openRows(whole, measures), whole.rows);
  return ascending(needed.flatMap((row) => jobsOf(row, 0, until))).filter((job) => !measures[job]);
}
