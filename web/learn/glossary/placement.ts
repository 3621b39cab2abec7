// Glossary entries about the tests of a placement: which CPU a wake-up aims at, how it searches around that,
// and how a new task comes down the domains.

import { type GlossaryEntry, glossaryEntry, reason } from './entry.ts';

const functions: readonly GlossaryEntry[] = [
  glossaryEntry(
    'select-task-rq-fair',
    'select_task_rq_fair()',
    'Chooses the CPU for an ordinary task that was woken or has just been created. A wake-up looks for an idle CPU near the waker or the previous CPU; a fork walks down all [sched domains|sched-domain].',
    'select_task_rq_fair(), kernel/sched/fair.c',
  ),
];

/** Those that end most wake-ups and forks. */
const common: readonly GlossaryEntry[] = [
  reason(
    'WK_DELAYED',
    'The task went to sleep with negative lag, and the fair class keeps such tasks queued until they would be picked. The wake-up found the task still queued, so it chose no CPU.',
  ),
  reason(
    'SI_TARGET',
    'The target of the wake-up, the waker’s or the previous CPU, was idle. No other CPU was checked.',
  ),
  reason(
    'SI_PREV',
    'The target was the waker’s CPU, which ran a task. The previous CPU shares its [LLC|llc] and was idle.',
  ),
  reason(
    'SI_KTHREAD',
    'A kernel thread bound to this CPU woke the task and is about to sleep. The task can have the CPU then.',
  ),
  reason(
    'SI_RECENT',
    'Target and previous CPU ran tasks, but the CPU before the previous one was idle. It shares the [LLC|llc] with the target.',
  ),
  reason(
    'SI_SMT',
    'The previous CPU ran a task, but another thread of its [core|smt] was idle. The caches of the core may still be warm.',
  ),
  reason(
    'SI_SMT_TARGET',
    'Kernels before 5.12 tried the SMT siblings of the target after a scan of the [LLC|llc] that found no idle CPU. One sibling had become idle, or the scan had stopped before reaching it.',
  ),
  reason(
    'SI_CORE',
    'The [LLC|llc] was flagged as having an idle core, and the scan found one. A task alone on its core runs faster than beside a running sibling.',
  ),
  reason(
    'SI_SCAN',
    'The scan of the [LLC|llc], CPU by CPU from the target on, found an idle CPU. Each step reads lines of another CPU’s runqueue.',
  ),
  reason(
    'SI_LIMIT',
    'A wake-up may check fewer CPUs when the utilisation of the [LLC|llc] is high (SIS_UTIL), or when its own CPU seldom idles (SIS_PROP). The limit was reached before an idle CPU was found, so the task went to the target.',
  ),
  reason(
    'POLICY_CHOSE',
    'A policy written by a user runs in the simulated kernel and made this choice. Each word that it read cost what an access of the kernel costs.',
  ),
  reason(
    'POLICY_REFUSED',
    'The policy named a CPU that does not exist or that the task may not use. Such answers are counted and ignored; Linux’s own placement decided.',
  ),
  reason(
    'POLICY_FAULT',
    'The call of the policy ended with a fault: no operations left, a CPU, task or index that does not exist, a division by zero, a number beyond 2^53. Linux’s own placement decided, and the time was spent all the same.',
  ),
  reason(
    'POLICY_READ',
    'A policy written by a user read this word of memory, at this line of its text. The access is like one of the kernel: it may hit, miss, or wait in a queue.',
  ),
  reason(
    'SI_OVERLOADED',
    'At the last balance pass the utilisation of the [LLC|llc] was so high that its limit for scans became 0. The task went to the target without a scan.',
  ),
  reason(
    'FK_STAY',
    'At every [sched domain|sched-domain] the new task’s own group was as idle as the others. The task starts where it was created.',
  ),
  reason(
    'SI_WIDE',
    'The target’s [LLC|llc] had no idle CPU, and the task has the hint to search further. The search found an idle CPU under another LLC of the same [sched domain|sched-domain].',
  ),
  reason(
    'FK_FOOTPRINT',
    'Fork placed the task by allocated memory, over all [LLCs|llc] at once. This LLC fits best, or, where none fits, has the most idle CPUs.',
  ),
];

