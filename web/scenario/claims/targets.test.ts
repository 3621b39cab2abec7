import { describe, expect, it } from 'vitest';
import { reached, type TargetRow } from './targets.ts';

const row = (batch: number, cell: string, published: number, simulated: number): TargetRow => ({
  id: `pcp/m/${batch}/${cell}`,
  published,
  simulated,
  error: { value: simulated - published, unit: cell === 'score' ? '%' : 'points' },
});

const rows = [
  row(31, 'zone', 60, 63),
  row(31, 'lru', 10, 5),
  row(53, 'zone', 30, 34),
  row(53, 'lru', 35, 20),
  row(63, 'zone', 20, 20),
  row(63, 'lru', 45, 44),
];
const of = { name: 'M', rows: ['pcp/m/*'] };

describe('a target of many rows', () => {
  it('takes the RMS or the largest error of one of their numbers', () => {
    const rms = reached({ ...of, level: 'rms', cell: 'zone', limit: 3 }, rows);
    expect(rms.value).toBeCloseTo(Math.sqrt((9 + 16 + 0) / 3), 12);
    expect(rms).toMatchObject({ rows: 3, unit: 'points', passed: true });
    const most = reached({ ...of, level: 'most', cell: 'zone', limit: 3 }, rows);
    expect(most).toMatchObject({ value: 4, passed: false });
  });

  it('says by how many rows a crossing is off', () => {
    const crossing = { ...of, level: 'crossing', above: 'lru', below: 'zone' } as const;
    const found = reached({ ...crossing, limit: 1 }, rows);
    expect(found).toMatchObject({ value: 1, passed: true });
    expect(found.says).toBe('crosses at 63, published at 53');
    expect(reached({ ...crossing, limit: 0 }, rows).passed).toBe(false);
  });

  it('fails where nothing was simulated', () => {
    const bare = rows.map((each) => ({ ...each, simulated: null, error: null }));
    const error = reached({ ...of, level: 'rms', cell: 'zone', limit: 99 }, bare);
    expect(error).toMatchObject({ value: null, passed: false });
    const crossing = { ...of, level: 'crossing', above: 'lru', below: 'zone', limit: 9 } as const;
    expect(reached(crossing, bare)).toMatchObject({ value: null, passed: false });
  });
});
