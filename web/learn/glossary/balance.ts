// Glossary entries about load balance: the functions that decide and the reasons they leave. What placement
// does at wake-ups and forks is in placement.ts, what caches add in cache-aware.ts.

import { type Entry, entry, reason } from './entry.ts';

export const balance: readonly Entry[] = [
  entry(
    'sched-balance-rq',
    'sched_balance_rq()',
    'One balance pass of a CPU at one [domain|sched-domain]: it sums up the groups of CPUs, finds the busiest and moves tasks from there if that makes them more even. Passes happen at the tick, when a CPU is about to go [idle|idle], and on behalf of idle CPUs without a tick.',
    'sched_balance_rq(), kernel/sched/fair.c, 6.18',
  ),
  entry(
    'sched-balance-newidle',
    'sched_balance_newidle()',
    'Asked by a CPU about to go [idle|idle]: may it look for a waiting task elsewhere first. It may where somebody is overloaded and it will probably idle for longer than the search takes.',
    'sched_balance_newidle(), kernel/sched/fair.c, 6.18',
  ),
  entry(
    'sched-exec',
    'sched_exec()',
    'Asked when a task replaces its program, the moment at which it has the least in the caches: it is placed once more as at its fork. If another CPU is idler, the stopper thread of its own takes it there.',
    'sched_exec(), kernel/sched/core.c, 6.18',
  ),
  entry(
    'wide-wakers',
    'wide wakers',
    'Waker and wakee that each wake so many others that one [LLC|llc] could not hold all of them: the smaller count of changes is at least the CPUs of the cache, the larger at least as many times that. Such a wakee is not brought to its waker.',
    'wake_wide(), kernel/sched/fair.c, 6.18',
  ),
  reason(
    'LB_NOT_DUE',
    'Each [domain|sched-domain] is balanced once in its interval, which grows with its CPUs and is 16 times longer while the CPU is busy. That time had not yet passed.',
  ),
  reason(
    'LB_SERIALIZED',
    'Between [nodes|numa-node] only one CPU of the machine balances at a time, by a flag that all of them compete for. Somebody else had it.',
  ),
  reason(
    'LB_NOT_FIRST',
    'One CPU balances a [domain|sched-domain] for its whole group: the first idle one, if possible on an idle core, else the first. That was another one, and higher domains are left alone, too.',
  ),
  reason(
    'LB_NO_BUSIEST',
    'The groups of CPUs were summed up, and no other group had an ordinary task that runs or waits. There was nothing to compare with.',
  ),
  reason(
    'LB_GRP',
    'A pass first sums up each group of CPUs of its [domain|sched-domain]: tasks, idle CPUs, load and utilisation. By them each group falls into a class, from CPUs to spare to overload.',
  ),
  reason(
    'LB_FORCE_MISFIT',
    'A task of the busiest group needs more than what other work leaves of its CPU. That alone is a reason to move it.',
  ),
  reason(
    'LB_FORCE_IMBALANCED',
    'A pass further in could not move tasks because of their [affinity|affinity], and left a flag. So the group counts as uneven whatever its sums say.',
  ),
  reason(
    'LB_FORCE_SIBLING',
    'Sibling groups share tasks by number where the own one has CPUs to spare. The busiest had at least two more than its part.',
  ),
  reason(
    'LB_FORCE_SMT',
    'One group is a core whose threads are both busy, the other is not. Two tasks run faster on two cores than on one.',
  ),
  reason(
    'LB_IMB',
    'How much is to be moved, and in which unit: tasks, load or utilisation. Between groups with CPUs to spare it is half of the difference.',
  ),
  reason(
    'LB_SRC',
    'Of the busiest group the CPU is taken from that has most of what is to be moved. The first of equals wins.',
  ),
  reason(
    'LB_LOCAL_BUSIER',
    'Groups are first compared by their class, from spare CPUs to overload. The own group was of a busier class than the busiest other one.',
  ),
  reason(
    'LB_AVG_LOCAL',
    'Both groups were overloaded, so that load per capacity decides. The own group had as much of it as the busiest.',
  ),
  reason(
    'LB_AVG_DOMAIN',
    'The own group had as much load per capacity as the whole [domain|sched-domain] has on average. Pulling more would only turn the imbalance round.',
  ),
  reason(
    'LB_PCT',
    'The busiest group had more load, but by less than the [domain|sched-domain] tolerates, such as 17 per cent, or 10 between the threads of a core. Small differences are not worth a [migration|migration].',
  ),
  reason(
    'LB_NOT_IDLE',
    'A busy CPU takes tasks only from groups with more than they can run. There was none.',
  ),
  reason(
    'LB_IDLE_DIFF',
    'Between groups with CPUs to spare their number counts. Half of the difference was less than one task.',
  ),
  reason(
    'LB_ONE_TASK',
    'The busiest group had a single task. It would only run alone somewhere else.',
  ),
  reason(
    'LB_NUMA_ALLOWED',
    'Between [nodes|numa-node] a small imbalance is left alone while few tasks run, so that tasks that talk to each other stay together. How small depends on the kernel.',
  ),
  reason(
    'LB_NO_CPU',
    'The groups called for moving tasks, but each CPU of the busiest one runs no more than its own. So there was no [runqueue|runqueue] to take from.',
  ),
  reason(
    'LB_MOVED',
    'The pass took waiting tasks off one [runqueue|runqueue] and queued them on another. Each of them has a decision of its own.',
  ),
  reason(
    'LB_FAILED',
    'The sums had been made without locks. When the [runqueue|runqueue] was looked at, nobody waited there any more.',
  ),
  reason(
    'LB_ACTIVE',
    'Only a running task was left to move, and passes had failed often enough. The stopper thread of its CPU was woken to take it off.',
  ),
  reason(
    'MV_OK',
    'Nothing spoke against the move: the task waited, its [affinity|affinity] holds the CPU, and it had not run for 0.5 ms. Its lines have probably left the cache.',
  ),
  reason(
    'MV_HOT_ANYWAY',
    'The task had run a moment ago, which is a reason to leave it. More passes than the [domain|sched-domain] allows had moved nothing, so it went all the same.',
  ),
  reason(
    'MV_RUNNING',
    'The task was on a CPU at that moment. Balancing moves only tasks that wait.',
  ),
  reason(
    'MV_PINNED',
    'The [affinity|affinity] of the task does not hold the CPU that balances. Another CPU of its group may be tried instead.',
  ),
  reason('MV_KTHREAD', 'Some kernel threads belong to one CPU for good. They are never moved.'),
  reason(
    'MV_HINT',
    'The task was told to wake in its own [LLC|llc], and that one is not overloaded. In this pass it counts as pinned.',
  ),
  reason(
    'MV_DELAYED',
    'The task sleeps already and stays queued only until it has paid back what it had too much. Moving it would give the CPU nothing to run.',
  ),
  reason(
    'MV_INELIGIBLE',
    'On its own [runqueue|runqueue] the task had had more than its share, and others wait at the destination. It would not have run there soon.',
  ),
  reason(
    'MV_HOT',
    'The task had run less than 0.5 ms ago, so that its lines are still in the cache. That counts more than evenness until passes fail.',
  ),
  reason(
    'MV_TOO_BIG',
    'The load of the task was more than what was to be moved. After failed passes it counts for half, then a quarter.',
  ),
  reason(
    'NI_NOT_OVERLOADED',
    'The [root domain|root-domain] notes whether any CPU has more than one task. None had, so there was nothing to look for.',
  ),
  reason(
    'NI_AVG_IDLE',
    'The CPU idles on average for less time than its last searches cost. Somebody waits elsewhere, and it goes [idle|idle] all the same.',
  ),
  reason(
    'NI_PULLED',
    'The search of a CPU about to go [idle|idle] brought tasks from another one. It runs them, and looks no further out.',
  ),
  reason(
    'NI_NOTHING',
    'The search of a CPU about to go [idle|idle] found nothing to take at this [domain|sched-domain]. In v6.17 and 6.18 that makes the domain count as half as dear again, whatever the search took, so that such searches become rare.',
  ),
  reason(
    'NI_WOKEN',
    'While the CPU searched elsewhere, without its [lock|rq-lock], a task was queued on it. That one runs, and the search ends.',
  ),
  reason(
    'NI_DICE',
    'Kernels after 6.18 search a [domain|sched-domain] about as often as searches there brought a task lately, by a dice of 1024 sides. This time the dice was against it.',
  ),
];
