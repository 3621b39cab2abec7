// Tells the figures of decisions about caches, step by step.

import type { Explain } from '../../engine/types.ts';
import { cacheReasons as words } from './cache-words.ts';
import type { Sayings } from './facts.ts';
import { cpu } from './words.ts';

/** Of a CPU's time: SS_CACHE_FULL. */
const cpus = (sum: number): number => sum / 2 ** 20;

/** A balance pass asks about groups, every other decision about a task. */
const isOfGroup = ({ task }: Explain): boolean => task < 0;

const judged = ({ judgement }: { readonly judgement: number }) =>
  words.judged[judgement] ?? words.judged[0]!;

const scans: Sayings = {
  LLC_EPOCH: ({ epoch, period }) => words.epoch(epoch, period),
  LLC_OCCUPANCY: ({ firstCpu, mostCpu, sum }) =>
    words.occupancy(cpu(firstCpu), cpu(mostCpu), cpus(sum)),
  LLC_RUNNING: ({ threads, average }) => words.running(threads, average),
  LLC_CHOSEN: ({ largest, present }) => words.chosen(cpus(largest), cpus(present)),
  LLC_SAME: ({ largest, present }) => words.same(cpus(largest), cpus(present)),
};

const limits: Sayings = {
  LLC_LONE: ({ threads }) => words.lone(threads),
  LLC_THREADS: (facts) =>
    words.threads(facts.average, facts.smt, facts.cpus, facts.scale, facts.hasMargin === 1),
  LLC_MEMORY: ({ kib, allowedKib }) => words.memory(kib, allowedKib),
  LLC_STALE: ({ epochs, allowed }) => words.stale(epochs, allowed),
  LLC_NUMA: ({ taskNode, anchorNode }) => words.astray(taskNode, anchorNode),
};

const moves: Sayings<Explain> = {
  LLC_TEST: ({ from, to, util }, explain) =>
    isOfGroup(explain) ? words.groupTest(cpu(from), cpu(to)) : words.test(cpu(from), cpu(to), util),
  LLC_SOURCE: ({ util, capacity }, explain) =>
    (isOfGroup(explain) ? words.groupSource : words.source)(util, capacity),
  LLC_TARGET: ({ util, capacity }, explain) =>
    (isOfGroup(explain) ? words.groupTarget : words.target)(util, capacity),
  LLC_ROOM: ({ roomPct, busierPct }) => words.room(roomPct, busierPct),
  LLC_HOME: judged,
  LLC_LEFT: judged,
  LLC_KEPT: judged,
  LLC_FULL: judged,
  LLC_NO_ROOM: () => words.noRoom,
  LLC_LONE_TASK: ({ preferring, runnable, running }) =>
    words.loneTask(preferring, runnable, running),
};

/** Figures beside the records of scans, accounting, moves and passes. */
export const ofCaches: Sayings<Explain> = { ...scans, ...limits, ...moves };
