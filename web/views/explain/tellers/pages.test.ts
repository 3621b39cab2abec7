import { describe, expect, it } from 'vitest';
import type { FallbackFacts, HoldFacts } from '../../../engine/types.ts';
import { decisions, read, reasonOf } from '../testing.ts';

describe('the story of pages', () => {
  const hold: HoldFacts = {
    form: 'hold',
    ...{ first: 0, wanted: 31, pages: 31, single: 12, work: 40, order: 6, listed: 155 },
    stopped: [20, 8, 2, 1, 0],
  };
  const flush = {
    decision: decisions.indexOf('free_pcppages_bulk'),
    reason: reasonOf('high'),
    facts: hold,
  };
  const taken: FallbackFacts = {
    form: 'fallback',
    ...{ page: 0, wanted: 0, type: 1, order: 5, fallbacks: 3, moved: 100, onLru: 90, alike: 322 },
  };
  const fallback = {
    decision: decisions.indexOf('steal_suitable_fallback'),
    reason: reasonOf('claimed'),
    facts: taken,
  };
  it('says of a flush how many pages found a free buddy, and what ended their merging', () => {
    const { asked, looked, refused } = read(flush);
    expect(asked[0]).toContain('had reached their high mark; afterwards 155 pages were left');
    expect(looked.at(-1)).toBe(
      'When they were given back, 19 pages found a free buddy, 12 did not; later pages may have merged with them.',
    );
    expect(refused).toEqual([
      '20 times: the buddy is in use.',
      '8 times: the buddy is free, but lies on the page list of a CPU, where the zone does not see it.',
      '2 times: the buddy begins with a smaller free block.',
      '1 time: no block is larger than order 10.',
    ]);
  });
  it('says of a flush without an occasion that the mark was lowered', () => {
    expect(read({ ...flush, reason: reasonOf('decayed') }).asked[0]).toContain('Once per second');
  });
  it('says of a refill nothing about merging', () => {
    const { looked, refused } = read({
      ...flush,
      decision: 4,
      facts: { ...hold, single: 0, stopped: [] },
    });
    expect(looked).toHaveLength(2);
    expect(refused).toEqual([]);
  });
  it('says of a fallback whose pages it took, and what the pageblock held', () => {
    const { asked, looked, chosen } = read(fallback);
    expect(asked[0]).toBe(
      'A refill of CPU 3 wanted unmovable pages, and the zone had no free block of that migrate type.',
    );
    expect(looked).toEqual([
      'The block that was found had order 5, on the list of movable pages.',
      'Of the 512 pages of its pageblock 100 were free and 90 on the LRU lists; 322 more counted as of the wanted type. If half of them are free or of that type, the pageblock changes its type.',
      'The refill fell back 3 times; this was the first time.',
    ]);
    expect(chosen.at(-1)).toBe('100 pages change lists.');
  });
  it('says of a whole block that was taken nothing about what a pageblock held', () => {
    const facts = { ...taken, order: 10, fallbacks: 1 };
    const whole = { ...fallback, reason: reasonOf('large'), facts };
    expect(read(whole).looked).toEqual([
      'The block that was found had order 10, on the list of movable pages.',
    ]);
  });
});
