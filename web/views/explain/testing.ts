// What the tests of stories share: a small machine with its names, and a story as a reader sees it. Not part of the
// program.

import type {
  Catalog,
  DecisionStep,
  DecisionStory,
  Explain,
  PassFacts,
  SearchFacts,
} from '../../engine/types.ts';
import { markupPartsOf } from '../../ui/markup.ts';
import { decisionText } from './story.ts';

/** Code and sentence, as the core lists them. */
export const reasons = {
  free: ['PREVIOUS_CPU_FREE', 'the previous CPU runs nothing this task must wait for'],
  found: ['LOWER_CPU_FOUND', 'a CPU at a lower level was found'],
  none: ['NO_LOWER_CPU', 'no allowed CPU is at a lower level: the task stays on its previous CPU'],
  walk: ['WALK_REQUESTED', 'a walk over the overloaded CPUs begins'],
  empty: ['LIST_EMPTY', "the CPU's list was empty"],
  moved: ['LB_MOVED', 'tasks were moved'],
  spare: ['LB_IDLE_DIFF', 'the groups have nearly the same number of idle CPUs'],
  hot: ['MV_HOT', 'the task ran a moment ago, so its data is still cached'],
  groups: ['LB_GRP', "the statistics of the domain's groups were summed up"],
  sibling: ['LB_FORCE_SIBLING', 'the local group has spare CPUs and fewer tasks than its sibling'],
  wanted: ['LB_IMB', 'the imbalance to be moved was computed'],
  source: ['LB_SRC', 'a CPU of the busiest group was chosen as the source'],
  first: ['LB_NOT_FIRST', 'another CPU balances on behalf of the whole group'],
  calm: ['NI_NOT_OVERLOADED', 'no CPU has more than one task'],
  ghost: ['GHOST_NAMED', 'the CPU named is a ghost at that level: the task stays'],
  high: ['ABOVE_HIGH', "the CPU's lists reached their high mark"],
  decayed: ['HIGH_DECAYED', 'high was lowered, as it is once per second, and the list held more'],
  claimed: [
    'FALLBACK_CLAIMED',
    'at least half of the pageblock is free or of this type: it changes its type',
  ],
  large: [
    'FALLBACK_LARGE',
    'the block found is a whole pageblock or more: all of it changes its type',
  ],
  loads: ['WA_LOAD_THIS', "the waker's CPU would have the lower load"],
  target: ['SI_TARGET', 'the target CPU is idle'],
  scan: ['SI_SCAN', 'the scan of the LLC found an idle CPU'],
  level: ['FK_LEVEL', 'the groups of a domain were compared'],
  group: ['FK_GRP', 'the statistics of a group were summed up for a new task'],
  nodes: ['FK_NUMA_EXCEEDED', 'the difference between the nodes is too large to be tolerated'],
  idler: ['FK_MORE_IDLE', 'another group has more idle CPUs'],
  recent: ['FK_CPU_RECENT_IDLE', "of the group's idle CPUs this one went idle last"],
} as const;
export const decisions = [
  ...['', 'select_task_rq_rt', 'push_rt_task', 'pull_rt_task', 'rmqueue_bulk'],
  ...['sched_balance_rq', 'detach_tasks', 'sched_balance_newidle', 'select_task_rq_fair'],
  ...['free_pcppages_bulk', 'steal_suitable_fallback'],
];

/** Eight CPUs: c and c + 4 are siblings; cores 0, 1 in the first socket, 2, 3 in the second. */
const taskRoles = { name: [], role: [], number: [], form: [] };

export const catalog = {
  taskRoles,
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

export const noPass: PassFacts = {
  form: 'pass',
  ...{ moved: 0, type: 0, moves: 0, amount: 0, level: 0, domainCpus: 8, groups: 2 },
  ...{ own: [], busiest: [], tests: [], sourceMetric: 0, tasksSeen: 0, failed: 0 },
};

/** Facts of a search that found three CPUs at level 0. */
export const search = (more: Partial<SearchFacts>): Pick<Explain, 'facts'> => ({
  facts: {
    form: 'search',
    ...{ foundLevel: 0, probed: 1, refused: 0, candidates: 3, ghosts: 0, found: [1, 4, 6] },
    ...{ domain: 0, taskPriority: 0, otherPriority: 99, runningPriority: 0 },
    ...more,
  },
});

export const explain = (more: Partial<Explain>): Explain => ({
  ...{ id: 1, time: 1000, cpu: 3, decision: 1, task: 7, chosen: 4, previous: 0 },
  reason: Object.values(reasons).indexOf(reasons.found),
  ...{ accesses: 20, cost: 2500 },
  ...search({}),
  steps: [],
  isCut: false,
  isOpen: false,
  ...more,
});

export const fetched = (
  address: number,
  waited: number,
  stalled: number,
  symbol = 1,
): DecisionStep => ({
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
export function read(more: Partial<Explain>, rest: Partial<DecisionStory> = {}) {
  const story = decisionText(
    catalog,
    { explain: explain(more), steps: [], leftOut: 0, ...rest },
    (line) => `line ${line}`,
  );
  const plain = (sentence: string) =>
    markupPartsOf(sentence)
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

export const reasonOf = (name: keyof typeof reasons) => Object.keys(reasons).indexOf(name);
