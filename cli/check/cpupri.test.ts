// The reading and comparing of cpupri vectors, with a probe whose answers are written by hand. That
// the core gives the vectors' answers is checked by running `check` on them.

import { describe, expect, it } from 'vitest';
import { PROBE } from '../../web/engine/abi.gen.ts';
import { cpupriVectors } from './cpupri.ts';
import { answering, check, file, problemOf } from './cpupri-testing.ts';
import { VectorFileError } from './types.ts';

const LEVELS = 101;

const MACHINE = [2, 2, 0, 0, 1, 1];
/** By level 0: what the probe writes at the end, other levels empty. */
const finalWords = (count: number, levels: number[], masks: number[][]) => [
  count,
  ...new Array(LEVELS - 1).fill(0),
  ...levels,
  ...masks.flat(),
  ...new Array(LEVELS - 1).fill(masks.map(() => [0, 0])).flat(2),
];

const trace = (...entries: [number, number, number, number][]) => [
  entries.length,
  ...entries.flat(),
];

/** CPU 1 becomes NORMAL and is looked for. */
const oneCase = () => ({
  id: 'C',
  topology: 'T2x2',
  steps: [
    { op: 'set', cpu: 1, pri: 99 } as Record<string, unknown>,
    { op: 'find', prio: 0, aff: '0-1', node: 1, want_mask: true },
  ],
  cpumask_of_node_at_init: { '1': '' },
  expect: {
    per_node: {
      steps: [
        { cpu_to_pri: 0, trace: ['SETBIT mask[0][1].c1', 'MBB', 'INC count[0]'] },
        {
          ret: 1,
          lowest_mask: '1',
          trace: ['L count[0]', 'RMB', 'W mask[0][1].w0', 'W active.w0'],
        },
      ],
      final: {
        counts: { '0': 1 } as Record<string, number>,
        cpu_to_pri: [-1, 0] as unknown,
        masks: { '0': '1', '7': '' },
        node_masks_raw: { '0': { '0': '1 +tail:2-63', '1': '0-1 +tail:2-63' } },
      } as Record<string, unknown>,
    },
  } as Record<string, unknown>,
});

const CASE_ANSWER = [
  [0, ...trace([5, 0, 1, 1], [8, 0, 0, 0], [3, 0, 0, 0])],
  [1, 0b10, 0, ...trace([0, 0, 0, 0], [7, 0, 0, 0], [1, 0, 1, 0], [2, 0, 0, 0])],
  finalWords(
    1,
    [-1, 0],
    [
      [-2, -1],
      [-1, -1],
    ],
  ),
].flat();

type PerNode = ReturnType<typeof oneCase>['expect'] & {
  per_node: { steps: Record<string, unknown>[]; final: Record<string, unknown> };
};
const perNode = (vector: ReturnType<typeof oneCase>) => (vector.expect as PerNode).per_node;

