import { describe, expect, it } from 'vitest';
import { buildDefinition } from './definition.ts';
import { openRecipe, parseRecipe } from './recipe.ts';
import type { OpenedScenario } from './scenario.ts';
import { decodeRecipe, encodeRecipe } from './share.ts';
import { reader, refusal, smallScenario, smallStep } from './testing.ts';
import { tunablesOf } from './tunables.ts';

const named = { format: 'schedscape-recipe/3', scenario: 'cpupri/ffmpeg-480' } as const;
const forked = (...interventions: unknown[]) => parseRecipe({ ...named, interventions });
const opened = (...interventions: unknown[]) => openRecipe(forked(...interventions), reader);
const refused = (...interventions: unknown[]) => refusal(() => opened(...interventions));

describe('a fork of the past', () => {
  it('is variant C: the kernel it begins as, and its changes in order of time', async () => {
    const fork = await opened(
      { at: '70 ms', variant: 'B', set: { 'task.1511.cpus': '17' } },
      { at: '60 ms', variant: 'B', set: { 'tasks.cpus': '0-1,479' } },
    );
    const [b, c] = ['B', 'C'].map((id) => buildDefinition(fork, id));
    expect(b!.interventions).toBeUndefined();
    const { interventions, intervention_cpus, ...rest } = c!;
    expect(rest).toMatchObject({ ...b, intervention_task: [0xffff_ffff, 1511] });
    expect(interventions).toBe(2);
    expect(rest.intervention_at_low).toEqual([60_000_000, 70_000_000]);
    expect(intervention_cpus!.slice(0, 1)).toEqual([3]);
    expect(intervention_cpus![479 >>> 5]).toBe(2 ** (479 % 32));
    expect(intervention_cpus![32]).toBe(2 ** 17);
    expect(fork.scenario.variants.at(-1)).toMatchObject({ id: 'C', kernel: { layout: 'p1' } });
  });

  it('travels in a link', async () => {
    const recipe = forked({ at: '60 ms', set: { 'tasks.cpus': '0-59' } });
    expect(decodeRecipe(encodeRecipe(recipe))).toEqual(recipe);
  });

  it('of a layout of one’s own is that variant C, changed', async () => {
    const layout = { from: 'A', edits: ['align mask 64'] };
    const interventions = [{ at: '60 ms', variant: 'C', set: { 'tasks.cpus': '0-59' } }];
    const fork = await openRecipe(parseRecipe({ ...named, layout, interventions }), reader);
    expect(fork.scenario.variants).toHaveLength(3);
    expect(buildDefinition(fork, 'C')).toMatchObject({ root_domain_layout: 9, interventions: 1 });
    const clash = parseRecipe({
      ...named,
      layout,
      interventions: [{ at: '1 ms', set: { 'tasks.cpus': '0' } }],
    });
    expect(await refusal(() => openRecipe(clash, reader))).toMatchObject({
      path: 'interventions',
      remedy: 'fork that one: write "variant": "C"',
    });
  });
});

describe('a fork in a scenario of four variants', () => {
  const scenario = 'split-llc/schbench-hints';
  const set = { 'tasks.cpus': '0-15' };
  const forkOf = (variant: string) =>
    openRecipe(
      parseRecipe({ ...named, scenario, interventions: [{ at: '1 ms', variant, set }] }),
      reader,
    );

  it('takes the place of its C, and runs the kernel it begins as', async () => {
    const before = await openRecipe(parseRecipe({ ...named, scenario }), reader);
    for (const variant of ['A', 'D']) {
      const fork = await forkOf(variant);
      expect(fork.scenario.variants.map(({ id }) => id)).toEqual(['A', 'B', 'C', 'D']);
      expect(fork.scenario.variants[2]!.label).toBe(`${variant} until 1 ms, then changed`);
      const { interventions, ...rest } = buildDefinition(fork, 'C');
      expect(interventions).toBe(1);
      expect(rest).toMatchObject(buildDefinition(before, variant));
      expect(buildDefinition(fork, 'B')).toEqual(buildDefinition(before, 'B'));
    }
  });

  it('is put beside nothing that was said of the former C', async () => {
    const kernel = { version: '6.18', layout: 'base' };
    const figure = { id: 'gain', label: 'Gain', metric: 'throughput_gain', claim: 'predicted' };
    const inline = smallScenario({
      variants: ['A', 'B', 'C'].map((id) => ({ id, label: id, kernel })),
      published: [{ ...figure, published: { B: 5, C: 7 }, band: { B: [1, 9], C: [2, 8] } }],
      steps: [
        {
          ...smallStep,
          ask: {
            ...{ kind: 'number', id: 'gain', question: 'How much?', points: 1, within: 25 },
            about: { metric: 'throughput_gain', variant: 'C' },
          },
          checks: ['B', 'C'].map((variant) => ({
            ...{
              id: `gain-${variant.toLowerCase()}`,
              says: 'It gains.',
              metric: 'throughput_gain',
            },
            ...{ variant, at_least: 1 },
          })),
        },
      ],
    });
    const change = { at: '1 ms', variant: 'A', set: { 'tasks.cpus': '0-3' } };
    const recipe = { ...named, scenario: inline, interventions: [change] };
    const { scenario: fork } = await openRecipe(parseRecipe(recipe), reader);
    expect(fork.published).toEqual([
      { ...figure, published: { B: 5, C: undefined }, band: { B: [1, 9], C: undefined } },
    ]);
    const [step] = fork.steps!;
    expect(step!.checks?.map(({ variant }) => variant)).toEqual(['B']);
    expect(step).not.toHaveProperty('ask');
  });
});

