// Tells how a wakee got onto its queue and whether it took the CPU, step by step. What the two numbers of a
// step are stands in wasm-core/src/sched/explain/told.h.

import type { ToldStep } from '../../engine/types.ts';
import { order as words } from './order-words.ts';
import { cpu, task } from './words.ts';

type Say = (step: ToldStep) => string;

const low = (value: number): number => value & 0xffff;
const high = (value: number): number => value >>> 16;

/** Virtual times and distances have a sign. */
const signed = (value: number): number => value | 0;

/** Where a wake-up that chooses no CPU begins. */
export const requeueing: Readonly<Record<string, Say>> = {
  WK_DELAYED: ({ first, second }) => words.delayed(cpu(first), signed(second)),
};

/** What becomes of a placement: told behind its tests. */
export const following: Readonly<Record<string, Say>> = {
  TQ_WAKELIST_LLC: ({ first }) => words.queued.byTargetFar(cpu(low(first)), cpu(high(first))),
  TQ_WAKELIST_IDLE: ({ first }) => words.queued.byTargetIdle(cpu(low(first)), cpu(high(first))),
  TQ_DIRECT: ({ first, second }) => words.queued.direct(cpu(low(first)), cpu(high(first)), second),
  PK_ONLY: ({ first }) => words.only(task(first)),
  PK_RUNNING: ({ first, second }) => words.running(task(first), signed(second)),
  PK_PROTECTED: ({ second }) => words.protected(signed(second)),
  PK_DEADLINE: ({ first, second }) =>
    words.earliest(high(second), low(second), first === 0 ? undefined : task(first - 1)),
  PK_CURR: ({ first, second }) => words.current(task(first), signed(second)),
  PK_DELAYED_DROP: ({ first, second }) => words.dropped(task(first), signed(second)),
  PP_IDLE_CPU: ({ first }) => words.preempt.idle(cpu(first)),
  PP_OTHER_CLASS: ({ first }) => words.preempt.otherClass(cpu(first)),
  PP_DUE: ({ first }) => words.preempt.due(cpu(first)),
  PP_IDLE_CLASS: ({ first, second }) => words.preempt.policy(task(first), second === 1),
  PP_SHORT: ({ first, second }) => words.preempt.shorter(first, second),
  PP_WAKEE: ({ first, second }) => words.preempt.wakee(signed(first), signed(second)),
  PP_WIN: ({ first, second }) => words.preempt.wins(task(first), signed(second)),
  PP_KEEP: ({ first, second }) => words.preempt.waits(task(first), signed(second)),
};

/** A search before a CPU idles, told beside the record of its pass. */
export const searchingOn: Readonly<Record<string, Say>> = {
  NI_AVG_IDLE: ({ first, second }) => words.search.expected(first, second),
  NI_PULLED: ({ first, second }) => words.search.pulled(first, second),
  NI_NOTHING: ({ first, second }) => words.search.nothing(first, second),
  NI_WOKEN: ({ first }) => words.search.woken(cpu(first)),
};

/** What at the tick asked for a pick. */
export const ticking: Readonly<Record<string, Say>> = {
  TK_SLICE_END: ({ first, second }) => words.tick.sliceEnd(task(first), signed(second)),
  TK_PROT_END: ({ first, second }) => words.tick.protectionEnd(task(first), signed(second)),
};
