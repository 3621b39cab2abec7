import { describe, expect, it } from 'vitest';
import { ACTIVITY } from '../../../../engine/abi.gen.ts';
import type { Frame, Topology } from '../../../../engine/types.ts';
import { sharedOf } from './sharing.ts';

const { IDLE, USER, KERNEL, UNKNOWN } = ACTIVITY;
/** Three LLCs of two CPUs. */
const topology = { llc: Uint16Array.of(0, 0, 1, 1, 2, 2), llcs: 3 } as unknown as Topology;
const frameOf = (...activity: readonly number[]) =>
  ({ cpus: { count: activity.length, activity: Uint8Array.from(activity) } }) as unknown as Frame;

describe('an LLC is shared', () => {
  it('when two CPUs are at work in it and none in another', () => {
    const frame = frameOf(USER, KERNEL, USER, IDLE, IDLE, IDLE);
    expect(sharedOf(frame, topology)).toEqual([{ llc: 0, atWork: 2 }]);
  });

  it('and nothing is to be said of it once each has work', () => {
    expect(sharedOf(frameOf(USER, USER, USER, USER, KERNEL, IDLE), topology)).toEqual([]);
  });

  it('and nothing is said where it is not known whether another is empty', () => {
    expect(sharedOf(frameOf(USER, USER, USER, IDLE, UNKNOWN, IDLE), topology)).toEqual([]);
  });
});
