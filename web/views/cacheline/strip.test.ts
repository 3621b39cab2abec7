import { describe, expect, it } from 'vitest';
import { HISTORY } from './history.ts';
import { fetchWidth, stripRowHeight } from './strip.ts';
import { words } from './words.ts';

describe('the strip of the last fetches', () => {
  it('shows few of them as wide as can be told apart, and never more than it has room for', () => {
    expect(fetchWidth(1)).toBeGreaterThanOrEqual(8);
    for (let fetches = 1; fetches <= HISTORY; fetches++) {
      expect(fetches * fetchWidth(fetches)).toBeLessThanOrEqual(HISTORY);
      expect(fetchWidth(fetches)).toBeGreaterThanOrEqual(1);
    }
  });
  it('is high enough to be seen also of one node', () => {
    for (const nodes of [1, 2, 4, 6, 16])
      expect(nodes * stripRowHeight(nodes)).toBeGreaterThanOrEqual(12);
  });
  it('says beside it where most came from, and that none has', () => {
    expect(words.mostOf(words.stripPart(3, 0.62), 14)).toBe('node 3 62 % of 14');
    expect(words.mostOf(undefined, 0)).toBe('none yet');
  });
});
