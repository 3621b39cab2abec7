import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  HINT,
  LEAVING,
  NOHZ,
  NUMA,
  ORDER,
  PIPE,
  SIS,
  WORKLOAD,
  worldDefFields,
} from '../engine/abi.gen.ts';
import { kernelOptions } from '../engine/definition.gen.ts';
import { compilePolicy } from '../policy/compile.ts';
import { policyValues } from '../policy/values.ts';
import { buildDefinition } from './definition.ts';
import { parseOverride } from './overrides.ts';
import { openRecipe, parseRecipe } from './recipe.ts';
import { absentField, rootDomainFields } from './root-domain.ts';
import { loadScenario, openScenario } from './scenario.ts';
import { reader, refusal, smallScenario } from './testing.ts';
import { workloads } from './workloads.ts';

const ffmpeg = (...set: string[]) =>
  loadScenario('cpupri/ffmpeg-480', reader, set.map(parseOverride));

describe('a variant with workload parameters of its own', () => {
  const bound = (own: Record<string, unknown>, ...set: string[]) =>
    openScenario(
      smallScenario({
        variants: [
          { id: 'A', label: 'Baseline', kernel: { version: '6.18', layout: 'base' } },
          { id: 'B', label: 'Other', kernel: { version: '6.18', layout: 'base' }, workload: own },
        ],
      }),
      reader,
      set.map(parseOverride),
    );

  it('runs with them, the others without', async () => {
    const opened = await bound({ threads: 5, user: '100 us' });
    const [a, b] = ['A', 'B'].map((id) => buildDefinition(opened, id).workload_parameter);
    expect(a).toEqual([2, 4, 6, 5, 400_000, 30_000, 1, 0]);
    expect(b).toEqual([2, 4, 5, 5, 100_000, 30_000, 1, 0]);
  });

  it('keeps them when the scenario is overridden, and takes overrides itself', async () => {
    const opened = await bound(
      { threads: 5 },
      'workload.threads=7',
      'variant.B.workload.runnable=2',
    );
    expect(buildDefinition(opened, 'A').workload_parameter.slice(2, 4)).toEqual([7, 5]);
    expect(buildDefinition(opened, 'B').workload_parameter.slice(2, 4)).toEqual([5, 2]);
  });

  it('is refused where they do not fit, with the path of the field', async () => {
    const path = async (own: Record<string, unknown>) => (await refusal(() => bound(own))).path;
    expect(await path({ thread: 5 })).toBe('variants[1].workload.thread');
    expect(await path({ threads: 0 })).toBe('variants[1].workload.threads');
    expect(await path({ threads: 4 })).toBe('variants[1].workload.runnable');
    expect(await path({ name: 'cyclic' })).toBe('variants[1].workload.name');
  });
});

