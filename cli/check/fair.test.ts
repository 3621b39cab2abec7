// The reading and comparing of fair-scheduler vectors, with a probe whose answers are written by
// hand. That the core gives the vectors' answers is checked by running `check` on them.

import { describe, expect, it } from 'vitest';
import { PROBE } from '../../web/engine/abi.gen.ts';
import { fairVectors } from './fair.ts';
import { type ProbeRunner, VectorFileError } from './types.ts';

const answering = (...words: number[]) => {
  const asked: { kind: number; input: number[] }[] = [];
  const probe: ProbeRunner = {
    run(kind, input) {
      asked.push({ kind, input: [...input] });
      return Int32Array.from(words);
    },
  };
  return { probe, asked };
};

const file = (...cases: object[]) => ({ format: 'fair-vectors/1', cases });
const results = (cases: object[], ...words: number[]) => [
  ...fairVectors.check(file(...cases), answering(...words).probe),
];

const weights = (expected: number[]) => ({
  id: 'W',
  kind: 'calc_delta_fair',
  input: [{ delta_ns: 2 ** 33, weight: 335 }],
  expect: expected,
});

describe('fair vectors', () => {
  it('hand times over as two words and read them back', () => {
    const { probe, asked } = answering(5, 1);
    expect([...fairVectors.check(file(weights([2 ** 32 + 5])), probe)]).toEqual([
      { id: 'W', ok: true },
    ]);
    expect(asked).toEqual([{ kind: PROBE.FAIR_RULES, input: [0, 1, 0, 2, 335] }]);
  });

  it('fail at the first number that differs', () => {
    expect(results([weights([7])], 8, 0)).toEqual([
      { id: 'W', ok: false, where: 'cases[0].expect[0]', expected: '7', got: '8' },
    ]);
  });

  it('refuse a field nothing is known of', () => {
    const odd = { ...weights([7]), input: [{ delta_ns: 1, weight: 1, colour: 2 }] };
    expect(() => results([odd])).toThrow(VectorFileError);
    expect(() => results([odd])).toThrow(/cases\[0\]\.input\[0\]\.colour/);
  });

  it('refuse a kind the format does not have', () => {
    expect(() => results([{ ...weights([7]), kind: 'guess' }])).toThrow(/cases\[0\]\.kind/);
  });
});

describe('an EEVDF case', () => {
  const sequence = (expected: object) => ({
    id: 'E',
    kind: 'eevdf',
    input: [
      { op: 'init', min_vruntime: 0 },
      { op: 'enqueue', id: 9, weight: 1024, vruntime: 5, slice: 6, deadline: -1 },
      { op: 'pick', protect: 1 },
    ],
    expect: [expected],
  });
  const answer = [0, 5, 0, 0, 0, 1, 5, 0, -1, -1, 1];

  it('speaks of tasks by the numbers of the file', () => {
    const eligible = [{ id: 9, v: 5, d: -1, elig: 1 }];
    expect(results([sequence({ pick: 9, avg_vruntime: 5, eligible })], ...answer)).toEqual([
      { id: 'E', ok: true },
    ]);
  });

  it('fails if another task was picked', () => {
    const [result] = results([sequence({ pick: 8 })], ...answer);
    expect(result).toMatchObject({ ok: false, where: 'cases[0].expect[0].pick', got: '9' });
  });
});

describe('a placement case', () => {
  const wake = (tasks: object[], features = {}) => ({
    id: 'P',
    kind: 'exec',
    topology: 'toy-8cpu-2llc',
    state: { cpus: [{ cpu: 3, tasks }], llc: [], tasks: [], features },
    input: { task: 7 },
    expect: { cpu: 5 },
  });
  const task = (id: number) => ({ id, load: 9, util: 8, runnable: 8, running: id === 7 });

  it('takes its machine from the topology vectors and speaks of tasks by their ids', () => {
    const { probe, asked } = answering(5);
    expect([...fairVectors.check(file(wake([task(4), task(7)])), probe)]).toEqual([
      { id: 'P', ok: true },
    ]);
    expect(asked[0]?.kind).toBe(PROBE.FAIR_PLACE);
    expect(asked[0]?.input.slice(0, 3)).toEqual([1, 8, 1]);
    expect(asked[0]?.input.at(-1)).toBe(1);
  });

  it('is refused if two tasks have one id, or its task is none of them', () => {
    expect(() => results([wake([task(7), task(7)])])).toThrow(/tasks\[1\]\.id: another task/);
    expect(() => results([wake([task(4)])])).toThrow(/input\.task/);
  });

  it('is refused if it asks for a rule that never was', () => {
    expect(() => results([wake([task(7)], { numa_variant: 9 })])).toThrow(/numa_variant/);
  });
});
