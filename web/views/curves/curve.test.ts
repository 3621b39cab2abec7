import { describe, expect, it } from 'vitest';
import { axisPlace, axisText, axisValues, curveOf, isSame } from './curve.ts';
import { xScale, yScale } from './scales.ts';
import { compareText, csvOfCurves, dataRows } from './table.ts';
import { input, pairs, published, shipped, xs } from './testing/sweep.ts';
import { figure, pointClaimText, pointText, publishedTitle } from './words.ts';

const kernelShare = {
  ...input,
  asked: { metric: 'kernel_share', line: undefined, against: false },
  published: [
    { ...published, variant: 'A', value: 20 },
    { ...published, id: 'b', value: 11 },
  ],
};

describe('values of an axis', () => {
  it('are the same however they are written', () => {
    expect(isSame('450us', '450 µs')).toBe(true);
    expect(isSame('0.45 ms', '450us')).toBe(true);
    expect(isSame('p1', 'p2')).toBe(false);
    expect(axisPlace('p1')).toBeUndefined();
    expect(axisText('450us')).toBe('450 µs');
    expect(axisText(8)).toBe('8');
  });

  it('are in order, and the usual one is among them once', () => {
    expect(axisValues(['800us', '200us'], '450 µs')).toEqual(['200us', '450 µs', '800us']);
    expect(axisValues(['800us', '450us'], '450 µs')).toEqual(['450us', '800us']);
    expect(axisValues(['p2', 'p1'], 'base')).toEqual(['p2', 'p1', 'base']);
  });
});

describe('a curve', () => {
  it('has the median of every place, and the published point where it was measured', () => {
    const { series, published: drawn } = curveOf(input);
    expect(series.map(({ variant }) => variant)).toEqual(['B']);
    const { points } = series[0]!;
    expect(points.map(({ estimate }) => estimate.median.toFixed(3))).toEqual([
      '20.050',
      '10.050',
      '5.050',
    ]);
    expect(drawn).toHaveLength(1);
    expect(points[1]!.published!.value).toBe(11);
    expect(points[1]!.error!.unit).toBe('points');
    expect(points[1]!.error!.value).toBeCloseTo(-0.95, 9);
    expect(points[0]!.published).toBeUndefined();
  });

  it('has the places of published points without runs, marked as not simulated', () => {
    const far = { ...published, id: 'far', x: '60 ms', value: -3 };
    const curve = curveOf({ ...input, published: [published, far], alsoAt: ['5 ms', '450us'] });
    expect(curve.xs).toEqual([...xs, '5 ms', '60 ms']);
    expect(curve.simulated).toEqual([true, true, true, false, false]);
    expect(curve.published.map(({ at }) => at)).toEqual([1, 4]);
    expect(curve.series[0]!.points.map(({ at }) => at)).toEqual([0, 1, 2]);
    expect(curve.series[0]!.points[1]!.published!.value).toBe(11);
    expect(publishedTitle(curve, curve.published[1]!, true)).toBe(
      '60 ms, B, published: −3 %; not simulated here',
    );
    expect(publishedTitle(curve, curve.published[0]!, true)).not.toContain('not simulated');
    const alone = dataRows([curve]).filter(({ simulated }) => !simulated);
    expect(
      alone.map(({ x, variant, point, published: value }) => [x, variant, point, value]),
    ).toEqual([['60 ms', 'B', undefined, -3]]);
    expect(compareText(curve).split('\n')).toHaveLength(1 + 6 * xs.length);
  });

  it('keeps what a formula says at the places it was asked for', () => {
    const before = { ...published, id: 'before', x: '100 µs' };
    const instant = { variant: 'B', values: [1, 2, 3] };
    const curve = curveOf({ ...input, published: [before], instant });
    expect(curve.xs).toEqual(['100 µs', ...xs]);
    expect(curve.instant!.values).toEqual([undefined, 1, 2, 3]);
  });

  it('opens the run nearest to the median', () => {
    const { seed } = curveOf(input).series[0]!.points[0]!;
    expect([5, 6]).toContain(seed);
  });

  it('shows what has been computed so far, and leaves out the rest', () => {
    const some = pairs.filter(({ pair }) => pair.cell === 1 && pair.seed <= 2);
    const { points } = curveOf({ ...input, pairs: some }).series[0]!;
    expect(points.map(({ at, estimate }) => [at, estimate.count])).toEqual([[1, 2]]);
    expect(curveOf({ ...input, pairs: [] }).series[0]!.points).toEqual([]);
  });

  it('has interval and error only where enough seeds measured it', () => {
    const some = pairs.map((each) =>
      each.pair.cell === 1 && each.pair.seed > 9
        ? { ...each, runs: { ...each.runs, B: { ...each.runs.B!, metrics: {} } } }
        : each,
    );
    const { points } = curveOf({ ...input, pairs: some }).series[0]!;
    expect(points.map(({ estimate: { count } }) => count)).toEqual([10, 9, 10]);
    expect(points.map(({ estimate: { interval } }) => interval === null)).toEqual([
      false,
      true,
      false,
    ]);
    expect(points[1]!.published!.value).toBe(11);
    expect(points[1]!.error).toBeNull();
  });

  it('against the first variant has an error bar of a rate, and none of a share', () => {
    const barred = (metric: string) => {
      const asked = { metric, line: undefined, against: true };
      const { series } = curveOf({ ...input, published: [], asked, workload: 'schbench' });
      return series[0]!.points.map(({ expected }) => expected?.kind);
    };
    expect(barred('throughput')).toEqual(['change', 'change', 'change']);
    expect(barred('kernel_share')).toEqual([undefined, undefined, undefined]);
  });

  it('against the first variant compares seed by seed, published figures too', () => {
    const asked = { ...kernelShare.asked, against: true };
    const { unit, series, published: drawn } = curveOf({ ...kernelShare, asked });
    expect(unit).toBe('%');
    expect(series).toHaveLength(1);
    expect(series[0]!.points[0]!.estimate.median).toBeCloseTo(-45, 9);
    expect(drawn.map(({ variant, value }) => [variant, value])).toEqual([
      ['B', expect.closeTo(-45, 9)],
    ]);
  });

  it('says nothing of a line that a variant does not have', () => {
    const asked = { metric: 'line_load_cycles', line: 0, against: false };
    const { series } = curveOf({ ...input, asked, unit: 'cycles', published: [] });
    expect(series[0]!.points).toHaveLength(3);
    expect(series[1]!.points).toEqual([]);
  });
});

