import { describe, expect, it } from 'vitest';
import { loadScenario } from '../scenario.ts';
import { reader, refusal } from '../testing.ts';
import {
  comparedValue,
  comparedWords,
  type PublishedFigure,
  publishedFigures,
  publishedPoints,
  valueAt,
} from './points.ts';
import type { PublishedRow } from './published.ts';

const figures = await publishedFigures(reader, 'cpupri');
const { scenario } = await loadScenario('cpupri/ffmpeg-480', reader);
const pointsOn = (path: string, metric: string, line?: { structure: string; line: number }) =>
  publishedPoints(figures, {
    scenario: 'cpupri/ffmpeg-480',
    path,
    usual: (at) => valueAt(scenario, at),
    metric,
    line,
  });

describe('published points', () => {
  it('stand where the scenario as it comes stands on the axis', () => {
    const points = pointsOn('workload.user', 'throughput_gain');
    expect(points.map(({ id, x, value, variant }) => [id, x, value, variant])).toEqual([
      ['cpupri-headlines/ffmpeg-throughput/p1', '450 µs', 11, 'B'],
    ]);
    expect(points[0]).toMatchObject({ claim: 'S, O, M(5)', basis: 'follows-from-fitted' });
  });

  it('stand at the value they were measured with when that is what the axis varies', () => {
    const points = pointsOn('variant.B.kernel.layout', 'throughput_gain');
    expect(points.map(({ x, value }) => [x, value])).toEqual([
      ['p1', 11],
      ['p2', 5],
      ['p3', 4],
      ['p4', 3.8],
    ]);
  });

  it('are told apart by line, and may be ranges', () => {
    const line3 = pointsOn('workload.user', 'line_load_cycles', {
      structure: 'root_domain',
      line: 3,
    });
    expect(line3.map(({ variant, value }) => [variant, value])).toEqual([
      ['A', [10000, 59000]],
      ['B', [500, 8000]],
    ]);
    expect(pointsOn('workload.user', 'line_load_cycles')).toEqual([]);
  });

  it('say how long the runs of their claim are where the runs of the curve are not', () => {
    const asked = {
      scenario: 'cpupri/ffmpeg-480',
      path: 'workload.user',
      usual: (at: string) => valueAt(scenario, at),
      metric: 'throughput_gain',
      line: undefined,
    };
    const spans = (isAsLong: () => boolean) =>
      publishedPoints(figures, { ...asked, isAsLong }).map(({ span }) => span);
    expect(spans(() => true)).toEqual([undefined]);
    expect(spans(() => false)).toEqual([{ duration: '150 ms', warmup: '50 ms' }]);
  });

  it('are none for another scenario', () => {
    expect(
      publishedPoints(figures, {
        scenario: 'cpupri/other',
        path: 'workload.user',
        usual: () => '450 µs',
        metric: 'throughput_gain',
        line: undefined,
      }),
    ).toEqual([]);
  });
});

describe('points of rows that no claim measures there', async () => {
  const split = await publishedFigures(reader, 'split-llc');
  const on = async (name: string, path: string, metric: string) => {
    const opened = await loadScenario(name, reader);
    return publishedPoints(split, {
      scenario: name,
      path,
      usual: (at) => valueAt(opened.scenario, at),
      metric,
      line: undefined,
    });
  };

  it('stand where their case is a value of the axis, with the reason', async () => {
    const points = await on('split-llc/hackbench-placement', 'workload.groups', 'time_saved');
    const spread = points.filter(({ variant }) => variant === 'C');
    expect(spread.map(({ x, value }) => [x, value])).toEqual([
      [1, -3],
      [2, -6],
      [4, 2],
      [8, 2],
      [16, 2],
    ]);
    expect(spread[0]).toMatchObject({ claim: '', basis: null });
    expect(spread[0]!.note).toContain('Nothing is claimed');
  });

  it('say what is claimed of them elsewhere', async () => {
    const points = await on('split-llc/tbench-mc-domain', 'workload.clients', 'throughput_gain');
    const claims = points
      .filter(({ variant }) => variant === 'B')
      .map(({ x, claim, basis }) => [x, claim, basis]);
    expect(claims.slice(0, 2)).toEqual([
      [1, 'S', 'follows-from-fitted'],
      [2, '', null],
    ]);
  });

  it('stand on the curve of a scenario as it comes though their claim sets more', async () => {
    const points = await on('split-llc/schbench-hints', 'workload.workers', 'wake_p99_saved');
    const affine = points.filter(({ variant }) => variant === 'B');
    expect(affine.map(({ x }) => x)).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256]);
    expect(affine[3]).toMatchObject({ value: 23, claim: 'S, O, M(15)' });
    expect(affine[3]!.span).toBeUndefined();
  });
});

describe('the value of a field', () => {
  it('is found by the path an override takes', () => {
    expect(valueAt(scenario, 'workload.user')).toBe('450 µs');
    expect(valueAt(scenario, 'variant.B.kernel.layout')).toBe('p1');
    expect(valueAt(scenario, 'platform.timings')).toBe('gnr-2s-6n');
    expect(valueAt(scenario, 'workload.nothing')).toBeUndefined();
    expect(valueAt(scenario, 'variant.Q.kernel.layout')).toBeUndefined();
    expect(valueAt(scenario, 'workload')).toBeUndefined();
  });
});

describe('a run time', () => {
  it('stands on a curve of rates as the rate that it means', () => {
    const figure = {
      row: { id: 'x/2', label: 'hackbench, 2 groups', unit: 's', value: 4 },
      claimed: {
        metric: 'throughput',
        variant: 'A',
        claims: [{ level: 'factor', factor: 1.1 }],
        basis: 'predicted',
        run_time: { operations: 2e7, null_row: 'x/1' },
      },
      scenario: 's',
      set: { 'workload.groups': 2 },
    } as unknown as PublishedFigure;
    const asked = { scenario: 's', path: 'workload.groups', metric: 'throughput', line: undefined };
    const found = publishedPoints([figure], { ...asked, usual: () => undefined });
    expect(found).toMatchObject([{ x: 2, value: 5e6 }]);
  });
});

describe('a row of several numbers', () => {
  const row = {
    id: 'x/y',
    value: { score: 15_345_900, zone_pct: 64, note: 'a' },
  } as unknown as PublishedRow;
  const claimed = (cell?: string) => (cell === undefined ? {} : { cell });

  it('is compared by the number that is claimed', async () => {
    expect(comparedValue(row, claimed('zone_pct'))).toBe(64);
    expect(comparedValue({ ...row, value: 11 }, claimed())).toBe(11);
    expect((await refusal(() => comparedValue(row, claimed('note')))).remedy).toContain('zone_pct');
    expect(
      (await refusal(() => comparedValue({ ...row, value: 11 }, claimed('zone_pct')))).path,
    ).toContain('x/y');
  });

  it('has the unit and the words of that number, where they are its own', () => {
    const row = {
      id: 'x/y',
      label: 'wake-up latency, change',
      unit: '%',
      value: { change_pct: 8, baseline: 10.71 },
      cells: { baseline: { unit: 'us', label: 'wake-up latency' } },
    } as unknown as PublishedRow;
    expect(comparedWords(row, claimed('baseline'))).toEqual({
      unit: 'us',
      label: 'wake-up latency',
    });
    expect(comparedWords(row, claimed('change_pct')).unit).toBe('%');
    expect(comparedWords(row, claimed()).label).toBe('wake-up latency, change');
  });
});
