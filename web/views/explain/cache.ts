// Tells the figures of decisions about caches, step by step. What the two numbers of a step are stands in
// wasm-core/src/sched/explain/told.h.

import type { Explain, ToldStep } from '../../engine/types.ts';
import { cache as words } from './cache-words.ts';
import { cpu } from './words.ts';

type Say = (step: ToldStep, explain: Explain) => string;

const low = (value: number): number => value & 0xffff;
const high = (value: number): number => value >>> 16;

/** Of a CPU's time: SS_CACHE_FULL. */
const cpus = (sum: number): number => sum / 2 ** 20;

/** A pass asks about groups, everybody else about a task. */
const isOfGroup = ({ task }: Explain): boolean => task < 0;

const judged: Say = ({ first }) => words.judged[first] ?? words.judged[0]!;

const scans: Readonly<Record<string, Say>> = {
  LLC_EPOCH: ({ first, second }) => words.epoch(first, second),
  LLC_OCCUPANCY: ({ first, second }) =>
    words.occupancy(cpu(low(first)), cpu(high(first)), cpus(second)),
  LLC_RUNNING: ({ first, second }) => words.running(first, second),
  LLC_CHOSEN: ({ first, second }) => words.chosen(cpus(first), cpus(second)),
  LLC_SAME: ({ first, second }) => words.same(cpus(first), cpus(second)),
};

const limits: Readonly<Record<string, Say>> = {
  LLC_LONE: ({ first }) => words.lone(first),
  LLC_THREADS: ({ first, second }) =>
    words.threads(low(first), high(first) & 0x7fff, low(second), high(second), first >>> 31 === 1),
  LLC_MEMORY: ({ first, second }) => words.memory(first, second),
  LLC_STALE: ({ first, second }) => words.stale(first | 0, second),
  LLC_NUMA: ({ first, second }) => words.astray(first, second),
};

const moves: Readonly<Record<string, Say>> = {
  LLC_TEST: ({ first, second }, explain) =>
    isOfGroup(explain)
      ? words.groupTest(cpu(low(first)), cpu(high(first)))
      : words.test(cpu(low(first)), cpu(high(first)), second),
  LLC_SOURCE: ({ first, second }, explain) =>
    (isOfGroup(explain) ? words.groupSource : words.source)(first, second),
  LLC_TARGET: ({ first, second }, explain) =>
    (isOfGroup(explain) ? words.groupTarget : words.target)(first, second),
  LLC_ROOM: ({ first, second }) => words.room(first, second),
  LLC_HOME: judged,
  LLC_LEFT: judged,
  LLC_KEPT: judged,
  LLC_FULL: judged,
  LLC_NO_ROOM: () => words.noRoom,
  LLC_LONE_TASK: ({ first, second }) => words.loneTask(first, low(second), high(second)),
};

/** Figures told beside the records of scans, accounting, moves and passes. */
export const ofCaches: Readonly<Record<string, Say>> = { ...scans, ...limits, ...moves };