describe('a change of hints', () => {
  const scenario = 'split-llc/wide-wakers';
  const withHints = (set: Record<string, string>) =>
    openRecipe(parseRecipe({ ...named, scenario, interventions: [{ at: '1 ms', set }] }), reader);

  it('reaches the core as the bits of the call', async () => {
    const fork = await withHints({ 'task.10.hints': 'fork-affine+wake-hold+wake-wide' });
    expect(buildDefinition(fork, 'C')).toMatchObject({
      intervention_kind: [4],
      intervention_task: [10],
      intervention_value: [1 + 8 + 16],
    });
    const cleared = await withHints({ 'tasks.hints': 'none' });
    expect(buildDefinition(cleared, 'C')).toMatchObject({
      intervention_task: [0xffff_ffff],
      intervention_value: [0],
    });
  });

  it.each([
    'fork-affine+fork-spread',
    'wake-hold+wake-hold',
    'fork-hold',
    'wide',
    '',
    'fork-none',
    'fork-constructor',
  ])('to "%s" is refused with the path', async (hints) => {
    const refused = await refusal(() => withHints({ 'tasks.hints': hints }));
    expect(refused.path).toBe('interventions[0].set["tasks.hints"]');
  });
});

describe('a change of a tunable', () => {
  const tuned = (scenario: string, set: Record<string, number>, variant = 'B') =>
    openRecipe(
      parseRecipe({ ...named, scenario, interventions: [{ at: '1 ms', variant, set }] }),
      reader,
    );

  it('reaches the core as its number and value', async () => {
    const fork = await tuned('cache-aware/two-pairs', {
      'kernel.base_slice_ns': 700_000,
      'kernel.cache_aware.aggr_tolerance': 100,
    });
    expect(buildDefinition(fork, 'C')).toMatchObject({
      intervention_kind: [5, 5],
      intervention_task: [0, 3],
      intervention_value: [700_000, 100],
    });
  });

  it('is offered by what the kernel of the variant has, with what it begins with', async () => {
    const { scenario, machine } = await openRecipe(
      parseRecipe({ ...named, scenario: 'cache-aware/two-pairs' }),
      reader,
    );
    const offered = scenario.variants.map(({ kernel }) =>
      tunablesOf({ scenario } as OpenedScenario, kernel).map(
        ({ key, start }) => [key.replace(/^kernel\./, ''), start(kernel, machine.cpus)] as const,
      ),
    );
    const all = [
      ['base_slice_ns', 2_800_000],
      ['migration_cost_ns', 500_000],
      ['nr_migrate', 32],
      ['cache_aware.aggr_tolerance', 1],
      ['cache_aware.epoch_period', 10],
      ['cache_aware.epoch_affinity_timeout', 5],
      ['cache_aware.overaggr_pct', 50],
      ['cache_aware.imb_pct', 20],
      ['cache_aware.enabled', 1],
    ];
    expect(offered).toEqual([all.slice(0, 3), all]);
  });

  it.each([
    [{ 'kernel.base_slice_ns': 5 }, 'A', 'give a whole number of ns from 100000 to 100000000'],
    [{ 'kernel.cache_aware.imb_pct': 5 }, 'A', 'or a variant that balances by cache'],
    [{ 'kernel.cache_aware.aggr_tolerance': 101 }, 'B', 'give a whole number from 0 to 100'],
  ])('to %j of %s is refused with what would be right', async (set, variant, remedy) => {
    const error = await refusal(() => tuned('cache-aware/two-pairs', set, variant));
    expect(error.path).toBe(`interventions[0].set["${Object.keys(set)[0]}"]`);
    expect(error.remedy).toContain(remedy);
  });

  it('may come before or after a kernel that begins switched off is switched on', async () => {
    const set = (key: string, value: number) => ({ [`kernel.cache_aware.${key}`]: value });
    const recipe = parseRecipe({
      ...named,
      scenario: 'cache-aware/two-pairs',
      set: { 'variant.B.kernel.cache_aware.enabled': false },
      interventions: [
        { at: '1 ms', variant: 'B', set: set('imb_pct', 5) },
        { at: '2 ms', variant: 'B', set: set('enabled', 1) },
        { at: '3 ms', variant: 'B', set: set('aggr_tolerance', 100) },
      ],
    });
    expect(buildDefinition(await openRecipe(recipe, reader), 'C')).toMatchObject({
      cache_enabled: 0,
      intervention_task: [7, 8, 3],
      intervention_value: [5, 1, 100],
    });
  });

  it('is refused where balancing by cache is off and stays so, with what to switch', async () => {
    const error = await refusal(() =>
      openRecipe(
        parseRecipe({
          ...named,
          scenario: 'cache-aware/two-pairs',
          set: { 'variant.B.kernel.cache_aware.enabled': false },
          interventions: [
            { at: '1 ms', variant: 'B', set: { 'kernel.cache_aware.aggr_tolerance': 5 } },
          ],
        }),
        reader,
      ),
    );
    expect(error.remedy).toContain('switch it on by kernel.cache_aware.enabled');
  });

  it('has no length of slices where the order of before 6.6 has none', async () => {
    const change = [{ at: '1 ms', variant: 'B', set: { 'kernel.base_slice_ns': 700_000 } }];
    const set = { 'variant.B.kernel.fair_order': 'cfs' };
    const error = await refusal(() =>
      openRecipe(
        parseRecipe({
          format: 'schedscape-recipe/3',
          scenario: 'split-llc/hackbench-groups',
          set,
          interventions: change,
        }),
        reader,
      ),
    );
    expect(error.problem).toContain('a tunable that this variant’s kernel does not have');
  });

  it('needs the full fair class', async () => {
    const error = await refusal(() =>
      tuned('cpupri/ffmpeg-480', { 'kernel.base_slice_ns': 700_000 }),
    );
    expect(error.remedy).toContain('full fair class');
  });
});

