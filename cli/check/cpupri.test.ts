// The reading and comparing of cpupri vectors, with a probe whose answers are written by hand. That
// the core gives the vectors' answers is checked by running `check` on them.

import { describe, expect, it } from 'vitest';
import { PROBE } from '../../web/engine/abi.gen.ts';
import { cpupriVectors } from './cpupri.ts';
import { type ProbeRunner, VectorFileError } from './types.ts';

const LEVELS = 101;

function answering(...answers: number[][]) {
  const inputs: [number, number[]][] = [];
  const probe: ProbeRunner = {
    run(kind, input, capacity) {
      inputs.push([kind, [...input]]);
      const answer = answers[inputs.length - 1] ?? answers.at(-1) ?? [];
      expect(answer.length).toBeLessThanOrEqual(capacity);
      return Int32Array.from(answer);
    },
  };
  return { probe, inputs };
}

const topologies = {
  T2x2: { nr_cpu_ids: 2, nr_node_ids: 2, nodes: { '0': '0', '1': '1' } },
  T8x2i: { nr_cpu_ids: 8, nr_node_ids: 2, nodes: { '0': '0-1,4-5', '1': '2-3,6-7' } },
};

const file = (parts: object) => ({ schema: 'cpupri-vectors/1', topologies, ...parts });

const check = (parts: object, ...answers: number[][]) => [
  ...cpupriVectors.check(file(parts), answering(...answers).probe),
];

function problemOf(parts: object): VectorFileError {
  try {
    check(parts, []);
  } catch (error) {
    if (error instanceof VectorFileError) return error;
    throw error;
  }
  throw new Error('the file was not refused');
}

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

  it('for expectations that are not one a step', () => {
    const error = refusal((vector) => perNode(vector).steps.pop());
    expect(error.path).toBe('cases[0].expect.per_node.steps');
    expect(error.remedy).toBe('write 2 expectations, one a step');
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

const characters = (text: string) => [text.length, ...[...text].map((c) => c.charCodeAt(0))];
const fieldWords = (name: string, offset: number, size: number, index = -1) => [
  ...[offset, size, index],
  ...characters(name),
];

const LAYOUT_ANSWER = [
  [1816, 8, 184, 1624, 4],
  fieldWords('rto_push_work.node.llist', 120, 8),
  fieldWords('rto_push_work.irqwait', 144, 8),
  fieldWords('rto_counts', -1, 8),
  fieldWords('count', 984, 4, 50),
].flat();

describe('a layout', () => {
  const layout = (fields: object) => ({ layouts: { 'p1+p2': { lines: 29, fields } } });

  it('knows arrays by index and structures by their parts', () => {
    const { probe, inputs } = answering(LAYOUT_ANSWER);
    const parts = layout({
      cpupri: { offset: 184, size: 1624, line: 3, in_line: '0x38' },
      rto_push_work: { offset: 120, size: 32 },
      'count[50]': { offset: 984, size: 4, line: 16, in_line: '0x18' },
    });
    expect([...cpupriVectors.check(file(parts), probe)]).toEqual([
      { id: 'layout p1+p2', ok: true },
    ]);
    expect(inputs).toEqual([[PROBE.LAYOUT, [0, 5]]]);
  });

  it('fails where a field lies elsewhere or is not there', () => {
    const elsewhere = layout({ 'count[50]': { in_line: '0x38' } });
    expect(check(elsewhere, LAYOUT_ANSWER)[0]).toMatchObject({ expected: '0x38', got: '0x18' });
    const absent = layout({ rto_counts: { offset: 64 } });
    expect(check(absent, LAYOUT_ANSWER)[0]).toMatchObject({
      where: 'layouts.p1+p2.fields.rto_counts.offset',
      expected: '64',
      got: 'none',
    });
  });

  it('is refused under a name nobody knows', () => {
    const error = problemOf({ layouts: { p9: { size: 1 } } });
    expect(error.path).toBe('layouts.p9');
    expect(error.remedy).toContain('p1alt');
  });
});

describe('the allocations', () => {
  const kinds = (...list: [string, number, number, number][]) => [
    list.length,
    ...list.flatMap(([name, ...numbers]) => [...characters(name), ...numbers]),
  ];
  const layout = [8, 8, 0, 8, 2, ...fieldWords('span', 0, 8), ...fieldWords('rto_mask', 8, 8)];
  const answers = [
    layout,
    kinds(['cpupri mask bitmap', 101, 16, 1], ['rto_mask bitmap', 1, 16, 1]),
    kinds(['rto_counts pointers', 1, 48, 1]),
    kinds(['cpupri per-node mask pointers', 101, 48, 1]),
  ];
  const item = (what: string, count: number, bytes: number, more = {}) => ({
    allocations: { items: [{ what, count, bytes_each: bytes, ...more }] },
  });

  it('are found by what they are said to be', () => {
    const items: [string, number, number, object?][] = [
      ['bitmap per vector (baseline)', 101, 16, { slab: 'kmalloc-16', lines: 'one private line' }],
      ['span, rto_mask bitmaps', 2, 16],
      ['patch 3: pointer array', 1, 48, { slab: 'kmalloc-64 of node i' }],
      ['patch 4: pointer array per vector', 101, 48],
    ];
    for (const [what, count, bytes, more] of items) {
      expect(check(item(what, count, bytes, more), ...answers)).toEqual([
        { id: 'allocations.items[0]', ok: true },
      ]);
    }
  });

  it('fail where count, slab or lines differ', () => {
    const wrong = (more: object) => check(item('bitmap per vector', 101, 16, more), ...answers)[0];
    expect(wrong({ count: 100 })).toMatchObject({ expected: '100', got: '101' });
    expect(wrong({ slab: 'kmalloc-64' })).toMatchObject({ got: 'kmalloc-16' });
    expect(wrong({ lines: '2 lines each' })).toMatchObject({ expected: '2 lines', got: '1 lines' });
  });

  it('total what the slabs hand out', () => {
    const totals = { patch4_pointer_arrays_bytes: 6464 };
    expect(check({ allocations: { totals } }, ...answers)).toEqual([
      { id: 'allocations.totals', ok: true },
    ]);
  });

  it('are those of the machine in the note', () => {
    const { probe, inputs } = answering(...answers);
    const parts = item('patch 3: pointer array', 1, 48);
    const allocations = { ...parts.allocations, note: 'on the 4-CPU, 2-node machine' };
    for (const _result of cpupriVectors.check(file({ allocations }), probe));
    const machine = [4, 2, 0, 0, 1, 0, 2, 1, 3, 1];
    expect(inputs.slice(1).map(([, words]) => words)).toEqual([
      [1, ...machine, 0, 0],
      [1, ...machine, 4, 0],
      [1, ...machine, 0, 1],
    ]);
  });

  it('are refused when nobody knows what they are', () => {
    expect(problemOf(item('rabbits', 2, 8)).path).toBe('allocations.items[0].what');
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