describe('a cpupri case', () => {
  it('goes to the probe as words and passes when the answer is what it expects', () => {
    const { probe, inputs } = answering(CASE_ANSWER);
    const results = [...cpupriVectors.check(file({ cases: [oneCase()] }), probe)];
    expect(results).toEqual([{ id: 'C', ok: true }]);
    const atInit = [0b01, 0, 0, 0];
    const steps = [0, 1, 99, 1, 0, 1, 1, 0, 0b11, 0];
    expect(inputs).toEqual([[PROBE.CPUPRI, [...MACHINE, 1, ...atInit, 2, ...steps]]]);
  });

  it('fails at the first access that differs, named by its path', () => {
    const wrong = oneCase();
    perNode(wrong).steps[0]!.trace = ['SETBIT mask[0][0].c1', 'MBB', 'INC count[0]'];
    expect(check({ cases: [wrong] }, CASE_ANSWER)).toEqual([
      {
        id: 'C',
        ok: false,
        where: 'cases[0].expect.per_node.steps[0].trace[0]',
        expected: 'SETBIT mask[0][0].c1',
        got: 'SETBIT mask[0][1].c1',
      },
    ]);
  });

  it('fails when the core makes an access more than the trace has, or one less', () => {
    const less = oneCase();
    perNode(less).steps[0]!.trace = ['SETBIT mask[0][1].c1', 'MBB'];
    expect(check({ cases: [less] }, CASE_ANSWER)[0]).toMatchObject({
      where: 'cases[0].expect.per_node.steps[0].trace[2]',
      expected: 'no further access',
    });
    const more = oneCase();
    perNode(more).steps[0]!.trace = ['SETBIT mask[0][1].c1', 'MBB', 'INC count[0]', 'MBA'];
    expect(check({ cases: [more] }, CASE_ANSWER)[0]).toMatchObject({ got: 'no further access' });
  });

  it('takes counts that are not listed as zero', () => {
    const wrong = oneCase();
    perNode(wrong).final.counts = {};
    expect(check({ cases: [wrong] }, CASE_ANSWER)[0]).toMatchObject({
      where: 'cases[0].expect.per_node.final.counts.0',
      expected: '0',
      got: '1',
    });
  });

  it('may list levels by CPU or CPUs by level', () => {
    const byLevel = oneCase();
    perNode(byLevel).final.cpu_to_pri = { '0': '1', '-1': '0' };
    expect(check({ cases: [byLevel] }, CASE_ANSWER)[0]).toEqual({ id: 'C', ok: true });
    perNode(byLevel).final.cpu_to_pri = { '0': '0-1' };
    expect(check({ cases: [byLevel] }, CASE_ANSWER)[0]).toMatchObject({
      where: 'cases[0].expect.per_node.final.cpu_to_pri.0',
      expected: '0-1',
      got: '1',
    });
  });

  it('tells bits beyond the last CPU from CPUs', () => {
    const wrong = oneCase();
    perNode(wrong).final.node_masks_raw = { '0': { '0': '1' } };
    expect(check({ cases: [wrong] }, CASE_ANSWER)[0]).toMatchObject({
      where: 'cases[0].expect.per_node.final.node_masks_raw.0.0',
      expected: '1',
      got: '1 +tail:2-63',
    });
  });

  it('takes set_each for calls in an order, which may come back to a CPU', () => {
    const each = oneCase();
    each.steps[0] = { op: 'set_each', cpus: '1,0,1', pri: 99 };
    each.expect = { baseline: { steps: [{ cpu_to_pri: 5 }, {}] } };
    const answer = [
      [4, ...trace(), 3, ...trace(), 5, ...trace()],
      [0, 0, 0, ...trace()],
      finalWords(0, [0, 0], [[0, 0]]),
    ].flat();
    const { probe, inputs } = answering(answer);
    expect([...cpupriVectors.check(file({ cases: [each] }), probe)]).toEqual([
      { id: 'C', ok: true },
    ]);
    const [steps] = inputs.map(([, words]) => words.slice(MACHINE.length + 3, -7));
    expect(steps?.slice(-9)).toEqual([0, 1, 99, 0, 0, 99, 0, 1, 99]);
  });

  it('runs an update for every CPU of set_each and expects the level of the last', () => {
    const each = oneCase();
    each.steps[0] = { op: 'set_each', cpus: '1,0', pri: 99 };
    const expected = [{ cpu_to_pri: 5, trace: ['MBB', 'MBA'] }, {}];
    each.expect = { baseline: { steps: expected } };
    const answer = [
      [4, ...trace([8, 0, 0, 0]), 5, ...trace([9, 0, 0, 0])],
      [0, 0, 0, ...trace()],
      finalWords(0, [0, 0], [[0, 0]]),
    ].flat();
    const { probe, inputs } = answering(answer);
    expect([...cpupriVectors.check(file({ cases: [each] }), probe)]).toEqual([
      { id: 'C', ok: true },
    ]);
    expect(inputs[0]![1].slice(MACHINE.length + 1, -7)).toEqual([
      1, 0, 0, 0, 3, 0, 1, 99, 0, 0, 99,
    ]);
  });
});

