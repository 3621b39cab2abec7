import { describe, expect, it } from 'vitest';
import { PLACED } from '../../../engine/abi.gen.ts';
import type { PlacementFacts } from '../../../engine/types.ts';
import { read, reasonOf, type reasons } from '../testing.ts';

describe('the story of an ordinary wake-up', () => {
  const facts: PlacementFacts = {
    form: 'placement',
    ...{ placed: PLACED.WAKE, looked: 0, target: -1, wakerFlips: 0, wakeeFlips: 0, llcCpus: 0 },
  };
  const wake = { decision: 8, facts };
  it('says that the pair was too wide to be brought together, with what it is measured by', () => {
    const wide = { wakerFlips: 40, wakeeFlips: 6, llcCpus: 4 };
    expect(read({ ...wake, facts: { ...facts, ...wide } }).looked).toEqual([
      'The waker had switched wakees 40 times, the wakee 6 times: a wide pair. One count is at least the 4 CPUs of an LLC and the other at least 4 times that, so the task is not brought to its waker.',
    ]);
  });
  it('says nothing of it where it was not', () => {
    expect(read(wake).looked).toEqual([]);
  });
  const step = (name: keyof typeof reasons, ...facts: readonly number[]) => ({
    reason: reasonOf(name),
    facts,
  });
  it('tells each test with its numbers, up to the one that decided', () => {
    const steps = [
      step('loads', 540 * 102_400, 541.5 * 102_400),
      step('target', 3, 0),
      step('scan', 4, 2, 3, 5),
    ];
    const { asked, looked, chosen, cost } = read({
      ...{ ...wake, steps, reason: reasonOf('scan') },
      facts: { ...facts, looked: 5 },
      ...{ cpu: 3, previous: 0, chosen: 5 },
    });
    expect(asked).toEqual([
      'CPU 3 executed the wake-up of task 7, which last ran on CPU 0. Where should it run now?',
    ]);
    expect(looked).toEqual([
      'Waker or previous CPU? Load comparison: CPU 3 with the task has 540.0, CPU 0 without it and with the bonus of the domain has 541.5. The first is lower: the search starts at CPU 3. WA_LOAD_THIS',
      'Target, CPU 3: it runs a task. SI_TARGET',
      'Scan of the LLC, CPU by CPU from CPU 4 on: 2 CPUs checked of at most 3; the last, CPU 5, is idle. SI_SCAN',
    ]);
    expect(chosen).toEqual([
      'The scan of the LLC found an idle CPU. Reason: SI_SCAN.',
      'Task 7 goes to CPU 5.',
    ]);
    expect(cost[1]).toBe('CPUs were checked 5 times.');
  });
  it('tells a fork by domain: its groups, what they came to, and the CPU in the group', () => {
    const steps = [
      step('level', 16, 2, 3),
      step('group', 1, 0, 6, 2, 812),
      step('group', 0, 0, 1, 7, 90),
      step('nodes', 5, 7, 4),
      step('idler', 8, 8),
      step('recent', 9, 8, 12_000),
    ];
    const { asked, looked } = read({ ...wake, steps, reason: reasonOf('idler'), chosen: 9 });
    expect(asked[0]).toContain(
      'Task 7 is new, or has just called exec(), so caches hold little of its data: CPU 3 looked for the idlest CPU, from the outermost domain inwards.',
    );
    expect(looked).toEqual([
      'Domain of 16 CPUs around CPU 3: 2 groups of CPUs. FK_LEVEL',
      'The local group had spare CPUs: 6 tasks, 2 CPUs idle, utilisation 812. FK_GRP',
      'The idlest other group had spare CPUs: 1 task, 7 CPUs idle, utilisation 90. FK_GRP',
      'Between nodes: a difference of 5 idle CPUs; 7 tasks on the local node with this one, 4 allowed. The difference is too large to be tolerated. FK_NUMA_EXCEEDED',
      'The other group has more idle CPUs: on to the 8 CPUs from CPU 8 on. FK_MORE_IDLE',
      'Of 8 CPUs there, CPU 9 is idle and went idle last, 12 µs ago. FK_CPU_RECENT_IDLE',
    ]);
  });
  it('says that a record is full, since later steps are not in it', () => {
    const steps = Array.from({ length: 40 }, () => step('target', 3, 0));
    expect(read({ ...wake, steps }).looked).toHaveLength(40);
    expect(read({ ...wake, steps, isCut: true }).looked.at(-1)).toBe(
      'The record holds no further steps.',
    );
  });
});
