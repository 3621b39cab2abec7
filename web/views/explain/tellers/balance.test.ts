import { describe, expect, it } from 'vitest';
import type { GateFacts, PassFacts } from '../../../engine/types.ts';
import { noPass, read, reasonOf, type reasons } from '../testing.ts';

describe('the story of load balance', () => {
  const pass = { decision: 5, task: -1, facts: noPass };
  const tests = (...names: (keyof typeof reasons)[]) => names.map((name) => reasonOf(name));
  it('says for whom, and every test in order with its figures up to what moved', () => {
    const facts: PassFacts = {
      ...noPass,
      ...{
        moved: 2,
        type: 3,
        moves: 2,
        amount: 2,
        own: [1, 3, 90, 0, 0],
        busiest: [7, 0, 900, 1500, 7],
      },
      ...{ sourceMetric: 4, tasksSeen: 3, failed: 1 },
      tests: tests('groups', 'sibling', 'wanted', 'source', 'hot', 'hot'),
    };
    const sides = { chosen: 6, previous: 2 };
    const told = read({ ...pass, ...sides, reason: reasonOf('moved'), facts });
    expect(told.title).toBe('A balance pass');
    expect(told.asked).toEqual([
      'CPU 3, on behalf of CPU 6, without a tick, balanced its domain of 8 CPUs.',
    ]);
    expect(told.looked).toEqual([
      '2 groups of CPUs were compared. LB_GRP',
      'The local group had spare CPUs: 1 task, 3 CPUs idle.',
      'The busiest other group was overloaded: 7 tasks, 0 CPUs idle.',
      'The local group has spare CPUs and fewer tasks than its sibling. LB_FORCE_SIBLING',
      'To be moved: 2 tasks. LB_IMB',
      'CPU 2 was chosen as the source: it had the most runnable tasks, 4. LB_SRC',
      '2 times: the task ran a moment ago, so its data is still cached. MV_HOT',
      '3 waiting tasks of CPU 2 were examined.',
      '1 pass before this one had moved nothing.',
    ]);
    expect(told.chosen).toEqual([
      'Tasks were moved. Reason: LB_MOVED.',
      '2 tasks go from CPU 2 to CPU 6.',
    ]);
  });
  it('names no source where the groups were even', () => {
    const { looked, chosen } = read({
      ...{ ...pass, reason: reasonOf('spare'), previous: -1 },
      facts: { ...noPass, type: 2, tests: tests('groups'), own: [1, 3], busiest: [1, 3] },
    });
    expect(looked).toHaveLength(3);
    expect(chosen).toEqual([
      'The groups have nearly the same number of idle CPUs. Reason: LB_IDLE_DIFF.',
      'No task moves.',
    ]);
  });
  it('names who balances instead, and has summed up nothing', () => {
    const told = read({ ...pass, reason: reasonOf('first'), chosen: 5, previous: -1 });
    expect(told.looked).toEqual([]);
    expect(told.chosen).toEqual([
      'Another CPU balances on behalf of the whole group. Reason: LB_NOT_FIRST.',
      'CPU 5 balances instead.',
    ]);
  });
  it('says of a moved task whence, and of a CPU that looks for none how long it idles', () => {
    expect(read({ decision: 6, reason: reasonOf('hot') }).chosen[1]).toBe(
      'Task 7 goes from CPU 0 to CPU 4.',
    );
    const facts: GateFacts = { form: 'gate', idle: 12_000, expected: 45_000, drawn: 0, needed: 0 };
    const gate = { ...pass, decision: 7, facts };
    expect(read(gate).looked).toEqual([
      'It idles 12 µs on average; the innermost domain is expected to cost 45 µs.',
    ]);
    const calm = read({ ...gate, reason: reasonOf('calm') });
    expect(calm.asked).toEqual(['CPU 3 had nothing left to run.']);
    expect(calm.looked).toEqual([]);
  });
});
