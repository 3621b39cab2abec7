// The zoom and the range of a Timeline in a link, there and back, and on a machine that the link did not have in mind.

import { expect, it } from 'vitest';
import type { OpenedRecipe } from '../scenario/index.ts';
import { rangeOf, spanOf, withChange } from './timeline-kept.ts';

const opened = { duration: 2_000_000, machine: { cpus: 8 } } as OpenedRecipe;

it('comes back as it was, each part and each side by itself', () => {
  const range = { from: 200, to: 1_400, cpus: [6, 0, 1, 2] };
  const zoomed = withChange(undefined, 'A', { span: { from: 100, to: 1_500 } });
  const both = withChange(zoomed, 'A', { range });
  const all = withChange(both, 'B', { span: { from: 0, to: 7 } });
  expect(all).toEqual({
    A: {
      span: { from: '100 ns', to: '1.5 µs' },
      range: { from: '200 ns', to: '1.4 µs', cpus: '0-2,6' },
    },
    B: { span: { from: '0 ns', to: '7 ns' } },
  });
  expect(spanOf(all!.A!.span, opened)).toEqual({ from: 100, to: 1_500 });
  expect(rangeOf(all!.A!.range, opened)).toEqual({ ...range, cpus: [0, 1, 2, 6] });
});

it('says nothing once nothing is chosen any more', () => {
  const chosen = withChange(undefined, 'C', { range: { from: 0, to: 1, cpus: undefined } });
  expect(chosen).toEqual({ C: { range: { from: '0 ns', to: '1 ns' } } });
  expect(rangeOf(chosen!.C!.range, opened)).toEqual({ from: 0, to: 1, cpus: undefined });
  expect(withChange(chosen, 'C', { range: undefined })).toBeUndefined();
});

it('writes fractions of a nanosecond as the whole ones around them', () => {
  const { A } = withChange(undefined, 'A', { span: { from: 10.4, to: 10.6 } })!;
  expect(A!.span).toEqual({ from: '10 ns', to: '11 ns' });
});

it('is cut where the run ends and to the CPUs there are; what lies outside is passed over', () => {
  const span = { from: '1 ms', to: '5 ms' };
  expect(spanOf(span, opened)).toEqual({ from: 1_000_000, to: 2_000_000 });
  expect(spanOf({ from: '2 ms', to: '5 ms' }, opened)).toBeUndefined();
  expect(rangeOf({ ...span, cpus: '6-9999' }, opened)!.cpus).toEqual([6, 7]);
  expect(rangeOf({ ...span, cpus: '240-479,7-3' }, opened)).toBeUndefined();
});
