import { describe, expect, it } from 'vitest';
import { parseOverride } from './overrides.ts';
import type { ContentReader } from './platform.ts';
import { loadScenario, openScenario, parseScenario, scenarioNames } from './scenario.ts';
import { reader, refusal, smallScenario, smallStep } from './testing.ts';

const opened = (changes: Record<string, unknown> = {}, ...set: string[]) =>
  openScenario(smallScenario(changes), reader, set.map(parseOverride));

describe('a scenario', () => {
  it('opens with its machine, its timings and the numbers that follow', async () => {
    const scenario = await opened({ seed: 7, warmup: '1 ms', start: 'measured' });
    expect(scenario.machine.cpus).toBe(8);
    expect(scenario.timings.id).toBe('skl-d');
    expect(scenario).toMatchObject({
      name: undefined,
      seed: 7,
      duration: 3_000_000,
      window: { from: 1_000_000, to: 3_000_000 },
      start: 1_000_000,
      notices: [],
    });
    expect(scenario.cost.ask).toBe(false);
  });

  it('offers the view of page lists where its workload uses some, and nowhere else', async () => {
    for (const name of scenarioNames(reader)) {
      const { chapter, scenario } = await loadScenario(name, reader);
      const hasPages = scenario.workload.name.startsWith('page-fault');
      expect(chapter.withheld.includes('pages'), name).toBe(!hasPages);
    }
  });

  it('may be JSON text', async () => {
    const scenario = await openScenario(JSON.stringify(smallScenario()), reader);
    expect(scenario.scenario.title).toBe('Two instances on a laptop');
  });

  it('has a default seed, start and warm-up', async () => {
    expect(await opened()).toMatchObject({ seed: 1, start: 0, window: { from: 1_000_000 } });
  });

  it('may bring its own machine, timings and changes of them', async () => {
    const timings = JSON.parse(await reader.read('platforms/timings/skx-ep-2s'));
    const scenario = await opened({
      platform: {
        topology: { packages: 2, cores_per_llc: 4, threads_per_core: 2 },
        timings,
        adjust: { hitm: { other_socket: '300 ns' } },
      },
    });
    expect(scenario.machine).toMatchObject({ cpus: 16, packages: 2, title: 'custom machine' });
    expect(scenario.timings.id).toBe('skx-ep-2s');
  });

  it('that would run for minutes is opened, with the advice to ask first', async () => {
    const workload = { name: 'cyclic', threads: 480, interval: '50 us' };
    const { cost } = await opened({ platform: 'gnr-2s-snc3', workload, duration: '1 s' });
    expect(cost).toEqual({ accesses: 362_264_151, ask: true });
  });

  it('cut shorter than its warm-up still has a measured window, and says so', async () => {
    const scenario = await opened({ warmup: '2 ms' }, 'duration=900us');
    expect(scenario.window).toEqual({ from: 300_000, to: 900_000 });
    expect(scenario.notices).toEqual([
      'The warm-up is shortened from 2 ms to 300 µs, because the run lasts only 900 µs.',
    ]);
  });
});

