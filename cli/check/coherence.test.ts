// The reading and comparing of coherence vectors, with a probe whose answers are written by hand.
// That the core gives the vectors' answers is checked by running `check` on them.

import { describe, expect, it } from 'vitest';
import { coherenceFormat } from './coherence.ts';
import { type ProbeRunner, VectorFileError } from './types.ts';

type Loose = Record<string, unknown>;

/** Two sockets of two cores each. */
const platform = (): Loose => ({
  sockets: 2,
  nodes_per_socket: 1,
  llcs_per_node: 1,
  cores_per_llc: 2,
  threads: 2,
  cores: 4,
  ghz: 2.8,
  t_l1: 2,
  t_rmw: 6,
  t_sb: 1,
  t_llc: 13.5,
  hitm_c: { same_llc: 80, same_node: 81, same_socket: 90, other_socket: 240 },
  clean_c: { same_llc: 70, same_node: 71, same_socket: 85, other_socket: 230 },
  dram_c: { local: 100, same_socket: 120, other_socket: 230 },
  svc_num: 3,
  svc_den: 4,
  t_rd: 14,
  t_ack: 10,
  dir_penalty: 64,
  age_us: 99,
  mlp: 5,
  ldlat: 29,
});

const vector = (): { steps: Loose[]; rows: Loose[] } & Loose => ({
  id: 'one',
  why: 'a case',
  platform: 'P',
  homes: { '0xffffffff82a01000': 1 },
  steps: [
    {
      cpu: 5,
      addr: '0xffffffff82a01038',
      size: 8,
      kind: 'RMW',
      t: 0x3_8000_0001,
      symbol: 'set',
      overlap: true,
      expect: {
        done: 0x3_8000_0165,
        cls: 'RMT_DRAM',
        wait: 0,
        owner: 1,
        dirty: true,
        sharers: [],
        busy: 7,
        ready: 8,
        note: 'a remark',
      },
    },
  ],
  rows: [
    { line: '0xffffffff82a01000', offset: '0x38', symbol: 'set', loads: 1, ld_cycles: 2 ** 33 },
  ],
});

const file = () => ({ platforms: { P: platform() } as Loose, vectors: [vector()] });

const MACHINE_WORDS = [
  ...[2, 1, 1, 2, 2, 4],
  ...[2800, 2, 6, 1, 14, 3, 4, 14, 10, 64, 99, 5, 29],
  ...[80, 81, 90, 90, 240],
  ...[70, 71, 85, 85, 230],
  ...[100, 100, 120, 120, 230],
  0,
];
const INPUT = [...MACHINE_WORDS, 1, 1, 1, 1, 5, 0, 0x38, 6, -0x7fff_ffff, 3, 0, 0];
const STEP_ANSWER = [-0x7fff_fe9b, 3, 8, 0, 0, 1, 1, 7, 0, 8, 0, 0, 0, 0, 0, -1, -1, 0, 0];
const ROW_ANSWER = [1, 0, 0x38, 0, 1, 1, 1, 0, 0, 1, 0, 1, 0, 2, 0, 0, 0, 0, 1];
const LINE_ANSWER = [1, 0, 0, 230, 0, 0, 0];
const ANSWER = [...STEP_ANSWER, ...ROW_ANSWER, ...LINE_ANSWER];

function probeThatAnswers(...answers: number[][]) {
  const inputs: number[][] = [];
  const probe: ProbeRunner = {
    run(_kind, input, capacity) {
      inputs.push([...input]);
      const answer = answers[inputs.length - 1] ?? [];
      expect(answer.length).toBeLessThanOrEqual(capacity);
      return Int32Array.from(answer);
    },
  };
  return { probe, inputs };
}

const results = (value: unknown, ...answers: number[][]) => [
  ...coherenceFormat.check(value, probeThatAnswers(...answers).probe),
];

function refusal(value: unknown): VectorFileError {
  try {
    results(value, ANSWER);
  } catch (error) {
    if (error instanceof VectorFileError) return error;
    throw error;
  }
  throw new Error('the file was accepted');
}

