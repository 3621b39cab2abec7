// The reading and comparing of litmus vectors, with a core whose answers are written by hand. That the
// core gives the vectors' answers is checked by running `check` on them.

import { describe, expect, it } from 'vitest';
import { ProbeError } from '../../web/engine/probes.ts';
import { cpupriVectors } from './cpupri.ts';
import { type CaseResult, type ProbeRunner, VectorFileError } from './types.ts';

/** A search that found CPUs at a level, or nothing, by so many orders. */
const searched = (orders: number, level: number | undefined, ...cpus: number[]) => {
  const setter = [0, 0, 0, 0];
  return [orders, 0, ...setter, (level ?? -1) + 1, 0, 0, cpus.length, ...cpus, 0];
};
const explored = (states: number, wasted: number, ...outcomes: number[][]) => {
  return [states, wasted, 9, 0, outcomes.length, ...outcomes.flat()];
};

function check(litmus: object, answer: number[] | ProbeError = []) {
  const inputs: number[][] = [];
  const probe: ProbeRunner = {
    run(_kind, input) {
      inputs.push([...input]);
      if (answer instanceof ProbeError) throw answer;
      return Int32Array.from(answer);
    },
  };
  const results: CaseResult[] = [
    ...cpupriVectors.check({ schema: 'cpupri-vectors/1', litmus }, probe),
  ];
  return { results, inputs };
}

/** CPU 70 is raised from NORMAL to RT2. */
const raise = (more: object = {}) => ({
  id: 'L',
  initial: { '70': 0 },
  setters: [
    [
      ['S', 2, 70],
      ['I', 2],
      ['D', 0],
      ['C', 0, 70],
    ],
  ],
  task_level: 3,
  outcomes: ['idx2:70', 'idx0:70'],
  ...more,
});

const answer = explored(33, 1, searched(4, 0, 70), searched(5, 2, 70));

describe('a litmus case of cpupri', () => {
  it('is handed to the core as its steps and a search', () => {
    const { inputs } = check({ cpupri: [raise()] }, answer);
    const setter = [4, 0, 2, 70, 1, 2, 0, 2, 0, 0, 3, 0, 70];
    expect(inputs).toEqual([[0, 1, 70, 0, 0, 0, 2, ...setter, 1, 4, 3, 0]]);
  });

  it('passes when the classes of results are the same, in any order', () => {
    const litmus = { cpupri: [raise({ max_wasted_bitmap_scans: 1, states_explored: 33 })] };
    expect(check(litmus, answer).results).toEqual([{ id: 'L', ok: true }]);
  });

  it('fails when a class is missing or too many, or a count differs', () => {
    const failed = (more: object) => check({ cpupri: [raise(more)] }, answer).results[0];
    expect(failed({ outcomes: ['idx0:70'] })).toMatchObject({
      ok: false,
      where: 'litmus.cpupri[0].outcomes',
      expected: 'idx0:70',
      got: 'idx0:70; idx2:70',
    });
    expect(failed({ outcomes: ['idx0:70', 'idx2:70', 'none'] })).toMatchObject({ ok: false });
    expect(failed({ max_wasted_bitmap_scans: 2 })).toMatchObject({ expected: '2', got: '1' });
    expect(failed({ states_explored: 34 })).toMatchObject({ expected: '34', got: '33' });
  });

  it('fails with the limits when the core refuses it', () => {
    const error = new ProbeError(8, 1, 'bad input');
    expect(check({ cpupri: [raise()] }, error).results[0]).toMatchObject({
      ok: false,
      got: 'one beyond the limits of the explorer',
    });
  });

  it('is refused when a step has no known form', () => {
    const refused = (step: unknown) => {
      try {
        check({ cpupri: [raise({ setters: [[step]] })] });
      } catch (error) {
        if (error instanceof VectorFileError) return error.path;
      }
      return 'accepted';
    };
    expect(refused(['S', 2])).toBe('litmus.cpupri[0].setters[0][0]');
    expect(refused(['X', 2])).toBe('litmus.cpupri[0].setters[0][0][0]');
    expect(refused(['I', 101])).toBe('litmus.cpupri[0].setters[0][0][1]');
    expect(refused(['I', 1, 2, 3])).toBe('litmus.cpupri[0].setters[0][0]');
  });
});

describe('a litmus case of the overload words', () => {
  const read = (sum: number, bit: number) => [1, 0, 0, 0, 0, 0, 0, sum, bit, 0, 0];

  it('is known by its id', () => {
    const outcomes = ["{'cnt': 0, 'mask': 0}", "{'cnt': 1, 'mask': 1}"];
    const words = explored(9, 0, read(0, 0), read(1, 1));
    const { results, inputs } = check({ overload: [{ id: 'O01', outcomes }] }, words);
    expect(results).toEqual([{ id: 'O01', ok: true }]);
    expect(inputs).toEqual([[0, 0, 0, 0, 2, 2, 5, 0, 0, 6, 0, 0, 2, 9, 0, 0, 10, 0, 0]]);
  });

  it('fails when nobody knows its steps', () => {
    const { results } = check({ overload: [{ id: 'O99', outcomes: [] }] });
    expect(results[0]).toMatchObject({ ok: false, got: 'O99' });
  });
});
