// Glossary entries about the RT class: cpupri, push and pull, the functions that decide and their reasons. Facts of
// Linux 6.18 unless an entry says otherwise.

import { type GlossaryEntry, glossaryEntry, reason } from './entry.ts';

const terms: readonly GlossaryEntry[] = [
  glossaryEntry(
    'root-domain',
    'root_domain',
    'What all CPUs of one set of [sched domains|sched-domain] share: overload masks and counts, deadline bandwidth, [cpupri|cpupri]. In the baseline it is one structure of 1,816 bytes, and its third line is the most contended one in the FFmpeg story.',
    'struct root_domain, kernel/sched/sched.h',
  ),
  glossaryEntry(
    'cpupri',
    'cpupri',
    'An index of all CPUs by the priority of their highest real-time task, so that a CPU of lower priority is found without looking at every CPU. [Atomics|atomic] update it and no lock protects it, so its answer is only a hint.',
    'cpupri_find_fitness(), kernel/sched/cpupri.c',
  ),
  glossaryEntry(
    'cpupri-level',
    'cpupri level',
    'One of 101 levels: NORMAL for CPUs without a real-time task, then RT1 to RT99, then HIGHER for deadline. A search goes through the levels below the task’s own, from the lowest up, and stops at the first that has a usable CPU.',
  ),
  glossaryEntry(
    'cpupri-count',
    'count of a level',
    'How many CPUs are at a level; an [atomic|atomic] changes it whenever a CPU comes or goes. A search reads it first, so an empty level costs one load and no [mask|cpupri-mask].',
  ),
  glossaryEntry(
    'cpupri-mask',
    'mask of a level',
    'The bitmap of the CPUs at a level, reached through a pointer beside the [count|cpupri-count]. With 480 CPUs it fills exactly one cache line.',
  ),
  glossaryEntry(
    'ghost',
    'Ghost',
    'A CPU that the per-node [masks|cpupri-mask] of patch 4 list at a level where it is not. Each mask starts as the complement of its node’s map. A CPU that was not in the map yet, as at boot for the static [root domain|root-domain], is listed at every level until it has entered and left that level.',
  ),
  glossaryEntry(
    'cpupri-set',
    'cpupri_set()',
    'Moves a CPU to another level: set the bit, raise the new count, lower the old count, clear the old bit. Because it adds before it removes, a search cannot miss a CPU that is being raised.',
    'cpupri_set(), kernel/sched/cpupri.c',
  ),
  glossaryEntry(
    'level-change',
    'Level change',
    'The top real-time priority of a CPU changes, and [cpupri_set|cpupri-set] makes four atomic changes to shared words. In the FFmpeg story nearly all of these changes are between NORMAL and RT99, which is why the line of count[0] is contended.',
  ),
  glossaryEntry(
    'p1',
    'Patch 1: aligned cpupri_vec',
    'Gives the count and the mask pointer of every level a cache line of its own. It makes cpupri eight times as large and takes count[0] away from the fields it shared a line with.',
  ),
  glossaryEntry(
    'p2',
    'Patch 2: root_domain order',
    'Moves fields of [root_domain|root-domain] so that the contended ones of the real-time class no longer share a line. It leaves the counts and mask pointers of cpupri packed as they were.',
  ),
  glossaryEntry(
    'p3',
    'Patch 3: split overload count',
    'Replaces the one [overload count|rto-count] by one per [node|numa-node]. A reader adds up the counts and stops as soon as the sum exceeds one.',
  ),
  glossaryEntry(
    'p4',
    'Patch 4: masks per node',
    'Keeps the [mask|cpupri-mask] of each level as one bitmap per [node|numa-node], so that CPUs write lines of their own node. A search for a set of CPUs then has to read all of them.',
  ),
  glossaryEntry(
    'rt-overload',
    'RT overload',
    'A CPU counts as overloaded while it holds a real-time task that does not run and could run elsewhere. In current kernels every [wake-up|wakeup] of a movable real-time task overloads its CPU for a moment, until the task runs.',
    'rt_set_overload(), kernel/sched/rt.c',
  ),
  glossaryEntry(
    'rto-count',
    'rto_count',
    'How many CPUs of the [root domain|root-domain] are [overloaded|rt-overload]. Every CPU that falls to a lower level reads it to learn whether there is something to pull.',
  ),
  glossaryEntry(
    'rto-mask',
    'rto_mask',
    'The bitmap of the CPUs that are [overloaded|rt-overload], set before the count is raised. Its pointer is read at every such update and lies on line 3 in the baseline.',
  ),
  glossaryEntry(
    'rto-loop',
    'rto_loop words',
    'Four fields that let one walk over the overloaded CPUs serve many requests: rto_loop_next counts requests, rto_loop_start admits one requester, rto_loop and rto_cpu are the walk’s position. All lie on line 3 of [root_domain|root-domain] in the baseline.',
    'rto_next_cpu(), kernel/sched/rt.c',
  ),
  glossaryEntry(
    'rto-lock',
    'rto_lock',
    'The lock around the position of the walk over overloaded CPUs. The requester that wins takes it, and so does each CPU on the walk, so its line moves from CPU to CPU.',
  ),
  glossaryEntry(
    'pushable',
    'Pushable task',
    'A real-time task that is runnable, does not run, and may use more than one CPU. Each [runqueue|runqueue] keeps a list of them by priority.',
    'enqueue_pushable_task(), kernel/sched/rt.c',
  ),
  glossaryEntry(
    'push',
    'Push',
    'A CPU gives a [pushable task|pushable] to a CPU of lower priority at once, and does not wait for balancing. It searches [cpupri|cpupri], locks both runqueues and checks again before it moves the task.',
    'push_rt_task(), kernel/sched/rt.c',
  ),
  glossaryEntry(
    'pull',
    'Pull',
    'A CPU whose priority has just fallen asks whether a task that waits elsewhere could run here. With many CPUs it does not search itself but starts the [push IPI|push-ipi].',
    'pull_rt_task(), kernel/sched/rt.c',
  ),
  glossaryEntry(
    'push-ipi',
    'Push IPI',
    'One interrupt that walks over the [overloaded|rt-overload] CPUs and lets each push what it can. It keeps many CPUs from contending for one runqueue lock, but needs fields that all of them change.',
    'rto_push_irq_work_func(), kernel/sched/rt.c',
  ),
  glossaryEntry(
    'lowest-rq',
    'find_lowest_rq()',
    'Asks [cpupri|cpupri] for CPUs of lower priority and takes the nearest: the task’s own CPU first, then domain by domain. A rotating cursor keeps CPUs from choosing equal candidates in the same order.',
    'find_lowest_rq(), kernel/sched/rt.c',
  ),
];

