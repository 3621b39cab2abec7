import { describe, expect, it } from 'vitest';
import { pairsOf } from '../engine/sweep/grid.ts';
import { SWEEP_SEEDS } from './limits.ts';
import { openScenario } from './scenario.ts';
import { parseAxis, planSweep, type SweepWanted } from './sweep.ts';
import { reader, refusal, smallScenario } from './testing.ts';

const document = smallScenario({
  published: [
    {
      id: 'a',
      label: 'a',
      metric: 'line_rank',
      line: { structure: 'root_domain', line: 3 },
      claim: 'predicted',
    },
    {
      id: 'b',
      label: 'b',
      metric: 'line_share',
      line: { structure: 'root_domain', line: 3, instance: 0 },
      claim: 'predicted',
    },
  ],
});
const plan = (wanted: Partial<SweepWanted>) =>
  planSweep({ over: [], seeds: 2, ...wanted }, (set) => openScenario(document, reader, set));

describe('an axis', () => {
  it('takes texts, numbers, and commas inside of brackets or quotes', () => {
    expect(parseAxis('workload.user=300us, 450us')).toEqual({
      path: 'workload.user',
      values: ['300us', '450us'],
    });
    expect(parseAxis('workload.threads=4,8').values).toEqual([4, 8]);
    expect(parseAxis('title="a, b",c').values).toEqual(['a, b', 'c']);
  });

  it.each(['workload.user', '=1,2', 'workload.user=', 'workload.user=1,,2', 'x=[1,2],[3]'])(
    'is refused when written %s',
    async (written) => {
      expect((await refusal(() => parseAxis(written))).remedy).toContain('write');
    },
  );
});

describe('a planned sweep', () => {
  it('has every variant, consecutive seeds from the scenario on, and each line once', async () => {
    const { head } = await plan({ over: [parseAxis('workload.user=300us,400us')], seeds: 3 });
    expect(head.variants).toEqual(['A', 'B']);
    expect(head.seeds).toEqual([1, 2, 3]);
    expect(head.lines).toEqual([{ structure: 'root_domain', line: 3, instance: 0 }]);
    expect(head.cells.map(({ values }) => values)).toEqual([['300us'], ['400us']]);
    expect(head.cells[0]).toMatchObject({ duration_ns: 3e6, window_ns: { from: 1e6, to: 3e6 } });
  });

  it('gives jobs that differ by what the cell, the seed and the variant say', async () => {
    const { head, jobOf } = await plan({ over: [parseAxis('workload.user=300us,400us')] });
    const pairs = pairsOf(head.cells.length, head.seeds);
    const [first, , second] = pairs.map((pair) => jobOf(pair, 'A'));
    expect(first!.definition.seed_low).toBe(1);
    expect(jobOf(pairs[1]!, 'A').definition.seed_low).toBe(2);
    expect(first!.definition.workload_parameter).not.toEqual(second!.definition.workload_parameter);
    expect(jobOf(pairs[0]!, 'B').definition.root_domain_layout).not.toBe(
      first!.definition.root_domain_layout,
    );
    expect(first!.windowStart).toBe(1e6);
  });

  it('says which cells cost more: those with more to do, and those that run for longer', async () => {
    const { costOf } = await plan({
      over: [parseAxis('workload.instances=1,2'), parseAxis('duration=2ms,6ms')],
    });
    const [short, long, ...more] = [0, 1, 2, 3].map(costOf);
    expect(long! / short!).toBeCloseTo(3, 1);
    for (const [at, cost] of more.entries()) expect(cost / [short, long][at]!).toBeCloseTo(2, 1);
  });

  it('has another fingerprint when anything the core is given changes', async () => {
    const one = (await plan({})).head.fingerprint;
    expect((await plan({})).head.fingerprint).toBe(one);
    const other = { ...document, duration: '4 ms' };
    const changed = await planSweep({ over: [], seeds: 2 }, (s) => openScenario(other, reader, s));
    expect(changed.head.fingerprint).not.toBe(one);
  });

  it('finds the last bad value before the first run', async () => {
    const error = await refusal(() => plan({ over: [parseAxis('workload.threads=6,7,x')] }));
    expect(error.path).toBe('workload.threads');
  });

  it('refuses doubled parameters and values, its own seed, and grids beyond the limits', async () => {
    const axis = parseAxis('workload.user=300us,400us');
    const path = async (wanted: Partial<SweepWanted>) => (await refusal(() => plan(wanted))).path;
    expect(await path({ over: [axis, axis] })).toBe('workload.user');
    expect(await path({ over: [parseAxis('workload.user=3us,3us')] })).toBe('workload.user');
    expect(await path({ over: [parseAxis('seed=1,2')] })).toBe('seed');
    expect(await path({ seeds: 0 })).toBe('seeds');
    expect(await path({ seeds: SWEEP_SEEDS + 1 })).toBe('seeds');
    expect(await path({ variants: ['Q'] })).toBe('variant');
    const many = { path: 'workload.threads', values: Array.from({ length: 600 }, (_, i) => i + 5) };
    expect(await path({ over: [axis, many], seeds: 1 })).toBe('over');
    expect(await path({ over: [many], seeds: 1000 })).toBe('over');
  });
});
