// Vector files of cache-aware load balancing: every group of vectors, for each version it speaks of.
// Words of the probe: wasm-core/src/probe/cache_rules.c.

import { LIMIT_CPUS, PROBE } from '../../web/engine/abi.gen.ts';
import { longWords } from '../../web/engine/probe-words.ts';
import { groupClassify, pickBusiest } from './cache-aware-balance.ts';
import {
  lists,
  MOST,
  TUNABLES,
  VERSIONS,
  type VectorGroup,
  type Version,
  yes,
} from './cache-aware-group.ts';
import { allowOnly } from './claims.ts';
import { ask, longOf, wordOf } from './fair-rules.ts';
import { isObject, JsonField } from './json-fields.ts';
import { compared } from './same-shape.ts';
import type { CaseResult, ProbeRunner, VectorFormat } from './types.ts';

const FORMAT = 'cache-aware-vectors/1';
const PUBLISHED = -1;
/** In the order of enum ss_cache_move. */
const MOVES = ['mig_forbid', 'mig_llc', 'mig_unrestricted'];
const flag = (field: JsonField, name: string): number => Number(field.at(name).boolean());
const pages = (given: JsonField, size: number, ...names: string[]): [number, number] =>
  longWords(names.reduce((sum, name) => sum + given.at(name).integer(0, 2 ** 40), 0) * size);
const PAGE = 4096;

/** Utilisations and capacities of the two caches, and the threads of a core. */
const levels = (given: JsonField, capacities: readonly [string, string]): number[] => [
  wordOf(given, 'src_util'),
  wordOf(given, capacities[0]),
  wordOf(given, 'dst_util'),
  wordOf(given, capacities[1]),
  wordOf(given, 'smt_threads', 1, LIMIT_CPUS),
];

const epochDecay: VectorGroup = {
  question: 0,
  names: [
    ...['cpu_epoch_next_start', 'cpu_epoch_start', 'period_jiffies', 'accounting_events'],
    'evaluate_at_jiffies',
  ],
  tunables: (given) => ({ period: wordOf(given, 'period_jiffies', 1) }),
  words: (given) => [
    wordOf(given, 'cpu_epoch_next_start'),
    wordOf(given, 'cpu_epoch_start'),
    wordOf(given, 'evaluate_at_jiffies'),
    ...lists(
      given
        .at('accounting_events')
        .items()
        .map((event) => [
          wordOf(event, 'jiffies'),
          Number(event.at('process').oneOf(['this', 'other']) === 'this'),
          wordOf(event, 'delta_ns'),
        ]),
    ),
  ],
  read: (answer) => ({
    cpu_epoch: answer.next(),
    pcpu_runtime: answer.long(),
    cpu_runtime: answer.long(),
    occupancy: answer.next(),
  }),
};

function scanWords(given: JsonField): number[] {
  const sizes = given.at('llc_sizes').items();
  const nodes = given.at('llc_nodes').items();
  const running = given.at('cpus_currently_running_this_mm').items();
  const runs = running.map((cpu) => cpu.integer(0, LIMIT_CPUS - 1));
  const rows = given.at('per_cpu').items();
  const cpus = rows.map((row) => wordOf(row, 'cpu', 0, LIMIT_CPUS - 1));
  const occupied = rows.map((row, index) => {
    const times = [...longOf(row, 'pcpu_runtime'), ...longOf(row, 'cpu_runtime')];
    return [cpus[index]!, ...times, Number(runs.includes(cpus[index]!))];
  });
  const idle = runs.filter((cpu) => !cpus.includes(cpu)).map((cpu) => [cpu, 0, 0, 0, 0, 1]);
  return [
    wordOf(given, 'nr_threads'),
    ...longOf(given, 'llc_bytes'),
    ...pages(given, PAGE, 'rss_pages'),
    wordOf(given, 'nr_running_avg_before'),
    wordOf(given, 'mm_sched_cpu_before', -1),
    wordOf(given, 'scanning_cpu'),
    wordOf(given, 'smt', 1),
    flag(given, 'numa_balancing_enabled'),
    wordOf(given, 'numa_preferred_nid', -1),
    ...lists(sizes.map((size, i) => [size.integer(1, LIMIT_CPUS), nodes[i]?.integer(0, 63) ?? 0])),
    ...lists([...occupied, ...idle]),
  ];
}