describe('scales', () => {
  it('put numbers at their distance, words evenly, and labels where they can be read', () => {
    const numbers = xScale(['100us', '200us', '400us'], 300, 6);
    expect([0, 1, 2].map(numbers.place)).toEqual([0, 100, 300]);
    const words = xScale(['base', 'p1', 'p2'], 300, 6);
    expect(words.place(1) - words.place(0)).toBeCloseTo(words.place(2) - words.place(1), 9);
    expect(xScale(['100us', '101us', '400us'], 300, 6).ticks.map(({ text }) => text)).toEqual([
      '100 µs',
      '400 µs',
    ]);
  });

  it('put numbers over decades at the distance of their logarithms, unless that crowds them', () => {
    const counts = xScale([1, 2, 4, 8, 16, 32, 64, 128, 256], 800, 6);
    const steps = [0, 1, 7].map((at) => counts.place(at + 1) - counts.place(at));
    for (const step of steps) expect(step).toBeCloseTo(100, 6);
    const crowded = xScale([1, 254, 255, 256], 255, 6);
    expect(crowded.place(2) - crowded.place(1)).toBeCloseTo(1, 6);
    expect(xScale([0, 1, 1000], 1000, 6).place(1)).toBeCloseTo(1, 6);
  });

  it('begin at zero, hold every point, and are logarithmic for cycles over decades', () => {
    const gain = yScale([curveOf(input)], 200);
    expect(gain.place(0)).toBe(200);
    expect(gain.place(20.55)).toBeGreaterThanOrEqual(0);
    const asked = { metric: 'line_load_cycles', line: 0, against: false };
    const cycles = yScale([curveOf({ ...input, asked, unit: 'cycles', published: [] })], 200);
    const step = cycles.place(1000) - cycles.place(10_000);
    expect(cycles.place(100 * 10) - cycles.place(1000 * 10)).toBeCloseTo(step, 6);
    expect(yScale([curveOf({ ...input, pairs: [], published: [] })], 200).ticks).not.toEqual([]);
  });
});