describe('what this room and the core must agree on', () => {
  it('is every field of world_def: set here, or observation that the engine decides', async () => {
    const fields = Object.keys(worldDefFields);
    const elsewhere = [
      'abi_version',
      'no_line_counters',
      'ring_records',
      'explain_records',
      'explain_steps',
      'keyframes',
      'status',
      'message',
    ];
    // A fork of the past has fields that a run without one leaves out.
    const interventions = [{ at: '1 ms', set: { 'tasks.cpus': '0-59' } }];
    const recipe = { format: 'schedscape-recipe/3', scenario: 'cpupri/ffmpeg-480', interventions };
    const fork = await openRecipe(parseRecipe(recipe), reader);
    const set = Object.keys(buildDefinition(fork, 'C'));
    // So has a policy of one's own.
    const policy = Object.keys(policyValues(compilePolicy('function balance() { return -1; }')));
    // And a workload of one's own.
    const program = ['program_words', 'program'];
    expect([...set, ...policy, ...program, ...elsewhere].sort()).toEqual(fields.sort());
  });

  it('runs ordinary tasks on the full fair class unless the kernel says otherwise', async () => {
    const classOf = async (name: string, override?: { path: string; value: string }) =>
      buildDefinition(await loadScenario(name, reader, override ? [override] : []), 'A').fair_class;
    expect(await classOf('cpupri/cyclic')).toBe(0);
    expect(await classOf('split-llc/hackbench-groups')).toBe(1);
    const minimal = { path: 'variant.A.kernel.fair', value: 'minimal' };
    expect(await classOf('split-llc/hackbench-groups', minimal)).toBe(0);
    const document = JSON.parse(await reader.read('split-llc/hackbench-groups'));
    delete document.variants[0].kernel.fair;
    expect(buildDefinition(await openScenario(document, reader), 'A').fair_class).toBe(1);
  });

  const kernel = async (set: Record<string, string | number | boolean>) =>
    buildDefinition(
      await loadScenario(
        'split-llc/hackbench-groups',
        reader,
        Object.entries(set).map(([path, value]) => ({ path: `variant.B.kernel.${path}`, value })),
      ),
      'B',
    );

  it('takes every word of an option of the kernel to the code that the core gives it', async () => {
    for (const row of kernelOptions) {
      // Those of a group need the rest of it; what caches and lists may be stands in their own tests.
      if (!('codes' in row) || row.name.includes('.')) continue;
      for (const [word, code] of Object.entries(row.codes)) {
        expect((await kernel({ [row.name]: word }))[row.field], `${row.name} ${word}`).toBe(code);
      }
    }
    expect(await kernel({ idle_search: 'prop-v5.10', numa_imbalance: 'v5.18' })).toMatchObject({
      idle_search: SIS.PROP_510,
      numa_imbalance: NUMA.N2,
    });
  });

  it('takes numbers and yes and no as they are said', async () => {
    const said = { imb_numa_nr: 16, sched_idle_every: 4, sched_batch_every: 2 };
    expect(await kernel(said)).toMatchObject(said);
    expect(await kernel({ pipe_mutex: 'optimistic' })).toMatchObject({
      pipe_mutex: PIPE.MUTEX_OPTIMISTIC,
    });
    expect(await kernel({ fair_order: 'cfs' })).toMatchObject({ fair_order: ORDER.CFS });
    expect(await kernel({})).toMatchObject({ fair_order: ORDER.EEVDF });
    expect(await kernel({ delayed_dequeue: false, skew_tick: true })).toMatchObject({
      delayed_dequeue: 0,
      skew_tick: 1,
    });
  });

  it('is without a word what the kernels of its fair class are', async () => {
    expect(await kernel({})).toMatchObject({
      numa_imbalance: NUMA.N3,
      idle_search: SIS.UTIL,
      delayed_dequeue: 1,
      wake_leaving: LEAVING.LISTS,
      nohz_kicks: NOHZ.KICKS_ALL,
      task_hints: 0,
      llc_kib: 32_768,
    });
    expect(await kernel({ fair: 'minimal' })).toMatchObject({
      wake_leaving: LEAVING.WAITS,
      nohz_kicks: NOHZ.KICKS_BALANCE,
    });
  });

  it('adds up hints, or those of an intent, and refuses both at once', async () => {
    const hints = { 'hints.fork': 'spread', 'hints.wake': 'hold', 'hints.overload': 'nr_scan' };
    expect(await kernel(hints)).toMatchObject({
      task_hints: HINT.FORK_SPREAD + HINT.WAKE_HOLD,
      hint_overload: HINT.OVERLOAD_NR_SCAN,
    });
    expect(await kernel({ 'hints.intent': 'efficient' })).toMatchObject({
      task_hints: HINT.FORK_AFFINE + HINT.WAKE_AFFINE,
    });
    expect(await kernel({ 'hints.intent': 'tail-latency' })).toMatchObject({
      task_hints: HINT.FORK_AFFINE + HINT.WAKE_HOLD + HINT.WAKE_WIDE,
    });
    const both = await refusal(() =>
      kernel({ 'hints.intent': 'background', 'hints.fork': 'none' }),
    );
    expect(both.path).toBe('variants[1].kernel.hints');
  });

  it('refuses what an option cannot be, with the path', async () => {
    const refused = await refusal(() => kernel({ numa_imbalance: 'v4.0' }));
    expect(refused.path).toBe('variants[1].kernel.numa_imbalance');
    expect(refused.remedy).toContain('v5.7, v5.11, v5.18-pre, v5.18, v6.0');
    const allowance = await refusal(() => kernel({ imb_numa_nr: 0 }));
    expect(allowance.path).toBe('variants[1].kernel.imb_numa_nr');
  });

  it('is the codes of workloads', () => {
    for (const { name, code } of workloads) {
      expect(code, name).toBe(
        WORKLOAD[name.toUpperCase().replaceAll('-', '_') as keyof typeof WORKLOAD],
      );
    }
  });

  it('is the fields of root_domain, in order', () => {
    const file = new URL('../../wasm-core/src/sched/root_domain.h', import.meta.url);
    const list = readFileSync(file, 'utf8').split('#define SS_ROOT_DOMAIN_FIELD_LIST')[1]!;
    const names = [...list.split('\n\n')[0]!.matchAll(/X\(\w+, "([^"]+)"/g)].map((m) => m[1]);
    expect(rootDomainFields.slice(0, names.length)).toEqual(names);
    expect(rootDomainFields.slice(names.length)).toHaveLength(2 * 101);
    expect(rootDomainFields[names.length]).toBe('count[0]');
    expect(rootDomainFields[names.length + 101]).toBe('mask[0]');
  });
});

describe('the definition of the FFmpeg scenario', () => {
  it('holds the machine, its latencies and the workload in the units of the core', async () => {
    const definition = buildDefinition(await ffmpeg(), 'A');
    expect(definition).toMatchObject({
      cpus: 480,
      nodes: 6,
      clock_mhz: 3000,
      l1_ps: 1700,
      rmw_ps: 6000,
      llc_ps: 33_000,
      hitm_same_node_ps: 101_000,
      hitm_other_socket_ps: 410_000,
      dram_other_socket_ps: 445_000,
      hitm_matrix_nodes: 6,
      service_numerator: 1000,
      service_denominator: 1000,
      read_service_ps: 15_000,
      private_age_us: 100,
      overlap: 4,
      smt_factor_1024: 2048,
      idle_exit_shallow_ps: 1_000_000,
      idle_exit_deep_ps: 170_000_000,
      root_domain_layout: 0,
      cpupri_per_node: 0,
      rto_count_per_node: 0,
      static_root_domain: 0,
      rt_push_ipi: 1,
      workload: 1,
      workload_parameter: [60, 8, 20, 10, 450_000, 36_000, 0, 0],
      seed_low: 1,
      seed_high: 0,
      warmup_us: 50_000,
      node_reclaim_distance: 30,
      sched_mc: 1,
    });
    expect(definition.cpu_core[479]).toBe(239);
    expect(definition.cpu_llc[279]).toBe(0);
    expect(definition.cpu_node[120]).toBe(3);
    expect(definition.cpu_package[360]).toBe(1);
    expect(definition.distance.slice(0, 6)).toEqual([10, 15, 17, 24, 24, 24]);
    expect(definition.hitm_matrix_ns.slice(6, 9)).toEqual([109, 81, 101]);
  });

  it('holds whole numbers of at least zero that fit their fields', async () => {
    for (const value of Object.values(buildDefinition(await ffmpeg(), 'B')).flat()) {
      expect(Number.isInteger(value) && value >= 0 && value < 2 ** 32).toBe(true);
    }
  });

  it('differs between the variants in the layout alone', async () => {
    const opened = await ffmpeg();
    expect({ ...buildDefinition(opened, 'B'), root_domain_layout: 0 }).toEqual(
      buildDefinition(opened, 'A'),
    );
    expect(buildDefinition(opened, 'B').root_domain_layout).toBe(1);
  });

  it('follows overrides', async () => {
    const opened = await ffmpeg(
      'workload.user=300us',
      `seed=${2 ** 32 + 5}`,
      'variant.B.kernel.layout=p1+p3',
      'variant.B.kernel.cpupri_per_node=true',
      'variant.B.kernel.rt_push_ipi=false',
      'variant.B.kernel.sched_mc=false',
      'workload.quantum=uniform',
    );
    expect(buildDefinition(opened, 'B')).toMatchObject({
      workload_parameter: [60, 8, 20, 10, 300_000, 36_000, 2, 0],
      seed_low: 5,
      seed_high: 1,
      root_domain_layout: 6,
      rto_count_per_node: 1,
      cpupri_per_node: 1,
      rt_push_ipi: 0,
      sched_mc: 0,
    });
  });

  it('takes distance classes instead of the matrix once one of them is changed', async () => {
    const opened = await ffmpeg('platform.adjust.hitm.other_socket=240.5ns'.replace('.5', ''));
    expect(buildDefinition(opened, 'A')).toMatchObject({
      hitm_matrix_nodes: 0,
      hitm_matrix_ns: [],
      hitm_other_socket_ps: 240_000,
      hitm_far_ps: 127_000,
      clean_other_socket_ps: 390_000,
    });
  });

  it('takes distance classes on a machine of another number of nodes', async () => {
    const opened = await openScenario(
      smallScenario({ platform: { topology: 'milan-2s-nps1', timings: 'gnr-2s-6n' } }),
      reader,
    );
    expect(buildDefinition(opened, 'A').hitm_matrix_nodes).toBe(0);
  });

  it('keeps fractions of a nanosecond of the published latencies', async () => {
    const opened = await openScenario(smallScenario({ platform: 'milan-2s-nps1' }), reader);
    expect(buildDefinition(opened, 'A')).toMatchObject({
      llc_ps: 13_500,
      hitm_same_node_ps: 107_000,
      node_reclaim_distance: 32,
    });
  });

  it('exists for variants that exist', async () => {
    const error = await refusal(async () => buildDefinition(await ffmpeg(), 'D'));
    expect(error.message).toBe('variant: "D" does not exist; the variants are A, B');
  });
});

describe('a layout of your own', () => {
  const offsets = Object.fromEntries(
    rootDomainFields
      .filter((field) => field !== absentField(false))
      .map((field, index) => [field, index * 64]),
  );
  const layout = { size: 16_384, offsets };
  const withLayout = (own: unknown) =>
    openScenario(
      smallScenario({
        variants: [{ id: 'A', label: 'Mine', kernel: { version: '6.18', layout: own } }],
      }),
      reader,
    );

  it('reaches the core as offsets by field id', async () => {
    const definition = buildDefinition(await withLayout(layout), 'A');
    expect(definition).toMatchObject({ root_domain_layout: 9, root_domain_size: 16_384 });
    expect(definition.root_domain_offset).toHaveLength(rootDomainFields.length);
    expect(definition.root_domain_offset[rootDomainFields.indexOf('rto_mask')]).toBe(
      offsets.rto_mask,
    );
  });

  it('may be given a name in the platform', async () => {
    const opened = await openScenario(
      smallScenario({
        platform: { topology: 'laptop-4c8t', layouts: { mine: layout } },
        variants: [{ id: 'A', label: 'Mine', kernel: { version: '6.18', layout: 'mine' } }],
      }),
      reader,
    );
    expect(buildDefinition(opened, 'A').root_domain_layout).toBe(9);
  });

  it.each([
    [{ size: 64 }, 'is 64, beyond the size of 64 bytes'],
    [{ offsets: { refcount: 0 } }, 'leaves out rto_count, rcu, span, online, overloaded and more'],
    [{ offsets: { ...offsets, rto_maks: 0 } }, 'is not a field of this root_domain'],
    [{ rto_count_per_node: true }, 'is not a field of this root_domain'],
  ])('that cannot be (%#) is refused', async (change, problem) => {
    const opened = await withLayout({ ...layout, ...change });
    const error = await refusal(() => buildDefinition(opened, 'A'));
    expect(error.problem).toBe(problem);
    expect(error.path).toMatch(/^variants\[0\]\.kernel\.layout\.offsets/);
  });
});

describe('patches by name', () => {
  const kernelOf = async (...changes: string[]) => {
    const opened = await loadScenario('cpupri/cyclic', reader, changes.map(parseOverride));
    return buildDefinition(opened, 'B');
  };

  it('name every combination of the four, and the alternative form of the first', async () => {
    const combinations = ['', 'p1', 'p1alt', 'p2', 'p3', 'p1+p2', 'p1+p3', 'p2+p3', 'p1+p2+p3'];
    for (const layout of combinations) {
      const name = [layout, 'p4'].filter(Boolean).join('+');
      const patched = await kernelOf(`variant.B.kernel.layout=${name}`);
      const same = [`variant.B.kernel.layout=${layout || 'base'}`, perNode('true')];
      expect(patched, name).toEqual(await kernelOf(...same));
      expect(patched.cpupri_per_node).toBe(1);
    }
  });

  const perNode = (value: string) => `variant.B.kernel.cpupri_per_node=${value}`;

  it('give way to what the kernel says of its masks', async () => {
    const named = await kernelOf('variant.B.kernel.layout=p1+p4', perNode('false'));
    expect(named.cpupri_per_node).toBe(0);
  });

  it('stay with a layout of one’s own that is made from them', async () => {
    const recipe = parseRecipe({
      format: 'schedscape-recipe/3',
      scenario: 'cpupri/cyclic',
      set: { 'variant.A.kernel.layout': 'p1+p4' },
      layout: { from: 'A', edits: [] },
    });
    expect(buildDefinition(await openRecipe(recipe, reader), 'C').cpupri_per_node).toBe(1);
  });

  it('are refused when there is no such patch', async () => {
    await expect(kernelOf('variant.B.kernel.layout=p4+p1')).rejects.toThrow(/layout/);
  });
});