const preferredLlc: VectorGroup = {
  question: 1,
  names: [
    ...['llc_sizes', 'llc_nodes', 'cpus', 'per_cpu', 'mm_sched_cpu_before', 'scanning_cpu'],
    ...['nr_threads', 'rss_pages', 'llc_bytes', 'smt', 'tolerance', 'nr_running_avg_before'],
    ...['cpus_currently_running_this_mm', 'numa_balancing_enabled', 'numa_preferred_nid'],
  ],
  tunables: (given) => ({ tolerance: wordOf(given, 'tolerance') }),
  words: scanWords,
  read: (answer) => ({ mm_sched_cpu: answer.next(), nr_running_avg: answer.next() }),
  version: (version) => version,
};

const runningAverage: VectorGroup = {
  question: 2,
  names: ['llc_size', 'samples', 'start'],
  words: (given) => [
    wordOf(given, 'llc_size', 1),
    wordOf(given, 'start'),
    ...lists(
      given
        .at('samples')
        .items()
        .map((sample) => [sample.integer(0, MOST)]),
    ),
  ],
  most: (given) => given.at('samples').items().length,
  read: (answer, given) => answer.many(given.at('samples').items().length),
  version: (version) => (version === 'v1' ? 'v2' : version),
};

const toleranceScale: VectorGroup = {
  question: 3,
  names: ['llc_aggr_tolerance'],
  tunables: (given) => ({ tolerance: wordOf(given, 'llc_aggr_tolerance') }),
  words: () => [],
  read: (answer) => ({ rss_scale: answer.next(), nr_scale: answer.next() }),
};

const exceedNumber: VectorGroup = {
  question: 4,
  names: ['tolerance', 'smt_threads', 'llc_size', 'nr_running_avg'],
  tunables: (given) => ({ tolerance: wordOf(given, 'tolerance') }),
  words: (given) => [
    wordOf(given, 'nr_running_avg'),
    wordOf(given, 'smt_threads', 1),
    wordOf(given, 'llc_size', 1),
  ],
  read: yes,
  version: (version) => (version === 'merged' ? 'merged_nr_part' : version),
};

const exceedCapacity: VectorGroup = {
  question: 5,
  names: ['tolerance', 'anon_pages', 'shmem_pages', 'page_size', 'llc_bytes'],
  tunables: (given) => ({ tolerance: wordOf(given, 'tolerance') }),
  words: (given) => [
    ...longOf(given, 'llc_bytes'),
    ...pages(given, wordOf(given, 'page_size', 1), 'anon_pages', 'shmem_pages'),
  ],
  read: yes,
  version: (version) => (version === 'v2' ? 'v2_assumed' : version),
};

const canMigrate: VectorGroup = {
  question: 6,
  names: [
    ...['src_util', 'src_cap', 'dst_util', 'dst_cap', 'task_util', 'to_pref', 'smt_threads'],
    ...['overaggr_pct', 'imb_pct'],
  ],
  tunables: (given) => ({
    overaggr_pct: wordOf(given, 'overaggr_pct'),
    imb_pct: wordOf(given, 'imb_pct'),
  }),
  words: (given) => [
    ...levels(given, ['src_cap', 'dst_cap']),
    wordOf(given, 'task_util'),
    flag(given, 'to_pref'),
  ],
  read: (answer) => MOVES[answer.next()] ?? 'unknown',
  version: (version) => version,
};

const canMigrateTask: VectorGroup = {
  question: 7,
  names: [
    ...['task_on_llc', 'dst_llc', 'preferred_llc_of_process', 'nr_threads', 'nr_running_avg'],
    ...['smt_threads', 'llc_size', 'rss_pages', 'llc_bytes', 'task_util', 'src_util', 'dst_util'],
    'cap',
  ],
  words: (given) => [
    ...levels(given, ['cap', 'cap']),
    wordOf(given, 'task_on_llc'),
    wordOf(given, 'dst_llc'),
    wordOf(given, 'preferred_llc_of_process', -1),
    wordOf(given, 'nr_threads'),
    wordOf(given, 'nr_running_avg'),
    wordOf(given, 'llc_size', 1),
    ...longOf(given, 'llc_bytes'),
    ...pages(given, PAGE, 'rss_pages'),
    wordOf(given, 'task_util'),
  ],
  // The vectors put the anchor on the first CPU of its cache.
  read: (answer, given) => {
    const decision = MOVES[answer.next()] ?? 'unknown';
    const preferred = wordOf(given, 'preferred_llc_of_process', -1);
    const dropped = answer.next() === 1 || preferred < 0;
    return { decision, mm_sched_cpu_after: dropped ? -1 : preferred * wordOf(given, 'llc_size') };
  },
  version: (version) => version,
};