describe('a change of the CPUs of tasks that fault pages in', () => {
  const moved = (scenario: string, set: Record<string, string>, nodes = 1) =>
    openRecipe(
      parseRecipe({
        ...named,
        scenario,
        set: { 'workload.nodes': nodes },
        interventions: [{ at: '100 ms', set }],
      }),
      reader,
    );

  it('keeps them on the node of their pages', async () => {
    const fork = await moved('pcp/bursty', { 'tasks.cpus': '0-3', 'task.200.cpus': '8-9,96' });
    expect(buildDefinition(fork, 'C')).toMatchObject({ intervention_task: [0xffff_ffff, 200] });
    const both = await moved('pcp/bursty', { 'task.216.cpus': '30' }, 2);
    expect(buildDefinition(both, 'C')).toMatchObject({ intervention_task: [216] });
  });

  it.each([
    ['pcp/bursty', { 'task.192.cpus': '30' }, 1, 'names CPU 30 of node 1, but the pages are on'],
    ['pcp/bursty', { 'tasks.cpus': '0,30' }, 1, 'names CPU 30 of node 1, but the pages are on'],
    ['pcp/bursty', { 'task.216.cpus': '3' }, 2, 'names CPU 3 of node 0, but the pages are on'],
    ['pcp/bursty', { 'tasks.cpus': '0-191' }, 2, 'would move tasks to nodes'],
    ['pcp/worst-case', { 'tasks.cpus': '0-3' }, 1, 'moves tasks that never sleep'],
  ])('of %s to %j on %i nodes is refused', async (scenario, set, nodes, problem) => {
    const error = await refusal(() => moved(scenario, set, nodes));
    expect(error.path).toBe(`interventions[0].set["${Object.keys(set)[0]}"]`);
    expect(error.problem).toContain(problem);
  });
});

describe('an intervention that cannot be made', () => {
  const at = '60 ms';
  it.each([
    [{ 'tasks.cpus': '0-480' }, 'set["tasks.cpus"]', 'holds "0-480"'],
    [{ 'tasks.cpus': 'all' }, 'set["tasks.cpus"]', 'is "all", not a list of CPUs'],
    [{ 'task.7.cpus': '1' }, 'set["task.7.cpus"]', 'names task 7, the idle task of a CPU'],
    [{ 'task.1680.cpus': '1' }, 'set["task.1680.cpus"]', 'names task 1680'],
    [{ 'kernel.page_lists.batch': 9 }, 'set["kernel.page_lists.batch"]', 'changes page lists'],
    [{ 'task.1500.cpu': '1' }, 'set["task.1500.cpu"]', 'cannot be changed in the middle of a run'],
  ])('%j is refused at its place', async (set, path, problem) => {
    const error = await refused({ at, set });
    expect(error.path).toBe(`interventions[0].${path}`);
    expect(error.problem).toContain(problem);
    expect(error.remedy).not.toBe('');
  });

  it('comes too late, or speaks of two variants', async () => {
    const set = { 'tasks.cpus': '0-59' };
    expect(await refused({ at: '151 ms', set })).toMatchObject({
      path: 'interventions[0].at',
      problem: 'is 151 ms, but the run ends at 150 ms',
    });
    expect(await refused({ at, set }, { at, variant: 'B', set })).toMatchObject({
      path: 'interventions[1].variant',
    });
    expect(await refused({ at, variant: 'D', set })).toMatchObject({
      path: 'interventions[0].variant',
      remedy: 'the variants are A, B',
    });
  });
});
