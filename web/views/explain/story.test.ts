import { describe, expect, it } from 'vitest';
import type {
  BalanceFacts,
  Catalog,
  DecisionStep,
  DecisionStory,
  Explain,
} from '../../engine/types.ts';
import { partsOf } from '../../ui/markup.ts';
import { storyOf } from './story.ts';
import { nearness } from './tellers/rt.ts';

/** Code and sentence, as the core lists them. */
const reasons = {
  free: ['PREVIOUS_CPU_FREE', 'the previous CPU runs nothing this task must wait for'],
  found: ['LOWER_CPU_FOUND', 'a CPU of lower level was found'],
  none: ['NO_LOWER_CPU', 'no allowed CPU has a lower level: the task stays on its previous CPU'],
  walk: ['WALK_REQUESTED', 'the walk over overloaded CPUs is started'],
  empty: ['LIST_EMPTY', "the CPU's list was empty"],
  moved: ['LB_MOVED', 'tasks were moved'],
  spare: ['LB_IDLE_DIFF', 'the groups have nearly equally many idle CPUs'],
  hot: ['MV_HOT', 'the task ran a moment ago: its cache is warm'],
  groups: ['LB_GRP', 'the groups of the domain were summed up'],
  sibling: ['LB_FORCE_SIBLING', 'the own group has CPUs to spare and fewer tasks than its sibling'],
  wanted: ['LB_IMB', 'something is to be moved'],
  source: ['LB_SRC', 'a CPU of the busiest group was chosen to take from'],
  first: ['LB_NOT_FIRST', 'another CPU of the group balances for all of it'],
  calm: ['NI_NOT_OVERLOADED', 'no CPU has more than one task'],
  ghost: ['GHOST_NAMED', 'the CPU named is a ghost of that level: the task stays'],
  high: ['ABOVE_HIGH', "the CPU's lists reached their high mark"],
  decayed: [
    'HIGH_DECAYED',
    'the high mark was lowered, as it is once a second, and more lay there',
  ],
  claimed: [
    'FALLBACK_CLAIMED',
    'at least half of the pageblock is free or alike: it changes its type',
  ],
  large: [
    'FALLBACK_LARGE',
    'the block found is a whole pageblock or more: all of it changes its type',
  ],
  loads: ['WA_LOAD_THIS', "the waker's CPU would have less load"],
  target: ['SI_TARGET', 'the target CPU has nothing to do'],
  scan: ['SI_SCAN', 'the scan of the cache met a CPU with nothing to do'],
  level: ['FK_LEVEL', 'the groups of a domain were compared'],
  group: ['FK_GRP', 'a group of CPUs was summed up for a new task'],
  nodes: ['FK_NUMA_EXCEEDED', 'the difference between the nodes is more than is left alone'],
  idler: ['FK_MORE_IDLE', 'another group has more idle CPUs'],
  recent: ['FK_CPU_RECENT_IDLE', 'of the idle CPUs of the group this one went idle last'],
} as const;
const decisions = [
  ...['', 'select_task_rq_rt', 'push_rt_task', 'pull_rt_task', 'rmqueue_bulk'],
  ...['sched_balance_rq', 'detach_tasks', 'sched_balance_newidle', 'select_task_rq_fair'],
  ...['free_pcppages_bulk', 'steal_suitable_fallback'],
];

/** Eight CPUs: c and c + 4 are siblings; cores 0, 1 in the first socket, 2, 3 in the second. */
const catalog = {
  decisions,
  reasons: Object.values(reasons).map(([, sentence]) => sentence),
  reasonCodes: Object.values(reasons).map(([code]) => code),
  symbols: ['', 'cpupri_find_fitness', 'cpupri_set'],
  structures: ['root_domain'],
  topology: {
    core: new Uint16Array([0, 1, 2, 3, 0, 1, 2, 3]),
    llc: new Uint16Array([0, 0, 1, 1, 0, 0, 1, 1]),
    node: new Uint16Array([0, 0, 1, 1, 0, 0, 1, 1]),
    package: new Uint16Array([0, 0, 1, 1, 0, 0, 1, 1]),
  },
  fields: {
    count: 1,
    structure: new Uint16Array([0]),
    offset: new Uint32Array([56]),
    size: new Uint32Array([4]),
    name: ['count[0]'],
  },
  lines: { structure: new Uint32Array([0, 0]), lineNumber: new Uint32Array([1, 2]) },
} as unknown as Catalog;

