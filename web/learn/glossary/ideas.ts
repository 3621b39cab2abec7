// Glossary entries of what stories and labs speak of, besides what the kernel calls by a name of its own.

import { type Entry, entry } from './entry.ts';

const hinting = 'userspace hinting for task placement, RFC';

export const ideas: readonly Entry[] = [
  entry(
    'wake-affine-decision',
    'wake_affine()',
    'Decides at a wake-up whether the search begins at the waker’s CPU or at the one the task ran on before. It asks which of the two is [idle|idle], then which has less load.',
    'wake_affine(), kernel/sched/fair.c',
  ),
  entry(
    'select-idle-sibling',
    'select_idle_sibling()',
    'Looks for an [idle CPU|idle] around the target of a wake-up: the target itself, the previous CPU, the one before, then the CPUs that share the target’s [LLC|llc]. It does not look under another LLC.',
    'select_idle_sibling(), kernel/sched/fair.c',
  ),
  entry(
    'sis-util',
    'SIS_UTIL',
    'The rule by which a wake-up scans fewer CPUs of a cache the busier that cache is. Above a certain load it scans none.',
    'update_idle_cpu_scan(), kernel/sched/fair.c',
  ),
  entry(
    'utilization',
    'Utilization',
    'How much of a CPU a task used lately, as a mean in which what is 32 ms past counts half. Caches and CPUs are compared by the sums of it.',
    'update_load_avg(), kernel/sched/fair.c',
  ),
  entry(
    'preferred-llc',
    'Preferred LLC',
    'The [cache|llc] to which cache-aware balancing brings the threads of a process, because most of its time was spent there. Passes may bring a thread to it, and are kept from taking one away.',
    'account_mm_sched(), kernel/sched/fair.c, cache-aware scheduling, v2',
  ),
  entry(
    'aggr-tolerance',
    'llc_aggr_tolerance',
    'A number that scales how many threads and how much memory a cache may hold before threads are no longer aggregated in it. At 0 none are aggregated, at 1 the limits are as they are, at 2 that of threads is twice as high and that of memory 257 times, at 100 there is no limit.',
    'get_sched_cache_scale(), kernel/sched/fair.c, cache-aware scheduling, v2',
  ),
  entry(
    'placement-hint',
    'Placement hint',
    'What a program says of its threads by prctl: whether children start near their parent or apart, and whether who is woken comes to the waker or stays. The kernel follows as far as the chosen cache has room.',
    `select_task_rq_fair(), kernel/sched/fair.c, ${hinting}`,
  ),
  entry(
    'initial-placement',
    'Initial placement',
    'Where a new task starts: a walk down the [domains|sched-domain] from the machine to a CPU, at each step into the group that is least busy. It stays until the first wake-up or balance pass that moves the task.',
    'sched_balance_find_dst_cpu(), kernel/sched/fair.c',
  ),
  entry(
    'balance-pass',
    'Balance pass',
    'Now and then a CPU compares the groups of each of its [domains|sched-domain] and takes tasks from the busiest. Wide domains are looked at less often than narrow ones, busy CPUs look less often than idle ones.',
    'sched_balance_domains(), kernel/sched/fair.c',
  ),
  entry(
    'cluster-idle-state',
    'Idle state',
    'How deep a CPU sleeps while it has nothing to do: deeper saves more and takes longer to leave. A cache all of whose CPUs sleep deeply takes longer still.',
    'cpuidle_enter_state(), drivers/cpuidle/cpuidle.c',
  ),
  entry(
    'percentile',
    '99th percentile',
    'The value that 99 of 100 samples stay below. A mean hides the few that wait long; this tells of them.',
  ),
  entry(
    'throughput',
    'Throughput',
    'Pieces of work that are finished in a second of simulated time. Being busy is not doing work: CPUs that wait for a line are busy, too.',
  ),
];
