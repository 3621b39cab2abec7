// Glossary entries about the order of the fair class: how a wakee is queued, who is picked, and when a wakee
// takes the CPU. Facts of Linux 6.18, and of 6.1 for the order before 6.6.

import { type Entry, entry, reason } from './entry.ts';

const terms: readonly Entry[] = [
  entry(
    'lag',
    'Lag and eligibility',
    'How far a task’s virtual runtime lies before the average of its queue: what it is still owed, or with a minus what it has had too much. Only a task whose lag is not negative is eligible, that is may be picked.',
    'entity_eligible(), kernel/sched/fair.c, 6.18',
  ),
  entry(
    'virtual-deadline',
    'Virtual deadline',
    'The virtual time by which a task should have had one slice, set when it is queued and again whenever a slice is used up. Of the [eligible|lag] tasks the one with the earliest runs, so shorter slices come sooner without getting more.',
    '__pick_eevdf(), kernel/sched/fair.c, 6.18',
  ),
  entry(
    'slice-protection',
    'Slice protection',
    'A task that begins to run keeps the CPU for the shortest slice queued there, as long as it is [eligible|lag], even if somebody with an earlier [deadline|virtual-deadline] comes. A wakee with a shorter slice of its own breaks it.',
    'set_protect_slice(), kernel/sched/fair.c, 6.18',
  ),
  entry(
    'share-of-period',
    'Share of a period',
    'Before 6.6 the tasks of a CPU shared out a period, 24 ms from eight CPUs on, by weight: two of them ran 12 ms at a stretch, and with more than eight each had 3 ms. Whoever had run least came first, and nobody had a [deadline|virtual-deadline].',
    'sched_slice(), kernel/sched/fair.c, 6.1',
  ),
];

const picks: readonly Entry[] = [
  entry(
    'pick-task-fair',
    'pick_task_fair()',
    'Asked whenever a CPU gives up its task and no higher [class|sched-class] has one: which of its ordinary tasks runs next. Of the [eligible|lag] ones it takes the one with the earliest [virtual deadline|virtual-deadline], unless the running task is [protected|slice-protection].',
    'pick_task_fair(), kernel/sched/fair.c, 6.18',
  ),
];

const queueing: readonly Entry[] = [
  reason(
    'TQ_WAKELIST_ONCPU',
    'The task had gone to sleep, but its CPU had not yet switched away from it. That CPU shares no cache with the waker or has nothing else to run, so it was left to put the task back itself and no CPU was chosen.',
  ),
  reason(
    'TQ_WAKELIST_LLC',
    'The target shares no last-level [cache|llc] with the waker. The waker only appends the task to the target’s [wake list|wake-list], so that the lines of its queue stay where they are.',
  ),
  reason(
    'TQ_WAKELIST_IDLE',
    'The target shares a [cache|llc] with the waker but has nothing to run. It wakes up anyway, so it takes the task off its [wake list|wake-list] and queues it itself.',
  ),
  reason(
    'TQ_DIRECT',
    'The target is the waker’s own CPU, or one behind the same [cache|llc] that is busy. The waker takes its [runqueue lock|rq-lock] and queues the task at once.',
  ),
];

const preempting: readonly Entry[] = [
  reason(
    'PP_IDLE_CPU',
    'The CPU was [idle|idle] when the wakee was queued there. It picks at once, and nothing has to be compared.',
  ),
  reason(
    'PP_OTHER_CLASS',
    'A task of a higher [class|sched-class] has the CPU. The wakee waits until that one gives it up, whatever the order of the fair queue is.',
  ),
  reason(
    'PP_DUE',
    'The flag that makes the CPU pick anew was already set. The pick that comes will find the wakee in the queue.',
  ),
  reason(
    'PP_IDLE_CLASS',
    'Tasks of the idle policy give way to any other wakee at once. A wakee of the batch policy takes the CPU from them alone, one of the idle policy from nobody.',
  ),
  reason(
    'PP_BEHIND',
    'In the order before 6.6 a wakee takes the CPU if it has run less than the task that runs, by more than the wake-up granularity. That is 4 ms from eight CPUs on; who slept is ahead by half a [period|share-of-period] at most.',
  ),
  reason(
    'PP_SHORT',
    'The wakee’s slice is shorter than that of the task that runs. Then the [protection|slice-protection] of the latter does not count in the test, and is cut where it goes on all the same.',
  ),
  reason(
    'PP_WAKEE',
    'The wakee was not the one the queue would pick. Its [lag|lag] says whether it was eligible, and its [deadline|virtual-deadline] how far it was behind the one that is.',
  ),
  reason(
    'PP_WIN',
    'Asked who should run now, the queue gave the wakee. The task that runs is [preempted|preemption].',
  ),
  reason(
    'PP_KEEP',
    'Asked who should run now, the queue did not give the wakee. It waits until a pick finds it: at the end of a slice or of its [protection|slice-protection], or when the task that runs blocks.',
  ),
];

const picking: readonly Entry[] = [
  reason(
    'PK_ONLY',
    'One task is queued and no other. It is picked whether it is [eligible|lag] or not.',
  ),
  reason(
    'PK_RUNNING',
    'The task that has the CPU stays in question as long as it is [eligible|lag]. With a negative lag it has had more than its share, and only those that wait count.',
  ),
  reason(
    'PK_PROTECTED',
    'The task that runs is [eligible|lag], and what is left of its [protected slice|slice-protection] was looked at. While something is left it goes on and nobody else is asked.',
  ),
  reason(
    'PK_DEADLINE',
    'Those that wait and are [eligible|lag] were searched for the earliest [virtual deadline|virtual-deadline]. The tree of the queue is ordered by it and knows the least runtime below each node, so that few nodes are visited.',
  ),
  reason(
    'PK_LEAST',
    'In the order before 6.6 the task that has run least is picked, by virtual runtime. The task that runs is compared with the first of the tree.',
  ),
  reason(
    'PK_NEXT',
    'In the order before 6.6 a wakee that takes the CPU from the running task is noted as the next. It is picked though somebody else may have run less, unless that one would preempt it in turn.',
  ),
  reason(
    'PK_CURR',
    'The task that runs was still in question and was compared with the best of those that wait. It goes on only with a strictly earlier [deadline|virtual-deadline].',
  ),
  reason(
    'PK_DELAYED_DROP',
    'The task picked had gone to sleep with a negative [lag|lag] and was kept in the queue to work it off. Its turn has come, so it leaves without running, and the pick begins anew.',
  ),
];

const ticking: readonly Entry[] = [
  reason(
    'TK_SLICE_END',
    'At the tick the virtual runtime of the task that runs had reached its [deadline|virtual-deadline]. It gets the next deadline a slice later, and as others wait the CPU is to pick anew.',
  ),
  reason(
    'TK_SHARE_END',
    'At the tick the task that runs had had its [share of a period|share-of-period], or was as far ahead of the one that has run least. As others wait the CPU is to pick anew.',
  ),
  reason(
    'TK_PROT_END',
    'At the tick the [protection|slice-protection] of the task that runs had ended, though not its slice: a shorter slice waits in the queue. The CPU is to pick anew.',
  ),
];

export const order: readonly Entry[] = [
  ...terms,
  ...picks,
  ...queueing,
  ...preempting,
  ...picking,
  ...ticking,
];