describe('a malformed cpupri case is refused', () => {
  const refusal = (change: (vector: ReturnType<typeof oneCase>) => void) => {
    const vector = oneCase();
    change(vector);
    return problemOf({ cases: [vector] });
  };

  it('for a machine that is not described', () => {
    const error = refusal((vector) => {
      vector.topology = 'T9';
    });
    expect(error.message).toBe(
      'cases[0].topology: found "T9"; name one of the topologies: T2x2, T8x2i',
    );
  });

  it('for a CPU the machine does not have', () => {
    const error = refusal((vector) => {
      vector.steps[0]!.cpu = 2;
    });
    expect(error.path).toBe('cases[0].steps[0].cpu');
    expect(error.remedy).toBe('write a whole number from 0 to 1');
  });

  it('for expectations that are not one per step', () => {
    const error = refusal((vector) => perNode(vector).steps.pop());
    expect(error.path).toBe('cases[0].expect.per_node.steps');
    expect(error.remedy).toBe('write 2 expectations, one per step');
  });

  it('for an expectation that would pass unseen', () => {
    const error = refusal((vector) => {
      perNode(vector).steps[0]!.ret = 1;
    });
    expect(error.path).toBe('cases[0].expect.per_node.steps[0].ret');
    expect(error.remedy).toBe('use cpu_to_pri, trace');
  });

  it('for a tail that names CPUs', () => {
    const error = refusal((vector) => {
      perNode(vector).final.node_masks_raw = { '0': { '0': '0 +tail:1-63' } };
    });
    expect(error.remedy).toBe('let the tail name bits from 2 to 63');
  });

  it('for levels that do not exist', () => {
    const error = refusal((vector) => {
      perNode(vector).final.masks = { '101': '' };
    });
    expect(error.path).toBe('cases[0].expect.per_node.final.masks.101');
  });

  it('when it expects nothing', () => {
    const error = refusal((vector) => {
      vector.expect = {};
    });
    expect(error.remedy).toBe('expect something of baseline or per_node');
  });
});

describe('a machine of a cpupri file', () => {
  const refusal = (nodes: Record<string, string>) =>
    problemOf({ topologies: { T: { nr_cpu_ids: 2, nr_node_ids: 2, nodes } }, cases: [] });

  it('has every CPU in one node', () => {
    expect(refusal({ '0': '0-1', '1': '1' }).problem).toContain('in node 0 and again in node 1');
    expect(refusal({ '1': '1' }).problem).toBe('CPU 0 is in no node');
  });

  it('names its nodes by number', () => {
    expect(refusal({ '0': '0-1', '2': '' }).path).toBe('topologies.T.nodes.2');
  });
});

describe('the conversion of priorities', () => {
  it('is asked of the core for every pair', () => {
    const answer = [-1, 0, 99, 0];
    const current = { '-1': -1, '0': 98 };
    // Keys that look like indices come first.
    const asked = [99, 0, -1, 0];
    expect(check({ priority_conversion: { current } }, asked)).toEqual([
      {
        id: 'priority_conversion',
        ok: false,
        where: 'priority_conversion.current.0',
        expected: '98',
        got: '99',
      },
    ]);
    expect(check({ priority_conversion: { current: { '-1': -1 } } }, answer)[0]!.ok).toBe(true);
  });

  const generation = (rule: string, more = {}) => ({
    priority_conversion: { generations: [{ name: 'B, shortened', rule, ...more }] },
  });

  it('of a former kernel is asked by every clause of its rule and every example', () => {
    const rule = '-1 -> -1; 138 or 139+ -> 0 (NORMAL); 97..98 -> 99 - prio';
    const levels = [-1, 0, 0, 0, 2, 1, 9];
    const { probe, inputs } = answering(levels.flatMap((level) => [level, 0]));
    const parts = generation(rule, { examples: { 0: 99 } });
    const results = [...cpupriVectors.check(file(parts), probe)];
    const prios = [-1, 138, 139, 140, 97, 98, 0];
    expect(inputs[0]![1].slice(8)).toEqual(prios.flatMap((prio) => [4, 1, prio]));
    expect(results).toEqual([
      {
        id: 'priority_conversion B',
        ok: false,
        where: 'priority_conversion.generations[0].examples.0',
        expected: '99',
        got: '9',
      },
    ]);
  });

  it('of a former kernel is refused when a clause cannot be read', () => {
    for (const rule of ['0..98 is 99 - prio', '98..0 -> 1', '141 -> 0', '0 -> 99 + prio']) {
      expect(problemOf(generation(rule)).path).toBe('priority_conversion.generations[0].rule');
    }
  });
});

