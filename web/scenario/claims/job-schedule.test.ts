import { describe, expect, it } from 'vitest';
import type { RunMeasures } from '../../engine/sweep/measure.ts';
import { reader } from '../testing.ts';
import { firstSeeds } from './early-stopping.ts';
import { planReport } from './report.ts';

const row = 'pcp-phase1/lkp-sb02/511';
const spans = { 'page-fault1': { duration: '3 ms', warmup: '1 ms' } };
const seeds = 10;

const run = (throughput: number): RunMeasures => ({
  trace_hash: '',
  metrics: { throughput, page_rate: 2 * throughput },
  lines: [],
});

/** Plans the two numbers of one row; `value` says what a run of each variant measures with each seed. */
async function planned(value: (isChanged: boolean, seed: number) => number) {
  const rows = [`${row}/score`, `${row}/change_pct`];
  const plan = await planReport(reader, 'page-lists', { rows, seeds, spans });
  expect(plan.jobs).toHaveLength(2 * seeds);
  const all = plan.jobs.map((_, at) => run(value(at >= seeds, at % seeds)));
  const begun = all.map((measures, at) => (plan.first.includes(at) ? measures : undefined));
  return { ...plan, all, begun };
}

describe('the runs of a report', () => {
  it('begin with the first seeds of every variant', async () => {
    const { first } = await planned(() => 1e6);
    expect(first).toHaveLength(2 * firstSeeds);
    expect(first.every((at) => at % seeds < firstSeeds)).toBe(true);
  });

  it('end there where no further seed could change a verdict, and the row says how many there were', async () => {
    const { report, rest, all, begun } = await planned((isChanged, seed) =>
      isChanged ? 1.06e6 + seed : 1e6 + seed,
    );
    expect(rest(begun)).toEqual([]);
    const [short, long] = [report(begun), report(all)];
    expect(short.rows.map(({ seeds: ran }) => ran)).toEqual([firstSeeds, firstSeeds]);
    expect(short.rows.map(({ verdict }) => verdict)).toEqual(
      long.rows.map(({ verdict }) => verdict),
    );
    expect(short.targets.map(({ passed }) => passed)).toEqual(
      long.targets.map(({ passed }) => passed),
    );
  });

  it('are counted, of a report that says how many seeds its rows ran', async () => {
    const { runsOf } = await planned(() => 1e6);
    const ran = (...counts: number[]) =>
      counts.map((count, at) => ({ id: `${row}/${['score', 'change_pct'][at]}`, seeds: count }));
    const first = 2 * firstSeeds;
    // Both rows are read from the same runs.
    expect(runsOf(ran(4, 4))).toEqual({ taken: first, first, all: 2 * seeds });
    expect(runsOf(ran(4, 10))).toMatchObject({ taken: 2 * seeds });
    expect(runsOf(ran(6))).toMatchObject({ taken: 12 });
    // One run said nothing, of six and of ten.
    expect(runsOf(ran(5))).toMatchObject({ taken: 12 });
    expect(runsOf(ran(9))).toMatchObject({ taken: 2 * seeds });
    expect(runsOf([])).toEqual({ taken: 0, first: 0, all: 0 });
  });

  it('are counted as ran where a row of more seeds shares those of one that went to all of its ten', async () => {
    // The second needs the runs of both variants that the first one has, but only ten of each.
    const more = 'split-llc/hint-tbench-correct/32';
    const fewer = 'split-llc/rfc-tbench-fork/32/fork_spread';
    const { runsOf } = await planReport(reader, 'split-llc', { rows: [more, fewer] });
    const ran = [more, fewer].map((id) => ({ id, seeds: 10 }));
    expect(runsOf(ran)).toMatchObject({ taken: 20, all: 120 });
  });

  it('are asked for of one row alone, whose neighbour is ordered against a third that was not asked for', async () => {
    const rows = ['split-llc/hint-tbench-correct/128'];
    const { jobs, first, rest } = await planReport(reader, 'split-llc', { rows });
    const begun = jobs.map((_, at) => (first.includes(at) ? run(1e6 + at) : undefined));
    expect(rest(begun)).toEqual([]);
  });

  it('go on with a row that the first ones leave open, to six seeds and to all', async () => {
    // A change of 0 to 8 %, where 0.63 is published.
    const { rest, begun } = await planned((isChanged, seed) =>
      isChanged ? 1e6 * (1 + (seed % 3) / 25) : 1e6,
    );
    expect(rest(begun)).toHaveLength(2 * (seeds - firstSeeds));
    expect(rest(begun, 6)).toHaveLength(2 * (6 - firstSeeds));
  });

  it('end at six seeds of a row that those settle, with the verdict of all', async () => {
    // Within two points of 0.63 but for the first seed, whose scatter leaves four seeds open.
    const { report, rest, all, begun } = await planned((isChanged, seed) =>
      isChanged ? 1e6 * (seed === 0 ? 1.03 : 1 + seed / 1e3) : 1e6,
    );
    const further = rest(begun, 6);
    expect(further.map((at) => at % seeds)).toEqual([4, 5, 4, 5]);
    for (const at of further) begun[at] = all[at];
    expect(rest(begun)).toEqual([]);
    const [short, long] = [report(begun), report(all)];
    expect(short.rows.map(({ seeds: ran }) => ran)).toEqual([6, 6]);
    expect(short.rows.map(({ verdict }) => verdict)).toEqual(
      long.rows.map(({ verdict }) => verdict),
    );
  });
});
