// Kept choices with parts, as whoever writes a link may have them: what cannot be is refused by its path, with a remedy.

import { expect, it } from 'vitest';
import { parseRecipe } from './recipe.ts';

const said = (view: object) =>
  parseRecipe({ format: 'schedscape-recipe/3', scenario: 'pcp/one-zone', view }).view;

const span = (from: unknown, to: unknown) => ({ timeline: { A: { span: { from, to } } } });
const range = (cpus: unknown) => ({
  timeline: { B: { range: { from: '1 ms', to: '2 ms', cpus } } },
});

it.each([
  span('0 ns', '1 ns'),
  range('0-7,240-247'),
  range('9999'),
  { curves: { axis: '__proto__', seeds: 1000 } },
  { camera: { cpu: 0, zoom: 1 } },
  { event: { at: '0 ns', record: 0 } },
])('takes %j as it is', (view) => {
  expect(said(view)).toEqual(view);
});

it.each<[string, object, RegExp]>([
  ['a span that ends before it begins', span('2 ms', '1 ms'), /timeline.A.span.*ends before/s],
  ['a span of nothing', span('1 ms', '1 ms'), /ends before it begins/],
  ['a moment without a unit', span(5, '1 ms'), /timeline.A.span.from.*without a unit/s],
  ['a moment that is none', span('soon', '1 ms'), /timeline.A.span.from.*is not a time/s],
  ['a moment behind every run', span('0 ns', '11 s'), /timeline.A.span.to.*from 0 ns to 10 s/s],
  ['a machine that is none', { timeline: { E: {} } }, /timeline.E/],
  ['CPUs that are no list', range('0-7, 9'), /range.cpus.*0-7,240/s],
  ['CPUs without an end', range(`0${',1'.repeat(600)}`), /range.cpus/],
  ['a form that is none', { curves: { form: 'pie' } }, /curves.form.*chart, against/s],
  ['too many seeds', { curves: { seeds: 1001 } }, /curves.seeds.*1 to 1000/s],
  ['a length without a unit', { curves: { length: '50' } }, /curves.length/],
  ['an axis of another kind', { curves: { axis: ['a'] } }, /curves.axis/],
  ['a CPU beyond all machines', { camera: { cpu: 1e6, zoom: 2 } }, /camera.cpu/],
  ['a camera without a zoom', { camera: { cpu: 1 } }, /camera.zoom/],
  ['a camera in the distance', { camera: { cpu: 1, x: 1e9, zoom: 2 } }, /camera.x/],
  ['a zoom below the whole machine', { camera: { cpu: 1, zoom: 0.5 } }, /camera.zoom/],
  ['a record before the first', { event: { at: '1 ms', record: -1 } }, /event.record/],
])('refuses %s', (_, view, problem) => {
  expect(() => said(view)).toThrow(problem);
});
