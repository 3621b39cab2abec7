// Tells how a wakee got onto its queue and whether it took the CPU, step by step.

import type { Sayings } from './facts.ts';
import { orderReasons as words } from './order-words.ts';
import { cpu, task } from './words.ts';

/** Where a wake-up that chooses no CPU begins. */
export const requeueing: Sayings = {
  WK_DELAYED: (facts) => words.delayed(cpu(facts.cpu), facts.owed),
};

/** What becomes of a placement: steps behind its tests. */
export const following: Sayings = {
  TQ_WAKELIST_LLC: ({ wakerCpu, target }) => words.queued.byTargetFar(cpu(wakerCpu), cpu(target)),
  TQ_WAKELIST_IDLE: ({ wakerCpu, target }) => words.queued.byTargetIdle(cpu(wakerCpu), cpu(target)),
  TQ_DIRECT: ({ wakerCpu, target, tasks }) =>
    words.queued.direct(cpu(wakerCpu), cpu(target), tasks),
  PK_ONLY: (facts) => words.only(task(facts.task)),
  PK_RUNNING: (facts) => words.running(task(facts.task), facts.lag),
  PK_PROTECTED: ({ left }) => words.protected(left),
  PK_DEADLINE: ({ task: best, eligible, waiting }) =>
    words.earliest(waiting, eligible, best < 0 ? undefined : task(best)),
  PK_LEAST: (facts) => words.least(task(facts.task), facts.behind),
  PK_NEXT: (facts) => words.next(task(facts.task)),
  PK_CURR: ({ task: current, earlierBy }) => words.current(task(current), earlierBy),
  PK_DELAYED_DROP: (facts) => words.dropped(task(facts.task), facts.lag),
  PP_IDLE_CPU: (facts) => words.preempt.idle(cpu(facts.cpu)),
  PP_OTHER_CLASS: (facts) => words.preempt.otherClass(cpu(facts.cpu)),
  PP_DUE: (facts) => words.preempt.due(cpu(facts.cpu)),
  PP_IDLE_CLASS: (facts) => words.preempt.policy(task(facts.task), facts.givesWay === 1),
  PP_BEHIND: (facts) => words.preempt.behind(task(facts.task), facts.behind, facts.granularity),
  PP_SHORT: ({ wakeeSlice, runningSlice }) => words.preempt.shorter(wakeeSlice, runningSlice),
  PP_WAKEE: ({ lag, laterBy }) => words.preempt.wakee(lag, laterBy),
  PP_WIN: (facts) => words.preempt.wins(task(facts.task), facts.lag),
  PP_KEEP: (facts) => words.preempt.waits(task(facts.task), facts.protection),
};

/** A search before a CPU idles, beside the record of its pass. */
export const searchingOn: Sayings = {
  NI_AVG_IDLE: ({ idle, cost }) => words.search.expected(idle, cost),
  NI_PULLED: ({ tasks, took }) => words.search.pulled(tasks, took),
  NI_NOTHING: ({ took, known }) => words.search.nothing(took, known),
  NI_WOKEN: (facts) => words.search.woken(cpu(facts.cpu)),
};

/** What at the tick asked for a pick. */
export const ticking: Sayings = {
  TK_SLICE_END: (facts) => words.tick.sliceEnd(task(facts.task), facts.beyond),
  TK_SHARE_END: (facts) => words.tick.shareEnd(task(facts.task), facts.ran),
  TK_PROT_END: (facts) => words.tick.protectionEnd(task(facts.task), facts.beyond),
};
