import { describe, expect, it } from 'vitest';
import { ACTIVITY } from '../../../../engine/abi.gen.ts';
import type { Frame, Topology } from '../../../../engine/types.ts';
import { sharedOf } from './sharing.ts';

const { IDLE, USER, KERNEL, UNKNOWN } = ACTIVITY;
/** Three LLCs of two CPUs. */
const topology = { llc: Uint16Array.of(0, 0, 1, 1, 2, 2), llcs: 3 } as unknown as Topology;
/** A task runs on CPUs in user code, and in the kernel but where it is said that it does not. */
const frameOf = (activity: readonly number[], without?: number) =>
  ({
    cpus: {
      count: activity.length,
      activity: Uint8Array.from(activity),
      task: Int32Array.from(activity, (each, cpu) =>
        (each === USER || each === KERNEL) && cpu !== without ? cpu : -1,
      ),
    },
  }) as unknown as Frame;

describe('an LLC is shared', () => {
  const crowded = [USER, KERNEL, USER, IDLE, IDLE, IDLE];
  it('when two tasks run in it and none in another', () => {
    expect(sharedOf(frameOf(crowded), topology)).toEqual([{ llc: 0, running: 2 }]);
  });

  it('and none is empty in which a CPU is in the kernel, with a task or without', () => {
    expect(sharedOf(frameOf([USER, USER, USER, IDLE, KERNEL, IDLE], 4), topology)).toEqual([]);
  });

  it('and a CPU that is in the kernel without a task shares nothing', () => {
    expect(sharedOf(frameOf(crowded, 1), topology)).toEqual([]);
  });

  it('and nothing is to be said of it once each has work', () => {
    expect(sharedOf(frameOf([USER, USER, USER, USER, KERNEL, IDLE]), topology)).toEqual([]);
  });

  it('and nothing is said where it is not known whether another is empty', () => {
    expect(sharedOf(frameOf([USER, USER, USER, IDLE, UNKNOWN, IDLE]), topology)).toEqual([]);
  });
});
