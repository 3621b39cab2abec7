import { describe, expect, it } from 'vitest';
import { errorBar, errorTable, fewestNear, type Residual } from './table.ts';
import { errorBarWords, orderWords } from './words.ts';

const head = {
  date: '2026-01-31',
  version: '0.1.0',
  orders: { right: 3, of: 5 },
  signs: { right: 4, of: 5 },
};

/** Two sources by turns. */
const idOf = (family: string, at: number) => `${at % 2 === 0 ? 'one' : 'other'}/${family}/${at}`;

/** Changes of 5 %, off by so many points: an error is a tenth of that, as the scale is 5 + 5. */
const changes = (family: string, ...points: number[]): Residual[] =>
  points.map((off, at) => ({
    ...{ id: idOf(family, at), kind: 'change', family },
    ...{ simulated: 5, published: 5 + off },
  }));

const rates = (family: string, ...factors: number[]): Residual[] =>
  factors.map((factor, at) => ({
    ...{ id: idOf(family, at), kind: 'absolute', family },
    ...{ simulated: 100, published: 100 * factor },
  }));

const gain = { metric: 'throughput_gain', value: 5, workload: 'hackbench' } as const;

describe('an error bar', () => {
  it('of a workload with claims is as wide as eight of ten of a next one would keep', () => {
    const table = errorTable(changes('hackbench', 1, 2, 3, 4, 5, 6, 7, 8, 90), head);
    const bar = errorBar(table, gain)!;
    expect(bar).toMatchObject({ kind: 'change', family: 'hackbench', rows: 9, near: 9 });
    expect([bar.low, bar.high, bar.within]).toEqual([-3, 13, 8]);
    expect(errorBarWords(bar)).toBe(
      'on 9 claims like this one the model was within 8 points in 8 of 10',
    );
  });

  it('grows with the size of a change', () => {
    const table = errorTable(changes('hackbench', 1, 1, 1, 1), head);
    expect(errorBar(table, { ...gain, value: 95 })!.within).toBeCloseTo(10, 9);
  });

  it('of fewer claims than bound anything rests on all workloads, each of which counts the same', () => {
    const many = Array.from({ length: 40 }, () => 1);
    const rows = [changes('a', ...many), changes('b', 2), changes('c', 3), changes('d', 40)].flat();
    const table = errorTable([...rows, ...changes('hackbench', 5, 5)], head);
    const bar = errorBar(table, gain)!;
    expect(bar).toMatchObject({ family: null, near: 2, families: 5, within: 5 });
    expect(errorBarWords(bar)).toBe(
      'only 2 tested claims are similar; across all 5 workloads with claims the model was within 5 points in 8 of 10',
    );
    expect(fewestNear).toBe(4);
  });

  it('of claims of one source is never narrower than that of all workloads together', () => {
    const one = changes('hackbench', 1, 1, 1, 1).map((row, at) => ({ ...row, id: `one/${at}` }));
    const others = changes('tbench', 20, 20, 20, 20);
    const bar = errorBar(errorTable([...one, ...others], head), gain)!;
    expect(bar).toMatchObject({ family: null, within: 20 });
    expect(errorBarWords(bar)).toMatch(
      /^all similar claims come from one source; across both workloads with claims the model /,
    );
    const wide = changes('hackbench', 30, 30, 30, 30).map((row, at) => ({
      ...row,
      id: `one/${at}`,
    }));
    const own = errorBar(errorTable([...wide, ...changes('tbench', 2, 2, 2, 2)], head), gain)!;
    expect(own).toMatchObject({ family: 'hackbench', within: 30 });
  });

  it('says that no claim is near, of another workload or of a policy of one’s own', () => {
    const rows = ['hackbench', 'tbench', 'stream', 'cyclic'].flatMap((name) => changes(name, 1));
    const table = errorTable([...rows, ...changes('schbench', 1, 1, 1, 1)], head);
    const other = errorBar(table, { ...gain, workload: 'program' })!;
    expect(errorBarWords(other)).toMatch(/^no tested claim is similar; across all 5 /);
    const own = errorBar(table, { ...gain, workload: 'schbench', ownPolicy: true })!;
    expect(errorBarWords(own)).toMatch(/^this policy has not been measured; across all /);
    expect(own.family).toBe(null);
  });

  it('is not given where no claim is near and fewer than four workloads have claims', () => {
    const three = ['a', 'b', 'c'].flatMap((name) => changes(name, 1, 1, 1, 1));
    expect(errorBar(errorTable(three, head), gain)).toBeUndefined();
    expect(errorBar(errorTable(three, head), { ...gain, workload: 'a' })).toBeDefined();
    const few = [...three, ...changes('hackbench', 1)];
    expect(errorBar(errorTable(few, head), gain)).toBeDefined();
  });

  it('of a rate or time is a factor', () => {
    const table = errorTable(rates('tbench', 1.1, 0.8, 1.25, 2), head);
    const bar = errorBar(table, { metric: 'throughput', value: 50, workload: 'tbench' })!;
    expect(bar.low).toBeCloseTo(25, 9);
    expect(bar.high).toBeCloseTo(100, 9);
    expect(errorBarWords(bar)).toContain('within a factor of 2 in 8 of 10');
  });

  it('stays where a figure can lie: nothing loses more than all, no share is above 100 %', () => {
    const shares = changes('hackbench', 50, 50, 50, 50).map((row) => ({
      ...row,
      kind: 'share' as const,
    }));
    const table = errorTable([...changes('hackbench', 60, 60, 60, 60), ...shares], head);
    expect(errorBar(table, { ...gain, value: -80 })!.low).toBe(-100);
    expect(errorBar(table, { ...gain, metric: 'time_saved', value: 80 })!.high).toBe(100);
    const share = errorBar(table, { ...gain, metric: 'kernel_share', value: 90 })!;
    expect(share.high).toBe(100);
  });

  it('is not given of names, of a ranking, of a count or of a rate of nothing', () => {
    const table = errorTable(rates('hackbench', 1, 1, 1, 1), head);
    for (const metric of ['line_symbols', 'line_rank', 'migrations_wake']) {
      expect(errorBar(table, { ...gain, metric })).toBeUndefined();
    }
    expect(errorBar(table, { ...gain, metric: 'throughput', value: 0 })).toBeUndefined();
    expect(errorBar(table, { ...gain, value: Number.NaN })).toBeUndefined();
  });

  it('of an order says how many claimed orders came out', () => {
    expect(orderWords(errorTable([], head))).toBe('Of 5 claimed orders 3 came out as published.');
  });
});
