// The pace at which a workload of one's own comes on stage.

import { describe, expect, it } from 'vitest';
import { timeNs } from '../../scenario/index.ts';
import { paceOf, RUN_SECONDS } from './pace.ts';

describe('the pace of a workload', () => {
  it('takes its run through in about twenty seconds, whatever its length', () => {
    for (const length of ['5ms', '2s', '123us', '10s']) {
      const rate = timeNs(paceOf(length, 7));
      expect(timeNs(length) / rate / RUN_SECONDS, length).toBeCloseTo(1, 1);
    }
  });
  it('is that of the scenario’s length where the text says none', () => {
    expect(timeNs(paceOf(undefined, 100_000_000))).toBe(5_000_000);
  });
});
