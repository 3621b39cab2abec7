// What the table of errors is made from: informative predictions of a report beside what was published. For tests and for
// making the table; a page has no need of it.

import { claimedRowsOf, readClaims, readPublished } from '../claims/entries.ts';
import type { ReportRow } from '../claims/rows.ts';
import { type ShippedReport, shippedReport } from '../claims/shipped.ts';
import { isInformative } from '../claims/tally.ts';
import type { ContentReader } from '../platform.ts';
import { familyOf, kindOf } from './kinds.ts';
import { type ErrorTable, errorTable, type OrderOutcomes, type Residual } from './table.ts';

/** Of a range the end that is nearer to what was simulated: within it there is no error. */
function publishedNear({ published, simulated }: ReportRow): number | undefined {
  if (typeof simulated !== 'number') return undefined;
  if (typeof published === 'number') return published;
  if (!Array.isArray(published) || published.length !== 2) return undefined;
  const [low, high] = published;
  if (typeof low !== 'number' || typeof high !== 'number') return undefined;
  return Math.min(Math.max(simulated, low), high);
}

/** By row: the metric that its claim compares. */
async function metricsOf(reader: ContentReader): Promise<Map<string, string>> {
  const published = await readPublished(reader);
  const files = await readClaims(reader);
  const entries = files.flatMap((claims) =>
    claimedRowsOf(
      claims,
      published.filter(({ story }) => story === claims.story),
    ),
  );
  return new Map(entries.flatMap(({ id, claimed }) => (claimed ? [[id, claimed.metric]] : [])));
}

type Workloads = (run: NonNullable<ReportRow['run']>) => Promise<string>;

/** The workload of a run: what its settings say, else what its scenario has. */
function workloadsOf(reader: ContentReader): Workloads {
  const known = new Map<string, Promise<string>>();
  const named = async (scenario: string): Promise<string> =>
    JSON.parse(await reader.read(scenario)).workload.name;
  return async ({ scenario, set }) => {
    const said = set['workload.name'];
    if (typeof said === 'string') return said;
    const asked = known.get(scenario) ?? named(scenario);
    known.set(scenario, asked);
    return asked;
  };
}

async function residualOf(
  row: ReportRow,
  metric: string,
  workloadOf: Workloads,
): Promise<Residual[]> {
  const { id, error, run, simulated } = row;
  const kind = kindOf(metric);
  const published = publishedNear(row);
  // Without an error the claim is of a side, and the metric may be in another unit than the row.
  if (!kind || !error || !run || published === undefined) return [];
  const family = familyOf(await workloadOf(run));
  return [{ id, kind, family, simulated: simulated as number, published }];
}

function outcomesOf(rows: readonly ReportRow[], level: string): OrderOutcomes {
  const judged = rows.flatMap((row) => row.judged.filter((each) => each.level === level));
  return { right: judged.filter(({ passed }) => passed).length, of: judged.length };
}

/** The informative predictions of the shipped report, in its order, and the table of errors that they give. */
export async function shippedErrorsOf(
  reader: ContentReader,
  shipped: ShippedReport,
): Promise<{ readonly residuals: readonly Residual[]; readonly table: ErrorTable }> {
  const { rows } = await shippedReport(reader, shipped);
  const informative = rows.filter(isInformative);
  const metrics = await metricsOf(reader);
  const workloadOf = workloadsOf(reader);
  const found = await Promise.all(
    informative.map((row) => residualOf(row, metrics.get(row.id)!, workloadOf)),
  );
  const residuals = found.flat();
  const { date, version } = shipped;
  const table = errorTable(residuals, {
    ...{ date, version },
    orders: outcomesOf(informative, 'O'),
    signs: outcomesOf(informative, 'S'),
  });
  return { residuals, table };
}
