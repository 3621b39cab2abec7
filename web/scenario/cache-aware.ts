// Cache-aware load balancing in a kernel of a scenario: its version, the published tunables, and what
// the versions differ in, each to be switched by hand. In the order of the core's lists
// (wasm-core/src/sched/rules/cache_rules.h).

import type * as v from 'valibot';
import { flag, oneOf, optional, record } from './fields.ts';
import { optionSchemas } from './kernel-options.ts';

/** In the order of the core's versions, from 1 on. */
export const cacheVersions = ['v1', 'v2', 'v3', 'v4', 'merged'] as const;

/** What the versions differ in; without choices it is yes or no, else they stand in the order of the core's values. */
const SWITCHES: readonly (readonly [name: string, what: string, ...choices: string[]])[] = [
  ['overaggr_div_smt', 'the room of a cache is divided by the threads of a core'],
  ['smt1_bonus', 'half as much room again without SMT'],
  ['test_after_move', 'whether both caches are busy is tested with the task moved'],
  ['nr_fits_margin', 'the cut-off by threads keeps a margin of a fifth'],
  ['avg_div', 'what the average of running threads is divided by', 'eight', 'llc_size'],
  ['avg_freeze', 'over the limit of threads the average stays'],
  [
    'cap_source',
    'the memory the cut-off looks at; the footprint is what NUMA balancing saw touched, here all resident memory while it is on, and none while it is off',
    'rss',
    'footprint',
  ],
  ['cap_wrap32', 'the limit of memory is computed in 32 bits'],
  ['cap_strict', 'memory as large as the limit is still let in'],
  ['scan_set', 'the CPUs a scan visits', 'all', '3nodes', '3nodes_if_numa'],
  ['single_scanner', 'one thread of a process scans a period'],
  [
    'numa_rule',
    'whether a thread that prefers another node has no preferred cache',
    'off',
    'always',
    'if_on',
  ],
  ['flag_before_type', 'groups with such tasks come before the class of a group'],
  ['fail_limit', 'after how many failed passes it gives up', 'none', 'n', 'n+1'],
  [
    'detach',
    'how tasks are tried; sort_stop is the stop rule of v2 (detach_stop)',
    'sort_v1',
    'sort_stop',
    'skip',
  ],
  ['llc_before_numa', 'the test of caches comes before that of nodes'],
  ['alb_needs_pref', 'the veto of active balance needs a task that is at home'],
  ['child_pref_reset', 'a child starts without preference'],
  ['epoch_signed', 'an epoch of the process ahead of the CPU does not count as old'],
  ['task_test_resets', 'the test of a task drops a preference over the limits'],
  ['refusal_is_no_failure', 'a pass that was refused for caches is no failed pass'],
  [
    'tick_test',
    'when a tick calls for a scan: the epochs of CPU and process differ, that of the process is less, or less across a wrap of the counter',
    'differ',
    'unsigned',
    'signed',
  ],
];

const SwitchesSchema = record(
  Object.fromEntries(
    SWITCHES.map(([name, what, ...choices]) => [
      name,
      optional(choices.length > 0 ? oneOf(choices, what) : flag(what)),
    ]),
  ),
  'what the versions differ in',
);

export const CacheAwareSchema = record(
  {
    version: oneOf(cacheVersions, 'the version of cache-aware balancing'),
    ...optionSchemas('cache_aware'),
    switches: optional(SwitchesSchema),
  },
  'cache-aware load balancing',
);
export type CacheAware = v.InferOutput<typeof CacheAwareSchema>;

/** Values of world_def. */
export interface CacheAwareValues {
  readonly cache_version: number;
  readonly cache_switch: readonly number[];
}

/** 0: as the version has it; else the value and one. */
function switchValue(chosen: boolean | string | undefined, choices: readonly string[]): number {
  if (chosen === undefined) return 0;
  return 1 + (typeof chosen === 'string' ? choices.indexOf(chosen) : Number(chosen));
}

/** The core's values for a kernel; it is off where the kernel does not speak of it. */
export function cacheAwareValues(kernel: CacheAware | undefined): CacheAwareValues {
  return {
    cache_version: kernel ? 1 + cacheVersions.indexOf(kernel.version) : 0,
    cache_switch: SWITCHES.map(([name, , ...choices]) =>
      switchValue(kernel?.switches?.[name], choices),
    ),
  };
}