const noPass: BalanceFacts = {
  ...{ type: 0, moves: 0, amount: 0, domainCpus: 8, groups: 2, own: [], busiest: [], steps: [] },
  ...{ sourceMetric: 0, tasksSeen: 0, failed: 0 },
};

const explain = (more: Partial<Explain>): Explain => ({
  id: 1,
  time: 1000,
  cpu: 3,
  decision: 1,
  reason: Object.values(reasons).indexOf(reasons.found),
  task: 7,
  chosen: 4,
  previous: 0,
  foundLevel: 0,
  probed: 1,
  candidates: 3,
  taskPriority: 0,
  otherPriority: 99,
  accesses: 20,
  cost: 2500,
  domain: 0,
  refused: 0,
  runningPriority: 0,
  found: [1, 4, 6],
  ghosts: 0,
  balance: noPass,
  width: { waker: 0, wakee: 0, cpus: 0 },
  told: [],
  isOpen: false,
  ...more,
});

const fetched = (address: number, waited: number, stalled: number, symbol = 1): DecisionStep => ({
  kind: 'fetch',
  time: 900,
  address,
  waited,
  stalled,
  isWrite: false,
  symbol,
  lock: -1,
});

/** The story as a reader sees it, without markup. */
function read(more: Partial<Explain>, rest: Partial<DecisionStory> = {}) {
  const story = storyOf(
    catalog,
    { explain: explain(more), steps: [], leftOut: 0, ...rest },
    (line) => `line ${line}`,
  );
  const plain = (sentence: string) =>
    partsOf(sentence)
      .map(({ text }) => text)
      .join('');
  const all = Object.entries(story).map(([part, said]) => [
    part,
    Array.isArray(said)
      ? said.map((each) => (typeof each === 'string' ? plain(each) : each))
      : said,
  ]);
  return Object.fromEntries(all) as typeof story;
}

const reasonOf = (name: keyof typeof reasons) => Object.keys(reasons).indexOf(name);

describe('the story of a wake-up', () => {
  it('says what ran before, what the search found, and where the task goes', () => {
    const { asked, looked, chosen } = read({});
    expect(asked[0]).toBe(
      'Task 7 (RT99) was woken. CPU 3 executed the wake-up and had to say where it runs; it ran last on CPU 0.',
    );
    expect(looked[0]).toContain('there was RT99, behind which the wakee would have to wait');
    expect(looked[2]).toBe('Level NORMAL had 3 CPUs that the task may use: CPU 1, CPU 4, CPU 6.');
    expect(looked[3]).toContain('CPU 4 was the first to meet (same core)');
    expect(looked.at(-1)).toContain(
      'the top priority of CPU 4 was read again and was no real-time',
    );
    expect(chosen.at(-1)).toBe('Task 7 goes to CPU 4.');
  });
  it('says of each other candidate why it was not taken', () => {
    expect(read({}).refused).toEqual([
      'CPU 1: same LLC, farther away.',
      'CPU 6: other socket, farther away.',
    ]);
    expect(read({ candidates: 9 }).refused.at(-1)).toBe('And 6 more that a record does not name.');
    expect(read({ chosen: 1, found: [1, 5], candidates: 2 }).refused).toEqual([
      'CPU 5: same LLC, as near, but not its turn.',
    ]);
  });
  it('tells no search where there was none', () => {
    const { looked, refused, chosen } = read({
      reason: reasonOf('free'),
      chosen: 0,
      probed: 0,
      found: [],
      foundLevel: -1,
      runningPriority: 120,
    });
    expect(looked).toHaveLength(1);
    expect(looked[0]).toContain('there was no real-time task');
    expect(refused).toEqual([]);
    expect(chosen.at(-1)).toBe('Task 7 stays on CPU 0.');
  });
  it('counts ghosts among the CPUs found, and tells that one of them was named', () => {
    const { looked, refused, chosen } = read({
      ...{ reason: reasonOf('ghost'), chosen: 0, otherPriority: 0, ghosts: 2 },
      ...{ foundLevel: 50, probed: 51, found: [0, 1, 4], candidates: 3 },
    });
    expect(looked[3]).toBe(
      '2 of them are ghosts: listed at RT50 since the masks were made, without being filed there.',
    );
    expect(looked[4]).toContain('CPU 0 is the task');
    expect(looked[5]).toContain('the top priority of CPU 0 was read again and was RT99');
    expect(refused[0]).toBe('CPU 1: same LLC, farther away.');
    expect(chosen.at(-1)).toBe('Task 7 stays on CPU 0.');
  });
  it('says that nobody was lower after all levels were read', () => {
    const none = { foundLevel: -1, found: [], candidates: 0, chosen: 0 };
    const { looked } = read({ ...none, reason: reasonOf('none'), probed: 99, refused: 2 });
    expect(looked[1]).toContain('the counts of 99 levels were read, up to RT98');
    expect(looked[2]).toContain('2 levels were populated, but none of the CPUs');
    expect(looked[3]).toBe('No level below its own has a CPU that the task may use.');
  });
});

