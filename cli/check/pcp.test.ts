import { describe, expect, it } from 'vitest';
import { PROBE } from '../../web/engine/abi.gen.ts';
import { pcpVectors } from './pcp.ts';
import { type ProbeRunner, VectorFileError } from './types.ts';

/** A probe that gives these words, and what it was asked. */
function answering(...answers: number[][]) {
  const inputs: number[][] = [];
  const probe: ProbeRunner = {
    run(kind, input) {
      expect(kind).toBe(PROBE.PCP);
      inputs.push([...input]);
      return Int32Array.from(answers[inputs.length - 1] ?? []);
    },
  };
  return { probe, inputs };
}

const check = (cases: unknown[], ...answers: number[][]) => [
  ...pcpVectors.check({ cases }, answering(...answers).probe),
];

function problemOf(cases: unknown[]): VectorFileError {
  try {
    check(cases);
  } catch (error) {
    if (error instanceof VectorFileError) return error;
    throw error;
  }
  throw new Error('the file was not refused');
}

const sequence = (...steps: object[]) => ({
  id: 'S',
  kind: 'sequence-v4.19',
  steps: [{ op: 'init', zone_pages: 1024, batch: 1, high: 0 }, ...steps],
});

/** A state with `page` on the movable list of single pages and nothing else free. */
const state = (unused: number[], pages: number[], free: number[]) => [
  ...unused,
  ...pages,
  ...[0, 0, 0, 0, 1, free.length, free.length, ...new Array(10).fill(0)],
  ...[0, free.length, ...free.slice(0, 1), ...new Array(64).fill(0)],
];

describe('a table of batches', () => {
  const row = { managed_pages: 5000, v4_18: { zone_batchsize: 0, pcp_batch: 1, pcp_high: 0 } };

  it('asks the core for every kernel a row names', () => {
    const { probe, inputs } = answering([0, 1, 0]);
    const results = [
      ...pcpVectors.check({ cases: [{ id: 'B', kind: 'batch', rows: [row] }] }, probe),
    ];
    expect(results).toEqual([{ id: 'B', ok: true }]);
    expect(inputs).toEqual([[0, 128, 1, 5000]]);
  });

  it('fails at the first number that differs', () => {
    expect(check([{ id: 'B', kind: 'batch', rows: [row] }], [0, 1, 6])).toEqual([
      { id: 'B', ok: false, where: 'cases[0].rows[0].v4_18.pcp_high', expected: '0', got: '6' },
    ]);
  });

  it('is refused when a row names no kernel', () => {
    const error = problemOf([{ id: 'B', kind: 'batch', rows: [{ managed_pages: 1 }] }]);
    expect(error.path).toBe('cases[0].rows[0]');
    expect(error.remedy).toContain('v4_19');
  });
});

describe('a sequence of allocations and frees', () => {
  const alloc = { op: 'alloc', migratetype: 1, n: 3, pfns: [0, '...', 2] };

  it('compares what a cut list shows, at both ends', () => {
    const first = state([], [], []);
    expect(check([sequence(alloc)], [...first, ...state([-1], [0, 1, 2], [])])).toEqual([
      { id: 'S', ok: true },
    ]);
    expect(check([sequence(alloc)], [...first, ...state([-1], [0, 1, 3], [])])[0]).toMatchObject({
      where: 'cases[0].steps[1].pfns',
      expected: '[0, ..., 2]',
      got: '[0, ..., 3]',
    });
  });

  it('expects lists that are not named to be empty', () => {
    const drain = { op: 'drain_all', free_lists: {} };
    const answer = [...state([], [], []), ...state([-1], [], [7])];
    expect(check([sequence(drain)], answer)[0]).toMatchObject({
      where: 'cases[0].steps[1].free_lists.0/1',
      expected: '[]',
      got: '[7]',
    });
  });

  it('frees downwards when a range ends below where it begins', () => {
    const { probe, inputs } = answering([...state([], [], []), ...state([-1], [], [])]);
    const cases = [sequence({ op: 'free_range', from: 9, to: 4 })];
    for (const _result of pcpVectors.check({ cases }, probe));
    expect(inputs[0]!.slice(-4)).toEqual([2, 9, 4, -1]);
  });

  it('is refused when it frees a page that is not in use', () => {
    const cases = [sequence({ op: 'free', pfns: [5] })];
    const { probe } = answering([...state([], [], []), ...state([5], [], [])]);
    expect(() => [...pcpVectors.check({ cases }, probe)]).toThrow('page 5 is not in use');
  });

  it('is refused for a zone of broken blocks, an unknown step or field, a list that is none', () => {
    const broken = { ...sequence(), steps: [{ op: 'init', zone_pages: 1500, batch: 1, high: 0 }] };
    expect(problemOf([broken]).path).toBe('cases[0].steps[0].zone_pages');
    expect(problemOf([sequence({ op: 'shrink' })]).remedy).toContain('drain_one_batch');
    expect(problemOf([sequence({ op: 'drain_all', pages: 3 })]).path).toBe(
      'cases[0].steps[1].pages',
    );
    const lists = sequence({ op: 'drain_all', free_lists: { '11/0': [] } });
    expect(problemOf([lists]).remedy).toContain('10/5');
  });
});

describe('a sequence on modern lists', () => {
  const modern = (...steps: object[]) => ({
    id: 'M',
    kind: 'sequence-modern',
    steps: [{ op: 'init', batch: 63, high_min: 252, high_max: 20000 }, ...steps],
  });

  it('fails on a refill the file does not speak of', () => {
    const answer = [0, 0, 0, 0, 0, 1, 63, 0, 62, 315, 1, 0, 0];
    expect(check([modern({ op: 'alloc', order: 0, n: 1, count: 62 })], answer)[0]).toMatchObject({
      where: 'cases[0].steps[1].refills',
      expected: '[]',
      got: '[63]',
    });
  });

  it('is refused for an order without a list', () => {
    const error = problemOf([modern({ op: 'free', order: 4, n: 1 })]);
    expect(error.path).toBe('cases[0].steps[1].order');
    expect(error.remedy).toContain('0 to 3 or 9');
  });
});

describe('a file of page-list vectors', () => {
  it('is recognised by the kinds of its cases', () => {
    expect(pcpVectors.recognises({ cases: [{ kind: 'sequence-v4.19' }] })).toBe(true);
    expect(pcpVectors.recognises({ cases: [{ kind: 'wakeup' }] })).toBe(false);
  });

  it('is refused when a kind is unknown or the count is wrong', () => {
    expect(problemOf([{ kind: 'sequence-v9' }]).path).toBe('cases[0].kind');
    const { probe } = answering();
    expect(() => pcpVectors.check({ count: 2, cases: [sequence()] }, probe)).toThrow(
      'write 1, the number of cases',
    );
  });
});
