// The words for how a task gets onto a queue and which task of the queue runs, in the markup of markup.ts. Times
// are virtual, as the order of the fair class is; lags have a sign.

import { whole as number, plural as some, duration as span } from '../../ui/format.ts';

/** A virtual time without its sign. */
const apart = (time: number): string => span(Math.abs(time));

const lag = (time: number): string => `${time < 0 ? '−' : '+'}${span(Math.abs(time))}`;

/** How the deadline of one lies to that of another. */
const deadline = (later: number): string =>
  later === 0 ? 'as late as' : `${apart(later)} ${later > 0 ? 'later' : 'earlier'} than`;

export const orderReasons = {
  delayed: (on: string, owed: number) =>
    `The task had gone to sleep but had not left the runqueue of ${on}, so it continues there and no CPU is chosen. ${owed > 0 ? `It still owes ${apart(owed)}, a [lag|lag] that it keeps` : 'Its [lag|lag] has been worked off meanwhile, so it starts again at the average'}.`,

  queued: {
    byTargetFar: (waker: string, target: string) =>
      `${target} shares no [LLC|llc] with ${waker}. So the waker puts the task on the [wake list|wake-list] of ${target}, which queues the task itself; the [lock|rq-lock] and the lines of its queue stay where they are.`,
    byTargetIdle: (waker: string, target: string) =>
      `${target} shares an [LLC|llc] with ${waker} but has nothing to run. So ${target} queues the task itself, from its [wake list|wake-list].`,
    direct: (waker: string, target: string, tasks: number) =>
      waker === target
        ? `${target} is the waker's own CPU: the task is queued at once, under the [lock|rq-lock].`
        : `${target} shares an [LLC|llc] with ${waker} and has ${some(tasks, 'task', 'tasks')} to run. So ${waker} takes its [lock|rq-lock] and queues the task.`,
  },

  only: (who: string) => `${who} is the only task queued: nothing is compared.`,
  running: (who: string, of: number) =>
    `${who} runs and has a lag of ${lag(of)}: ${of < 0 ? 'it is not [eligible|lag], so it is not a candidate' : 'it is [eligible|lag]'}.`,
  protected: (left: number) =>
    left > 0
      ? `Its slice is [protected|slice-protection] for another ${apart(left)}, so it continues.`
      : `The [protection|slice-protection] of its slice ${left < 0 ? `ended ${apart(left)} ago` : 'has just ended'}.`,
  earliest: (waiting: number, eligible: number, who: string | undefined) =>
    who === undefined
      ? `Of ${some(waiting, 'task that waits', 'tasks that wait')} none is [eligible|lag].`
      : `Of ${some(waiting, 'task that waits', 'tasks that wait')} ${number(eligible)} ${eligible === 1 ? 'is' : 'are'} [eligible|lag]; ${who} has the earliest [deadline|virtual-deadline] of them.`,
  least: (who: string, behind: number) =>
    behind > 0
      ? `Of the queued tasks ${who} has run least: ${apart(behind)} less than the running task.`
      : `Of the queued tasks ${who} has run least.`,
  next: (who: string) =>
    `The running task was preempted for ${who}, which goes first unless another task has run much less.`,
  current: (who: string, earlier: number) =>
    `The [deadline|virtual-deadline] of ${who}, which runs, is ${deadline(-earlier)} that: ${earlier > 0 ? 'it goes on' : 'it gives way'}.`,

  dropped: (who: string, of: number) =>
    `${who} was already asleep and stayed in the queue only until its turn: it leaves now, with a lag of ${lag(of)}, and the pick begins again.`,
  tick: {
    sliceEnd: (who: string, past: number) =>
      `The tick found that ${who} had used up its slice: it was ${apart(past)} beyond its [deadline|virtual-deadline] and got the next one. So the CPU picks again.`,
    shareEnd: (who: string, ran: number) =>
      `The tick found that ${who} had run ${apart(ran)} since it was picked: its [share of a period|share-of-period], given the waiting tasks, is over. So the CPU picks again.`,
    protectionEnd: (who: string, past: number) =>
      `The tick found that the [protection|slice-protection] of ${who} had ended ${apart(past)} ago, before its slice. So the CPU picks again.`,
  },
  pick: {
    title: 'Who runs next',
    asked: (on: string, before: string | undefined) =>
      before === undefined
        ? `${on} was idle and had to pick a task.`
        : `${on}, where ${before} ran, had to pick the task that runs next.`,
    next: (who: string) => `${who} runs next.`,
    goesOn: (who: string) => `${who} continues.`,
    nobody: (on: string) =>
      `No task is left in the queue of ${on}, so the CPU looks for work elsewhere or idles.`,
    mark: (chosen: string | undefined, on: number) => `${chosen ?? 'no task left'}, CPU ${on}`,
  },

  search: {
    expected: (idle: number, cost: number) =>
      idle < cost
        ? `It [idles|idle] ${span(idle)} on average, and with the next outer [domain|sched-domain] its search would be expected to take ${span(cost)}, so it does not search.`
        : `It [idles|idle] ${span(idle)} on average, and with this [domain|sched-domain] its search is expected to take ${span(cost)}, so it searches.`,
    pulled: (tasks: number, took: number) =>
      `${some(tasks, 'task was', 'tasks were')} pulled in ${span(took)}: the search ends here.`,
    nothing: (took: number, known: number) =>
      `Nothing was pulled in ${span(took)}. From now on a search of this [domain|sched-domain] counts as ${span(known)}.`,
    woken: (which: string) => `Meanwhile a task was queued on ${which} itself: the search ends.`,
  },

  preempt: {
    idle: (which: string) => `${which} has nothing else to run and picks at once: the wakee runs.`,
    otherClass: (which: string) =>
      `On ${which} a task of a higher [class|sched-class] runs: nothing is compared, the wakee waits.`,
    due: (which: string) =>
      `${which} has already been asked to pick again, so nothing is compared.`,
    policy: (running: string, gives: boolean) =>
      gives
        ? `${running} is SCHED_IDLE and the wakee is not: it is [preempted|preemption].`
        : `A SCHED_IDLE wakee [preempts|preemption] no task, and a SCHED_BATCH wakee only SCHED_IDLE tasks: ${running} continues.`,
    behind: (running: string, behind: number, least: number) =>
      behind > least
        ? `The wakee has run ${apart(behind)} less than ${running}, which is more than ${apart(least)}: it [preempts|preemption] ${running}.`
        : `To take the CPU the wakee must have run ${apart(least)} less than ${running}; it has run ${behind < 0 ? `${apart(-behind)} more` : `${apart(behind)} less`}, and waits.`,
    shorter: (wakee: number, running: number) =>
      `The wakee's slice of ${span(wakee)} is shorter than the ${span(running)} of the task that runs, whose [slice protection|slice-protection] does not apply.`,
    wakee: (of: number, later: number) =>
      of < 0
        ? `The wakee has a lag of ${lag(of)}: it is not [eligible|lag].`
        : `The wakee is [eligible|lag] with a lag of ${lag(of)}, but its [deadline|virtual-deadline] is ${deadline(later)} that of the task picked.`,
    wins: (running: string, of: number) =>
      `That is the wakee, with a lag of ${lag(of)}: it [preempts|preemption] ${running}.`,
    waits: (picked: string, cut: number) =>
      `${picked} would be picked, not the wakee, which waits.${cut === 0 ? '' : ` For its shorter slice the [protection|slice-protection] of the task that runs is cut to ${apart(cut)}.`}`,
  },
} as const;