describe('the story of other decisions', () => {
  it('tells a pull by the overload count and where the walk begins', () => {
    const { looked, chosen } = read({ decision: 3, reason: reasonOf('walk'), candidates: 5 });
    expect(looked[0]).toContain('5 CPUs were announced as overloaded');
    expect(chosen.at(-1)).toBe('The walk begins at CPU 4.');
  });
  it('tells a push that found nobody', () => {
    const { asked, chosen } = read({
      decision: 2,
      reason: reasonOf('none'),
      chosen: -1,
      previous: 2,
    });
    expect(asked[0]).toContain('was runnable on CPU 2 without running');
    expect(chosen.at(-1)).toBe('Task 7 stays on CPU 2.');
  });
  it('tells a refill in pages', () => {
    const { looked, chosen } = read({
      decision: 4,
      reason: reasonOf('empty'),
      previous: 63,
      candidates: 63,
      probed: 4,
      foundLevel: 5,
    });
    expect(looked[0]).toContain('63 pages were asked for under one hold');
    expect(looked[1]).toContain('4 blocks; the largest had order 5');
    expect(chosen.at(-1)).toBe('63 pages moved.');
  });
});

describe('the story of an ordinary wake-up', () => {
  const wake = { decision: 8, foundLevel: -1, found: [] };
  it('says that the pair was too wide to be brought together, with what it is measured by', () => {
    expect(read({ ...wake, width: { waker: 40, wakee: 6, cpus: 4 } }).looked).toEqual([
      'The waker had changed whom it wakes 40 times, the wakee 6 times: a wide pair. One count is at least the 4 CPUs of a cache and the other at least 4 times that, so the task is not brought to its waker.',
    ]);
  });
  it('says nothing of it where it was not', () => {
    expect(read(wake).looked).toEqual([]);
  });
  const step = (name: keyof typeof reasons, first: number, second: number) => ({
    reason: reasonOf(name),
    first,
    second,
  });
  it('tells each test with its numbers, up to the one that decided', () => {
    const told = [
      step('loads', (540 * 102_400) / 16, (541.5 * 102_400) / 16),
      step('target', 3, 0),
      step('scan', 4 | (2 << 16), 3),
    ];
    const { asked, looked, chosen, cost } = read({
      ...{ ...wake, told, reason: reasonOf('scan'), probed: 5 },
      ...{ cpu: 3, previous: 0, chosen: 5 },
    });
    expect(asked).toEqual([
      'CPU 3 executed the wake-up of Task 7, which ran last on CPU 0. Where does it run now?',
    ]);
    expect(looked).toEqual([
      'Waker or previous CPU? By load: A, CPU 3 with the task, is 540.0; B, CPU 0 without it and with the bonus of the domain, is 541.5. A is less: around CPU 3. WA_LOAD_THIS',
      'Target, CPU 3: busy. SI_TARGET',
      'Scan of the cache, CPU by CPU from CPU 4 on: 2 CPUs tested of at most 3; the last, CPU 5, has nothing to do. SI_SCAN',
    ]);
    expect(chosen).toEqual([
      'The scan of the cache met a CPU with nothing to do. Reason: SI_SCAN.',
      'Task 7 goes to CPU 5.',
    ]);
    expect(cost[1]).toBe('CPUs were looked at 5 times.');
  });
  it('tells a fork by domain: its groups, what they came to, and the CPU in the group', () => {
    const group = (tasks: number, idle: number, own: number) =>
      (tasks | (idle << 16) | (own << 31)) >>> 0;
    const told = [
      step('level', 16, 2 | (3 << 16)),
      step('group', group(6, 2, 1), 812),
      step('group', group(1, 7, 0), 90),
      step('nodes', 5 | (7 << 16), 4),
      step('idler', 8, 8),
      step('recent', 9 | (8 << 16), 12_000),
    ];
    const { asked, looked } = read({ ...wake, told, reason: reasonOf('idler'), chosen: 9 });
    expect(asked[0]).toContain('Task 7 is new, or has a new program');
    expect(looked).toEqual([
      'Domain of 16 CPUs around CPU 3: 2 groups of CPUs. FK_LEVEL',
      'The own group had CPUs to spare: 6 tasks, 2 CPUs idle, utilisation 812. FK_GRP',
      'The idlest other group had CPUs to spare: 1 task, 7 CPUs idle, utilisation 90. FK_GRP',
      'Between nodes: 5 idle CPUs apart, 7 tasks on the own one with this, 4 allowed. That is too much to be left alone. FK_NUMA_EXCEEDED',
      'More CPUs of the other group are idle: on to the 8 CPUs from CPU 8 on. FK_MORE_IDLE',
      'Of 8 CPUs there, CPU 9 is idle and went so last, 12 µs ago. FK_CPU_RECENT_IDLE',
    ]);
  });
  it('says that a record is full, since later steps are not in it', () => {
    const told = Array.from({ length: 40 }, () => step('target', 3, 0));
    expect(read({ ...wake, told }).looked.at(-1)).toBe('A record holds no more steps than these.');
  });
});

