// The reading and comparing of cache-aware vectors, with a probe whose answers are written by hand.
// That the core gives the vectors' answers is checked by running `check` on them.

import { describe, expect, it } from 'vitest';
import { PROBE } from '../../web/engine/abi.gen.ts';
import { cacheAwareVectors } from './cache-aware.ts';
import { type ProbeRunner, VectorFileError } from './types.ts';

const answering = (...answers: number[][]) => {
  const asked: { kind: number; input: number[] }[] = [];
  const probe: ProbeRunner = {
    run(kind, input) {
      asked.push({ kind, input: [...input] });
      return Int32Array.from(answers[asked.length - 1] ?? []);
    },
  };
  return { probe, asked };
};

const check = (vector: object, probe: ProbeRunner) => [
  ...cacheAwareVectors.check({ schema: 'cache-aware-vectors/1', vectors: [vector] }, probe),
];

const threads = {
  id: 'exceed-llc-nr-x',
  group: 'exceed-llc-nr',
  input: { tolerance: 1, smt_threads: 2, llc_size: 16, nr_running_avg: 7 },
  expected: { v1: false, v2: true },
  variants: ['v1', 'v2'],
};

describe('cache-aware vectors', () => {
  it('ask for every version they speak of, with the tunables they name', () => {
    const { probe, asked } = answering([0], [1]);
    expect(check(threads, probe)).toEqual([{ id: 'exceed-llc-nr-x', ok: true }]);
    expect(asked.map(({ kind }) => kind)).toEqual([PROBE.CACHE_RULES, PROBE.CACHE_RULES]);
    expect(asked.map(({ input }) => input)).toEqual([
      [4, 1, 1, -1, -1, -1, -1, 7, 2, 16],
      [4, 2, 1, -1, -1, -1, -1, 7, 2, 16],
    ]);
  });

  it('fail at the version whose answer differs', () => {
    const { probe } = answering([0], [0]);
    expect(check(threads, probe)).toEqual([
      {
        id: 'exceed-llc-nr-x',
        ok: false,
        where: 'vectors[0].expected.v2',
        expected: 'true',
        got: 'false',
      },
    ]);
  });

  it('refuse a field nothing is known of', () => {
    const odd = { ...threads, input: { ...threads.input, colour: 1 } };
    expect(() => check(odd, answering().probe)).toThrow(VectorFileError);
    expect(() => check(odd, answering().probe)).toThrow(/vectors\[0\]\.input\.colour/);
  });

  describe('about the busiest of some groups', () => {
    const rule = 'later candidate replaces earlier only if strictly better';
    const busiest = (...types: string[]) => ({
      id: 'b',
      group: 'pick-busiest',
      input: { candidates: types.map((type, at) => ({ name: `${at}`, type })), rule },
      expected: { busiest: '0' },
      variants: ['v2'],
    });

    it('refuse two of a class that only load or idle CPUs tell apart, with the place of the second', () => {
      const two = busiest('group_has_spare', 'group_has_spare');
      expect(() => check(two, answering().probe)).toThrow(VectorFileError);
      expect(() => check(two, answering().probe)).toThrow(
        /vectors\[0\]\.input\.candidates\[1\]\.type: .*than that of vectors\[0\]\.input\.candidates\[0\]:/,
      );
    });

    it('ask where another class is busier than both, and where the first stays', () => {
      const { probe, asked } = answering([0], [0]);
      const three = busiest('group_overloaded', 'group_has_spare', 'group_has_spare');
      expect(check(three, probe)[0]?.ok).toBe(true);
      expect(check(busiest('group_imbalanced', 'group_imbalanced'), probe)[0]?.ok).toBe(true);
      expect(asked.map(({ input }) => input.slice(7))).toEqual([
        [3, 7, 0, 0, 0, 0, 0],
        [2, 5, 0, 5, 0],
      ]);
    });
  });

  it('accept either generic migration where the vector leaves it open', () => {
    const open = {
      id: 'g',
      group: 'group-classify',
      input: {
        ...{ group_weight: 16, group_capacity: 16384, imbalance_pct: 117, sum_nr_running: 40 },
        ...{ group_util: 16000, group_runnable: 40000, nr_pref_dst: 9, local_util: 2000 },
      },
      expected: {
        group_type: 'group_overloaded',
        migration_type: 'migrate_util or migrate_load by the generic rules',
      },
      variants: ['v2'],
    };
    expect(check(open, answering([7, 1, 1, 9, 0]).probe)[0]?.ok).toBe(true);
    expect(check(open, answering([7, 1, 3, 1, 0]).probe)[0]?.ok).toBe(false);
  });
});
