import { describe, expect, it } from 'vitest';
import { ACTIVITY } from '../../engine/abi.gen.ts';
import { ledgerKinds } from '../../engine/types.ts';
import {
  accessQueueOfLine,
  accessQueueOfLock,
  crowdedLock,
  hottestLine,
  shownAccessQueue,
} from './access-queue.ts';
import { activities, activityShares, countByLlc, queuedBehind } from './activity.ts';
import { catalogOf, shapes } from './testing/machines.ts';
import { frameOf } from './testing/records.ts';
import { words } from './words.ts';

const catalog = catalogOf(shapes['ring of four'], 10);

describe('sharesOf', () => {
  it('sums the ledger up to the five activities', () => {
    const rates = new Float64Array(2 * ledgerKinds.length);
    const set = (kind: (typeof ledgerKinds)[number], rate: number) => {
      rates[ledgerKinds.indexOf(kind)] = rate;
    };
    set('user', 0.5);
    set('kernel', 0.1);
    set('private', 0.1);
    set('lineWait', 0.15);
    set('remote', 0.05);
    set('lockWait', 0.04);
    set('idle', 0.05);
    set('idleExit', 0.01);
    const shares = new Float32Array(2 * activities.length);
    activityShares(rates, shares);
    expect([...shares.slice(0, 5)].map((share) => Number(share.toFixed(4)))).toEqual([
      0.06, 0.5, 0.2, 0.2, 0.04,
    ]);
  });
  it('calls a CPU idle of which nothing is known', () => {
    const shares = new Float32Array(activities.length);
    activityShares(new Float64Array(ledgerKinds.length), shares);
    expect([...shares]).toEqual([1, 0, 0, 0, 0]);
  });
});

describe('counts', () => {
  const frame = frameOf(catalog, {
    time: 5,
    set: ({ cpus }) => {
      cpus.activity.set([ACTIVITY.USER, ACTIVITY.STALLED, ACTIVITY.USER], 0);
      cpus.task.set([4, 5], 0);
      cpus.queued.set([3, 1, 2], 0);
    },
  });
  it('say what the CPUs of each LLC do and how many tasks wait there', () => {
    const { byActivity, queued } = countByLlc(frame, catalog.topology);
    expect([...byActivity.slice(0, 10)]).toEqual([0, 1, 0, 1, 0, 1, 1, 0, 0, 0]);
    expect([...queued]).toEqual([2, 2, 0, 0]);
  });
  it('do not count the running task as waiting', () => {
    expect([0, 1, 2, 3].map((cpu) => queuedBehind(frame, cpu))).toEqual([2, 0, 2, 0]);
  });
});

describe('the lane of a line', () => {
  const frame = frameOf(catalog, {
    time: 5,
    set: ({ cpus, lines }) => {
      for (const [cpu, since] of [
        [1, 40],
        [3, 900],
        [4, 40],
        [6, 300],
      ] as const) {
        cpus.line[cpu] = 2;
        cpus.since[cpu] = since;
      }
      cpus.line[7] = 1;
      lines.index[0] = 2;
      lines.owner[0] = 5;
    },
  });
  it('orders who waits by how long, and ties by CPU', () => {
    expect(accessQueueOfLine(frame, 2)).toEqual({
      line: 2,
      lock: -1,
      holder: 5,
      waiting: [3, 6, 1, 4],
      since: [900, 300, 40, 40],
      elsewhere: 1,
    });
  });
  it('has no holder for a line that is not among the hot ones', () => {
    expect(accessQueueOfLine(frame, 1)).toMatchObject({ line: 1, holder: -1, waiting: [7] });
  });
  it('is of the line where a crowd waits now, where nobody waits for the one that was missed most', () => {
    const moved = frameOf(catalog, { time: 5 });
    const { cpus, lines } = moved;
    cpus.line.fill(-1);
    cpus.lock.fill(-1);
    lines.index[0] = 2;
    cpus.line.fill(1, 0, 3);
    const nowhere = accessQueueOfLine(moved, -1);
    expect(shownAccessQueue(moved, {}, nowhere, catalog)).toMatchObject({
      line: 1,
      waiting: [0, 1, 2],
    });
    // A selected line stays until there is a crowd elsewhere, and the words say that some CPUs wait there.
    const asked = shownAccessQueue(moved, { line: 2 }, nowhere, catalog);
    expect(asked).toMatchObject({ line: 2, waiting: [], elsewhere: 3 });
    expect(words.waitingCpus(asked.waiting.length, asked.elsewhere)).toBe('3 wait elsewhere');
    cpus.line.fill(1, 0, 6);
    expect(shownAccessQueue(moved, { line: 2 }, nowhere, catalog).line).toBe(1);
    cpus.line[7] = 2;
    expect(shownAccessQueue(moved, { line: 2 }, nowhere, catalog).line).toBe(2);
  });
  it('starts with the hottest line', () => {
    expect(hottestLine(frame)).toBe(2);
  });
  it('is of a lock where far more CPUs spin for that than wait for the line, and says their order', () => {
    const spinning = frameOf(catalog, { time: 5 });
    const { cpus } = spinning;
    cpus.line.fill(-1);
    cpus.lock.fill(-1);
    cpus.line[0] = 2;
    for (const [cpu, since] of [
      [1, 50],
      [4, 700],
      [5, 300],
    ] as const) {
      cpus.lock[cpu] = 9;
      cpus.since[cpu] = since;
    }
    expect(crowdedLock(spinning, 2, -1)).toBe(9);
    expect(accessQueueOfLock(spinning, 9)).toMatchObject({ line: -1, lock: 9, waiting: [4, 5, 1] });
    const nowhere = accessQueueOfLine(spinning, -1);
    const zones = { ...catalog, locks: [...Array(9).fill('rq 0'), 'rq.lock of node 0'] };
    // Line 2 is part of an rq; line 1, which was selected, is part of something else.
    expect(shownAccessQueue(spinning, { line: 2 }, nowhere, zones).lock).toBe(9);
    expect(shownAccessQueue(spinning, { line: 1 }, nowhere, zones)).toMatchObject({
      line: 1,
      lock: -1,
    });
    // A crowd elsewhere does not take its place while any CPU waits for it; once none does, the crowd is shown.
    cpus.lock.fill(9, 1, 9);
    cpus.line[0] = 1;
    expect(shownAccessQueue(spinning, { line: 1 }, nowhere, zones).line).toBe(1);
    cpus.line[0] = 2;
    expect(shownAccessQueue(spinning, { line: 1 }, nowhere, zones).lock).toBe(9);
    cpus.lock.fill(-1, 6, 9);
    cpus.line[2] = 2;
    cpus.lock.fill(-1, 2, 4);
    expect(crowdedLock(spinning, 2, -1)).toBe(-1);
    expect(crowdedLock(spinning, 2, 9)).toBe(9);
  });
});
