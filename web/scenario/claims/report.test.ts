import { describe, expect, it } from 'vitest';
import type { LineMeasures, RunMeasures } from '../../engine/sweep/measure.ts';
import type { ContentReader } from '../platform.ts';
import { reader, refusal } from '../testing.ts';
import { publishedFiles, publishedRows } from './published.ts';
import { planReport } from './report.ts';
import type { ReportRow } from './rows.ts';

/** The content with one file of it changed. */
function changed(name: string, change: (file: never) => void): ContentReader {
  return {
    names: () => reader.names(),
    async read(wanted) {
      const text = await reader.read(wanted);
      if (wanted !== name) return text;
      const file = JSON.parse(text);
      change(file as never);
      return JSON.stringify(file);
    },
  };
}

interface ClaimsFile {
  claimed: { rows: string[]; measured: string; claims: object[] }[];
  not_claimed: { rows: string[]; reason: string }[];
  shown?: { rows: string[]; scenario: string; variant: string; metric: string }[];
}
const withClaims = (change: (file: ClaimsFile) => void) => changed('claims/cpupri', change);

const shortened = (...rows: string[]) => ({
  rows,
  seeds: 3,
  spans: { ffmpeg: { duration: '3 ms', warmup: '1 ms' } },
});

const throughput = 'cpupri-headlines/ffmpeg-throughput/p1';

/** Measures that a run could have given: base for the first job of a seed, more for the others. */
function measures(job: number, seed: number): RunMeasures {
  const line: LineMeasures = {
    metrics: { line_load_cycles: 1000 + seed, line_waiting: 5 },
    line_symbols: [],
    rows: [
      {
        offset: 0x38,
        symbol: 'cpupri_set',
        local_hitm: 1,
        remote_hitm: 3,
        loads: 4,
        locked: 0,
        slow_loads: 2,
        stores: 0,
        records: 4,
        load_cycles: 30_000 + seed,
      },
    ],
  };
  return {
    trace_hash: '0'.repeat(16),
    metrics: { throughput: (100 + seed) * (1 + job / 10), kernel_share: 20 - 3 * job },
    lines: Array.from({ length: 8 }, () => line),
  };
}

describe('the claims of all stories', () => {
  it('cover every published row, each of its figures once, and every file', async () => {
    const planned = await planReport(reader);
    const none: RunMeasures = { trace_hash: '', metrics: {}, lines: [] };
    const { rows, counts } = planned.report(planned.jobs.map(() => none));
    const all: string[] = [];
    for (const name of Object.keys(publishedFiles)) {
      const file = JSON.parse(await reader.read(`published/${name}`));
      all.push(...publishedRows(name, file).map(({ id }) => id));
    }
    const ids = rows.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    // A row of several numbers has a line for each number that is claimed.
    const rowOf = (id: string) => (known.has(id) ? id : id.slice(0, id.lastIndexOf('/')));
    const known = new Set(all);
    expect([...new Set(ids.map(rowOf))].sort()).toEqual(all.sort());
    expect(counts.table_rows.published).toBe(all.length);
    expect(counts.numbers.published).toBeGreaterThan(ids.length);
    for (const row of rows.filter(({ verdict }) => verdict === 'not-claimed')) {
      expect(row.note, row.id).toMatch(/\.$/);
      expect(row.claim).toBe('-');
    }
  });

  it('are measured with ten seeds at least', async () => {
    const error = await refusal(() =>
      planReport(
        changed('claims/cpupri', (file: { measured: { cyclic: { seeds: number } } }) => {
          file.measured.cyclic.seeds = 9;
        }),
      ),
    );
    expect(error.path).toBe('claims/cpupri.measured.cyclic.seeds');
  });

  it('are refused when a row is forgotten, or a claim meets no row', async () => {
    const forgotten = withClaims((file) => {
      file.claimed = file.claimed.filter(({ rows }) => !rows.includes(throughput));
    });
    expect((await refusal(() => planReport(forgotten))).problem).toContain(throughput);
    const idle = withClaims((file) => {
      file.not_claimed.push({ rows: ['cpupri-headlines/no-such-figure/*'], reason: 'None.' });
    });
    expect((await refusal(() => planReport(idle))).problem).toContain('no-such-figure');
    const shown = withClaims((file) => {
      const on = { scenario: 'cpupri/cyclic', variant: 'B', metric: 'throughput_gain' };
      file.shown = [{ rows: ['cpupri-headlines/no-such-curve/*'], ...on }];
    });
    expect((await refusal(() => planReport(shown))).problem).toContain('no-such-curve');
  });

  it('are refused when they name a measurement or a neighbour that does not exist', async () => {
    const measured = withClaims((file) => {
      file.claimed[0]!.measured = 'nothing';
    });
    expect((await refusal(() => planReport(measured))).remedy).toContain('ffmpeg');
    const order = withClaims((file) => {
      file.claimed[0]!.claims.push({ level: 'order', among: ['cpupri-headlines/x/p1'] });
    });
    expect((await refusal(() => planReport(order))).problem).toContain('cpupri-headlines/x/p1');
    const time = withClaims((file) => {
      const run_time = { operations: 1e6, null_row: 'cpupri-headlines/x/p1' };
      Object.assign(file.claimed[0]!, { metric: 'throughput', run_time });
    });
    expect((await refusal(() => planReport(time))).path).toContain('run_time.null_row');
    const odd = withClaims((file) => {
      const run_time = { operations: 1e6, cell: 'p1' };
      Object.assign(file.claimed[0]!, { metric: 'throughput', run_time });
    });
    expect((await refusal(() => planReport(odd))).problem).toContain('run_time.cell');
  });
});