describe('what is asked of the core', () => {
  it('is the machine, the lines with their homes and the steps, times in two words', () => {
    const { probe, inputs } = probeThatAnswers(ANSWER);
    expect([...coherenceFormat.check(file(), probe)]).toEqual([{ id: 'one', ok: true }]);
    expect(inputs).toEqual([INPUT]);
  });

  it('fills in what a file may leave out', () => {
    const { probe, inputs } = probeThatAnswers(ANSWER);
    const value = file();
    for (const key of ['threads', 't_sb', 'svc_num', 'svc_den', 't_rd', 't_ack', 'dir_penalty']) {
      delete (value.platforms.P as Loose)[key];
    }
    for (const key of ['age_us', 'mlp', 'ldlat', 'cores', 'nodes_per_socket', 'llcs_per_node']) {
      delete (value.platforms.P as Loose)[key];
    }
    const { steps } = value.vectors[0]!;
    value.vectors = [{ steps: [{ cpu: 1, addr: 64, kind: 'LOAD', t: 5 }], platform: 'P' } as never];
    expect(steps).toHaveLength(1);
    expect([...coherenceFormat.check(value, probe)]).toEqual([{ id: 'vectors[0]', ok: true }]);
    expect(inputs[0]!.slice(0, 19)).toEqual([
      ...[2, 1, 1, 2, 1, 4],
      ...[2800, 2, 6, 1, 14, 1, 1, 15, 15, 0, 100, 4, 30],
    ]);
    expect(inputs[0]!.slice(MACHINE_WORDS.length)).toEqual([1, 0, 1, 1, 1, 0, 0, 0, 5, 0, 0, 0]);
  });

  it('spreads a matrix between nodes over their domains and derives the clean one', () => {
    const { probe, inputs } = probeThatAnswers(ANSWER);
    const value = file();
    const matrix = [
      [81, 376],
      [372, 99],
    ];
    Object.assign(value.platforms.P as Loose, { llcs_per_node: 2, cores: 8, hitm_m: matrix });
    [...coherenceFormat.check(value, probe)];
    const cells = inputs[0]!.slice(MACHINE_WORDS.length - 1, MACHINE_WORDS.length + 32);
    const rows = [...[81, 81, 376, 376, 81, 81, 376, 376], ...[372, 372, 99, 99, 372, 372, 99, 99]];
    expect(cells).toEqual([1, ...rows, ...rows.map((cell) => Math.floor(cell * 0.95))]);
  });

  it('asks for each hand-over by itself', () => {
    const value = {
      platforms: { P: platform() },
      lock_handover: [
        { platform: 'P', owner_core: 0, head_core: 2, expect_ns: 480 },
        { platform: 'P', owner_core: 0, head_core: 1, expect_ns: 480 },
      ],
    };
    const { probe, inputs } = probeThatAnswers([480, 0], [160, 0]);
    expect([...coherenceFormat.check(value, probe)]).toEqual([
      { id: 'lock_handover[0]', ok: true },
      {
        id: 'lock_handover[1]',
        ok: false,
        where: 'lock_handover[1].expect_ns',
        expected: '480',
        got: '160',
      },
    ]);
    expect(inputs[0]).toEqual([...MACHINE_WORDS, 0, 0, 0, 1, 0, 2]);
  });
});

describe('a difference', () => {
  const withWord = (index: number, word: number) => ANSWER.with(index, word);
  const rowsAt = STEP_ANSWER.length;
  it.each([
    ['done', withWord(1, 4), 'vectors[0].steps[0].expect.done', '19327353189'],
    ['the class', withWord(2, 0), 'vectors[0].steps[0].expect.cls', '"L1"'],
    ['the owner', withWord(5, -1), 'vectors[0].steps[0].expect.owner', '-1'],
    ['the sharers', withWord(17, 5), 'vectors[0].steps[0].expect.sharers', '[0,2]'],
    ['a counter', withWord(rowsAt + 13, 1), 'vectors[0].rows[0].ld_cycles', '4294967296'],
    ['a row too many', withWord(rowsAt + 2, 0x30), 'vectors[0].rows[0]', 'no such row'],
  ])('in %s is shown with its place', (_what, answer, where, got) => {
    expect(results(file(), answer)).toMatchObject([{ id: 'one', ok: false, where, got }]);
  });

  it('in the number of rows is shown', () => {
    const value = file();
    value.vectors[0]!.rows = [];
    expect(results(value, ANSWER)).toMatchObject([
      { ok: false, where: 'vectors[0].rows', got: 'a row 0xffffffff82a01000 0x38 set' },
    ]);
  });

  it('in the order of rows or sharers is none', () => {
    const value = file();
    value.vectors[0]!.steps[0]!.expect = { sharers: [2, 0] };
    expect(results(value, ANSWER.with(17, 5))).toEqual([{ id: 'one', ok: true }]);
  });
});

