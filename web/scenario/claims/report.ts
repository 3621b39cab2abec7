// The fidelity report: plans the runs that the claims need and judges the rows that come of them. Every published
// row is in it, claimed or not. The caller decides where the runs are computed.

import type { RunJob } from '../../engine/sweep/measure.ts';
import { ScenarioError } from '../error.ts';
import type { ContentReader } from '../platform.ts';
import { lineKey } from '../sweep.ts';
import {
  type ClaimedRow,
  checkOrders,
  claimedRowsOf,
  numbersOf,
  readClaims,
  readPublished,
  unclaimedRow,
  withNeighbours,
} from './entries.ts';
import {
  type Evaluated,
  evaluate,
  evaluateAll,
  type JobMeasures,
  type Planned,
} from './evaluate.ts';
import { informativenessOf } from './informativeness.ts';
import { countRuns, firstJobs, furtherJobs, type RanRow, type RunCounts } from './job-schedule.ts';
import {
  linesIn,
  type PlannedEntry,
  type PlannedRow,
  Planner,
  planOthers,
  type ReportPart,
} from './plan.ts';
import { comparedValue, comparedWords, matches } from './points.ts';
import {
  type AlsoMeasured,
  type FidelityReport,
  type ReportRow,
  reportFormat,
  targetsOf,
  type Worth,
} from './rows.ts';
import { countRows } from './tally.ts';
import { claimCode, errorOf, estimateOf, judgeRow, verdictOf } from './verdict.ts';

/** What was simulated, as the report writes it. */
function simulatedOf({ entry, measured }: PlannedEntry, { simulated, seed, runs }: Evaluated) {
  const found = estimateOf(simulated);
  const { variant } = entry.claimed!;
  return {
    simulated: simulated.kind === 'names' ? simulated.names : (found?.median ?? null),
    interval: found?.interval ?? null,
    seeds: runs ?? found?.count ?? (simulated.kind === 'names' ? measured!.seeds.length : 0),
    run: { scenario: measured!.scenario, set: measured!.set, variant, seed },
  };
}

function claimedRow(
  planned: PlannedRow,
  evaluated: Evaluated,
  others: readonly AlsoMeasured[],
  worth: Worth,
  near: Parameters<typeof judgeRow>[3],
): ReportRow {
  const { entry } = planned;
  const { simulated } = evaluated;
  const { row, claimed } = entry;
  const { claims, basis, note, explanation } = claimed!;
  const published = comparedValue(row, claimed!);
  // Numbers of one row have units of their own; the names of shares and changes say so.
  const words = comparedWords(row, claimed!);
  const unit = claimed!.cell?.endsWith('_pct') ? '%' : words.unit;
  const judged = judgeRow(claims, published, simulated, near);
  const passed = judged.every((each) => each.passed);
  return {
    id: entry.id,
    table_row: row.id,
    numbers: numbersOf(row),
    story: row.story,
    label: words.label,
    machine: row.machine,
    unit,
    published,
    ...simulatedOf(planned, evaluated),
    // Where only the side is claimed on which a metric lies, it is in another unit than the row.
    error: claims.every((claim) => claim.level === 'sign' && claim.expected)
      ? null
      : errorOf(published, simulated, unit),
    claim: claimCode(claims),
    basis,
    fitted: basis === 'fitted',
    worth,
    verdict: verdictOf(claims, passed),
    judged,
    note: note ?? null,
    explanation: passed ? null : (explanation ?? null),
    ...(others.length > 0 && { also: others }),
  };
}

function reportOf(whole: Planned, measures: JobMeasures): FidelityReport {
  const { rows: planned, worth, targets, find } = whole;
  const { evaluated, near } = evaluateAll(whole, measures);
  const rows = planned
    .filter(({ listed }) => listed)
    .map((each) => {
      const known = evaluated.get(each.entry.id);
      if (!known) return unclaimedRow(each.entry);
      const others = each.also.map((other) => simulatedOf(other, evaluate(other, measures, find)));
      return claimedRow(each, known, others, worth.get(each.entry.id)!, near);
    });
  return { format: reportFormat, rows, targets: targetsOf(targets, rows), counts: countRows(rows) };
}

export interface PlannedReport {
  readonly jobs: readonly RunJob[];
  /** By job: the accesses of its run, as estimated. */
  readonly costs: readonly number[];
  /** The report from the measures of the jobs, in their order; jobs that `rest` did not ask for may be left out. */
  readonly report: (measures: JobMeasures) => FidelityReport;
  /** Indices of the jobs of the first seeds, which all rows run. */
  readonly first: readonly number[];
  /** Indices of the further jobs, of all seeds or the first `until`, that some row needs, given what others measured. */
  readonly rest: (measures: JobMeasures, until?: number) => readonly number[];
  /** How many runs a report took of whose rows this is said. */
  readonly runsOf: (ran: readonly RanRow[]) => RunCounts;
}

/**
 * What the report of a story (all stories if left out) needs, or a part of it. Throws ScenarioError when
 * claims, published rows and scenarios do not fit together.
 */
export async function planReport(
  reader: ContentReader,
  story?: string,
  part?: ReportPart,
): Promise<PlannedReport> {
  const published = await readPublished(reader);
  const files = (await readClaims(reader)).filter((each) => !story || each.story === story);
  const planner = new Planner(reader, linesIn(files), part);
  const planned: PlannedRow[] = [];
  const all: ClaimedRow[] = [];
  for (const claims of files) {
    const own = published.filter((row) => row.story === claims.story);
    const entries = claimedRowsOf(claims, own);
    checkOrders(entries);
    all.push(...entries);
    const ids = entries.map(({ id }) => id);
    const listed = new Set(part ? ids.filter((id) => matches(part.rows, id)) : ids);
    for (const entry of withNeighbours(entries, listed)) {
      const measured = entry.claimed && (await planner.plan(claims, entry.claimed));
      // A shortened part asks for verdicts only.
      const also = part?.seeds ? [] : await planOthers(planner, claims, entry);
      planned.push({ entry, measured, also, listed: listed.has(entry.id) });
    }
  }
  const idle = part?.rows.find(
    (name) => !planned.some(({ entry, listed }) => listed && matches([name], entry.id)),
  );
  if (idle) {
    throw new ScenarioError(
      'rows',
      `has ${idle}, which no published row${story ? ` of ${story}` : ''} is called`,
      'write names as the report lists them, * for any characters',
    );
  }
  const keys = planner.lines.map(lineKey);
  const whole: Planned = {
    rows: planned,
    worth: informativenessOf(all),
    targets: files.flatMap(({ targets = [] }) => targets),
    find: (line) => keys.indexOf(lineKey(line)),
  };
  return {
    jobs: planner.jobs,
    costs: planner.costs,
    report: (measures) => reportOf(whole, measures),
    first: firstJobs(planned),
    rest: (measures, until) => furtherJobs(whole, measures, until),
    runsOf: (ran) => countRuns(planned, ran),
  };
}
