import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { publishedRows } from '../../scenario/claims/published.ts';
import { dodged, panelsOf } from './scatter.ts';

const name = 'rt-series-regression-tables';
const file = JSON.parse(readFileSync(`scenarios/published/${name}.json`, 'utf8'));
const panels = panelsOf(publishedRows(name, file));

describe('the published scatter of the fair class', () => {
  it('has every row of the tables once, by benchmark and patch', () => {
    expect(panels.map(({ benchmark }) => benchmark)).toEqual([
      'hackbench',
      'schbench-old',
      'schbench-new',
    ]);
    for (const { rows } of panels) expect(rows.map(({ patch }) => patch)).toEqual([1, 2, 3, 4]);
    const counts = panels.map(({ rows }) => rows.reduce((sum, { dots }) => sum + dots.length, 0));
    const { hackbench, schbench_old, schbench_new } = file.checks.counts;
    expect(counts).toEqual([hackbench, schbench_old, schbench_new]);
  });

  it('shows rows down to -20 %, and medians within two points of zero', () => {
    const lanes = panels.flatMap((panel) => panel.rows);
    expect(Math.min(...lanes.map(({ least }) => least))).toBe(-20.52);
    for (const lane of lanes) expect(Math.abs(lane.median)).toBeLessThan(2);
  });

  it('counts the rows that lie beyond their own deviation, where one was posted', () => {
    const [hackbench, , fresh] = panels;
    for (const { beyond, dots } of hackbench!.rows) {
      expect(beyond).toBeGreaterThan(0);
      expect(beyond).toBeLessThan(dots.length);
    }
    expect(fresh!.rows.map(({ beyond }) => beyond)).toEqual(new Array(4).fill(undefined));
  });
});

describe('dots', () => {
  it('stand on the middle where there is room, and never on each other', () => {
    expect(dodged([0, 10, 20], 5)).toEqual([0, 0, 0]);
    const places = [0, 0, 1, 1, 2, 2, 3, 9];
    const offsets = dodged(places, 5);
    for (let a = 0; a < places.length; a++) {
      for (let b = 0; b < a; b++) {
        const apart = Math.hypot(places[a]! - places[b]!, offsets[a]! - offsets[b]!);
        expect(apart).toBeGreaterThan(4.99);
      }
    }
  });
});
