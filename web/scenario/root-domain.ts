// The fields of struct root_domain by the names a layout uses, in the order of the core's field ids
// (wasm-core/src/sched/root_domain.h; a test holds the two together). Where they lie in the posted
// layouts is the core's knowledge.

/** cpupri levels: NORMAL, RT1 to RT99, HIGHER. */
const LEVELS = 101;

const single = [
  'refcount',
  'rto_count',
  'rto_counts',
  'rcu',
  'span',
  'online',
  'overloaded',
  'overutilized',
  'dlo_mask',
  'dlo_count',
  'dl_bw',
  'cpudl',
  'visit_cookie',
  'rto_push_work.node.llist',
  'rto_push_work.node.u_flags',
  'rto_push_work.func',
  'rto_push_work.irqwait',
  'rto_lock',
  'rto_loop',
  'rto_cpu',
  'rto_loop_next',
  'rto_loop_start',
  'rto_mask',
  'cpupri.cpu_to_pri',
  'pd',
] as const;

const elements = (array: string): string[] =>
  Array.from({ length: LEVELS }, (_, level) => `${array}[${level}]`);

/** Index = field id. count[i] and mask[i] are those of cpupri's vector i. */
export const rootDomainFields: readonly string[] = [
  ...single,
  ...elements('count'),
  ...elements('mask'),
];

/** The overload count is one word, or (patch 3) a pointer to one word a node; never both. */
export const absentField = (countPerNode: boolean): string =>
  countPerNode ? 'rto_count' : 'rto_counts';
