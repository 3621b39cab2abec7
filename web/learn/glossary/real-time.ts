// Glossary entries about the RT class: cpupri, push and pull, the functions that decide and their reasons. Facts of
// Linux 6.18 unless an entry says otherwise.

import { type Entry, entry, reason } from './entry.ts';

const terms: readonly Entry[] = [
  entry(
    'root-domain',
    'root_domain',
    'What all CPUs of one set of [sched domains|sched-domain] share: overload masks and counts, deadline bandwidth, [cpupri|cpupri]. It is one structure of 1,816 bytes in the baseline, and its third line is the hottest of the FFmpeg story.',
    'struct root_domain, kernel/sched/sched.h',
  ),
  entry(
    'cpupri',
    'cpupri',
    'An index that files every CPU under the priority of its highest real-time task, so that a CPU of lower priority is found without looking at each. It is kept with [atomics|atomic] and read without locks, so its answer is a hint.',
    'cpupri_find_fitness(), kernel/sched/cpupri.c',
  ),
  entry(
    'cpupri-level',
    'cpupri level',
    'One of 101 drawers: NORMAL for CPUs without a real-time task, then RT1 to RT99, then HIGHER for deadline. A task looks through the levels below its own from the lowest up and stops at the first with a usable CPU.',
  ),
  entry(
    'cpupri-count',
    'count of a level',
    'How many CPUs are filed under a level, changed by an [atomic|atomic] whenever one comes or goes. A search reads it first, so that empty levels cost one load and no [mask|cpupri-mask].',
  ),
  entry(
    'cpupri-mask',
    'mask of a level',
    'The bitmap of the CPUs filed under a level, reached through a pointer beside the [count|cpupri-count]. With 480 CPUs it fills exactly one cache line.',
  ),
  entry(
    'ghost',
    'Ghost',
    'A CPU that the per-node [masks|cpupri-mask] of patch 4 list at a level though it is not filed there. They start as the complement of the map of each node; a CPU that the map did not hold yet, as on the static [root domain|root-domain] of the boot, is listed at every level until it has been filed there once and left.',
  ),
  entry(
    'cpupri-set',
    'cpupri_set()',
    'Files a CPU under another level: set the bit, raise the new count, lower the old one, clear the old bit. Adding before removing is what keeps a search from missing a CPU that is being raised.',
    'cpupri_set(), kernel/sched/cpupri.c',
  ),
  entry(
    'level-change',
    'Level change',
    'The top real-time priority of a CPU changes, and [cpupri_set|cpupri-set] makes four atomic changes to shared words. In the FFmpeg story nearly all of them are between NORMAL and RT99, hence the heat of count[0].',
  ),
  entry(
    'p1',
    'Patch 1: aligned cpupri_vec',
    'Gives the count and the mask pointer of every level a cache line of its own. It makes cpupri eight times as large and takes count[0] away from the fields it shared a line with.',
  ),
  entry(
    'p2',
    'Patch 2: root_domain order',
    'Moves fields of [root_domain|root-domain] so that the hot ones of the real-time class no longer share a line. It leaves the counts and mask pointers of cpupri packed as they were.',
  ),
  entry(
    'p3',
    'Patch 3: split overload count',
    'Replaces the one [overload count|rto-count] by one a [node|numa-node]. A reader adds them up and stops as soon as it knows that there is more than one.',
  ),
  entry(
    'p4',
    'Patch 4: masks a node',
    'Keeps the [mask|cpupri-mask] of each level as one bitmap a [node|numa-node], so that CPUs write lines of their own node. A search for a set of CPUs then has to read all of them.',
  ),
  entry(
    'rt-overload',
    'RT overload',
    'A CPU announces itself as overloaded while it holds a real-time task that could run elsewhere and does not run. In current kernels every [wake-up|wakeup] of a movable real-time task does so for the moment until it runs.',
    'rt_set_overload(), kernel/sched/rt.c',
  ),
  entry(
    'rto-count',
    'rto_count',
    'How many CPUs of the [root domain|root-domain] are [overloaded|rt-overload]. Every CPU that falls to a lower level reads it to learn whether there is something to pull.',
  ),
  entry(
    'rto-mask',
    'rto_mask',
    'The bitmap of the CPUs that are [overloaded|rt-overload], set before the count is raised. Its pointer is read at every announcement and lies on line 3 in the baseline.',
  ),
  entry(
    'rto-loop',
    'rto_loop words',
    'Four words that let one walk over the overloaded CPUs serve many requests: rto_loop_next counts requests, rto_loop_start lets one requester in, rto_loop and rto_cpu are the walk’s place. All lie on line 3 of [root_domain|root-domain] in the baseline.',
    'rto_next_cpu(), kernel/sched/rt.c',
  ),
  entry(
    'rto-lock',
    'rto_lock',
    'The lock around the place of the walk over overloaded CPUs. It is taken by the requester that wins and again at every hop, so it moves from CPU to CPU like a token.',
  ),
  entry(
    'pushable',
    'Pushable task',
    'A real-time task that is runnable, does not run, and may use more than one CPU. Each [runqueue|runqueue] keeps a list of them by priority.',
    'enqueue_pushable_task(), kernel/sched/rt.c',
  ),
  entry(
    'push',
    'Push',
    'A CPU gives a [pushable task|pushable] to one of lower priority, at once, instead of waiting for somebody to balance. It searches [cpupri|cpupri], locks both runqueues and checks again before it moves the task.',
    'push_rt_task(), kernel/sched/rt.c',
  ),
  entry(
    'pull',
    'Pull',
    'A CPU whose priority has just fallen asks whether a task that waits elsewhere could run here. With many CPUs it does not look itself but starts the [push IPI|push-ipi].',
    'pull_rt_task(), kernel/sched/rt.c',
  ),
  entry(
    'push-ipi',
    'Push IPI',
    'A single work item that wanders over the [overloaded|rt-overload] CPUs and lets each push what it can. It keeps many CPUs from storming one runqueue lock, at the price of words that all of them change.',
    'rto_push_irq_work_func(), kernel/sched/rt.c',
  ),
  entry(
    'lowest-rq',
    'find_lowest_rq()',
    'Asks [cpupri|cpupri] for CPUs of lower priority and takes the nearest: the task’s own, then domain by domain. A rotating cursor keeps equal candidates from being picked in the same order by everybody.',
    'find_lowest_rq(), kernel/sched/rt.c',
  ),
];

