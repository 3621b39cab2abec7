// Glossary entries about the tests of a placement: which CPU a wake-up aims at, how it searches around that,
// and how a new task comes down the domains.

import { type Entry, entry, reason } from './entry.ts';

const functions: readonly Entry[] = [
  entry(
    'select-task-rq-fair',
    'select_task_rq_fair()',
    'Says on which CPU an ordinary task is to run that was woken or has just been made. A wake-up looks for an idle CPU near the waker or the previous CPU, a fork goes through all [sched domains|sched-domain].',
    'select_task_rq_fair(), kernel/sched/fair.c',
  ),
];

/** Those that end most wake-ups and forks. */
const common: readonly Entry[] = [
  reason(
    'WK_DELAYED',
    'The task had gone to sleep owing time, and the fair class keeps such tasks queued until they would be picked. So the wake-up found it on a queue and chose no CPU at all.',
  ),
  reason(
    'SI_TARGET',
    'The CPU that the wake-up aimed at, the waker’s or the previous one, was idle. No other CPU was looked at.',
  ),
  reason(
    'SI_PREV',
    'The wake-up aimed at the waker’s CPU, which was busy. The previous CPU shares its [LLC|llc] and was idle.',
  ),
  reason(
    'SI_KTHREAD',
    'A kernel thread bound to the CPU woke the task there and will sleep at once. The task can have the CPU then.',
  ),
  reason(
    'SI_RECENT',
    'Target and previous CPU were busy, but the one the task used before that was idle. It shares the [LLC|llc] with the target.',
  ),
  reason(
    'SI_SMT',
    'The previous CPU was busy, but another thread of its [core|smt] was idle. The caches of the core may still be warm.',
  ),
  reason(
    'SI_SMT_TARGET',
    'Kernels before 5.13 tried the siblings of the target behind the scan of its [LLC|llc], which had met nothing idle. One of them had become idle, or the scan had given up before it.',
  ),
  reason(
    'SI_CORE',
    'The [LLC|llc] had announced an idle core, and the scan found one. A task alone on its core runs faster than beside a busy sibling.',
  ),
  reason(
    'SI_SCAN',
    'The scan of the [LLC|llc], CPU by CPU from the target on, met an idle one. Each step reads lines of another CPU’s run queue.',
  ),
  reason(
    'SI_LIMIT',
    'A wake-up may test fewer CPUs the busier the [LLC|llc] is (SIS_UTIL), or the less its own CPU idles (SIS_PROP). The limit was reached before an idle CPU was met, so the task went to the target.',
  ),
  reason(
    'POLICY_CHOSE',
    'A policy of one’s own runs in the simulated kernel and answered here, or said from whom an idling CPU takes a task. What it read for that it paid for, word by word.',
  ),
  reason(
    'POLICY_REFUSED',
    'The policy named a CPU that does not exist or that is not in the task’s set. Such an answer is counted and ignored: Linux’s own placement decided.',
  ),
  reason(
    'POLICY_FAULT',
    'The policy’s call ended by a fault: no operations left, a CPU, task or index that does not exist, a division by zero, a number beyond 2^53. Linux’s own placement decided, after the time had been spent.',
  ),
  reason(
    'POLICY_READ',
    'A policy of one’s own read this word of memory, at its line of text. It is an access like the kernel’s own: it may hit, miss, or wait behind others.',
  ),
  reason(
    'SI_OVERLOADED',
    'At the last balance pass the [LLC|llc] was so busy that its limit for scans became 0. The task went to the target without a scan.',
  ),
  reason(
    'FK_STAY',
    'At every [sched domain|sched-domain] the new task’s own group was as idle as the others. The task starts where it was made.',
  ),
  reason(
    'SI_WIDE',
    'Nothing in the target’s [LLC|llc] was idle, and the task has the hint to search further. An idle CPU of another LLC below the same [sched domain|sched-domain] was found.',
  ),
  reason(
    'FK_FOOTPRINT',
    'The new task was placed by what tasks have allocated, over all [LLCs|llc] at once. It fits here best, or fits nowhere and most CPUs idle here.',
  ),
];

const target: readonly Entry[] = [
  reason(
    'WK_ONE_CPU',
    'The [affinity|affinity] of the task holds one CPU, so there is nothing to choose. No shared word is touched.',
  ),
  reason(
    'WK_WIDE',
    'Each of the two has woken so many different others that bringing them together would crowd one [cache|llc], see [wide wakers|wide-wakers]. The search goes around the CPU the task ran on last.',
  ),
  reason(
    'WK_NO_AFFINE_CPU',
    'The task may not run on its waker’s CPU, or no [sched domain|sched-domain] over which wake-ups may pull holds both CPUs. The search goes around the CPU it ran on last.',
  ),
  reason(
    'WK_SAME_CPU',
    'The task ran last on the very CPU that wakes it. There is nothing to weigh: the search goes around that CPU.',
  ),
  reason(
    'WK_HINT',
    'A wake hint of the task names the waker’s side or its own, and the [cache|llc] there claims an idle core. The hint takes the place of [wake_affine|wake-affine].',
  ),
  reason(
    'WK_NOT_ALLOWED',
    'The CPU that came out lies outside the task’s [affinity|affinity]. The first allowed CPU of the same node is taken instead, else the first allowed one of all.',
  ),
  reason(
    'WA_IDLE_THIS',
    'An interrupt wakes the task on a CPU that has nothing else to do and shares a [cache|llc] with the busy CPU the task ran on last. The search goes around the waker’s CPU.',
  ),
  reason(
    'WA_IDLE_PREV_SHARED',
    'An interrupt wakes the task on an idle CPU, and the CPU it ran on last is idle, too, and behind the same [cache|llc]. Its own is taken, for what is left of it in the inner caches.',
  ),
  reason(
    'WA_SYNC',
    'The waker said that it is about to sleep, and it is alone on its CPU. So that CPU will be free at once, with the data just written in its caches.',
  ),
  reason(
    'WA_CURRENT',
    'The waker said that it is about to sleep, and its own load is more than the load known of its CPU. Without it nothing would be left there, so the waker’s CPU it is.',
  ),
  reason(
    'WA_IDLE_PREV',
    'The CPU the task ran on last is idle, and the waker’s is not. The search goes around the former.',
  ),
  reason(
    'WA_LOAD_THIS',
    'Neither CPU was idle, so the loads they would have were compared, with a bonus for the waker’s side by the imbalance percentage of the [sched domain|sched-domain]. The waker’s CPU came out lower.',
  ),
  reason(
    'WA_LOAD_PREV',
    'Neither CPU was idle, so the loads they would have were compared. Even with its bonus the waker’s CPU did not come out lower, and the task stays near its own.',
  ),
];