describe('words', () => {
  it('round as a person would, and give changes their sign', () => {
    expect(figure(10.0512, '%', true)).toBe('+10.1 %');
    expect(figure(-0.95, 'points', true)).toBe('−0.95 points');
    expect(figure(28_265.9, 'cycles')).toBe('28,266 cycles');
    expect(figure(0, '%')).toBe('0 %');
  });

  it('of a point are both numbers and the error', () => {
    const curve = curveOf(input);
    const text = pointText(curve, 'B', curve.series[0]!.points[1]!, true);
    expect(text).toMatch(/^450 µs, B: simulated \+10\.\d % \(95 % interval .* to .*\), 10 seeds/);
    expect(text).toContain('published +11 %');
    expect(text).toContain('error −0.95 points');
  });

  it('of a claim name its level and what agreement would show', () => {
    const [point] = curveOf(input).published;
    expect(pointClaimText(point!)).toBe(
      'Claimed of B: the sign, the order, the magnitude within 5 points (S, O, M(5)); ' +
        'derived from a fitted value: a weak test.',
    );
    const span = { duration: '12 ms', warmup: '8 ms' };
    expect(pointClaimText({ ...point!, span })).toMatch(
      /The verdict comes from runs of 12 ms, the first 8 ms not counted: see Fidelity\.$/,
    );
  });

  it('of a point that nothing is claimed of say so', () => {
    const [point] = curveOf({
      ...input,
      published: [{ ...published, claim: '', basis: null }],
    }).published;
    expect(pointClaimText(point!)).toMatch(/^No claim is made about B/);
  });
});

describe('the data as text', () => {
  const named = { path: 'workload.user', beside: undefined, metric: 'throughput_gain', unit: '%' };

  it('is CSV with one header row, units in names, and a row for every place', () => {
    const lines = csvOfCurves([curveOf(input)], named).split('\r\n');
    expect(lines).toHaveLength(5);
    expect(lines[0]).toContain('throughput_gain median (%)');
    const cells = lines[2]!.split(',');
    expect(cells.slice(0, 3)).toEqual(['450 µs', 'B', '10']);
    expect(Number(cells[3])).toBeCloseTo(10.05, 9);
    expect(cells[13]).toBe('11');
    expect(lines[4]).toBe('');
  });

  it('is CSV of what the program came with, too, before anything ran here', () => {
    const curve = curveOf({ ...input, pairs: [], published: [], shipped: [shipped] });
    const [head, row, ...rest] = csvOfCurves([curve], named).split('\r\n');
    const columns = head!.split(',');
    const at = columns.indexOf('shipped (%)');
    expect(columns.slice(at, at + 5)).toEqual([
      'shipped (%)',
      'shipped_low_95 (%)',
      'shipped_high_95 (%)',
      'shipped_seeds',
      'shipped_with',
    ]);
    expect(row).toBe('450 µs,B,,,,,,,10.06,9.87,10.347,10,"0.1.0, 2026-11-23",,,,,,,,');
    expect(rest).toEqual(['']);
  });

  it('is never computed by a spreadsheet, and quotes what must be quoted', () => {
    const curve = curveOf({ ...input, title: '=1+1,"x"' });
    const row = csvOfCurves([curve], { ...named, beside: 'platform.timings' }).split('\r\n')[1]!;
    expect(row).toContain(`"'=1+1,""x""",`);
  });

  it('is the comparison mmtests prints: against the first variant, starred where it matters', () => {
    const asked = { metric: 'throughput', line: undefined, against: false };
    const lines = compareText(curveOf({ ...input, asked, unit: '1/s', published: [] })).split('\n');
    expect(lines[0]).toMatch(/A Baseline +B Patched$/);
    const rows = lines.slice(1);
    expect(rows.map((row) => row.slice(0, 8).trim())).toEqual(
      ['Min', 'Median', 'Amean', 'Stddev', 'CoeffVar', 'Max'].flatMap((name) => xs.map(() => name)),
    );
    const of = (name: string) => rows.filter((row) => row.startsWith(name))[1];
    expect(of('Median')).toMatch(
      /^Median {3}450 µs +1005\.50 \( +0\.00% \) +1106\.\d\d \(\* +10\.0\d%\*\)$/,
    );
    expect(of('Min')).toMatch(/ 1001\.00 \( +0\.00% \) /);
    expect(of('Max')).toMatch(/ 1010\.00 \( +0\.00% \) /);
    expect(of('Amean')).toMatch(/ 1005\.50 \( +0\.00% \) /);
    // Of 1 to 10: the square root of 82.5 / 9.
    expect(of('Stddev')).toMatch(/ 3\.03 \( +0\.00% \) /);
    expect(of('CoeffVar')).toMatch(/ 0\.30 \( +0\.00% \) /);
  });
});