const functions: readonly GlossaryEntry[] = [
  glossaryEntry(
    'select-task-rq-rt',
    'select_task_rq_rt()',
    'Chooses the CPU for a woken real-time task: the previous one, unless the real-time task there would keep it waiting or is [pinned|pinned] and could not make room. In that case it searches [cpupri|cpupri] and checks the CPU found once more.',
    'select_task_rq_rt(), kernel/sched/rt.c',
  ),
  glossaryEntry(
    'push-rt-task',
    'push_rt_task()',
    'Tries to move the first [pushable task|pushable] of a CPU to one of lower priority, with up to three attempts to lock a target. If the task outranks what runs here, it asks for a [preemption|preemption] instead.',
    'push_rt_task(), kernel/sched/rt.c',
  ),
  glossaryEntry(
    'pull-rt-task',
    'pull_rt_task()',
    'Runs when a CPU’s real-time priority has dropped, and gives waiting tasks a chance to come here. With the [push IPI|push-ipi] it only raises a request count and, at most, starts a walk.',
    'pull_rt_task(), kernel/sched/rt.c',
  ),
  glossaryEntry(
    'wakeup-preempt-rt',
    'wakeup_preempt_rt()',
    'Decides whether a real-time wakee takes the CPU from the running task. Higher priority always does; equal priority does only if the running task can move and the wakee cannot.',
    'wakeup_preempt_rt(), kernel/sched/rt.c',
  ),
];

const reasons: readonly GlossaryEntry[] = [
  reason(
    'PREVIOUS_CPU_FREE',
    'The previous CPU runs no real-time task of equal or higher priority, and none that is [pinned|pinned]. The task goes there without a search, because the caches may still be warm.',
  ),
  reason(
    'LOWER_CPU_FOUND',
    '[cpupri|cpupri] named CPUs of a lower level, and the nearest was still lower at a second check. The task goes there.',
  ),
  reason(
    'NO_LOWER_CPU',
    'Every CPU that the task may use runs a task of its own level or above. The task stays on its previous CPU and waits, or is [pushed|push] later.',
  ),
  reason(
    'TARGET_NOT_LOWER',
    'The search named a CPU, but meanwhile a task of equal or higher priority had come there. The kernel does not search again, and the task stays where it was.',
  ),
  reason(
    'GHOST_NAMED',
    'The search named a CPU that the masks of a level list although it is not there, a [ghost|ghost]. The CPU runs nothing lower than the task, and the kernel does not search again, so the task stays where it was.',
  ),
  reason(
    'PUSHED',
    'The search found a CPU of lower level, which was still lower once its lock was held. The task was moved there, and the target was asked to reschedule.',
  ),
  reason(
    'TASK_CHANGED',
    'To take the second lock, the CPU had to release the first, and meanwhile another task had become first, or this one had left. So the attempt ends.',
  ),
  reason(
    'LOCK_FAILED',
    'Three times the search found a lower CPU, and three times that CPU had been raised before its lock was held. The kernel gives up and leaves the task to a later push.',
  ),
  reason(
    'RUNNING_IS_LOWER',
    'The waiting task outranks the task that runs on the same CPU. The task is not moved; the CPU is asked to switch to it.',
  ),
  reason(
    'WALK_REQUESTED',
    'This CPU won the right to start the [push IPI|push-ipi], and no walk was under way. The walk begins at the first [overloaded|rt-overload] CPU.',
  ),
  reason(
    'WALK_RUNNING',
    'The walk over [overloaded|rt-overload] CPUs is under way or about to start. Because the request count was raised, the walk goes round once more.',
  ),
];

export const realTime: readonly GlossaryEntry[] = [...terms, ...functions, ...reasons];
