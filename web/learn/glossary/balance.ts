// Glossary entries about load balance: the functions that decide and the reasons they leave. What placement
// does at wake-ups and forks is in placement.ts, what caches add in cache-aware.ts.

import { type GlossaryEntry, glossaryEntry, reason } from './entry.ts';

export const balanceEntries: readonly GlossaryEntry[] = [
  glossaryEntry(
    'sched-balance-rq',
    'sched_balance_rq()',
    'One balance pass of a CPU at one [domain|sched-domain]: it sums up the groups of CPUs, finds the busiest group and moves tasks from there if that reduces the imbalance. Passes happen at the tick, when a CPU is about to go [idle|idle], and on behalf of idle CPUs without a tick.',
    'sched_balance_rq(), kernel/sched/fair.c, 6.18',
  ),
  glossaryEntry(
    'sched-balance-newidle',
    'sched_balance_newidle()',
    'Decides for a CPU about to go [idle|idle] whether it first looks for a waiting task elsewhere. The CPU looks if some other CPU is overloaded, and if it expects to idle for longer than a search takes.',
    'sched_balance_newidle(), kernel/sched/fair.c, 6.18',
  ),
  glossaryEntry(
    'sched-exec',
    'sched_exec()',
    'Called when a task replaces its program. At that moment its cached data matters least, so the task is placed once more, as at its fork. If a less busy CPU is found, the stopper thread moves the task there.',
    'sched_exec(), kernel/sched/core.c, 6.18',
  ),
  glossaryEntry(
    'wide-wakers',
    'wide wakers',
    'A waker and a wakee that each wake so many other tasks that one [LLC|llc] could not hold all of them. Each task counts how often it wakes another task than its last one. If the smaller count is at least the number of CPUs under the LLC, and the larger at least that many times the smaller, the wakee is not brought to its waker.',
    'wake_wide(), kernel/sched/fair.c, 6.18',
  ),
  reason(
    'LB_NOT_DUE',
    'Each [domain|sched-domain] is balanced once per interval. The interval grows with the number of CPUs, and is 16 times longer while the CPU runs tasks. The interval had not yet passed.',
  ),
  reason(
    'LB_SERIALIZED',
    'Between [nodes|numa-node] only one CPU of the machine balances at a time: the one that holds a flag. Another CPU held it.',
  ),
  reason(
    'LB_NOT_FIRST',
    'One CPU balances a [domain|sched-domain] for its whole group: the first idle one, if possible on an idle core, or else the first. That was another CPU, so this one leaves higher domains alone, too.',
  ),
  reason(
    'LB_NO_BUSIEST',
    'The pass summed up the groups of CPUs, and no other group had an ordinary task. There was nothing to take.',
  ),
  reason(
    'LB_GRP',
    'A pass first sums up each group of CPUs of its [domain|sched-domain]: tasks, idle CPUs, load and utilisation. From the sums each group gets a class, from spare capacity to overload.',
  ),
  reason(
    'LB_FORCE_MISFIT',
    'A task of the busiest group needs more capacity than other work leaves on its CPU. That alone is a reason to move it.',
  ),
  reason(
    'LB_FORCE_IMBALANCED',
    'A pass at an inner domain could not move tasks because of their [affinity|affinity], and set a flag. So the group counts as imbalanced whatever its sums are.',
  ),
  reason(
    'LB_FORCE_SIBLING',
    'Sibling groups share tasks by number where the balancing group has spare CPUs. The busiest group had at least two tasks more than an equal share.',
  ),
  reason(
    'LB_FORCE_SMT',
    'One group is a core whose threads both run tasks, and the other group is not. Two tasks run faster on two cores than on one.',
  ),
  reason(
    'LB_IMB',
    'How much the pass wants to move, and in which unit: tasks, load or utilisation. Between groups with spare CPUs it is half of the difference.',
  ),
  reason(
    'LB_SRC',
    'The pass takes from that CPU of the busiest group that has most of what is to be moved. Of equal CPUs the first wins.',
  ),
  reason(
    'LB_LOCAL_BUSIER',
    'The pass compares groups by class first, from spare capacity to overload. Its own group was in a higher class than the busiest other group.',
  ),
  reason(
    'LB_AVG_LOCAL',
    'Both groups were overloaded, so load per capacity decides. The balancing group had as much load per capacity as the busiest group.',
  ),
  reason(
    'LB_AVG_DOMAIN',
    'The balancing group had as much load per capacity as the whole [domain|sched-domain] on average. Pulling more would only reverse the imbalance.',
  ),
  reason(
    'LB_PCT',
    'The busiest group had more load, but by less than the [domain|sched-domain] tolerates, such as 17 %, or 10 % between the threads of a core. Small differences do not pay for a [migration|migration].',
  ),
  reason(
    'LB_NOT_IDLE',
    'A CPU that runs tasks pulls only from groups that have more tasks than they can run. There was none.',
  ),
  reason(
    'LB_IDLE_DIFF',
    'Between groups with spare CPUs the number of idle CPUs counts. Half of the difference was less than one task.',
  ),
  reason(
    'LB_ONE_TASK',
    'The busiest group had a single task. Moving that task would only let it run alone somewhere else.',
  ),
  reason(
    'LB_NUMA_ALLOWED',
    'Between [nodes|numa-node] the kernel tolerates a small imbalance while few tasks run, so that tasks that exchange data stay together. The size of the imbalance depends on the kernel.',
  ),
  reason(
    'LB_NO_CPU',
    'The sums called for moving tasks, but each CPU of the busiest group runs no more than one task. So there was no [runqueue|runqueue] to take from.',
  ),
  reason(
    'LB_MOVED',
    'The pass took waiting tasks from one [runqueue|runqueue] and queued them on another. Each of them has a decision of its own.',
  ),
  reason(
    'LB_FAILED',
    'The pass made its sums without locks. When it looked at the [runqueue|runqueue], no task waited there any more.',
  ),
  reason(
    'LB_ACTIVE',
    'Only a running task was left to move, and passes had failed often enough. So the stopper thread of its CPU was woken to move the task: active balancing.',
  ),
  reason(
    'MV_OK',
    'The task waited, its [affinity|affinity] allows the CPU, and it had not run for 0.5 ms, so the move was allowed. Its lines have probably left the cache.',
  ),
  reason(
    'MV_HOT_ANYWAY',
    'The task had run a moment ago, which is a reason to leave it. But more passes than the [domain|sched-domain] allows had moved nothing, so the task was moved.',
  ),
  reason(
    'MV_RUNNING',
    'The task was running at that moment. Balancing moves only tasks that wait.',
  ),
  reason(
    'MV_PINNED',
    'The [affinity|affinity] of the task does not allow the CPU that balances. The pass may try another CPU of its group.',
  ),
  reason('MV_KTHREAD', 'Some kernel threads belong to one CPU. Balancing never moves them.'),
  reason(
    'MV_HINT',
    'The task has the hint to wake under its own [LLC|llc], and that LLC is not overloaded. In this pass the task counts as pinned.',
  ),
  reason(
    'MV_DELAYED',
    'The task sleeps already and stays queued only until it has worked off its negative lag. Moving it would give the CPU nothing to run.',
  ),
  reason(
    'MV_INELIGIBLE',
    'The task has negative lag on its own [runqueue|runqueue], and other tasks wait at the destination. So the task would not run there soon.',
  ),
  reason(
    'MV_HOT',
    'The task had run less than 0.5 ms ago, so its lines are still in the cache. The balance pass leaves such a task where it is, unless earlier passes failed.',
  ),
  reason(
    'MV_TOO_BIG',
    'The load of the task was larger than the load to be moved. After failed passes a task’s load counts half, then a quarter.',
  ),
  reason(
    'NI_NOT_OVERLOADED',
    'The [root domain|root-domain] notes whether any CPU has more than one task. No CPU had more than one, so there was nothing to look for.',
  ),
  reason(
    'NI_AVG_IDLE',
    'The CPU idles on average for less time than its last searches took. So it goes [idle|idle], although a task waits elsewhere.',
  ),
  reason(
    'NI_PULLED',
    'The search of a CPU about to go [idle|idle] pulled tasks from another CPU. The CPU runs them and searches no outer domain.',
  ),
  reason(
    'NI_NOTHING',
    'The search of a CPU about to go [idle|idle] found nothing to pull at this [domain|sched-domain]. In v6.17 and 6.18 the remembered cost of the domain then rises by half, whatever the search took, so such searches become rare.',
  ),
  reason(
    'NI_WOKEN',
    'While the CPU searched elsewhere, without its [lock|rq-lock], a task was queued on it. The CPU runs that task, and the search ends.',
  ),
  reason(
    'NI_DICE',
    'Kernels after 6.18 search a [domain|sched-domain] about as often as recent searches there succeeded; a random number from 0 to 1023 decides. This time it decided against the search.',
  ),
];
