import { describe, expect, it } from 'vitest';
import { fittingLabel, fittingNumber } from './label.ts';

/** Room for so many characters at 10 px. */
const room = (characters: number) => characters * 5.5 + 0.1;

describe('the name of a field', () => {
  it('stands whole where there is room', () => {
    expect(fittingLabel('rto_loop_next', room(13), 10)).toBe('rto_loop_next');
  });
  it('loses what it shares with its neighbours first', () => {
    expect(fittingLabel('rto_loop_next', room(10), 10)).toBe('loop_next');
    expect(fittingLabel('rto_loop_next', room(5), 10)).toBe('next');
    expect(fittingLabel('count[97]', room(6), 10)).toBe('[97]');
  });
  it('is cut where its end would not tell which field it is', () => {
    expect(fittingLabel('rto_count', room(7), 10)).toBe('rto_co…');
    expect(fittingLabel('refcount', room(6), 10)).toBe('refco…');
  });
  it('is left out where nothing can be read', () => {
    expect(fittingLabel('overloaded', room(2), 10)).toBe('');
  });
  it('is not cut if it is a number', () => {
    expect(fittingNumber('5,098', room(5), 10)).toBe('5,098');
    expect(fittingNumber('5,098', room(4), 10)).toBe('');
  });
});
