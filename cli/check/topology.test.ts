// The reading and comparing of topology vectors, with a probe whose answers are written by hand.
// That the core gives the vectors' answers is checked by running `check` on them.

import { describe, expect, it } from 'vitest';
import { topologyVectors } from './topology.ts';
import { type ProbeRunner, VectorFileError } from './types.ts';

const BASE_FLAGS = ['SD_BALANCE_NEWIDLE', 'SD_WAKE_AFFINE', 'SD_SHARE_LLC'];
const BASE_BITS = (1 << 0) | (1 << 4) | (1 << 9);

/** Two CPUs that share a cache. */
const preset = () => ({
  id: 'two',
  nr_cpus: 2,
  nr_cores: 2,
  threads_per_core: 1,
  numbering: 'block: thread t of core c is CPU t*cores+c',
  example_siblings: ['0', '1'],
  packages: ['0-1'],
  nodes: ['0-1'],
  llcs: ['0-1'],
  l2_clusters: 'per core' as unknown,
  node_distance: [[10]],
  node_reclaim_distance: 30,
  numa_in_package: false,
  levels_offered: ['MC', 'NODE'],
  config: { SCHED_SMT: true, SCHED_CLUSTER: false, SCHED_MC: true },
  numa_topology_type: 'NUMA_DIRECT',
  sched_cluster_active: false,
  expect: [
    {
      cpu: 1,
      sd_llc_size: 2,
      sd_llc_id: 0,
      sd_share_id: 0,
      domains: [
        {
          name: 'MC',
          span: '0-1',
          span_weight: 2,
          flags: BASE_FLAGS,
          min_interval: 2,
          max_interval: 4,
          busy_factor: 16,
          imbalance_pct: 117,
          cache_nice_tries: 1,
          imb_numa_nr: 0,
          nr_groups: 2,
          groups: [
            { span: '1', weight: 1, cores: 1, balance_cpu: 1, flags: [] as string[] },
            { span: '0', weight: 1, cores: 1, balance_cpu: 0, flags: [] as string[] },
          ],
        } as Record<string, unknown>,
      ],
    },
  ],
});

const firstDomain = ({ expect: [cpu] }: ReturnType<typeof preset>) => cpu!.domains[0]!;

const MACHINE_WORDS = [2, 1, 30, 1, 0, 1, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 10];
const ANSWER = [
  [1, 0, 0, 0],
  [2, 2, 0, 4, 10],
  [2, 0, 0, 1],
  [2, BASE_BITS, 2, 2, 4, 16, 117, 1, 0, 0, 0b11],
  [2],
  [1, 1, 1, 0, 0b10, 0b10],
  [1, 1, 0, 0, 0b01, 0b01],
].flat();

function answering(answer: number[]) {
  const inputs: number[][] = [];
  const probe: ProbeRunner = {
    run(_kind, input) {
      inputs.push([...input]);
      return Int32Array.from(answer);
    },
  };
  return { probe, inputs };
}

const file = (...presets: unknown[]) => ({ format: 'topology-vectors/1', presets });

const check = (value: unknown, answer = ANSWER) => [
  ...topologyVectors.check(value, answering(answer).probe),
];

describe('a topology vector', () => {
  it('goes to the probe as words and passes when the answer is what it expects', () => {
    const { probe, inputs } = answering(ANSWER);
    expect([...topologyVectors.check(file(preset()), probe)]).toEqual([{ id: 'two', ok: true }]);
    expect(inputs).toEqual([[...MACHINE_WORDS, 1, 1]]);
  });

  it('fails at the first difference, named by its path', () => {
    const wrong = preset();
    firstDomain(wrong).imb_numa_nr = 3;
    firstDomain(wrong).flags = [];
    expect(check(file(wrong))).toEqual([
      {
        id: 'two',
        ok: false,
        where: 'presets[0].expect[0].domains[0].flags',
        expected: 'none',
        got: 'SD_BALANCE_NEWIDLE SD_WAKE_AFFINE SD_SHARE_LLC',
      },
    ]);
  });

  it('names the domains when their number differs', () => {
    const wrong = preset();
    wrong.expect[0]!.domains.push({ ...firstDomain(wrong), name: 'NUMA' });
    expect(check(file(wrong))[0]).toMatchObject({
      where: 'presets[0].expect[0].domains',
      expected: '2: MC, NUMA',
      got: '1: MC',
    });
  });

  it('may list the first groups and the last one only', () => {
    const some = preset();
    const { groups, ...domain } = firstDomain(some);
    const listed = groups as unknown[];
    some.expect[0]!.domains[0] = { ...domain, groups_first3: [listed[0]], group_last: listed[1] };
    expect(check(file(some))[0]!.ok).toBe(true);
    firstDomain(some).group_last = listed[0];
    expect(check(file(some))[0]!.where).toBe('presets[0].expect[0].domains[0].group_last.span');
  });

  it('expects a balance mask equal to the span where it names none', () => {
    const masked = preset();
    const groups = firstDomain(masked).groups as Record<string, unknown>[];
    groups[0]!.balance_mask = '0';
    expect(check(file(masked))[0]).toMatchObject({
      where: 'presets[0].expect[0].domains[0].groups[0].balance_mask',
      expected: '0',
      got: '1',
    });
  });

  it('may have clusters, other numberings and nodes without CPUs', () => {
    const other = preset();
    Object.assign(other, {
      nr_cores: 1,
      threads_per_core: 2,
      numbering: 'adjacent: thread t of core c is CPU c*threads+t',
      example_siblings: ['0-1'],
      l2_clusters: ['0-1'],
      nodes: ['', '0-1'],
      node_distance: [
        [10, 20],
        [20, 10],
      ],
    });
    const { probe, inputs } = answering(ANSWER);
    topologyVectors.check(file(other), probe);
    const ids = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1];
    expect(inputs[0]).toEqual([2, 2, 30, 1, 0, 1, ...ids, 10, 20, 20, 10, 1, 1]);
  });
});

