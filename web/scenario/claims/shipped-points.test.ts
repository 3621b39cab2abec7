import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { nodeReader } from '../node.ts';
import { publishedFigures, publishedPoints } from './points.ts';
import type { ShippedReport } from './shipped.ts';
import { shippedPoints } from './shipped-points.ts';

const report = JSON.parse(readFileSync('scenarios/fidelity/report.json', 'utf8')) as ShippedReport;
const figures = await publishedFigures(nodeReader('scenarios'), 'cpupri');
const points = publishedPoints(figures, {
  scenario: 'cpupri/ffmpeg-480',
  path: 'workload.user',
  usual: (path) => (path === 'workload.user' ? '450 µs' : undefined),
  set: {},
  metric: 'throughput_gain',
  line: undefined,
});
const row = (id: string) => report.rows.find((each) => each.id === id)!;

describe('points that the shipped report has run', () => {
  it('stand where their published points stand, with the median, interval and seeds of the report', () => {
    const id = 'cpupri-headlines/ffmpeg-throughput/p1';
    const found = shippedPoints(report, points, 'throughput_gain').find((each) => each.id === id)!;
    const { simulated, interval, seeds, run } = row(id);
    expect(found).toMatchObject({ variant: 'B', x: '450 µs', value: simulated, interval, seeds });
    expect(found.run).toEqual(run);
    expect(found.from).toBe(`${report.version}, ${report.date}`);
  });

  it('are in the unit of the metric, as published points are: a posted table has µs, a metric ns', () => {
    const id = 'cpupri-headlines/ffmpeg-throughput/p1';
    const posted = { ...row(id), unit: 'us', simulated: 3, interval: [2, 4] as const };
    const [found] = shippedPoints({ ...report, rows: [posted] }, points, 'wake_p99');
    expect(found).toMatchObject({ value: 3000, interval: [2000, 4000] });
  });

  it('are left out where nothing was run', () => {
    expect(shippedPoints({ ...report, rows: [] }, points, 'throughput_gain')).toEqual([]);
  });
});
