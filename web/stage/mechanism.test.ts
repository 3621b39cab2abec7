import { describe, expect, it } from 'vitest';
import type { Catalog, Frame } from '../engine/types.ts';
import { mechanismFacts } from '../views/topology/index.ts';
import { focusOn, lastDecision, mechanismOn, offeredFor } from './mechanism.ts';

interface Machine {
  readonly locks?: readonly string[];
  readonly policies?: readonly number[];
  readonly wakeups?: readonly number[];
  readonly epoch?: boolean;
  readonly hasTraffic?: boolean;
}

/** Names offered for a machine of one CPU, whose first task is the idle one. */
function offered(machine: Machine) {
  const {
    locks = [],
    policies = [0, 0],
    wakeups = [],
    epoch = false,
    hasTraffic = false,
  } = machine;
  const taskRoles = {
    name: ['idle', 'worker'],
    role: policies.map((_, task) => Math.min(1, task)),
  };
  const topology = { cpus: 1 };
  const constant = { locks, tasks: policies.length, topology, taskRoles, hasTraffic };
  const catalog = constant as unknown as Catalog;
  const tasks = {
    policy: Uint8Array.from(policies),
    wakeups: Uint32Array.from(policies, (_, task) => wakeups[task] ?? 0),
  };
  const clock = epoch ? { number: 1, next: 2, period: 3 } : undefined;
  const still = { tasks, epoch: clock, lines: { count: 0 } } as unknown as Frame;
  return offeredFor([{ catalog, latestFrame: still }]).map(({ name }) => name);
}

describe('the mechanism on stage', () => {
  it('is offered where a machine has something of it at the moment', () => {
    expect(offered({})).toEqual([]);
    expect(offered({ locks: ['', 'zone.lock'] })).toEqual(['page-lists', 'lock']);
    expect(offered({ policies: [0, 1] })).toEqual(['cpupri']);
    expect(offered({ wakeups: [9, 0] })).toEqual([]);
    expect(offered({ wakeups: [0, 1] })).toEqual(['wake-up', 'domains']);
    expect(offered({ epoch: true })).toEqual(['cache-account']);
    expect(offered({ hasTraffic: true })).toEqual(['bandwidth']);
  });

  it('is what was chosen, and none without a choice', () => {
    const choice = { mechanism: 'page-lists', focus: 'gate' } as const;
    expect(mechanismOn(choice, 'A')).toEqual({ name: 'page-lists', focus: 'gate' });
    expect(mechanismOn({ mechanism: undefined, focus: 'gate' }, 'A')).toBeUndefined();
  });

  it('has its focus on the machine that the pointer names, or on all of them', () => {
    expect(focusOn('A', 'list:cpu 4')).toBe('list:cpu 4');
    expect(focusOn('B', 'list:cpu 4@B')).toBe('list:cpu 4');
    expect(focusOn('A', 'list:cpu 4@B')).toBeUndefined();
    expect(focusOn('A', undefined)).toBeUndefined();
  });

  describe('the decision that it draws', () => {
    const wakeUp = mechanismFacts.find(({ name }) => name === 'wake-up')!;
    const decisions = ['find_lowest_rq', 'select_task_rq_fair', 'sched_balance_rq'];
    const catalog = { decisions } as unknown as Catalog;
    type Lookup = NonNullable<Parameters<typeof lastDecision>[0]>;

    it('is looked for among its own kind alone: a large machine decides hundreds of other things', async () => {
      const asked: unknown[] = [];
      const engine = {
        decisions: async (query: unknown) => {
          asked.push(query);
          return [{ id: 7 }];
        },
        decisionStory: async () => ({ explain: { time: 90, facts: { form: 'placement' } } }),
      } as unknown as Lookup;
      const found = await lastDecision(engine, catalog, wakeUp, 100);
      expect(found).toMatchObject({ time: 100, decision: { time: 90 } });
      expect(asked).toEqual([expect.objectContaining({ kinds: [1], time: 100, enough: 1 })]);
    });

    it('is none where none is near, and unknown where a newer question replaced this one', async () => {
      const engine = (marks: unknown, story?: unknown) =>
        ({ decisions: async () => marks, decisionStory: async () => story }) as unknown as Lookup;
      const none = await lastDecision(engine([]), catalog, wakeUp, 100);
      expect(none).toEqual({ time: 100, decision: undefined });
      expect(await lastDecision(engine(undefined), catalog, wakeUp, 100)).toBeUndefined();
      expect(await lastDecision(engine([{ id: 1 }]), catalog, wakeUp, 100)).toBeUndefined();
    });
  });
});
