// The races that the app shows are the races of the litmus vectors, and following one order of one
// shows each access and the state after it.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openProbes } from '../../web/engine/probes.ts';
import { cpupriRaces, ghostRaces, overloadRaces } from '../../web/engine/races/catalog.ts';
import { explore, followOrder } from '../../web/engine/races/explorer.ts';
import { isSilent, type RaceStep } from '../../web/engine/races/race.ts';
import { openWasm } from '../../web/engine/wasm.ts';

const probe = openProbes(
  await openWasm(new WebAssembly.Module(readFileSync('build/core/probes.wasm'))),
);
const { litmus } = JSON.parse(readFileSync('tests/vectors/cpupri-vectors.json', 'utf8'));

const letters: Partial<Record<RaceStep['op'], string>> = {
  'set-bit': 'S',
  increment: 'I',
  decrement: 'D',
  'clear-bit': 'C',
};

function asVector(step: RaceStep): unknown[] {
  if (!('level' in step)) throw new Error(`${step.op} is not a step of cpupri_set`);
  return [letters[step.op], step.level, ...('cpu' in step ? [step.cpu] : [])];
}

describe('the races of the app', () => {
  it('take the steps that the vectors of the same name take', () => {
    expect(cpupriRaces.map(({ id }) => id)).toEqual(litmus.cpupri.map((c: { id: string }) => c.id));
    for (const [index, { race }] of cpupriRaces.entries()) {
      const { initial, setters, task_level } = litmus.cpupri[index];
      const filed = race.filed.map(({ cpu, level }) => [String(cpu), level]);
      expect(Object.fromEntries(filed)).toEqual(initial);
      expect(race.threads.slice(0, -1).map((steps) => steps.map(asVector))).toEqual(setters);
      expect(race.threads.at(-1)).toEqual([{ op: 'find', level: task_level }]);
    }
  });

  it('end as the vectors say, and every class has an order that leads to it', () => {
    const vectors = [...litmus.cpupri, ...litmus.overload];
    for (const [index, { id, race, outcome }] of [...cpupriRaces, ...overloadRaces].entries()) {
      const { outcomes, orders } = explore(probe, race);
      const classes = new Set(outcomes.map(({ results }) => outcome(results)));
      expect([id, [...classes].sort()]).toEqual([id, vectors[index].outcomes.toSorted()]);
      expect(outcomes.reduce((sum, found) => sum + found.orders, 0)).toBe(orders);
      for (const { results, witness } of outcomes) {
        const { done, next } = followOrder(probe, race, witness);
        expect(next.every((access) => access === undefined)).toBe(true);
        const end = done.at(-1)!.state.threads.map(({ found, cpus, sum, bit }) => {
          return { found, sum, bit, cpus };
        });
        expect(end).toEqual(results);
      }
    }
  });
});

describe('a ghost member', () => {
  const found = (id: string) => {
    const { race, outcome } = ghostRaces.find((each) => each.id === id)!;
    return [
      ...new Set(explore(probe, race).outcomes.map(({ results }) => outcome(results))),
    ].sort();
  };

  it('is returned beside or instead of the CPU that is there', () => {
    expect(found('G01')).toEqual(['idx0:0,3', 'idx0:3', 'idx2:0']);
  });

  it('goes when it is filed there and leaves', () => {
    const { race } = ghostRaces.find(({ id }) => id === 'G02')!;
    const { start, done } = followOrder(probe, race, new Array(8).fill(0));
    expect(start).toMatchObject({ counts: [1, 1], masks: [[0, 3], [3]] });
    expect(done.at(-1)!.state).toMatchObject({ counts: [1, 1], masks: [[0], [3]] });
    expect(found('G02')).toEqual(['idx0:0', 'idx0:0,3']);
  });
});

describe('following an order', () => {
  const raise = cpupriRaces.find(({ id }) => id === 'L01')!.race;

  it('shows what each thread would do next, and changes nothing', () => {
    const { start, done, next, levels } = followOrder(probe, raise, []);
    expect(levels).toEqual([0, 2]);
    expect(start.counts).toEqual([1, 0]);
    expect(done).toEqual([]);
    expect(next.map((access) => access?.kind)).toEqual(['wrote', 'read-count']);
  });

  it('does at once what touches no memory', () => {
    // The search reads three counts after the decrement and before the increment, and gives up.
    const removeFirst = cpupriRaces.find(({ id }) => id === 'L12')!.race;
    const { done, next } = followOrder(probe, removeFirst, [0, 1, 1, 1]);
    expect(done.map(({ access }) => isSilent(access))).toEqual([false, false, false, false, true]);
    expect(done.at(-1)!.access.kind).toBe('gave-up');
    expect(next[1]).toBeUndefined();
  });

  it('is refused when a thread has no step left', () => {
    expect(() => followOrder(probe, raise, [0, 0, 0, 0, 0])).toThrow();
  });
});