describe('the story of load balance', () => {
  const pass = { decision: 5, task: -1, foundLevel: -1, found: [] };
  const steps = (...names: (keyof typeof reasons)[]) => names.map((name) => reasonOf(name));
  it('says for whom, and every test in order with its figures up to what moved', () => {
    const balance: BalanceFacts = {
      ...noPass,
      ...{ type: 3, moves: 2, amount: 2, own: [1, 3, 90, 0, 0], busiest: [7, 0, 900, 1500, 7] },
      ...{ sourceMetric: 4, tasksSeen: 3, failed: 1 },
      steps: steps('groups', 'sibling', 'wanted', 'source', 'hot', 'hot'),
    };
    const sides = { chosen: 6, previous: 2, candidates: 2 };
    const told = read({ ...pass, ...sides, reason: reasonOf('moved'), balance });
    expect(told.title).toBe('A balance pass');
    expect(told.asked).toEqual([
      'CPU 3, on behalf of CPU 6, without a tick, balanced its domain of 8 CPUs.',
    ]);
    expect(told.looked).toEqual([
      '2 groups of CPUs were summed up. LB_GRP',
      'Its own group had CPUs to spare: 1 task, 3 CPUs idle.',
      'Of the others the busiest was overloaded: 7 tasks, 0 CPUs idle.',
      'The own group has CPUs to spare and fewer tasks than its sibling. LB_FORCE_SIBLING',
      'To be moved: 2 tasks. LB_IMB',
      'CPU 2 was chosen to take from: it had the most runnable tasks, 4. LB_SRC',
      '2 times: the task ran a moment ago: its cache is warm. MV_HOT',
      '3 waiting tasks of CPU 2 were looked at.',
      '1 pass before this one had moved nothing.',
    ]);
    expect(told.chosen).toEqual([
      'Tasks were moved. Reason: LB_MOVED.',
      '2 tasks go from CPU 2 to CPU 6.',
    ]);
  });
  it('names no source where the groups were even', () => {
    const { looked, chosen } = read({
      ...{ ...pass, reason: reasonOf('spare'), previous: -1, candidates: 0 },
      balance: { ...noPass, type: 2, steps: steps('groups'), own: [1, 3], busiest: [1, 3] },
    });
    expect(looked).toHaveLength(3);
    expect(chosen).toEqual([
      'The groups have nearly equally many idle CPUs. Reason: LB_IDLE_DIFF.',
      'No task moves.',
    ]);
  });
  it('names who balances instead, and has summed up nothing', () => {
    const told = read({ ...pass, reason: reasonOf('first'), chosen: 5, previous: -1 });
    expect(told.looked).toEqual([]);
    expect(told.chosen).toEqual([
      'Another CPU of the group balances for all of it. Reason: LB_NOT_FIRST.',
      'CPU 5 balances instead.',
    ]);
  });
  it('says of a moved task whence, and of a CPU that looks for none how long it idles', () => {
    expect(read({ decision: 6, reason: reasonOf('hot') }).chosen[1]).toBe(
      'Task 7 goes from CPU 0 to CPU 4.',
    );
    const gate = { ...pass, decision: 7, probed: 12_000, candidates: 45_000 };
    expect(read(gate).looked).toEqual([
      'It idles 12 µs on average; the innermost domain is expected to cost 45 µs.',
    ]);
    const calm = read({ ...gate, reason: reasonOf('calm') });
    expect(calm.asked).toEqual(['CPU 3 had nothing left to run.']);
    expect(calm.looked).toEqual([]);
  });
});

