// Glossary entries about scheduling in general: tasks, runqueues, classes, what wakes and what moves a task, locks.
// Facts of Linux 6.18 unless an entry says otherwise.

import { type GlossaryEntry, glossaryEntry } from './entry.ts';

const tasks: readonly GlossaryEntry[] = [
  glossaryEntry(
    'task',
    'Task',
    'What the kernel schedules: a thread, with a state, a policy, a priority and an [affinity|affinity]. A process with ten threads is ten tasks.',
    'struct task_struct, include/linux/sched.h',
  ),
  glossaryEntry(
    'runqueue',
    'Runqueue',
    'The [tasks|task] that could run on one CPU, with a lock and one queue per [scheduling class|sched-class]. Every CPU has a runqueue of its own, so most scheduling needs no shared word.',
    'struct rq, kernel/sched/sched.h',
  ),
  glossaryEntry(
    'rq-lock',
    'Runqueue lock',
    'The lock that guards one [runqueue|runqueue], including the entry of its CPU in [cpupri|cpupri]. A real-time push holds two of them, in an order that rules out deadlock; fair balancing takes one after the other.',
  ),
  glossaryEntry(
    'sched-class',
    'Scheduling class',
    'A set of rules with its own queue: stop, deadline, real-time, fair, sched_ext and idle, asked in this order. A lower class gets a CPU only when no class above it has a task there. The exception is the fair server, which since 6.12 runs starved fair tasks ahead of real-time ones.',
    'pick_next_task(), kernel/sched/core.c',
  ),
  glossaryEntry(
    'fair-class',
    'Fair class',
    'The class of ordinary tasks, which shares CPU time by weight and picks by virtual deadline. Real-time tasks run first, until fair tasks have starved for so long that the fair server of 6.12 and later gives them a small share.',
    'kernel/sched/fair.c',
  ),
  glossaryEntry(
    'rt-class',
    'RT class',
    'The class of the policies FIFO and RR: the task of highest priority runs, at once and until it blocks or yields. To keep that promise across CPUs it [pushes|push] and [pulls|pull] tasks instead of balancing now and then.',
    'kernel/sched/rt.c',
  ),
  glossaryEntry(
    'deadline-class',
    'Deadline class',
    'Tasks that declare a runtime, a period and a deadline and are admitted only if the sum fits. They go before all real-time tasks, and a CPU that runs one is at level HIGHER in [cpupri|cpupri].',
    'kernel/sched/deadline.c',
  ),
  glossaryEntry(
    'rt-priority',
    'RT priority',
    'What a user sets, from 1 to 99, and a higher number goes first; inside the kernel it is kept as 99 minus that number, so that a lower number goes first. RT99 is thus prio 0, and an RT queue without tasks has the value 99.',
  ),
  glossaryEntry(
    'fifo',
    'SCHED_FIFO',
    'A real-time policy without time slices: among tasks of one priority the first runs until it blocks, yields or is outranked. A newcomer of equal priority goes to the end of the list.',
  ),
  glossaryEntry(
    'rr',
    'SCHED_RR',
    'Like [FIFO|fifo], but after a slice of 100 ms a task goes behind others of its priority. This changes no level in [cpupri|cpupri], because the top priority of the CPU stays the same.',
  ),
  glossaryEntry(
    'affinity',
    'Affinity',
    'The set of CPUs a task may run on, given by the user, by a cpuset, or both. Every search for a CPU is limited to this set.',
    'sched_setaffinity(2)',
  ),
  glossaryEntry(
    'pinned',
    'Pinned task',
    'A task whose [affinity|affinity] allows one CPU only. The kernel never searches for a CPU for this task and never pushes it, and the task never makes its CPU [overloaded|rt-overload].',
  ),
  glossaryEntry(
    'wakeup',
    'Wake-up',
    'A sleeping task becomes runnable because something it waited for happened. The CPU on which that happened chooses where the task runs and puts it on that [runqueue|runqueue].',
    'try_to_wake_up(), kernel/sched/core.c',
  ),
  glossaryEntry(
    'wake-list',
    'Wake list',
    'A waker that shares no cache with the target does not touch its [runqueue|runqueue] but leaves the task on a list there and sends an [IPI|ipi]. The target then does the enqueue with lines it owns anyway.',
    'ttwu_queue_wakelist(), kernel/sched/core.c',
  ),
  glossaryEntry(
    'wake-latency',
    'Wake-up latency',
    'The time from the [wake-up|wakeup] until the task runs: choosing, queueing, the interrupt and the switch. Where lines [bounce|bouncing], much of this time is spent waiting for cache lines, not for CPUs.',
  ),
  glossaryEntry(
    'context-switch',
    'Context switch',
    'A CPU stops running one task and begins to run another. Each switch does some bookkeeping, so a workload that switches often reads and writes shared words often.',
    '__schedule(), kernel/sched/core.c',
  ),
  glossaryEntry(
    'preemption',
    'Preemption',
    'A running task has to give way because a task that goes first became runnable on its CPU. The scheduler marks the CPU for rescheduling and, if it is another CPU, sends an [IPI|ipi].',
    'wakeup_preempt(), kernel/sched/core.c',
  ),
  glossaryEntry(
    'migration',
    'Migration',
    'A task is moved to the [runqueue|runqueue] of another CPU. It leaves its warm caches behind, so near CPUs are preferred.',
    'set_task_cpu(), kernel/sched/core.c',
  ),
  glossaryEntry(
    'sched-domain',
    'Sched domain',
    'A set of CPUs that share something: a core, an [LLC|llc] (the MC domain), a node, the machine; each CPU has a chain of domains from inner to outer. Balancing and placement look inside a domain before they look beyond it.',
    'build_sched_domains(), kernel/sched/topology.c',
  ),
  glossaryEntry(
    'mc-domain',
    'MC domain',
    'The [sched domain|sched-domain] that spans the CPUs under one [LLC|llc]; a kernel built without CONFIG_SCHED_MC has none. Wake-ups search for an idle CPU inside it.',
    'build_sched_domains(), kernel/sched/topology.c',
  ),
  glossaryEntry(
    'stopper',
    'Stopper',
    'A kernel thread per CPU, above all other tasks, that preempts whatever runs there. Active balancing uses it, because a running task cannot be moved before its CPU stops running it.',
  ),
  glossaryEntry(
    'wake-affine',
    'SD_WAKE_AFFINE',
    'A flag of a [sched domain|sched-domain] that allows a wake-up to pull the woken task towards its waker inside the domain. The real-time search walks only domains that carry it.',
  ),
  glossaryEntry(
    'idle',
    'Idle CPU',
    'A CPU without a runnable task, which executes the idle task and may sleep in a low-power state. Leaving that state costs time that is counted as idle here.',
  ),
  glossaryEntry(
    'timer',
    'High-resolution timer',
    'A timer that fires at a programmed nanosecond rather than at the next tick. A sleep of 100 µs sets one, and its interrupt wakes the task on the CPU where it went to sleep.',
    'hrtimer_nanosleep(), kernel/time/hrtimer.c',
  ),
  glossaryEntry(
    'futex',
    'Futex',
    'The kernel half of mutexes and condition variables in user space: a thread sleeps while a word has a value, and another thread wakes the sleepers. An uncontended lock never enters the kernel.',
    'futex_wait(), kernel/futex/waitwake.c',
  ),
  glossaryEntry(
    'pi',
    'Priority inheritance',
    'A task that holds an rt_mutex or a PI futex runs at the priority of the highest task that waits for it, until it releases the lock; ordinary mutexes do not do that. Each change of priority may move the CPU to another level of [cpupri|cpupri].',
    'rt_mutex_adjust_prio_chain(), kernel/locking/rtmutex.c',
  ),
  glossaryEntry(
    'cpuset',
    'Cpuset partition',
    'A group of CPUs cut off from the others with [sched domains|sched-domain] and a [root domain|root-domain] of its own. What the whole machine contended for then becomes private to the group.',
  ),
];

const locks: readonly GlossaryEntry[] = [
  glossaryEntry(
    'spinlock',
    'Spinlock',
    'A lock whose waiters do not sleep but check again and again, because the lock is held for a very short time. In Linux waiters queue and each checks a word of its own, so they do not all contend for the lock’s line.',
    'native_queued_spin_lock_slowpath(), kernel/locking/qspinlock.c',
  ),
  glossaryEntry(
    'trylock',
    'Trylock',
    'An attempt to take a lock that gives up at once if the lock is held. The real-time class takes a second [runqueue lock|rq-lock] this way; with CONFIG_PREEMPTION the kernel releases the first lock and takes both in order.',
  ),
];

export const scheduling: readonly GlossaryEntry[] = [...tasks, ...locks];
