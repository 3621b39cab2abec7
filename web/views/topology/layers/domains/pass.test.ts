import { describe, expect, it } from 'vitest';
import type { Catalog, Explain, PassFacts } from '../../../../engine/types.ts';
import { ToyRun } from '../../testing/frames.ts';
import { catalogOf, shapes } from '../../testing/machines.ts';
import { drawMechanism } from '../../testing/mechanism-scene.ts';
import drawing from './mechanism.ts';
import face from './mechanism-legend.tsx';
import { type BalancePass, passOf } from './pass.ts';

const catalog: Catalog = { ...catalogOf(shapes.laptop, 20), reasons: ['tasks were moved'] };

const balanced = (facts: Partial<PassFacts>): Explain => ({
  ...{ id: 1, time: 400_000, cpu: 2, decision: 0, task: -1, chosen: 2, previous: 5 },
  ...{ accesses: 30, cost: 900, isCut: false, isOpen: false, reason: 0, steps: [] },
  facts: {
    form: 'pass',
    ...{ moved: 1, type: 1, moves: 2, amount: 1, level: 1, domainCpus: 8, groups: 2 },
    ...{ own: [1, 3, 200, 0, 0], busiest: [6, 0, 4000, 900, 4], tests: [] },
    ...{ sourceMetric: 2, tasksSeen: 1, failed: 0 },
    ...facts,
  },
});

describe('a balance pass', () => {
  it('is told by what it knew of its own group and of the busiest other one', () => {
    expect(passOf(catalog, balanced({}), 500_000)).toMatchObject({
      ...{ to: 2, from: 5, moved: 1, domainCpus: 8, groups: 2, reason: 'tasks were moved' },
      own: { tasks: 1, idle: 3, utilisation: 200 },
      busiest: { tasks: 6, idle: 0, utilisation: 4000, load: 900 },
    });
  });

  it('has no busiest group where none had tasks, and took from no CPU where it looked at none', () => {
    const none = passOf(catalog, balanced({ busiest: [], moved: 0, tasksSeen: 0 }), 500_000)!;
    expect([none.busiest, none.from]).toEqual([undefined, -1]);
    expect(passOf(catalog, balanced({}), 399_999)).toBeUndefined();
    expect(passOf(catalog, undefined, 500_000)).toBeUndefined();
  });

  it('is drawn with both groups and what was moved, and said in the same words', () => {
    const frame = new ToyRun(catalog, { seed: 2 }).at(500_000);
    const choice = { name: 'domains', decision: balanced({}) } as const;
    const size = { width: 900, height: 600 };
    const { texts, note } = drawMechanism(drawing, catalog, frame, { choice, size });
    expect(texts).toEqual(
      expect.arrayContaining([
        'local group',
        '1 task, 3 idle CPUs',
        '6 tasks, 0 idle CPUs',
        '1 task moved',
      ]),
    );
    expect(face.table(note as BalancePass).rows).toEqual([
      ['local group', '1 task', '3 idle CPUs', 'utilisation 200, load 0'],
      ['busiest other group', '6 tasks', '0 idle CPUs', 'utilisation 4,000, load 900'],
    ]);
    expect(face.sentence(note as BalancePass)).toBe(
      'Balance pass for CPU 2: domain of 8 CPUs, 2 groups; 1 task moved: tasks were moved.',
    );
    expect(face.cpu(note as BalancePass, 5)).toBe('the last balance pass pulled from it');
  });
});