describe('an RT case', () => {
  const choice = {
    id: 'R',
    kind: 'find_lowest_rq',
    sets: [[5, 0]],
    wake_affine_flags: { SMT: 1, node: 0, system: 1 },
    calls: [
      { this_cpu: 3, task_cpu: 5, prio: 0, affinity: [0, 1], result: 1, note: 'x' },
      { this_cpu: 3, task_cpu: 5, prio: 0, affinity: [0], distribute_prev_of_this_cpu_after: 4 },
    ],
  };
  const siblings = [0, 0, 1, 0, 2, 1, 3, 1, 0, 0, 1, 0, 2, 1, 3, 1];

  it('runs on the machine whose nodes show its SMT siblings, all calls on one world', () => {
    const { probe, inputs } = answering([1, 9, 9, 4]);
    expect([...cpupriVectors.check(file({ rt_cases: [choice] }), probe)]).toEqual([
      { id: 'R', ok: true },
    ]);
    const calls = [1, 3, 5, 0, 0b11, 0, 1, 3, 5, 0, 0b01, 0];
    expect(inputs).toEqual([[PROBE.RT, [8, 2, ...siblings, 1, 0, 1, 3, 0, 5, 0, ...calls]]]);
  });

  it('fails at the first result that differs', () => {
    expect(check({ rt_cases: [choice] }, [1, 9, 9, 5])[0]).toEqual({
      id: 'R',
      ok: false,
      where: 'rt_cases[0].calls[1].distribute_prev_of_this_cpu_after',
      expected: '4',
      got: '5',
    });
  });

  it('walks over the overloaded CPUs', () => {
    const walk = {
      id: 'W',
      kind: 'rto_next_cpu',
      steps: [
        { op: 'set_rto_mask', cpus: [1, 4] },
        { op: 'rto_loop_next_inc', value: 1 },
        { op: 'rto_next_cpu', returns: 1, rto_cpu: 1, rto_loop: 0 },
      ],
    };
    const { probe, inputs } = answering([1, 1, 1, 2]);
    const results = [...cpupriVectors.check(file({ rt_cases: [walk] }), probe)];
    expect(inputs[0]![1].slice(18)).toEqual([1, 1, 1, 3, 2, 0b1_0010, 0, 3, 4]);
    expect(results[0]).toMatchObject({ where: 'rt_cases[0].steps[2].rto_loop', got: '2' });
  });

  it('is refused when its machine is not in the file', () => {
    const error = problemOf({ topologies: {}, rt_cases: [choice] });
    expect(error.path).toBe('rt_cases[0].topology');
  });
});

describe('a cpupri file', () => {
  it('is recognised by its schema, of any version', () => {
    expect(cpupriVectors.recognises({ schema: 'cpupri-vectors/9' })).toBe(true);
    expect(cpupriVectors.recognises({ format: 'topology-vectors/1' })).toBe(false);
    expect(() => check({ schema: 'cpupri-vectors/9' })).toThrow('write one of cpupri-vectors/1');
  });

  it('with nothing to check is refused', () => {
    expect(problemOf({}).remedy).toContain('rt_cases');
  });

  it('yields nothing when a later part of it is malformed', () => {
    const { probe, inputs } = answering(CASE_ANSWER);
    const value = file({ cases: [oneCase()], layouts: { p9: {} } });
    expect(() => [...cpupriVectors.check(value, probe)]).toThrow(VectorFileError);
    expect(inputs).toEqual([]);
  });
});