const target: readonly GlossaryEntry[] = [
  reason(
    'WK_ONE_CPU',
    'The [affinity|affinity] of the task allows one CPU only, so there is nothing to choose. The wake-up reads no shared word.',
  ),
  reason(
    'WK_WIDE',
    'Waker and wakee have each woken so many different tasks that bringing them together would overcrowd one [LLC|llc]: see [wide wakers|wide-wakers]. The search goes around the CPU the task ran on last.',
  ),
  reason(
    'WK_NO_AFFINE_CPU',
    'The task may not run on its waker’s CPU, or no [sched domain|sched-domain] over which wake-ups may pull holds both CPUs. The search goes around the CPU it ran on last.',
  ),
  reason(
    'WK_SAME_CPU',
    'The task ran last on the very CPU that wakes it. There is nothing to compare: the search goes around that CPU.',
  ),
  reason(
    'WK_HINT',
    'A wake hint of the task names the waker’s side or its own, and the [LLC|llc] there is flagged as having an idle core. The hint replaces [wake_affine|wake-affine]().',
  ),
  reason(
    'WK_NOT_ALLOWED',
    'The chosen CPU is outside the task’s [affinity|affinity]. The task takes the first allowed CPU of the same node, or the first allowed CPU of all.',
  ),
  reason(
    'WA_IDLE_THIS',
    'An interrupt wakes the task on a CPU that has nothing else to run and shares an [LLC|llc] with the task’s previous CPU, which runs another task. The search goes around the waker’s CPU.',
  ),
  reason(
    'WA_IDLE_PREV_SHARED',
    'An interrupt wakes the task on an idle CPU, and the task’s previous CPU is idle, too, under the same [LLC|llc]. The previous CPU is taken, because its inner caches may still hold the task’s data.',
  ),
  reason(
    'WA_SYNC',
    'The waker said that it is about to sleep, and it is alone on its CPU. So that CPU will be free at once, and its caches hold the data just written.',
  ),
  reason(
    'WA_CURRENT',
    'The waker said that it is about to sleep, and its own CPU load is more than the known load of its CPU. Without the waker nothing would be left there, so the waker’s CPU is taken.',
  ),
  reason(
    'WA_IDLE_PREV',
    'The task’s previous CPU is idle, and the waker’s is not. The search goes around the previous CPU.',
  ),
  reason(
    'WA_LOAD_THIS',
    'Neither CPU was idle, so the kernel compared their CPU loads with the task added, with a bonus for the waker’s side from the [sched domain|sched-domain]. The waker’s CPU had the lower load.',
  ),
  reason(
    'WA_LOAD_PREV',
    'Neither CPU was idle, so the kernel compared their CPU loads with the task added. Even with its bonus the waker’s CPU did not have the lower load, so the task stays near its previous CPU.',
  ),
];

const search: readonly GlossaryEntry[] = [
  reason(
    'SI_NO_LLC',
    'The CPU has no [sched domain|sched-domain] for its [LLC|llc], because no other CPU is under that LLC or the kernel was built without such domains. So there is no set of CPUs to scan, and the task goes to the target unless a CPU checked before is idle.',
  ),
  reason(
    'SI_CLUSTER',
    'Some machines have clusters of cores with a cache of their own inside the [LLC|llc]. The scan began with the target’s cluster and found an idle CPU there.',
  ),
  reason(
    'SI_CORE_FAIL',
    'The [LLC|llc] was flagged as having an idle [core|smt], but the scan found none and cleared the flag. If the scan passed a single idle CPU, the task goes there.',
  ),
  reason(
    'SI_FALLBACK_PREV',
    'The previous CPU was idle but in another cluster, so the search went on and found nothing nearer. Now the previous CPU is taken.',
  ),
  reason(
    'SI_FALLBACK_RECENT',
    'The CPU before the previous one was idle but in another cluster, so the search went on and found nothing nearer. Now that CPU is taken.',
  ),
  reason(
    'SI_FALLBACK_TARGET',
    'No check and no scan found an idle CPU. So the task goes to the target and waits there.',
  ),
];

