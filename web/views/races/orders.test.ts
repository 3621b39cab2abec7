import { describe, expect, it } from 'vitest';
import { cpupriRaces, overloadRaces } from '../../engine/races/catalog.ts';
import { allOrders, onlyIn, reordered, stepOrderOf } from './orders.ts';

const race = (id: string) => [...cpupriRaces, ...overloadRaces].find((each) => each.id === id)!;

describe('the orders of cpupri_set', () => {
  it('are 24, the kernel’s first', () => {
    expect(new Set(allOrders).size).toBe(24);
    expect(allOrders[0]).toBe('SIDC');
  });

  it('are read off a race, if it makes an update at once', () => {
    expect(stepOrderOf(race('L01'))).toBe('SIDC');
    expect(stepOrderOf(race('L12'))).toBe('DCSI');
    expect(stepOrderOf(race('O05'))).toBe('SIDC');
    expect(stepOrderOf(race('O01'))).toBeUndefined();
    expect(stepOrderOf(race('O06'))).toBeUndefined();
  });

  it('turn one race into another of the vectors', () => {
    expect(reordered(race('L01'), 'DCSI').race).toEqual(race('L12').race);
    expect(reordered(race('L03'), 'ISDC').race).toEqual(race('L13').race);
    expect(reordered(race('L12'), 'SIDC').race).toEqual(race('L01').race);
  });

  it('change every update of a thread, and what comes after stays', () => {
    const [twice] = reordered(race('L07'), 'ISCD').race.threads;
    expect(twice!.map((step) => [step.op, 'level' in step && step.level])).toEqual([
      ['increment', 1],
      ['set-bit', 1],
      ['clear-bit', 0],
      ['decrement', 0],
      ['increment', 2],
      ['set-bit', 2],
      ['clear-bit', 1],
      ['decrement', 1],
    ]);
    expect(reordered(race('O05'), 'ISDC').race.threads[0]!.at(-1)).toEqual({
      op: 'read-overload',
      node: 0,
    });
  });
});

describe('comparing results', () => {
  it('names what is new', () => {
    expect(onlyIn(['none', 'idx0:0'], ['idx0:0'])).toEqual(['none']);
  });
});