const search: readonly Entry[] = [
  reason(
    'SI_NO_LLC',
    'The CPU has no [sched domain|sched-domain] whose CPUs share a last-level [cache|llc], because it is alone behind it or the kernel knows no such domains. So there is no set of CPUs to scan, and the task goes to the target unless a CPU looked at before will do.',
  ),
  reason(
    'SI_CLUSTER',
    'Some machines have clusters of cores with a cache of their own inside the [LLC|llc]. The target’s cluster is scanned first, and an idle CPU was met there.',
  ),
  reason(
    'SI_CORE_FAIL',
    'The [LLC|llc] claimed an idle [core|smt], but the scan found none and took the claim back. If it met a single idle CPU on its way, the task goes there.',
  ),
  reason(
    'SI_FALLBACK_PREV',
    'The previous CPU was idle but of another cluster, so the search went on and found nothing nearer. Now it is good enough.',
  ),
  reason(
    'SI_FALLBACK_RECENT',
    'The CPU used before the previous one was idle but of another cluster, so the search went on and found nothing nearer. Now it is good enough.',
  ),
  reason(
    'SI_FALLBACK_TARGET',
    'No test and no scan found another CPU with nothing to do. So the task goes to the target and waits there.',
  ),
];

const slowPath: readonly Entry[] = [
  reason(
    'FK_LEVEL',
    'The search for a new task’s place came to this [sched domain|sched-domain]. Its groups are summed up and compared, then it goes on inside the group chosen.',
  ),
  reason(
    'FK_GRP',
    'What was summed up of one group of CPUs, the task itself left out: its state, tasks, idle CPUs, and how much is used. The own group and the idlest of the others decide.',
  ),
  reason(
    'FK_NO_CAND',
    'No other group of the [sched domain|sched-domain] has a CPU that the task may use. The search goes on inside the own one.',
  ),
  reason(
    'FK_LOCAL_LOWER_CLASS',
    'Groups are in states from having CPUs to spare to being overloaded, and the own one is in a less busy state than the others. The task stays in it at this level.',
  ),
  reason(
    'FK_LOCAL_HIGHER_CLASS',
    'The own group is in a busier state than another, for example fully busy where the other has CPUs to spare. The task goes to the other.',
  ),
  reason(
    'FK_NUMA_ALLOWED',
    'Between [nodes|numa-node] a small difference is left alone, so that tasks that work together start together. While the node, with this task, runs no more than may stay together, the task stays there; since 6.0 only if the idle CPUs of both nodes also differ by no more than two; where they do not differ it always stays.',
  ),
  reason(
    'FK_NUMA_EXCEEDED',
    'With the task the own [node|numa-node] would run more tasks than may stay together, or, since 6.0, the idle CPUs of both nodes differ by more than two. So the node gets no preference and idle CPUs decide.',
  ),
  reason(
    'FK_TIE_LOCAL',
    'The other group has no more idle CPUs than the own one. A tie goes to the own group, which is why a machine fills up unevenly.',
  ),
  reason(
    'FK_MORE_IDLE',
    'Both groups have CPUs to spare, and the other has strictly more idle ones. The task goes there.',
  ),
  reason(
    'FK_LESS_UTIL',
    'Both groups have as many idle CPUs, and a hint or the chosen rule lets utilisation decide between them. The other group is used less.',
  ),
  reason(
    'FK_LOAD_CLOSE',
    'Both groups are busy, and the own load is not more than the imbalance percentage of the [sched domain|sched-domain] allows. The way is not worth it.',
  ),
  reason(
    'FK_LOAD_PUSH',
    'Both groups are busy, and the other has clearly less load. The task goes there.',
  ),
  reason(
    'FK_AFFINITY_ONLY',
    'The [affinity|affinity] of the task holds no CPU of the group it was made in. It goes to the idlest of the others.',
  ),
  reason(
    'FK_HINT',
    'The task has the hint to start where its parent runs. It holds while more than half of the CPUs there are idle.',
  ),
  reason(
    'FK_CPU_SCHED_IDLE',
    'A CPU that runs nothing but tasks of the idle policy counts as free, and needs no wake-up from an idle state. The first one met is taken.',
  ),
  reason(
    'FK_CPU_EXIT_LAT',
    'The idle CPUs of the group were in different [idle|idle] states. The one that needs least time to wake up is taken.',
  ),
  reason(
    'FK_CPU_RECENT_IDLE',
    'Of idle CPUs that wake up equally fast the one that went idle last is taken. Its caches are the warmest.',
  ),
  reason(
    'FK_CPU_LEAST_LOAD',
    'No CPU of the group that the task may use was idle. The one with the least load is taken.',
  ),
];

export const placement: readonly Entry[] = [
  ...functions,
  ...common,
  ...target,
  ...search,
  ...slowPath,
];