describe('what is wrong in a scenario is said with its path and what would be right', () => {
  const kernel = { version: '6.18', layout: 'base' };
  const workload = smallScenario().workload as Record<string, unknown>;
  const smallVariants = smallScenario().variants as Record<string, unknown>[];
  const adjusted = (adjust: object) => ({ platform: { topology: 'laptop-4c8t', adjust } });
  const wrong: readonly (readonly [object, string, string, string])[] = [
    [{ title: undefined }, 'title', 'is missing', 'write a title as text'],
    [{ titel: 'x' }, 'titel', 'is not a known key', 'did you mean "title"?'],
    [{ title: '' }, 'title', 'is ""', '1 to 120 characters'],
    [{ story: 'cpu' }, 'story', 'is "cpu"', 'cpupri, page-lists'],
    [{ duration: '150' }, 'duration', '"150" has no unit', '"150 µs"'],
    [{ duration: 150 }, 'duration', 'is 150 without a unit', 'a time with its unit'],
    [{ duration: '20 s' }, 'duration', 'is "20 s"', 'from 1 µs to 10 s'],
    [{ seed: -1 }, 'seed', 'is -1', 'a whole number from 0'],
    [{ seed: 1.5 }, 'seed', 'is 1.5', 'a whole number from 0'],
    [{ start: '4 ms' }, 'start', 'is "4 ms", after the end of the run at 3 ms', 'an earlier time'],
    [
      { platform: 'gnr-2s-snc' },
      'platform',
      '"gnr-2s-snc" is not the name of a machine',
      'did you mean "gnr-2s-snc3"?',
    ],
    [
      { platform: { topology: 'toy' } },
      'platform.topology',
      '"toy" is not the name of a machine',
      'the machines are',
    ],
    [
      { platform: { topology: 'laptop-4c8t', timings: 'skl' } },
      'platform.timings',
      '"skl" is not the name of a set of timings',
      'did you mean "skl-d"?',
    ],
    [
      { platform: { topology: { packages: 1, cores_per_llc: 10_000_000 } } },
      'platform.topology.cores_per_llc',
      'is 10000000',
      'from 1 to 1024',
    ],
    [
      { platform: { topology: { packages: 1, cores_per_llc: 8 } } },
      'platform.timings',
      'is missing, and the machine names no timings of its own',
      'gnr-2s-6n',
    ],
    [{ variants: [] }, 'variants', 'is a list of 0', 'a list of 1 to 4'],
    [
      {
        variants: [
          { id: 'A', label: 'x', kernel },
          { id: 'A', label: 'y', kernel },
        ],
      },
      'variants[1].id',
      'is A, which another variant has already',
      'A, B, C, D',
    ],
    [
      adjusted({ hitm: { other_socket: '100001 ns' } }),
      'platform.adjust.hitm.other_socket',
      'is "100001 ns"',
      'from 1 ns to 100 µs',
    ],
    [
      adjusted({ os: { idle_residency_c1: '1 ms' } }),
      'platform.adjust.os.idle_residency_c1',
      'is 1 ms, after the 20 µs of C1E, which is deeper',
      'at most 20 µs',
    ],
    [
      adjusted({ os: { idle_residency_c1: '1 ms', idle_residency_c1e: '900 us' } }),
      'platform.adjust.os.idle_residency_c1e',
      'is 900 µs, before the 1 ms of C1, which is less deep',
      'at least 1 ms',
    ],
    [
      adjusted({ os: { idle_residency_c6: '1 us' } }),
      'platform.adjust.os.idle_residency_c6',
      'is 1 µs, before the 20 µs of C1E, which is less deep',
      'at least 20 µs',
    ],
    [
      adjusted({ os: { tick_spread: '501 us' } }),
      'platform.adjust.os.tick_spread',
      'is "501 us"',
      'from 0 ns to 500 µs',
    ],
    [
      { variants: [{ id: 'A', label: 'x', kernel: { ...kernel, layout: 'p9' } }] },
      'variants[0].kernel.layout',
      'is "p9"',
      'base, p1',
    ],
    [
      { variants: [{ id: 'A', label: 'x', kernel: { ...kernel, layout: 3 } }] },
      'variants[0].kernel.layout',
      'is 3',
      'a layout of your own',
    ],
    [
      { variants: [{ id: 'A', label: 'x', kernel: { ...kernel, layuot: 1 } }] },
      'variants[0].kernel.layuot',
      'is not a known key',
      'did you mean "layout"?',
    ],
    [{ workload: { name: 'ffmpeg' } }, 'workload.name', 'is "ffmpeg"', 'ffmpeg-token, cyclic'],
    [
      { workload: { ...workload, user: '12 kg' } },
      'workload.user',
      '"12 kg" has the unit "kg", which is not a unit of time',
      'ns, µs (or us), ms, s',
    ],
    [
      { workload: { ...workload, quantum: 'normal' } },
      'workload.quantum',
      'is "normal"',
      'exponential, constant, uniform',
    ],
    [
      { workload: { ...workload, threads: undefined } },
      'workload.threads',
      'is missing',
      'a whole number',
    ],
    [
      { workload: { ...workload, instances: 3 } },
      'workload.instances',
      'needs 3 x 4 = 12 CPUs, but the machine has 8',
      'at most 2',
    ],
    [
      { workload: { ...workload, cpus: 3 } },
      'workload.cpus',
      'is 3, but an instance is pinned to whole cores of 2 CPUs',
      'a multiple of 2',
    ],
    [
      { workload: { ...workload, runnable: 9 } },
      'workload.runnable',
      'is 9, more than the 6 threads of an instance',
      '1 to 6',
    ],
    [
      { workload: { name: 'cyclic', threads: 20_000, interval: '1 ms' } },
      'workload.threads',
      'is 20000',
      '16384',
    ],
    [
      { workload: { ...workload, instances: 1000, threads: 1000 } },
      'workload',
      'makes 1000000 tasks',
      'at most 16384',
    ],
    [
      {
        platform: 'gnr-2s-snc3',
        workload: { name: 'cyclic', threads: 16_384, interval: '1 us' },
        duration: '10 s',
      },
      'duration',
      'makes a run of about 6e+10 accesses',
      'shorten',
    ],
    [
      { marks: [{ id: 'x', label: 'y' }] },
      'marks[0]',
      'needs a moment or an occurrence',
      'exactly one',
    ],
    [
      { variants: [{ id: 'B', label: 'Alone', kernel }] },
      'variants[0].id',
      'is "B" where "A" comes',
      'A, B, C and D in order',
    ],
    [
      { variants: [...smallVariants, { id: 'D', label: 'Third', kernel }] },
      'variants[2].id',
      'is "D" where "C" comes',
      'in order',
    ],
    [
      {
        steps: [
          {
            ...smallStep,
            checks: [
              { id: 'a', says: 'Less', metric: 'kernel_share', variant: 'A', at_most: 1 },
              { id: 'c', says: 'Less', metric: 'kernel_share', variant: 'C', at_most: 1 },
            ],
          },
        ],
      },
      'steps[0].checks[1].variant',
      'is "C", which the scenario does not have',
      'write A or B',
    ],
    [
      {
        variants: smallVariants.slice(0, 1),
        steps: [
          {
            ...smallStep,
            ask: {
              ...{ kind: 'number', id: 'b', question: 'How much?', points: 1, within: 25 },
              about: { metric: 'kernel_share', variant: 'B' },
            },
          },
        ],
      },
      'steps[0].ask.about.variant',
      'is "B", which the scenario does not have',
      'write A',
    ],
    [
      { format: 'schedscape-recipe/1' },
      'format',
      'is "schedscape-recipe/1"',
      '"schedscape-scenario/2"',
    ],
    [{ format: undefined }, 'format', 'is missing', '"schedscape-scenario/2"'],
    [
      { format: 'schedscape-scenario/3' },
      'format',
      'is version 3, which a newer Schedscape wrote',
      'up to version 2',
    ],
  ];
  it.each(
    wrong.map(
      ([changes, path, problem, remedy]) =>
        [path || 'document', problem, { changes, path, remedy }] as const,
    ),
  )('a scenario whose %s %s is refused', async (_, problem, { changes, path, remedy }) => {
    const error = await refusal(() => opened({ ...changes }));
    expect({ path: error.path, problem: error.problem }).toEqual({ path, problem });
    expect(error.remedy).toContain(remedy);
    expect(error.message).toBe(`${path ? `${path}: ` : ''}${problem}; ${error.remedy}`);
  });

  const ownTimings = async (change: (timings: Record<string, unknown>) => object) => {
    const timings = JSON.parse(await reader.read('platforms/timings/skx-ep-2s'));
    const topology = { packages: 2, cores_per_llc: 4 };
    return opened({ platform: { topology, timings: { ...timings, ...change(timings) } } });
  };

  it('a transfer matrix has rows as long as the table, each of them', async () => {
    const matrix = (value: number[][]) =>
      ownTimings(() => ({ hitm_matrix_ns: { value, quality: 'estimate', source: 'made up' } }));
    const at = 'platform.timings.hitm_matrix_ns.value';
    const longer = await refusal(() => matrix([[50, 900, 7], [100]]));
    expect(longer).toMatchObject({
      path: `${at}[0]`,
      problem: 'is a list of 3 in a table of 2 rows',
      remedy: 'write as many transfers in each row as there are nodes',
    });
    expect((await refusal(() => matrix([[50, 900], [100]]))).path).toBe(`${at}[1]`);
    const slow = await refusal(() =>
      matrix([
        [50, 100_001],
        [100, 50],
      ]),
    );
    expect(slow.path).toBe(`${at}[0][1]`);
    expect(
      (
        await matrix([
          [50, 100_000],
          [100, 50],
        ])
      ).timings.hitm_matrix_ns?.value,
    ).toHaveLength(2);
  });

  it('residencies of a machine of one’s own are ordered, too', async () => {
    const idle = { value: 5, unit: 'ns', quality: 'estimate', source: 'made up' };
    const error = await refusal(() =>
      ownTimings(({ os }) => ({ os: { ...(os as object), idle_residency_c6: idle } })),
    );
    expect(error.path).toBe('platform.timings.os.idle_residency_c6');
  });

  it('also if it is not an object at all', async () => {
    for (const source of ['3', '[]', 'null', '"x"', 7, null]) {
      expect((await refusal(() => parseScenario(source))).remedy).toContain(
        'schedscape-scenario/2',
      );
    }
  });
});

describe('a scenario by name', () => {
  it('is found below the content folder', async () => {
    expect(scenarioNames(reader)).toEqual(
      expect.arrayContaining(['cpupri/cyclic', 'cpupri/ffmpeg-480']),
    );
    expect((await loadScenario('cpupri/ffmpeg-480', reader)).name).toBe('cpupri/ffmpeg-480');
  });

  it.each(['cpupri/ffmpeg', '../package', 'platforms/topologies', '', 'constructor'])(
    'that does not exist ("%s") is refused, with the names or the folders that do',
    async (name) => {
      const error = await refusal(() => loadScenario(name, reader));
      expect(error.path).toBe('scenario');
      const beside = name.startsWith('cpupri/');
      expect(error.remedy).toContain(beside ? 'cpupri/cyclic, cpupri/ffmpeg-480' : 'cpupri/…');
    },
  );

  it('whose file cannot be read is refused with what to do', async () => {
    const broken: ContentReader = {
      names: () => reader.names(),
      read: () => Promise.reject(new Error('offline')),
    };
    const error = await refusal(() => loadScenario('cpupri/cyclic', broken));
    expect(error.problem).toBe('the file scenarios/cpupri/cyclic.json could not be read');
  });
});