describe('a malformed topology file', () => {
  const refused: [string, (value: ReturnType<typeof preset>) => unknown, string][] = [
    ['too many CPUs', (p) => ({ ...p, nr_cpus: 10_000_000 }), 'presets[0].nr_cpus: found 10000000'],
    ['a number as text', (p) => ({ ...p, nr_cpus: '2' }), 'presets[0].nr_cpus: found "2"'],
    ['no caches', ({ llcs: _, ...p }) => p, 'presets[0].llcs: found nothing; write a list'],
    [
      'a CPU in no cache',
      (p) => ({ ...p, llcs: ['0'] }),
      'presets[0].llcs: CPU 1 is in none of the lists; list every CPU from 0 to 1 once',
    ],
    [
      'a CPU in two caches',
      (p) => ({ ...p, llcs: ['0-1', '1'] }),
      'presets[0].llcs[1]: CPU 1 already stands in presets[0].llcs[0]',
    ],
    [
      'cores that do not add up',
      (p) => ({ ...p, threads_per_core: 2 }),
      'presets[0].nr_cores: 2 cores of 2 threads are 4 CPUs, nr_cpus says 2',
    ],
    [
      'siblings against the numbering',
      (p) => ({ ...p, example_siblings: ['0-1'] }),
      'presets[0].example_siblings[0]: found "0-1"; list the CPUs of one core',
    ],
    [
      'a distance table that is not square',
      (p) => ({ ...p, node_distance: [[10, 20]] }),
      'presets[0].node_distance[0]: found a list of 2; write 1 distances, one per node',
    ],
    ['no preset at all', () => null, 'presets[0]: found null; write an object'],
    [
      'an expectation without a field',
      (p) => {
        delete firstDomain(p).nr_groups;
        return p;
      },
      'presets[0].expect[0].domains[0].nr_groups: found nothing; write a whole number',
    ],
    [
      'a flag nobody knows',
      (p) => {
        firstDomain(p).flags = ['SD_MAGIC'];
        return p;
      },
      'presets[0].expect[0].domains[0].flags[0]: found "SD_MAGIC"; write one of SD_BALANCE',
    ],
  ];

  it.each(refused)('is refused for %s before the core is asked', (_, damage, message) => {
    const { probe, inputs } = answering(ANSWER);
    const run = () => [...topologyVectors.check(file(damage(preset())), probe)];
    expect(run).toThrow(VectorFileError);
    expect(run).toThrow(message);
    expect(inputs).toEqual([]);
  });

  it('is refused with the words of the core when no such machine can be', () => {
    const reason = 'topology.cpu_node[1]: 1 given';
    const answer = [0, reason.length, ...new TextEncoder().encode(reason)];
    expect(() => check(file(preset()), answer)).toThrow(
      `presets[0]: no such machine can be; ${reason}`,
    );
  });

  it('is refused without presets, or of another version', () => {
    expect(() => check({ format: 'topology-vectors/1' })).toThrow('presets: found nothing');
    expect(() => check(file())).toThrow('presets: found a list of 0; list at least one preset');
    const newer = { format: 'topology-vectors/2', presets: [] };
    expect(topologyVectors.recognises(newer)).toBe(true);
    expect(() => check(newer)).toThrow('format: found "topology-vectors/2"');
  });

  it('is not taken for one of ours when it names another format', () => {
    for (const other of [null, [], 'text', {}, { format: 'coherence-vectors/1' }]) {
      expect(topologyVectors.recognises(other)).toBe(false);
    }
  });
});