describe('the story of pages', () => {
  const flush = {
    decision: decisions.indexOf('free_pcppages_bulk'),
    reason: reasonOf('high'),
    ...{ previous: 31, candidates: 31, probed: 40, foundLevel: 6, domain: 155 },
    balance: { ...noPass, own: [20, 8, 2, 1, 0], busiest: [12, 0, 0, 0, 0] },
  };
  const fallback = {
    decision: decisions.indexOf('steal_suitable_fallback'),
    reason: reasonOf('claimed'),
    ...{ previous: 0, domain: 1, foundLevel: 5, candidates: 100, probed: 3 },
    balance: { ...noPass, own: [90, 322, 0, 0, 0] },
  };
  it('says of a flush how many pages found a free buddy, and what ended their merging', () => {
    const { asked, looked, refused } = read(flush);
    expect(asked[0]).toContain('had reached their high mark; afterwards 155 pages were left');
    expect(looked.at(-1)).toBe(
      'When they were given back, 19 pages found a free buddy, 12 did not; later pages may have merged with them.',
    );
    expect(refused).toEqual([
      '20 times: the buddy is in use.',
      '8 times: the buddy is free, but lies on the page list of a CPU, where the zone does not see it.',
      '2 times: the buddy begins with a smaller free block.',
      '1 time: larger ones than of order 10 there are not.',
    ]);
  });
  it('says of a flush without an occasion that the mark was lowered', () => {
    expect(read({ ...flush, reason: reasonOf('decayed') }).asked[0]).toContain('Once a second');
  });
  it('says of a refill nothing about merging', () => {
    const { looked, refused } = read({ ...flush, decision: 4, balance: noPass });
    expect(looked).toHaveLength(2);
    expect(refused).toEqual([]);
  });
  it('says of a fallback whose pages it took, and what the pageblock held', () => {
    const { asked, looked, chosen } = read(fallback);
    expect(asked[0]).toBe(
      'A refill of CPU 3 wanted unmovable pages, and the zone had no free block of that migrate type.',
    );
    expect(looked).toEqual([
      'The block that was found had order 5, on the list of movable pages.',
      'Of the 512 pages of its pageblock 100 were free and 90 on the LRU lists; 322 more counted as of the wanted type. With half of them free or of that type a pageblock changes sides.',
      'The refill fell back 3 times; this was the first time.',
    ]);
    expect(chosen.at(-1)).toBe('100 pages change lists.');
  });
  it('says of a whole block that was taken nothing about what a pageblock held', () => {
    const whole = { ...fallback, reason: reasonOf('large'), foundLevel: 10, probed: 1 };
    expect(read(whole).looked).toEqual([
      'The block that was found had order 10, on the list of movable pages.',
    ]);
  });
});

describe('what a decision cost', () => {
  it('is told by line, in the order of the first fetch, with fields and functions', () => {
    const steps = [fetched(64, 0, 40), fetched(56, 300, 400), fetched(56, 100, 200, 2)];
    const { cost, lines } = read({}, { steps });
    expect(cost[0]).toBe('2.5 µs, in which 20 shared words were touched.');
    expect(cost[1]).toContain('3 cache lines had to be fetched');
    expect(cost[1]).toContain('stood still 640 ns');
    expect(cost[1]).toContain('queued 400 ns');
    expect(lines.map(({ fields, symbols, text }) => [fields, symbols, text])).toEqual([
      [['0x0'], ['cpupri_find_fitness'], 'still 40 ns'],
      [['count[0]'], ['cpupri_find_fitness', 'cpupri_set'], '2 times, still 600 ns, queued 400 ns'],
    ]);
  });
  it('says so when nothing had to be fetched, and what is left out', () => {
    expect(read({}).cost[1]).toContain('in the own core’s caches');
    const steps = Array.from({ length: 12 }, (_, line) => fetched(line * 64, 0, 1));
    const { lines, afterLines } = read({}, { steps, leftOut: 3 });
    expect(lines).toHaveLength(8);
    expect(afterLines).toEqual(['4 more lines.', '3 later steps are not listed.']);
  });
});

describe('words for places', () => {
  it('say the closest thing two CPUs share', () => {
    expect([0, 4, 1, 3].map((to) => nearness(catalog, 0, to))).toEqual([
      'itself',
      'core',
      'llc',
      'other',
    ]);
  });
});
