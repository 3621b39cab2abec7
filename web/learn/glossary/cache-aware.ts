// Glossary entries about cache-aware load balancing: the functions that decide and their reasons. Names are
// those of the series of December 2025 (v2); what versions do otherwise stands in the stories.

import { type Entry, entry, reason } from './entry.ts';

const series = 'cache-aware scheduling, v2';

export const cacheAware: readonly Entry[] = [
  entry(
    'task-cache-work',
    'task_cache_work()',
    'Once an epoch one thread of a process adds up, cache by cache, how long the process ran on each CPU. The CPU at the centre of the busiest [LLC|llc] becomes its anchor, if that cache has more than twice the share of the present one.',
    `task_cache_work(), kernel/sched/fair.c, ${series}`,
  ),
  entry(
    'account-mm-sched',
    'account_mm_sched()',
    'Books the time a thread ran to its process and CPU, at every update of the running task. Here a thread also learns which [LLC|llc] it prefers, or that it prefers none any more.',
    `account_mm_sched(), kernel/sched/fair.c, ${series}`,
  ),
  entry(
    'can-migrate-llc-task',
    'can_migrate_llc_task()',
    'Says whether a balance pass may move a task into or out of the [LLC|llc] that its process prefers. What counts is how busy both caches were when last recorded.',
    `can_migrate_llc_task(), kernel/sched/fair.c, ${series}`,
  ),
  entry(
    'detach-tasks',
    'detach_tasks()',
    'Takes waiting tasks off a busy [runqueue|runqueue] for the CPU that balances; each leaves a record of why it may go. With cache-aware balancing those that prefer the destination’s [LLC|llc] are tried first.',
    `detach_tasks(), kernel/sched/fair.c, ${series}`,
  ),
  entry(
    'alb-break-llc',
    'alb_break_llc()',
    'Asked before a running task is moved by force out of the [LLC|llc] that all tasks of its CPU prefer. It forbids that for a lone task whatever the load, and for others while the cache has room.',
    `alb_break_llc(), kernel/sched/fair.c, ${series}`,
  ),
  reason(
    'LLC_EPOCH',
    'All CPUs count epochs of ten milliseconds on one grid. With each of them what a process ran before counts half, and one of its threads adds up anew.',
  ),
  reason(
    'LLC_OCCUPANCY',
    'The process’s shares of what its CPUs ran of late, summed over one [LLC|llc]. A CPU that ran nothing else counts whole, however briefly it ran.',
  ),
  reason(
    'LLC_RUNNING',
    'As a scan visits the CPUs it counts those on which a thread of the process runs at that moment. The average of these counts is what the limit of threads is asked of.',
  ),
  reason(
    'LLC_TEST',
    'Before a task goes from one [LLC|llc] to another, and one of the two is that of its process’s anchor, a balance pass asks whether it may. How busy the two are decides.',
  ),
  reason(
    'LLC_SOURCE',
    'The utilisation of all CPUs of the [LLC|llc] to be left, as a balance pass of the domain above recorded it last. It may be old.',
  ),
  reason(
    'LLC_TARGET',
    'The utilisation of all CPUs of the [LLC|llc] to be joined, as a balance pass of the domain above recorded it last. It may be old.',
  ),
  reason(
    'LLC_ROOM',
    'Below the first percentage an [LLC|llc] has room (llc_overaggr_pct, half as much again without [SMT|smt]). By more than the second it is clearly busier than the other (llc_imb_pct).',
  ),
  reason(
    'LLC_CHOSEN',
    'One thread added up where its process had run, and this [LLC|llc] had the most, by more than twice the present one. Threads prefer it from the next time they are accounted.',
  ),
  reason(
    'LLC_LONE',
    'A process of one thread shares its lines with no other, so aggregating gains nothing. Its preference is taken back.',
  ),
  reason(
    'LLC_THREADS',
    'On average more threads of the process run at once than the [LLC|llc] has [cores|smt], scaled by [llc_aggr_tolerance|aggr-tolerance]; versions after v2 keep a margin of a fifth. Aggregated in one cache, so many threads would only wait for each other.',
  ),
  reason(
    'LLC_MEMORY',
    'The resident memory of the process is larger than the [LLC|llc], scaled by [llc_aggr_tolerance|aggr-tolerance]. Its threads would push each other’s lines out of the cache.',
  ),
  reason(
    'LLC_STALE',
    'No thread of the process has added up its time for more than five epochs, as after a long sleep. What was known is too old to go by.',
  ),
  reason(
    'LLC_HOME',
    'A balance pass pulled the task into the [LLC|llc] of its process’s anchor. From now on its siblings’ lines are near.',
  ),
  reason(
    'LLC_LEFT',
    'A balance pass pulled the task out of the [cache|preferred-llc] that its process prefers. The caches were busy enough, or unequal enough, that load went first.',
  ),
  reason(
    'LLC_KEPT',
    'A pass wanted the task for another [LLC|llc], but the preferred one has room or is not much busier than the other. So it was refused.',
  ),
  reason(
    'LLC_FULL',
    'The move would bring the task to the [LLC|llc] it prefers, but that one is past its limit and busier than the present one by more than a fifth. So it was refused.',
  ),
  reason(
    'LLC_LONE_TASK',
    'Every task of the CPU prefers this [LLC|llc], and only one is there. Such a task is never moved by force, however busy the cache is.',
  ),
  reason(
    'LLC_SAME',
    'One thread added up where its process had run, and no other [LLC|llc] had more than twice the share of the present one. Less would not pay for moving all threads.',
  ),
  reason(
    'LLC_OTHERS',
    'The pass had found a group with tasks that prefer the [LLC|llc] of the CPU that balances, and takes only such tasks. This one prefers another, or none.',
  ),
  reason(
    'LLC_STOPS',
    'Tasks are tried in the order of what they prefer, those that prefer to stay in their [LLC|llc] last. When the pass came to the first of these it stopped.',
  ),
  reason(
    'LLC_NO_ROOM',
    'Tasks elsewhere prefer the [LLC|llc] of the CPU that balances, but that one is past its limit and busier than theirs by more than a fifth. So their group was judged as without them.',
  ),
  reason(
    'LLC_NUMA',
    'NUMA balancing has found the task’s memory on one [node|numa-node], and the process’s anchor is on another. So that the two balancers do not hand the task to and fro, it prefers no [LLC|llc], whatever its siblings do.',
  ),
];
