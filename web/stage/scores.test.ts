// What gauges say of a recording: nothing of what its trace does not hold, and of a CPU in a gap not that it works.

import { describe, expect, it } from 'vitest';
import { ACTIVITY } from '../engine/abi.gen.ts';
import type { Catalog, Frame } from '../engine/types.ts';
import { isToldByTraces, scoreOf } from './scores.ts';

const activity = [ACTIVITY.USER, ACTIVITY.IDLE, ACTIVITY.UNKNOWN, ACTIVITY.UNKNOWN];
const frame = { cpus: { count: 4, activity } } as unknown as Frame;
const catalog = { topology: { llc: [0, 0, 1, 1], llcs: 2 } } as unknown as Catalog;

describe('a CPU of which nothing is known', () => {
  it('is not counted as busy, and its cache not as used', () => {
    expect(scoreOf('busy-cpus', frame, catalog)).toEqual({ value: 1, of: 4 });
    expect(scoreOf('caches-used', frame, catalog)).toEqual({ value: 1, of: 2 });
  });
});

describe('a trace of the scheduler', () => {
  it('tells who runs, waits and moves, and nothing of lines, locks, the kernel and what was done', () => {
    expect(
      ['busy-cpus', 'waiting-tasks', 'moves', 'wake-latency'].map((name) =>
        isToldByTraces(name as 'moves'),
      ),
    ).toEqual([true, true, true, true]);
    for (const name of [
      'waiting-for-lines',
      'waiting-for-locks',
      'kernel-share',
      'throughput',
    ] as const) {
      expect(isToldByTraces(name), name).toBe(false);
    }
  });
});
