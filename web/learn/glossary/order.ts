// Glossary entries about the order of the fair class: how a wakee is queued, which task is picked, and when a wakee
// takes the CPU. Facts of Linux 6.18, and of 6.1 for the order before 6.6.

import { type GlossaryEntry, glossaryEntry, reason } from './entry.ts';

const terms: readonly GlossaryEntry[] = [
  glossaryEntry(
    'lag',
    'Lag and eligibility',
    'How far a task’s virtual runtime lies before the average of its queue: positive lag is time still owed to the task, negative lag is time that it has had beyond its share. Only a task whose lag is not negative is eligible, so only such a task may be picked.',
    'entity_eligible(), kernel/sched/fair.c, 6.18',
  ),
  glossaryEntry(
    'virtual-deadline',
    'Virtual deadline',
    'The virtual time by which a task should have had one slice, set when it is queued and again whenever a slice is used up. Of the [eligible|lag] tasks the one with the earliest deadline runs, so tasks with shorter slices run sooner without getting more CPU time.',
    '__pick_eevdf(), kernel/sched/fair.c, 6.18',
  ),
  glossaryEntry(
    'slice-protection',
    'Slice protection',
    'A task that begins to run keeps the CPU for the shortest slice queued there, as long as it is [eligible|lag], even if a task with an earlier [deadline|virtual-deadline] comes. A wakee with a shorter slice of its own breaks the protection.',
    'set_protect_slice(), kernel/sched/fair.c, 6.18',
  ),
  glossaryEntry(
    'share-of-period',
    'Share of a period',
    'Before 6.6 the tasks of a CPU shared a period by weight, 24 ms from eight CPUs on: two tasks ran 12 ms at a stretch, and with more than eight tasks each had 3 ms. The task that had run least came first, and no task had a [deadline|virtual-deadline].',
    'sched_slice(), kernel/sched/fair.c, 6.1',
  ),
];

const picks: readonly GlossaryEntry[] = [
  glossaryEntry(
    'pick-task-fair',
    'pick_task_fair()',
    'Chooses which ordinary task runs next, whenever a CPU gives up its task and no higher [class|sched-class] has one. Of the [eligible|lag] tasks it takes the one with the earliest [virtual deadline|virtual-deadline], unless the running task is [protected|slice-protection].',
    'pick_task_fair(), kernel/sched/fair.c, 6.18',
  ),
];

const queueing: readonly GlossaryEntry[] = [
  reason(
    'TQ_WAKELIST_ONCPU',
    'The task had gone to sleep, but its CPU had not yet switched away from it. That CPU shares no LLC with the waker or has nothing else to run, so it queues the task itself, and the wake-up chose no CPU.',
  ),
  reason(
    'TQ_WAKELIST_LLC',
    'The target shares no [LLC|llc] with the waker. The waker only appends the task to the target’s [wake list|wake-list], so the lines of the target’s queue stay where they are.',
  ),
  reason(
    'TQ_WAKELIST_IDLE',
    'The target shares an [LLC|llc] with the waker but has nothing to run. The target has to wake up anyway, so it takes the task from its [wake list|wake-list] and queues it itself.',
  ),
  reason(
    'TQ_DIRECT',
    'The target is the waker’s own CPU, or one under the same [LLC|llc] that runs a task. The waker takes its [runqueue lock|rq-lock] and queues the task at once.',
  ),
];

const preempting: readonly GlossaryEntry[] = [
  reason(
    'PP_IDLE_CPU',
    'The CPU was [idle|idle] when the wakee was queued there. It picks at once, and there is nothing to compare.',
  ),
  reason(
    'PP_OTHER_CLASS',
    'A task of a higher [class|sched-class] runs on the CPU. The wakee waits until that task gives up the CPU, whatever the order of the fair queue is.',
  ),
  reason(
    'PP_DUE',
    'The flag that makes the CPU pick again was already set. The next pick will find the wakee in the queue.',
  ),
  reason(
    'PP_IDLE_CLASS',
    'A task of the idle policy gives way to any other wakee at once. A wakee of the batch policy preempts only such tasks, and a wakee of the idle policy preempts none.',
  ),
  reason(
    'PP_BEHIND',
    'In the order before 6.6 a wakee preempts the running task if it has run less, by more than the wake-up granularity, which is 4 ms from eight CPUs on. A task that slept is ahead by half a [period|share-of-period] at most.',
  ),
  reason(
    'PP_SHORT',
    'The wakee’s slice is shorter than that of the running task. So the [protection|slice-protection] of the running task does not count in the test, and is shortened if the task continues.',
  ),
  reason(
    'PP_WAKEE',
    'The wakee was not the task that the queue would pick. Its [lag|lag] says whether it was eligible, and its [deadline|virtual-deadline] how far it was behind.',
  ),
  reason(
    'PP_WIN',
    'The queue was asked which task should run now, and gave the wakee. So the wakee [preempts|preemption] the running task.',
  ),
  reason(
    'PP_KEEP',
    'The queue was asked which task should run now, and did not give the wakee. The wakee waits for a later pick: at the end of a slice or of its [protection|slice-protection], or when the running task blocks.',
  ),
];

const picking: readonly GlossaryEntry[] = [
  reason('PK_ONLY', 'Only one task is queued. It is picked whether it is [eligible|lag] or not.'),
  reason(
    'PK_RUNNING',
    'The running task stays a candidate as long as it is [eligible|lag]. With negative lag it has had more than its share, so only waiting tasks are candidates.',
  ),
  reason(
    'PK_PROTECTED',
    'The running task is [eligible|lag], and its [protected slice|slice-protection] was checked. While some of the slice is left, the task goes on and no other task is considered.',
  ),
  reason(
    'PK_DEADLINE',
    'The waiting tasks that are [eligible|lag] were searched for the earliest [virtual deadline|virtual-deadline]. The tree of the queue is ordered by deadline and knows the least runtime below each node, so few nodes are visited.',
  ),
  reason(
    'PK_LEAST',
    'In the order before 6.6 the task that has run least is picked, by virtual runtime. The running task is compared with the first task of the tree.',
  ),
  reason(
    'PK_NEXT',
    'In the order before 6.6 a wakee that preempts the running task is marked as the next. It is picked even if another task has run less, unless that one would preempt it in turn.',
  ),
  reason(
    'PK_CURR',
    'The running task was still a candidate and was compared with the best of the waiting tasks. It goes on only with a strictly earlier [deadline|virtual-deadline].',
  ),
  reason(
    'PK_DELAYED_DROP',
    'The picked task had gone to sleep with negative [lag|lag] and was kept in the queue to work it off. Now it leaves the queue without running, and the pick begins again.',
  ),
];

const ticking: readonly GlossaryEntry[] = [
  reason(
    'TK_SLICE_END',
    'At the tick the virtual runtime of the running task had reached its [deadline|virtual-deadline]. It gets a new deadline one slice later, and because other tasks wait, the CPU picks again.',
  ),
  reason(
    'TK_SHARE_END',
    'At the tick the running task had used its [share of a period|share-of-period], or was ahead of the task that has run least by that much. Because other tasks wait, the CPU picks again.',
  ),
  reason(
    'TK_PROT_END',
    'At the tick the [protection|slice-protection] of the running task had ended, though not its slice, because a shorter slice waits in the queue. The CPU picks again.',
  ),
];

export const orderEntries: readonly GlossaryEntry[] = [
  ...terms,
  ...picks,
  ...queueing,
  ...preempting,
  ...picking,
  ...ticking,
];
