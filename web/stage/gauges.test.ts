// What gauges say: of a measured window with what its figures are a part of, and of a recording nothing of what its trace
// does not hold, and of a CPU in a gap not that it works.

import { describe, expect, it } from 'vitest';
import { ACTIVITY, TASK } from '../engine/abi.gen.ts';
import type { Catalog, Frame } from '../engine/types.ts';
import { gaugeMeasured, gaugeNow, isToldByTraces, wayOf } from './gauges.ts';
import { pagesReport } from './testing/report.ts';

const activity = [ACTIVITY.USER, ACTIVITY.IDLE, ACTIVITY.UNKNOWN, ACTIVITY.UNKNOWN];
const frame = { cpus: { count: 4, activity } } as unknown as Frame;
const catalog = { topology: { llc: [0, 0, 1, 1], llcs: 2 } } as unknown as Catalog;

describe('a CPU of which nothing is known', () => {
  it('makes its cache no used one', () => {
    expect(gaugeNow('caches-used', frame, catalog)).toEqual({
      value: 1,
      whole: { of: 'things', count: 2 },
    });
  });
});

describe('tasks that wait for a CPU', () => {
  it('are those of the workload, not the idle tasks of busy CPUs, which are runnable, too', () => {
    const { RUNNABLE, RUNNING, SLEEPING, WAKING } = TASK;
    const state = [RUNNABLE, RUNNABLE, RUNNING, RUNNING, RUNNABLE, SLEEPING, WAKING];
    const running = { tasks: { count: 7, state } } as unknown as Frame;
    const named = {
      topology: { cpus: 2 },
      tasks: 7,
      taskRoles: { name: ['', 'migration'], role: [0, 0, 0, 0, 0, 0, 1] },
    } as unknown as Catalog;
    expect(gaugeNow('waiting-tasks', running, named)).toEqual({ value: 1 });
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

describe('a run of pages whose first node stands for all', () => {
  const run = pagesReport({ cpus: 192, nodes: 4, zones: 1, throughput: 1_000_000 });
  const busy = { of: 'busy', cpus: 48 };

  it('has its waits of the CPUs of that node, and its rate of all nodes', () => {
    // Both locks of the allocator, which is more than the ledger has as waiting for locks.
    expect(gaugeMeasured('lock-wait-share', run)).toEqual({ value: 0.625, whole: busy });
    expect(gaugeMeasured('waiting-for-locks', run)).toEqual({ value: 30, whole: busy });
    const lines = gaugeMeasured('line-wait-share', run)!;
    expect(lines).toEqual({ value: expect.closeTo(0.07, 9), whole: busy });
    expect(gaugeMeasured('waiting-for-lines', run)!.value).toBeCloseTo(0.07 * 48, 9);
    expect(gaugeMeasured('throughput', run)).toEqual({ value: 4_000_000 });
    const all = { of: 'all', cpus: 192 };
    expect(gaugeMeasured('busy-cpus', run)).toEqual({ value: 0.2351 * 192, whole: all });
  });

  it('has them of all CPUs where each node has an allocator, or no node has one', () => {
    const each = pagesReport({ cpus: 192, nodes: 4, zones: 4, throughput: 1_000_000 });
    const all = { of: 'all', cpus: 192 };
    expect(gaugeMeasured('waiting-for-locks', each)).toEqual({ value: 120, whole: all });
    expect(gaugeMeasured('throughput', each)).toEqual({ value: 1_000_000 });
    const { ledger } = run.headline;
    const none = { ...run, zones: [] };
    expect(gaugeMeasured('lock-wait-share', none)).toEqual({
      value: ledger.lockWait / (192 * run.headline.windowLength),
      whole: all,
    });
    expect(gaugeMeasured('throughput', none)).toEqual({ value: 1_000_000 });
  });

  it('tells nothing before it measures, nor what is counted at a moment', () => {
    const before = { ...run, headline: { ...run.headline, measuring: false } };
    expect(gaugeMeasured('throughput', before)).toBeUndefined();
    expect(gaugeMeasured('caches-used', run)).toBeUndefined();
  });
});

describe('the way of a gauge', () => {
  it('is better or worse by what it counts, or by what a story wants of it', () => {
    expect(wayOf('throughput', 2, 1)).toBe('better');
    expect(wayOf('lock-wait-share', 2, 1)).toBe('worse');
    expect(wayOf('lock-wait-share', 2, 1, 'more')).toBe('better');
  });
  it('is none of equals, nor of what is neither good nor bad', () => {
    expect(wayOf('throughput', 1, 1)).toBeUndefined();
    expect(wayOf('busy-cpus', 2, 1)).toBeUndefined();
    expect(wayOf('busy-cpus', 2, 1, 'less')).toBe('worse');
  });
});
