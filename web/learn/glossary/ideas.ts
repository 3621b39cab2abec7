// Glossary entries of what stories and labs speak of, besides what the kernel calls by a name of its own.

import { type GlossaryEntry, glossaryEntry } from './entry.ts';

const hinting = 'userspace hinting for task placement, RFC';

export const ideas: readonly GlossaryEntry[] = [
  glossaryEntry(
    'wake-affine-decision',
    'wake_affine()',
    'Decides at a wake-up whether the search begins at the waker’s CPU or at the task’s previous CPU. It asks which of the two is [idle|idle], then which has less CPU load.',
    'wake_affine(), kernel/sched/fair.c',
  ),
  glossaryEntry(
    'select-idle-sibling',
    'select_idle_sibling()',
    'Looks for an [idle CPU|idle] around the target of a wake-up: the target itself, the previous CPU, the one before, then the CPUs under the target’s [LLC|llc]. It does not look under another LLC.',
    'select_idle_sibling(), kernel/sched/fair.c',
  ),
  glossaryEntry(
    'sis-util',
    'SIS_UTIL',
    'A rule for wake-ups: the higher the utilisation of an [LLC|llc], the fewer of its CPUs a wake-up scans. Above 85 % it scans none.',
    'update_idle_cpu_scan(), kernel/sched/fair.c',
  ),
  glossaryEntry(
    'utilization',
    'Utilisation',
    'How much of a CPU a task has used recently: a decaying average in which time 32 ms ago counts half. The kernel compares CPUs and LLCs by the sums of their tasks’ utilisation.',
    'update_load_avg(), kernel/sched/fair.c',
  ),
  glossaryEntry(
    'preferred-llc',
    'Preferred LLC',
    'The [LLC|llc] under which cache-aware balancing aggregates the threads of a process, because the process ran there most. Balance passes may bring a thread there, and may not take one away.',
    'account_mm_sched(), kernel/sched/fair.c, cache-aware scheduling, v2',
  ),
  glossaryEntry(
    'aggr-tolerance',
    'llc_aggr_tolerance',
    'A number that scales how many threads and how much memory an LLC may hold before threads are no longer aggregated there. At 0 no threads are aggregated, at 1 the limits are unscaled, at 2 the thread limit is twice and the memory limit 257 times as high, and at 100 there is no limit.',
    'get_sched_cache_scale(), kernel/sched/fair.c, cache-aware scheduling, v2',
  ),
  glossaryEntry(
    'placement-hint',
    'Placement hint',
    'What a program tells the kernel about its threads by prctl: children start near their parent or apart, and a woken thread comes to its waker or stays. The kernel follows as long as the chosen LLC has room.',
    `select_task_rq_fair(), kernel/sched/fair.c, ${hinting}`,
  ),
  glossaryEntry(
    'initial-placement',
    'Initial placement',
    'Where a new task starts: the kernel walks down the [domains|sched-domain] from the machine to a CPU, and at each step enters the least used group. The task stays until a wake-up or balance pass moves it.',
    'sched_balance_find_dst_cpu(), kernel/sched/fair.c',
  ),
  glossaryEntry(
    'balance-pass',
    'Balance pass',
    'Now and then a CPU compares the groups of each of its [domains|sched-domain] and takes tasks from the busiest. CPUs balance wide domains less often than narrow ones, and CPUs that run tasks balance less often than idle ones.',
    'sched_balance_domains(), kernel/sched/fair.c',
  ),
  glossaryEntry(
    'cluster-idle-state',
    'Idle state',
    'How deep a CPU sleeps while it has nothing to do: a deeper state saves more power and takes longer to leave. If all CPUs under an LLC sleep deeply, leaving takes longer still.',
    'cpuidle_enter_state(), drivers/cpuidle/cpuidle.c',
  ),
  glossaryEntry(
    'percentile',
    '99th percentile',
    'The 99th percentile (p99) is the value that 99 of 100 samples stay below. A mean hides the few that wait long; the p99 shows them.',
  ),
  glossaryEntry(
    'throughput',
    'Throughput',
    'Pieces of work finished per second of simulated time. High CPU utilisation does not mean high throughput, because a CPU that waits for a line counts as running.',
  ),
];
