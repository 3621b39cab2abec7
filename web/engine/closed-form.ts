// The closed form of the page lists: tasks of one node as customers of two queues, zone lock and LRU lock, and
// where needed of a third queue without spinning. An approximation that answers at once; the structure-level run is
// the model it stands in for. Mean-value analysis after Schweitzer; times are ns.

/** What one page costs: allocated once, freed once. */
export interface ClosedFormCosts {
  /** Zone-lock time of one visit (refill and flush together): hand-over, list heads, counters. */
  readonly zoneVisit: number;
  /** Zone-lock time of a page itself. */
  readonly zonePage: number;
  readonly lruPage: number;
  /** Everything outside the locks. */
  readonly think: number;
  /** The third resource; 0: none. */
  readonly memoryPage: number;
}

export interface ClosedFormMachine extends ClosedFormCosts {
  readonly nodes: number;
  readonly tasksPerNode: number;
}

export interface ClosedFormPoint {
  readonly batch: number;
  /** Pages a second, all nodes. */
  readonly rate: number;
  /** Shares of CPU time, %. */
  readonly zoneShare: number;
  readonly lruShare: number;
}

/** Halvings of the interval in which the throughput lies: as many as a number has bits. */
const HALVINGS = 60;

/**
 * Throughput of one node, pages a ns. With R = D (1 + (N - 1) / N * Q) and Q = X R a queue follows
 * from the throughput, and all tasks are somewhere: X Z + sum of Q = N, which grows with X.
 */
function throughput(demands: readonly number[], think: number, tasks: number): number {
  let low = 0;
  let high = tasks / (tasks - 1 || 1) / Math.max(...demands);
  for (let i = 0; i < HALVINGS; i++) {
    const rate = (low + high) / 2;
    const somewhere = demands.reduce((sum, demand) => sum + queue(rate, demand, tasks), 0);
    if (rate * think + somewhere < tasks) low = rate;
    else high = rate;
  }
  return low;
}

const queue = (rate: number, demand: number, tasks: number): number =>
  (rate * demand) / (1 - (rate * demand * (tasks - 1)) / tasks);

/** One point of the curve. Throws RangeError for costs or counts that are not positive. */
export function closedForm(machine: ClosedFormMachine, batch: number): ClosedFormPoint {
  const { nodes, tasksPerNode: tasks, zoneVisit, zonePage, lruPage, think, memoryPage } = machine;
  const positive = [nodes, tasks, zonePage, lruPage, think, batch];
  if (!positive.every((value) => value > 0) || !(zoneVisit >= 0 && memoryPage >= 0)) {
    throw new RangeError('the closed form of the page lists needs positive costs and counts');
  }
  const zone = zoneVisit / batch + zonePage;
  const rate = throughput([zone, lruPage, memoryPage], think, tasks);
  const share = (demand: number) => (100 * (queue(rate, demand, tasks) - rate * demand)) / tasks;
  return {
    batch,
    rate: nodes * rate * 1e9,
    zoneShare: share(zone),
    lruShare: share(lruPage),
  };
}

const costs = (
  zoneVisit: number,
  zonePage: number,
  lruPage: number,
  think: number,
  memoryPage = 0,
): ClosedFormCosts => ({ zoneVisit, zonePage, lruPage, think, memoryPage });

/**
 * Costs by the id of a machine's timings, fitted to all twenty batches of pcp-phase1 (four numbers a
 * machine, five where there is a third resource). The two parts of the zone's cost are not told apart
 * on Westmere and the desktops.
 */
export const closedFormCosts: Readonly<Record<string, ClosedFormCosts>> = {
  'skx-ex-4s': costs(3163, 156, 218, 2621),
  'bdw-ex-4s': costs(1576, 187, 210, 2492),
  'skx-ep-2s': costs(968, 183, 184, 1424, 182),
  'bdw-ep-2s': costs(1508, 135, 195, 2223),
  'hsw-ep-2s': costs(1597, 118, 188, 2189),
  'wsm-ep-2s': costs(230, 124, 203, 4436),
  'skl-d': costs(191, 73, 111, 1759),
  'hsw-d': costs(719, 68, 156, 1851),
  'snb-d': costs(824, 64, 72, 2109),
};
