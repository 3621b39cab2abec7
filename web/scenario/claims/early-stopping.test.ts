import { describe, expect, it } from 'vitest';
import { median } from '../../engine/sweep/statistics.ts';
import { boundsOf, isSettled as isSettledRow, targetIsSettled } from './early-stopping.ts';
import type { Claim, ClaimTarget } from './schema.ts';
import type { Neighbour, SimulatedRow } from './verdict.ts';

const seen = (...values: number[]): SimulatedRow => ({
  kind: 'number',
  values,
  differences: values,
});
const alone = () => {
  throw new Error('no other row is asked for');
};
const nextTo = (simulated: SimulatedRow) => () => ({ id: 'other', published: 5, simulated });
const isSettled = (
  claims: readonly Claim[],
  published: number | readonly string[],
  simulated: SimulatedRow,
  near: (id: string) => Neighbour,
) => isSettledRow(claims, { published, simulated, planned: 10 }, near);

describe('the bounds of a median', () => {
  it('are those of the first seeds, widened by their width on either side', () => {
    expect(boundsOf([3, 1, 2, 2])).toEqual({ low: -1, high: 5 });
    expect(boundsOf([7, 7, 7, 7])).toEqual({ low: 7, high: 7 });
  });

  it('are not told from three seeds', () => {
    expect(boundsOf([1, 1, 1])).toBeNull();
  });

  it('are certain from six of ten seeds, which hold the median whatever the other four measure', () => {
    const six = [30, 10, 60, 20, 50, 40];
    const bounds = boundsOf(six, 10)!;
    expect(bounds).toEqual({ low: 15, high: 55 });
    const others = [
      [-1e9, -1e9, -1e9, -1e9],
      [1e9, 1e9, 1e9, 1e9],
      [-1e9, 35, 35, 1e9],
      [11, 12, 59, 1e9],
    ];
    for (const four of others) {
      const whole = median([...six, ...four]);
      expect(whole).toBeGreaterThanOrEqual(bounds.low);
      expect(whole).toBeLessThanOrEqual(bounds.high);
    }
    expect(boundsOf([...six, ...others[0]!], 10)).toEqual({ low: 15, high: 15 });
  });

  it('are certain from five of nine seeds', () => {
    const five = [30, 10, 50, 20, 40];
    const bounds = boundsOf(five, 9)!;
    expect(bounds).toEqual({
      low: median([...five, 0, 0, 0, 0]),
      high: median([...five, 99, 99, 99, 99]),
    });
  });

  it('are the widened ones where seeds are too few to be certain', () => {
    expect(boundsOf([1, 2, 3, 4, 5], 10)).toEqual({ low: -3, high: 9 });
    expect(boundsOf([1, 2, 3, 4, 5, 6], 100)).toEqual({ low: -4, high: 11 });
  });
});

describe('a row', () => {
  const within = [{ level: 'within', points: 2 }] as const;

  it('is settled where all of its bounds have the claimed size', () => {
    expect(isSettled(within, 10, seen(10, 10.2, 9.9, 10.1), alone)).toBe(true);
  });

  it('is settled where all of its bounds miss it on one side', () => {
    expect(isSettled(within, 10, seen(20, 20.5, 19.8, 20), alone)).toBe(true);
  });

  it('is open where an edge of the claim lies within its bounds', () => {
    expect(isSettled(within, 10, seen(11.9, 12, 11.8, 11.9), alone)).toBe(false);
  });

  it('is open where its bounds reach beyond the claim on both sides', () => {
    expect(isSettled(within, 10, seen(5, 15, 4, 16), alone)).toBe(false);
  });

  it('is open for a sign until its bounds leave zero out', () => {
    const sign = [{ level: 'sign' }] as const;
    expect(isSettled(sign, 5, seen(3, 3.5, 3.2, 4), alone)).toBe(true);
    expect(isSettled(sign, 5, seen(1, 3, 2, 2), alone)).toBe(false);
    expect(isSettled(sign, 5, seen(-3, -3.1, -3, -3.2), alone)).toBe(true);
  });

  it('is open for an order while its bounds meet those of the other row', () => {
    const order: Claim[] = [{ level: 'order', among: ['other'] }];
    expect(isSettled(order, 9, seen(8, 8.1, 8, 8), nextTo(seen(5, 5.2, 5, 5)))).toBe(true);
    expect(isSettled(order, 9, seen(5.3, 5.4, 5.3, 5.3), nextTo(seen(5, 5.2, 5, 5)))).toBe(false);
    expect(isSettled(order, 9, seen(8, 8, 8, 8), nextTo({ kind: 'nothing' }))).toBe(false);
  });

  it('is settled by six seeds whose scatter would leave four open', () => {
    expect(isSettled(within, 10, seen(9, 11, 10, 10), alone)).toBe(false);
    expect(isSettled(within, 10, seen(9, 11, 10, 10, 12.5, 9.5), alone)).toBe(true);
  });

  it('is settled once one of its claims misses for good', () => {
    const both: Claim[] = [{ level: 'sign' }, { level: 'within', points: 2 }];
    expect(isSettled(both, 30, seen(1, 3, 2, 2), alone)).toBe(true);
  });

  it('is open while one of its claims is, though another passes for good', () => {
    const both: Claim[] = [{ level: 'sign' }, { level: 'within', points: 2 }];
    expect(isSettled([both[1]!], 0.5, seen(-0.1, 0.1, 0, 0), alone)).toBe(true);
    expect(isSettled(both, 0.5, seen(-0.1, 0.1, 0, 0), alone)).toBe(false);
  });

  it('is never settled by names, nor by nothing', () => {
    expect(isSettled([{ level: 'names' }], ['a'], { kind: 'names', names: ['a'] }, alone)).toBe(
      false,
    );
    expect(isSettled(within, 10, { kind: 'nothing' }, alone)).toBe(false);
  });
});

describe('a target of many rows', () => {
  const row = (id: string, published: number, ...values: number[]) => ({
    row: { id: `t/${id}`, published, unit: '%' },
    bounds: boundsOf(values),
  });
  const rms: ClaimTarget = { level: 'rms', name: 'x', rows: ['t/*'], cell: 'zone', limit: 3 };

  it('is settled while no bound of any row changes its verdict', () => {
    const near = [row('1/zone', 10, 11, 11, 11, 11), row('2/zone', 20, 19, 19.2, 19, 19)];
    expect(targetIsSettled(rms, near)).toBe(true);
    const far = [row('1/zone', 10, 20, 20, 20, 20), row('2/zone', 20, 19, 19, 19, 19)];
    expect(targetIsSettled(rms, far)).toBe(true);
    const open = [row('1/zone', 10, 13, 13.5, 12.8, 13), row('2/zone', 20, 23, 23, 23, 23)];
    expect(targetIsSettled(rms, open)).toBe(false);
  });

  it('is open for a crossing where two numbers of a row are not told apart', () => {
    const crossing: ClaimTarget = {
      level: 'crossing',
      name: 'x',
      rows: ['t/*'],
      above: 'lru',
      below: 'zone',
      limit: 1,
    };
    const apart = [row('1/lru', 10, 9, 9, 9, 9), row('1/zone', 10, 12, 12, 12, 12)];
    expect(targetIsSettled(crossing, apart)).toBe(true);
    const close = [row('1/lru', 10, 9, 9.5, 9, 9), row('1/zone', 10, 9.6, 9.6, 9.6, 9.6)];
    expect(targetIsSettled(crossing, close)).toBe(false);
  });
});
