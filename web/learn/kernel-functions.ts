// Where to read on in the kernel: the functions that stories, labs, talks and the glossary name, each with its file and
// the version in whose text it is found. The one place for them; a test holds that none is missing.

const newest = 'v6.18';
/** Page lists of then, and how fallback took blocks until 6.14. */
const older = 'v4.19';
/** The last of the order of fair tasks before 6.6 that is kept up for long. */
const beforeDeadlines = 'v6.1';
/** As simulated, in no release: the posting of the series. Later releases have it, changed. */
const cacheAware = 'https://lore.kernel.org/r/cover.1764801860.git.tim.c.chen%40linux.intel.com';

/** By version, or by the address of a series, and file. */
const functions: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  [newest]: {
    'drivers/cpuidle/cpuidle.c': ['cpuidle_enter_state'],
    'kernel/futex/waitwake.c': ['futex_wait'],
    'kernel/locking/qspinlock.c': ['native_queued_spin_lock_slowpath'],
    'kernel/locking/rtmutex.c': ['rt_mutex_adjust_prio_chain'],
    'kernel/sched/core.c': [
      '__schedule',
      'pick_next_task',
      'sched_exec',
      'sched_init',
      'set_task_cpu',
      'try_to_wake_up',
      'ttwu_queue_wakelist',
      'wakeup_preempt',
    ],
    'kernel/sched/cpupri.c': ['cpupri_find_fitness', 'cpupri_init', 'cpupri_set'],
    'kernel/sched/fair.c': [
      '__pick_eevdf',
      'detach_tasks',
      'entity_eligible',
      'nohz_balancer_kick',
      'pick_task_fair',
      'sched_balance_domains',
      'sched_balance_find_dst_cpu',
      'sched_balance_find_dst_group',
      'sched_balance_find_dst_group_cpu',
      'sched_balance_newidle',
      'sched_balance_rq',
      'select_idle_cpu',
      'select_idle_sibling',
      'select_task_rq_fair',
      'set_protect_slice',
      'task_numa_migrate',
      'test_idle_cores',
      'update_idle_cpu_scan',
      'update_load_avg',
      'update_newidle_cost',
      'wake_affine',
      'wake_wide',
    ],
    'kernel/sched/rt.c': [
      'dec_rt_prio_smp',
      'dequeue_pushable_task',
      'enqueue_pushable_task',
      'find_lowest_rq',
      'inc_rt_prio_smp',
      'pull_rt_task',
      'push_rt_task',
      'rt_set_overload',
      'rto_next_cpu',
      'rto_push_irq_work_func',
      'select_task_rq_rt',
      'tell_cpu_to_push',
      'wakeup_preempt_rt',
    ],
    'kernel/sched/topology.c': ['build_sched_domains', 'sched_init_numa'],
    'kernel/time/hrtimer.c': ['hrtimer_nanosleep'],
    'mm/memory.c': ['do_anonymous_page'],
    'mm/page_alloc.c': [
      '__rmqueue_smallest',
      'decay_pcp_high',
      'free_pcppages_bulk',
      'nr_pcp_alloc',
      'nr_pcp_high',
      'rmqueue_bulk',
      'set_pageblock_migratetype',
      'zone_batchsize',
    ],
    'mm/swap.c': ['lru_add_drain'],
  },
  [older]: { 'mm/page_alloc.c': ['__rmqueue_fallback', 'steal_suitable_fallback'] },
  [beforeDeadlines]: { 'kernel/sched/fair.c': ['sched_slice'] },
  [cacheAware]: {
    'kernel/sched/fair.c': [
      'account_mm_sched',
      'alb_break_llc',
      'can_migrate_llc_task',
      'exceed_llc_capacity',
      'exceed_llc_nr',
      'get_sched_cache_scale',
      'task_cache_work',
      'task_tick_cache',
    ],
  },
};

export interface KernelFunction {
  readonly name: string;
  /** From the root of the kernel's sources. */
  readonly file: string;
  /** "v6.18"; undefined: it is in no release that can be searched, and the address is that of its posting. */
  readonly version: string | undefined;
  readonly address: string;
}

const isVersion = (text: string): boolean => text.startsWith('v');

/** What the source calls those that it defines by another name: a macro makes the one of the other. */
const definedAs: Readonly<Record<string, string>> = {
  native_queued_spin_lock_slowpath: 'queued_spin_lock_slowpath',
};

const identAddress = (version: string, name: string): string =>
  `https://elixir.bootlin.com/linux/${version}/C/ident/${name}`;

const byName: ReadonlyMap<string, KernelFunction> = new Map(
  Object.entries(functions).flatMap(([where, files]) =>
    Object.entries(files).flatMap(([file, names]) =>
      names.map((name): [string, KernelFunction] => {
        const version = isVersion(where) ? where : undefined;
        const address = version ? identAddress(version, definedAs[name] ?? name) : where;
        return [name, { name, file, version, address }];
      }),
    ),
  ),
);

const named = /\b_*[a-z][a-z0-9_]*(?=\(\))/g;

/** The names of functions in a text, "cpupri_set()" without its brackets, each once, in their order. */
export const functionNamesIn = (text: string): string[] => [...new Set(text.match(named) ?? [])];

export const kernelFunction = (name: string): KernelFunction | undefined => byName.get(name);

/** The functions of the kernel that a text names and that can be read on. */
export const functionsIn = (text: string): KernelFunction[] =>
  functionNamesIn(text).flatMap((name) => byName.get(name) ?? []);

/** Where the word of a glossary entry stands in the kernel ("push_rt_task(), kernel/sched/rt.c", "struct rq, …"). */
export function addressOfSource(source: string): string | undefined {
  const [first] = functionsIn(source);
  if (first) return first.address;
  const call = /^(\w+)\(2\)$/.exec(source)?.[1];
  if (call) return `https://man7.org/linux/man-pages/man2/${call}.2.html`;
  const kind = /^(?:struct|enum) (\w+), /.exec(source)?.[1];
  if (kind) return identAddress(newest, kind);
  const file = /^[\w/.-]+\.[ch]$/.exec(source)?.[0];
  return file && `https://elixir.bootlin.com/linux/${newest}/source/${file}`;
}