describe('the report that comes with the program', () => {
  it('holds every row as it is claimed today, and opens the very run that was judged', async () => {
    const shipped = JSON.parse(await reader.read('fidelity/report')) as { rows: ReportRow[] };
    const planned = await planReport(reader);
    const none: RunMeasures = { trace_hash: '', metrics: {}, lines: [] };
    const { rows } = planned.report(planned.jobs.map(() => none));
    // As a file holds them, in which there is no negative zero.
    const written = JSON.parse(JSON.stringify(rows)) as ReportRow[];
    const today = new Map(written.map((row) => [row.id, row]));
    const said = ({ claim, basis, unit, published, run }: ReportRow) => {
      const { seed: _seed, ...opened } = run!;
      return { claim, basis, unit, published, opened };
    };
    for (const row of shipped.rows) {
      expect(said(row), row.id).toEqual(said(today.get(row.id)!));
      expect(Object.keys(row.run!.set), row.id).toContain('duration');
    }
  });
});

describe('a report', () => {
  it('runs each definition once, however many rows share it', async () => {
    const { jobs } = await planReport(reader, 'cpupri', shortened(throughput));
    // p1 itself, its baseline, and the three patches it is ordered among, with three seeds each.
    expect(jobs).toHaveLength(5 * 3);
    // A row that nothing is claimed about needs no run.
    const unclaimed = { rows: ['cache-aware-v2/sapphire-rapids/hackbench/8'] };
    expect((await planReport(reader, 'cache-aware', unclaimed)).jobs).toEqual([]);
  });

  it('gives each row the seeds of its own claim, though another of the same setting asks for more', async () => {
    const more = 'split-llc/hint-tbench-correct/32';
    const fewer = 'split-llc/rfc-tbench-fork/32/fork_spread';
    const { jobs, report } = await planReport(reader, 'split-llc', { rows: [more, fewer] });
    const metrics = { throughput: 1e6 };
    const { rows } = report(jobs.map(() => ({ trace_hash: '', metrics, lines: [] })));
    const seedsOf = (id: string) => rows.find((row) => row.id === id)!.seeds;
    expect([seedsOf(more), seedsOf(fewer)]).toEqual([60, 10]);
  });

  it('counts lines only in the runs of rows that ask for them', async () => {
    const kernel = 'cpupri-headlines/ffmpeg-kernel-share/baseline';
    const both = { ...shortened(throughput, 'c2c-root-domain-line3/0x38-cpupri_set') };
    const { jobs } = await planReport(reader, 'cpupri', both);
    const counted = jobs.filter(({ rows }) => rows);
    expect(counted.length).toBeGreaterThan(0);
    expect(counted.length).toBeLessThan(jobs.length);
    for (const { rows, lines, definition } of jobs) {
      expect(lines.length > 0).toBe(rows);
      expect(definition.no_line_counters ?? 0).toBe(rows ? 0 : 1);
    }
    const alone = await planReport(reader, 'cpupri', shortened(kernel));
    expect(alone.jobs.some(({ rows }) => rows)).toBe(false);
  });

  it('runs a part of the rows as long as claimed when nothing shorter is said', async () => {
    const { jobs, costs, report } = await planReport(reader, 'cpupri', {
      rows: ['cpupri-headlines/ffmpeg-kernel-share/*'],
    });
    // The baseline and four patches, three of them in a second form, with the ten seeds of the claims.
    expect(jobs).toHaveLength((5 + 3) * 10);
    expect(new Set(jobs.map(({ duration }) => duration))).toEqual(new Set([150e6, 60e6]));
    const costsOf = (span: number) => costs.filter((_, at) => jobs[at]!.duration === span);
    expect(Math.min(...costsOf(150e6))).toBeGreaterThan(2 * Math.max(...costsOf(60e6)));
    const none: RunMeasures = { trace_hash: '', metrics: {}, lines: [] };
    expect(report(jobs.map(() => none)).rows).toHaveLength(5);
    const forms = report(jobs.map((_, at) => measures(Math.floor(at / 10), at % 10))).rows;
    // Judged is the first form; the second one stands beside it.
    expect(forms[0]).toMatchObject({ id: 'cpupri-headlines/ffmpeg-kernel-share/baseline' });
    expect(forms[0]!.also).toEqual([
      expect.objectContaining({
        seeds: 10,
        run: expect.objectContaining({ scenario: 'cpupri/ffmpeg-fork-join', variant: 'A' }),
      }),
    ]);
    const missing = { rows: ['cpupri-headlines/ffmpeg-kernel-share/p9'] };
    expect((await refusal(() => planReport(reader, 'cpupri', missing))).problem).toContain('p9');
  });

  it('compares seed with seed, and says how to open the run nearest to the median', async () => {
    const ids = [throughput, 'cpupri-headlines/ffmpeg-kernel-share/p1'];
    const { jobs, report } = await planReport(reader, 'cpupri', shortened(...ids));
    // Jobs come seed by seed: first the baseline's three, then p1's, then those of the neighbours.
    const given = jobs.map((_, at) => measures(Math.floor(at / 3), at % 3));
    const { rows } = report(given);
    expect(rows.map(({ id }) => id)).toEqual(ids);
    const [gain, share] = rows as [ReportRow, ReportRow];
    expect(gain.simulated).toBeCloseTo(10, 9);
    expect(gain).toMatchObject({ seeds: 3, fitted: false, basis: 'follows-from-fitted' });
    expect(gain.run).toEqual({
      scenario: 'cpupri/ffmpeg-480',
      set: { duration: '3 ms', warmup: '1 ms' },
      variant: 'B',
      seed: expect.any(Number),
    });
    // p1 does not gain more than the others here, so the order it claims is not reproduced.
    expect(gain.verdict).toBe('fail');
    expect(gain.judged.filter(({ passed }) => !passed).map(({ level }) => level)).toEqual(['O']);
    expect(share).toMatchObject({ simulated: 17, fitted: true, verdict: 'fail' });
    expect(share.error).toEqual({ value: 6, unit: 'points' });
  });

  it('compares the variance between runs, series by series of ten seeds', async () => {
    const row = 'split-llc/mm-stream-variance/copy';
    const { jobs, report } = await planReport(reader, 'split-llc', { rows: [row] });
    expect(jobs).toHaveLength(2 * 100);
    const run = (throughput: number): RunMeasures => ({
      trace_hash: '',
      metrics: { throughput },
      lines: [],
    });
    // The first variant strays by 2 about 100, but not at all in its last series; the other by 1.
    const spread = (at: number) => (at < 90 ? 2 : at < 100 ? 0 : 1);
    const given = jobs.map((_, at) => run(100 + spread(at) * (at % 2 === 0 ? 1 : -1)));
    const [found] = report(given).rows as [ReportRow];
    expect(found).toMatchObject({ seeds: 100, verdict: 'direction-only', claim: 'S' });
    expect(found.interval).toEqual([-75, -75]);
    expect(found.simulated).toBeCloseTo(-75, 9);
    const still = report(jobs.map(() => run(100))).rows[0]!;
    expect(still).toMatchObject({ simulated: null, verdict: 'fail' });
  });

  it('meets a row of a c2c table at its offset and function', async () => {
    const ids = [
      'c2c-root-domain-line3/0x38-cpupri_set',
      'c2c-root-domain-line3/0x38-cpupri_find_fitness',
    ];
    const { jobs, report } = await planReport(reader, 'cpupri', shortened(...ids));
    const { rows } = report(jobs.map((_, at) => measures(0, at % 3)));
    const row = (id: string) => rows.find((each) => each.id === id);
    expect(row(ids[0]!)).toMatchObject({ simulated: 30_001, verdict: 'pass', claim: 'factor 3' });
    expect(row(ids[1]!)).toMatchObject({ simulated: null, verdict: 'fail', seeds: 0 });
  });

  it('counts the share that a row of a c2c table has of its whole line', async () => {
    const shares = 'c2c-root-domain-line3/shares/0x38-cpupri';
    const ids = [`${shares}_set/remote_hitm`, `${shares}_find_fitness/remote_hitm`];
    const { jobs, report } = await planReport(reader, 'cpupri', shortened(...ids));
    const given = jobs.map((_, at) => {
      const { lines, ...run } = measures(0, at % 3);
      const other = { ...lines[0]!.rows![0]!, symbol: 'cpupri_find_fitness', remote_hitm: 1 };
      return { ...run, lines: lines.map((line) => ({ ...line!, rows: [...line!.rows!, other] })) };
    });
    const { rows } = report(given);
    const row = (id: string) => rows.find((each) => each.id === id);
    expect(row(ids[0]!)).toMatchObject({ simulated: 75, published: 19.84, verdict: 'fail' });
    expect(row(ids[1]!)).toMatchObject({ simulated: 25, published: 36.26, verdict: 'pass' });
    const withoutAny = report(jobs.map(() => ({ ...measures(0, 1), lines: [null, null] })));
    expect(withoutAny.rows.find(({ id }) => id === ids[0])).toMatchObject({ simulated: null });
  });

  it('counts transfers of atomics as seldom as perf flags them, and all loads that were slow', async () => {
    const shares = 'c2c-root-domain-line3/shares/0x38-cpupri';
    const ids = ['remote_hitm', 'loads'].map((cell) => `${shares}_set/${cell}`);
    const { jobs, report } = await planReport(reader, 'cpupri', shortened(...ids));
    const given = jobs.map((_, at) => {
      const { lines, ...run } = measures(0, at % 3);
      const set = { ...lines[0]!.rows![0]!, locked: 4 };
      const other = { ...set, symbol: 'cpupri_find_fitness', locked: 0, remote_hitm: 1 };
      return { ...run, lines: lines.map((line) => ({ ...line!, rows: [set, other] })) };
    });
    const { rows } = report(given);
    // 3 of 4 transfers, but of atomics 0.35 are flagged; 2 + 4 of 6 + 4 slow loads.
    const [transfers, loads] = ids.map((id) => rows.find((each) => each.id === id)!.simulated);
    expect(transfers).toBeCloseTo((100 * 3 * 0.35) / (3 * 0.35 + 1), 9);
    expect(loads).toBeCloseTo(60, 9);
  });

  it('lists a row once for each number that is claimed, and judges them together', async () => {
    const row = 'pcp-phase1/lkp-sb02/511';
    const ids = [`${row}/score`, `${row}/change_pct`];
    const spans = { 'page-fault1': { duration: '3 ms', warmup: '1 ms' } };
    const wanted = { rows: ids, seeds: 3, spans };
    const { jobs, report } = await planReport(reader, 'page-lists', wanted);
    expect(jobs).toHaveLength(2 * 3);
    const run = (throughput: number): RunMeasures => ({
      trace_hash: '',
      metrics: { throughput, page_rate: 2 * throughput },
      lines: [],
    });
    const { rows, targets } = report(jobs.map((_, at) => run(at < 3 ? 1e6 : 1.06e6)));
    expect(rows.map(({ id, published }) => [id, published])).toEqual([
      [ids[0], 1755548],
      [ids[1], 0.63],
    ]);
    const [score, change] = rows as [ReportRow, ReportRow];
    expect(score).toMatchObject({ simulated: 2.12e6, error: { unit: '%' }, verdict: 'fail' });
    expect(change.error).toEqual({ value: expect.closeTo(5.37, 6), unit: 'points' });
    expect(targets).toEqual([
      expect.objectContaining({ name: 'Sandybridge desktop: change', rows: 1, passed: false }),
    ]);
    expect(targets[0]!.value).toBeCloseTo(5.37, 6);
  });

  it('compares posted latencies in the unit of the posting, and finds where two lines cross', async () => {
    const seeds = 2;
    const rows = [8, 16].flatMap((workers) =>
      ['no_hint', 'wake_affine'].map((cell) => `split-llc/rfc-schbench-wake/${workers}/${cell}`),
    );
    const planned = await planReport(reader, 'split-llc', { rows, seeds });
    const work = 30_000_000; // ns
    const isLate = planned.jobs.map(({ definition }) => {
      const [messengers, workers, spin] = definition.workload_parameter as readonly number[];
      expect([messengers, spin]).toEqual([1, work]);
      return workers === 16 && definition.task_hints === 4; // WAKE_AFFINE
    });
    const report = planned.report(
      isLate.map((late) => ({
        trace_hash: '',
        metrics: { wake_p99: late ? 5_272_000 : 50_000 },
        lines: [],
      })),
    );
    const knee = report.rows.find(({ id }) => id === rows[3])!;
    expect(knee).toMatchObject({ unit: 'us', published: 2636, simulated: 5272, verdict: 'pass' });
    expect(knee.error!.value).toBeCloseTo(100);
    expect(report.targets).toEqual([
      expect.objectContaining({ level: 'crossing', value: 0, passed: true }),
    ]);
  });
});
