// What a kernel says of cache-aware balancing, and the numbers the core takes for it.

import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { CacheAwareSchema, cacheAwareValues } from './cache-aware.ts';
import { optionValues } from './kernel-options.ts';

describe('cache-aware balancing of a kernel', () => {
  it('is off where the kernel does not speak of it, with the published tunables', () => {
    expect(cacheAwareValues(undefined)).toMatchObject({ cache_version: 0 });
    expect(optionValues({}, true)).toMatchObject({
      ...{ cache_enabled: 1, cache_tolerance: 1, cache_epoch_period: 10 },
      ...{ cache_affinity_timeout: 5, cache_overaggr_pct: 50, cache_imb_pct: 20 },
    });
    expect(new Set(cacheAwareValues(undefined).cache_switch)).toEqual(new Set([0]));
  });

  it('hands a switch over as one more than its value, in the order of the core', () => {
    const { cache_switch: given } = cacheAwareValues({
      version: 'v4',
      switches: { overaggr_div_smt: false, smt1_bonus: true, scan_set: '3nodes_if_numa' },
    });
    expect(given.slice(0, 3)).toEqual([1, 2, 0]);
    expect(given[9]).toBe(3);
  });

  it('refuses a switch or a value nobody knows', () => {
    const accepts = (value: object) => v.safeParse(CacheAwareSchema, value).success;
    expect(accepts({ version: 'v2', switches: { detach: 'skip' } })).toBe(true);
    expect(accepts({ version: 'v2', switches: { detach: 'sort' } })).toBe(false);
    expect(accepts({ version: 'v2', switches: { detach_all: true } })).toBe(false);
    expect(accepts({ version: 'v5' })).toBe(false);
    expect(accepts({ version: 'v2', aggr_tolerance: 101 })).toBe(false);
  });
});