const functions: readonly Entry[] = [
  entry(
    'select-task-rq-rt',
    'select_task_rq_rt()',
    'Says on which CPU a woken real-time task is to run: the previous one, unless the real-time task that runs there would keep it waiting or is [pinned|pinned] and could not make room. Only then does it search [cpupri|cpupri], and it checks the CPU found once more.',
    'select_task_rq_rt(), kernel/sched/rt.c',
  ),
  entry(
    'push-rt-task',
    'push_rt_task()',
    'Tries to move the first [pushable task|pushable] of a CPU to one of lower priority, with up to three attempts to lock a target. If the task outranks what runs here, it asks for a [preemption|preemption] instead.',
    'push_rt_task(), kernel/sched/rt.c',
  ),
  entry(
    'pull-rt-task',
    'pull_rt_task()',
    'Runs when a CPU’s real-time priority has dropped, and sees to it that waiting tasks get a chance to come here. With the [push IPI|push-ipi] it raises a request count and at most starts a walk.',
    'pull_rt_task(), kernel/sched/rt.c',
  ),
  entry(
    'wakeup-preempt-rt',
    'wakeup_preempt_rt()',
    'Decides whether a real-time wakee takes the CPU from the task that runs. Higher priority always does; equal priority only if the running task can move and the wakee cannot.',
    'wakeup_preempt_rt(), kernel/sched/rt.c',
  ),
];

const reasons: readonly Entry[] = [
  reason(
    'PREVIOUS_CPU_FREE',
    'On the CPU where the task ran last nothing of equal or higher real-time priority runs. It goes there without a search, because its caches may still be warm.',
  ),
  reason(
    'LOWER_CPU_FOUND',
    '[cpupri|cpupri] named CPUs of a lower level, and the nearest of them was still lower when looked at again. The task goes there.',
  ),
  reason(
    'NO_LOWER_CPU',
    'Every CPU the task may use runs something of its own level or above. It stays on its previous CPU and waits, or is [pushed|push] later.',
  ),
  reason(
    'TARGET_NOT_LOWER',
    'The search named a CPU, but meanwhile a task of equal or higher priority had come to it. The kernel does not search again: the task stays where it was.',
  ),
  reason(
    'GHOST_NAMED',
    'The search named a CPU that the masks of a level list though it is not filed there. It is a [ghost|ghost] there and runs nothing lower than the task, and the kernel does not search again: the task stays where it was.',
  ),
  reason(
    'PUSHED',
    'A CPU of lower level was found, its lock taken, and it was still lower under the lock. The task was moved there and the target asked to reschedule.',
  ),
  reason(
    'TASK_CHANGED',
    'To take the second lock the first had to be let go, and meanwhile another task became first or this one left. What was meant is no longer true, so the attempt ends.',
  ),
  reason(
    'LOCK_FAILED',
    'Three times a lower CPU was found and three times it had been raised before its lock was held. The kernel gives up and leaves the task to the next occasion.',
  ),
  reason(
    'RUNNING_IS_LOWER',
    'The waiting task outranks the one that runs on the same CPU. Instead of moving it, the CPU is asked to switch to it.',
  ),
  reason(
    'WALK_REQUESTED',
    'This CPU won the right to start the [push IPI|push-ipi], and the walk was not under way. It begins at the first [overloaded|rt-overload] CPU.',
  ),
  reason(
    'WALK_RUNNING',
    'The walk over [overloaded|rt-overload] CPUs is under way or about to start. The raised request count makes it go round once more.',
  ),
];

export const realTime: readonly Entry[] = [...terms, ...functions, ...reasons];