const slowPath: readonly GlossaryEntry[] = [
  reason(
    'FK_LEVEL',
    'The search for a new task’s CPU came to this [sched domain|sched-domain]. It sums up and compares the groups of the domain, and goes on inside the chosen group.',
  ),
  reason(
    'FK_GRP',
    'The sums of one group of CPUs without the new task: its class, tasks, idle CPUs and utilisation. The search compares its own group with the idlest of the others.',
  ),
  reason(
    'FK_NO_CAND',
    'No other group of the [sched domain|sched-domain] has a CPU that the task may use. The search goes on inside its own group.',
  ),
  reason(
    'FK_LOCAL_LOWER_CLASS',
    'Groups fall into classes, from spare capacity to overload, and the task’s own group is in a lower class than the others. The task stays in its group at this level.',
  ),
  reason(
    'FK_LOCAL_HIGHER_CLASS',
    'The task’s own group is in a higher class than another, for example fully used where the other has spare CPUs. The task goes to the other group.',
  ),
  reason(
    'FK_NUMA_ALLOWED',
    'Between [nodes|numa-node] the kernel tolerates a small difference, so that tasks that work together start together. The task stays while its node runs no more tasks than allowed and, since 6.0, the idle CPUs of both nodes differ by no more than two.',
  ),
  reason(
    'FK_NUMA_EXCEEDED',
    'With the task, its own [node|numa-node] would run more tasks than the rule allows, or, since 6.0, the idle CPUs of both nodes differ by more than two. So the node gets no preference, and idle CPUs decide.',
  ),
  reason(
    'FK_TIE_LOCAL',
    'The other group has no more idle CPUs than the task’s own. A tie goes to the task’s own group, which is why a machine fills up unevenly.',
  ),
  reason(
    'FK_MORE_IDLE',
    'Both groups have spare CPUs, and the other has strictly more idle ones. The task goes there.',
  ),
  reason(
    'FK_LESS_UTIL',
    'Both groups have equally many idle CPUs, and a hint or the chosen rule lets utilisation decide. The other group has the lower utilisation.',
  ),
  reason(
    'FK_LOAD_CLOSE',
    'Both groups are fully used, and the load of the task’s own group is within the imbalance that the [sched domain|sched-domain] tolerates. The task stays.',
  ),
  reason(
    'FK_LOAD_PUSH',
    'Both groups are fully used, and the other has clearly less CPU load. The task goes there.',
  ),
  reason(
    'FK_AFFINITY_ONLY',
    'The [affinity|affinity] of the task allows no CPU of its own group. The task goes to the idlest of the other groups.',
  ),
  reason(
    'FK_HINT',
    'The task has the hint to start where its parent runs. The hint holds while more than half of the CPUs there are idle.',
  ),
  reason(
    'FK_CPU_SCHED_IDLE',
    'A CPU that runs nothing but tasks of the idle policy counts as free, and needs no wake-up from an idle state. The first one met is taken.',
  ),
  reason(
    'FK_CPU_EXIT_LAT',
    'The idle CPUs of the group were in different [idle|idle] states. The CPU that wakes up fastest is taken.',
  ),
  reason(
    'FK_CPU_RECENT_IDLE',
    'Of the idle CPUs that wake up equally fast, the one that became idle last is taken. Its caches are the warmest.',
  ),
  reason(
    'FK_CPU_LEAST_LOAD',
    'No CPU of the group that the task may use was idle. The CPU with the least load is taken.',
  ),
];

export const placementEntries: readonly GlossaryEntry[] = [
  ...functions,
  ...common,
  ...target,
  ...search,
  ...slowPath,
];