describe('a malformed file', () => {
  const step = (change: Loose) => {
    const value = file();
    Object.assign(value.vectors[0]!.steps[0]!, change);
    return value;
  };
  const machine = (change: Loose) => ({
    ...file(),
    platforms: { P: { ...platform(), ...change } },
  });
  it.each([
    [{ ...file(), vectors: 5 }, 'vectors', 'write a list'],
    [{ ...file(), vectors: [{ ...vector(), platform: 'Q' }] }, 'vectors[0].platform', ': P'],
    [{ ...file(), vectors: [{ ...vector(), steps: undefined }] }, 'vectors[0].steps', 'a list'],
    [{ ...file(), vectors: [{ ...vector(), homes: { x: 0 } }] }, 'vectors[0].homes.x', 'address'],
    [
      { ...file(), vectors: [{ ...vector(), homes: { '64': 2 } }] },
      'vectors[0].homes.64',
      '0 to 1',
    ],
    [step({ addr: 'here' }), 'vectors[0].steps[0].addr', 'write an address'],
    [step({ addr: -1 }), 'vectors[0].steps[0].addr', 'write an address'],
    [step({ size: 9 }), 'vectors[0].steps[0].size', 'at most 8'],
    [step({ kind: 'SWAP' }), 'vectors[0].steps[0].kind', 'LOAD, STORE, RMW'],
    [step({ cpu: 8 }), 'vectors[0].steps[0].cpu', '0 to 7'],
    [step({ t: 0.5 }), 'vectors[0].steps[0].t', 'whole number'],
    [step({ expect: { done: '1' } }), 'vectors[0].steps[0].expect.done', 'whole number'],
    [step({ expect: { dunno: 1 } }), 'vectors[0].steps[0].expect.dunno', 'use the fields done'],
    [
      step({ expect: { constructor: 1 } }),
      'vectors[0].steps[0].expect.constructor',
      'use the fields done',
    ],
    [machine({ ghz: 0 }), 'platforms.P.ghz', '0.001'],
    [machine({ t_llc: undefined }), 'platforms.P.t_llc', '0 to'],
    [machine({ cores: 5 }), 'platforms.P.cores', 'at most 4'],
    [machine({ sockets: 64, nodes_per_socket: 2 }), 'platforms.P', 'up to 64'],
    [machine({ hitm_m: [[1]] }), 'platforms.P.hitm_m', '2 rows'],
    [machine({ hitm_c: { same_llc: 3 } }), 'platforms.P.hitm_c.other_socket', '0 to'],
    [machine({ hold: 20 }), 'platforms.P.hold', 'no tenure'],
    [machine({ svc_num: 65 }), 'platforms.P.svc_num', 'at most 16'],
  ])('is refused with a path and a remedy (%#)', (value, path, remedy) => {
    const error = refusal(value);
    expect(error.path).toBe(path);
    expect(error.remedy).toContain(remedy);
  });
});

describe('the format', () => {
  it('is recognised by its vectors and platforms', () => {
    expect(coherenceFormat.recognises(file())).toBe(true);
    expect(coherenceFormat.recognises({ lock_handover: [] })).toBe(true);
    expect(coherenceFormat.recognises({ vectors: [] })).toBe(false);
    expect(coherenceFormat.recognises([])).toBe(false);
    expect(coherenceFormat.recognises(null)).toBe(false);
  });
});
