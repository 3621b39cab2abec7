// Glossary entries about cache-aware load balancing: the functions that decide and their reasons. Names are
// those of the series of December 2025 (v2); what versions do otherwise stands in the stories.

import { type GlossaryEntry, glossaryEntry, reason } from './entry.ts';

const series = 'cache-aware scheduling, v2';

export const cacheAware: readonly GlossaryEntry[] = [
  glossaryEntry(
    'task-cache-work',
    'task_cache_work()',
    'Once per epoch one thread of a process adds up, LLC by LLC, how long the process ran on each CPU. The busiest [LLC|llc] becomes the preferred one, if the process ran there more than twice as much as under the present one.',
    `task_cache_work(), kernel/sched/fair.c, ${series}`,
  ),
  glossaryEntry(
    'epoch',
    'Epoch',
    'The period after which cache-aware balancing looks where a process ran: ten milliseconds by default. With each epoch earlier run time counts half, so an account forgets within about 50 ms.',
    `account_mm_sched(), kernel/sched/fair.c, ${series}`,
  ),
  glossaryEntry(
    'account-mm-sched',
    'account_mm_sched()',
    'Adds the time that a thread ran to the account of its process and CPU, at every update of the running task. The function also tells the thread which [LLC|llc] it prefers, if any.',
    `account_mm_sched(), kernel/sched/fair.c, ${series}`,
  ),
  glossaryEntry(
    'can-migrate-llc-task',
    'can_migrate_llc_task()',
    'Decides whether a balance pass may move a task into or out of the [LLC|llc] that its process prefers. The recorded utilisation of both LLCs decides.',
    `can_migrate_llc_task(), kernel/sched/fair.c, ${series}`,
  ),
  glossaryEntry(
    'detach-tasks',
    'detach_tasks()',
    'Takes waiting tasks from a busy CPU’s [runqueue|runqueue] for the CPU that balances, and records for each why it may move. With cache-aware balancing, tasks that prefer the destination’s [LLC|llc] are tried first.',
    `detach_tasks(), kernel/sched/fair.c, ${series}`,
  ),
  glossaryEntry(
    'alb-break-llc',
    'alb_break_llc()',
    'Called before active balancing moves a running task out of the [LLC|llc] that all tasks of its CPU prefer. The function forbids that for a lone task, whatever the load, and for other tasks while the LLC has room.',
    `alb_break_llc(), kernel/sched/fair.c, ${series}`,
  ),
  reason(
    'LLC_EPOCH',
    'All CPUs count the same epochs of ten milliseconds. At each epoch the earlier run time of a process counts half, and one of its threads sums up the run time again.',
  ),
  reason(
    'LLC_OCCUPANCY',
    'The process’s share of the recent run time of each CPU, summed over one [LLC|llc]. A CPU that ran nothing else counts in full, however briefly it ran.',
  ),
  reason(
    'LLC_RUNNING',
    'A scan counts the CPUs on which a thread of the process runs at that moment. The average of these counts is compared with the limit of threads.',
  ),
  reason(
    'LLC_TEST',
    'Before a task leaves or enters the [LLC|llc] that its process prefers, a balance pass asks whether it may. The utilisation of both LLCs decides.',
  ),
  reason(
    'LLC_SOURCE',
    'The utilisation of all CPUs under the [LLC|llc] that the task would leave, as the last balance pass of the domain above recorded it. The record may be out of date.',
  ),
  reason(
    'LLC_TARGET',
    'The utilisation of all CPUs under the [LLC|llc] that the task would join, as the last balance pass of the domain above recorded it. The record may be out of date.',
  ),
  reason(
    'LLC_ROOM',
    'Below the first percentage an [LLC|llc] has room (llc_overaggr_pct, half as much again without [SMT|smt]). If its utilisation is higher by more than the second percentage, it is clearly busier than the other (llc_imb_pct).',
  ),
  reason(
    'LLC_CHOSEN',
    'One thread summed up where its process had run: this [LLC|llc] had more than twice the run time of the present preferred one. Threads prefer the new LLC from their next accounting on.',
  ),
  reason(
    'LLC_LONE',
    'A process of one thread shares its lines with no other process, so aggregation gains nothing. Its preference is cleared.',
  ),
  reason(
    'LLC_THREADS',
    'On average more threads of the process run at once than the [LLC|llc] has [cores|smt], scaled by [llc_aggr_tolerance|aggr-tolerance]; versions after v2 keep a margin of a fifth. Aggregated under one LLC, so many threads would wait for each other.',
  ),
  reason(
    'LLC_MEMORY',
    'The resident memory of the process is larger than the [LLC|llc], scaled by [llc_aggr_tolerance|aggr-tolerance]. Its threads would push each other’s lines out of the cache.',
  ),
  reason(
    'LLC_STALE',
    'No thread of the process has added up its time for more than five epochs, for example after a long sleep. The account is too old to use.',
  ),
  reason(
    'LLC_HOME',
    'A balance pass pulled the task to the [LLC|llc] that its process prefers. From now on the lines of its sibling threads are near.',
  ),
  reason(
    'LLC_LEFT',
    'A balance pass pulled the task out of the [LLC|preferred-llc] that its process prefers. The LLCs were so full, or so unequal, that balance came first.',
  ),
  reason(
    'LLC_KEPT',
    'A pass wanted the task for another [LLC|llc], but the preferred one has room or is not much busier than the other. So the move was refused.',
  ),
  reason(
    'LLC_FULL',
    'The move would bring the task to the [LLC|llc] it prefers, but that LLC is past its limit and busier than the present one by more than a fifth. So the move was refused.',
  ),
  reason(
    'LLC_LONE_TASK',
    'Only one task is on the CPU, and it prefers this [LLC|llc]. Active balancing never moves such a task, however busy the LLC is.',
  ),
  reason(
    'LLC_SAME',
    'One thread summed up where its process had run: no other [LLC|llc] had more than twice the run time of the preferred one. A smaller difference does not pay for moving all threads.',
  ),
  reason(
    'LLC_OTHERS',
    'The pass had found a group with tasks that prefer the [LLC|llc] of the CPU that balances, and takes only such tasks. This task prefers another LLC, or none.',
  ),
  reason(
    'LLC_STOPS',
    'A pass tries tasks in the order of their preference, and last those that prefer to stay under their [LLC|llc]. The pass stopped at the first of these.',
  ),
  reason(
    'LLC_NO_ROOM',
    'Tasks elsewhere prefer the [LLC|llc] of the CPU that balances, but that LLC is past its limit and busier than theirs by more than a fifth. So the pass ignored their preference.',
  ),
  reason(
    'LLC_NUMA',
    'NUMA balancing has found the task’s memory on one [node|numa-node], and the preferred LLC of its process is on another. So the task prefers no [LLC|llc], or the two balancers would move it back and forth.',
  ),
];