const breakUp: VectorGroup = {
  question: 8,
  names: [
    ...['nr_pref_llc_running', 'h_nr_runnable', 'nr_running', 'curr_util', 'src_util', 'dst_util'],
    ...['cap', 'smt_threads', 'same_llc'],
  ],
  words: (given) => [
    ...levels(given, ['cap', 'cap']),
    wordOf(given, 'nr_pref_llc_running'),
    wordOf(given, 'h_nr_runnable'),
    wordOf(given, 'nr_running'),
    wordOf(given, 'curr_util'),
    flag(given, 'same_llc'),
  ],
  read: yes,
  version: (version) => version,
};

const affinityTimeout: VectorGroup = {
  question: 9,
  names: ['cpu_epoch', 'mm_sched_epoch', 'llc_epoch_affinity_timeout', 'other_conditions'],
  tunables: (given) => ({ timeout: wordOf(given, 'llc_epoch_affinity_timeout') }),
  words: (given) => {
    given.at('other_conditions').oneOf(['all pass']);
    return [wordOf(given, 'cpu_epoch'), wordOf(given, 'mm_sched_epoch')];
  },
  read: (answer) => ({ preference_invalidated: yes(answer) }),
};

const orderTasks: VectorGroup = {
  question: 10,
  names: ['src_llc', 'dst_llc', 'cfs_tasks_head_to_tail'],
  words: (given) => [
    wordOf(given, 'src_llc'),
    wordOf(given, 'dst_llc'),
    ...lists(
      given
        .at('cfs_tasks_head_to_tail')
        .items()
        .map((task) => [wordOf(task, 'preferred_llc', -1)]),
    ),
  ],
  most: (given) => given.at('cfs_tasks_head_to_tail').items().length,
  read: (answer, given) => {
    const tasks = given.at('cfs_tasks_head_to_tail').items();
    const order = answer.many(tasks.length).map((at) => wordOf(tasks[at]!, 'task'));
    return { detach_order: order };
  },
};

const GROUPS: Readonly<Record<string, VectorGroup>> = {
  'epoch-decay': epochDecay,
  'preferred-llc': preferredLlc,
  'nr-running-avg': runningAverage,
  'tolerance-scale': toleranceScale,
  'exceed-llc-nr': exceedNumber,
  'exceed-llc-capacity': exceedCapacity,
  'can-migrate-llc': canMigrate,
  'can-migrate-llc-task': canMigrateTask,
  'alb-break-llc': breakUp,
  'order-tasks': orderTasks,
  'affinity-timeout': affinityTimeout,
  'group-classify': groupClassify,
  'pick-busiest': pickBusiest,
};

type Runnable = (probe: ProbeRunner) => CaseResult;
const USUAL_WORDS = 8;

/** What is expected of a version: one value for all, or one under the name of each. */
function expectedOf(field: JsonField, group: VectorGroup, version: Version): JsonField {
  const { value } = field;
  const named = group.version?.(version);
  const byVersion = isObject(value) && VERSIONS.some((name) => Object.hasOwn(value, name));
  return named !== undefined && byVersion ? field.at(named) : field;
}

function readVector(field: JsonField, index: number): Runnable {
  const id = field.at('id').text(`vectors[${index}]`);
  const group = GROUPS[field.at('group').oneOf(Object.keys(GROUPS))] as VectorGroup;
  const given = field.at('input');
  allowOnly(given, group.names);
  const spoken = field.at('variants').items();
  const versions = spoken.map((name) => name.oneOf(VERSIONS));
  const tunables = group.tunables?.(given) ?? {};
  const cases = versions.map((version) => {
    const expected = expectedOf(field.at('expected'), group, version);
    const head = [group.question, VERSIONS.indexOf(version) + 1];
    const tuned = TUNABLES.map((name) => tunables[name] ?? PUBLISHED);
    return { expected, input: [...head, ...tuned, ...group.words(given, expected)] };
  });
  const words = USUAL_WORDS + (group.most?.(given) ?? 0);
  return (probe) => {
    for (const { expected, input } of cases) {
      const answer = ask(probe, PROBE.CACHE_RULES, input, words);
      const result = compared(id, expected, group.read(answer, given, expected));
      if (!result.ok) return result;
    }
    return { id, ok: true };
  };
}

function* run(cases: Runnable[], probe: ProbeRunner): Generator<CaseResult> {
  for (const runCase of cases) yield runCase(probe);
}

export const cacheAwareVectors: VectorFormat = {
  name: 'cache-aware-vectors',
  recognises: (file) => isObject(file) && file.schema === FORMAT,
  /** Reads the whole file before the first case runs: a malformed one yields no results. */
  check: (file, probe) => run(new JsonField(file, '').at('vectors').items().map(readVector), probe),
};
