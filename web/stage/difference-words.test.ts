import { describe, expect, it } from 'vitest';
import { differenceOr, pointsText, relative, theSame } from './difference-words.ts';

describe('a difference', () => {
  it('of which no digit would be shown is called the same, of whatever kind it is', () => {
    expect([pointsText(0.0004), pointsText(-0.0004), pointsText(0)]).toEqual([
      theSame,
      theSame,
      theSame,
    ]);
    expect([relative(100_001, 100_000), relative(99_999, 100_000)]).toEqual([theSame, theSame]);
    expect(differenceOr('0 more')).toBe(theSame);
  });
  it('is told with its sign and one digit behind the point', () => {
    expect([pointsText(0.1), pointsText(-0.0006)]).toEqual(['+10.0 points', '−0.1 points']);
    expect(relative(2, 4)).toBe('−50.0 %');
    expect(differenceOr('0.02 more')).toBe('0.02 more');
  });
});
