// A balance pass, worked out from its record: the CPU that balances and the CPU it balances for, the sums over its
// own group of CPUs and over the busiest other one, and what it moved. Knows nothing of drawing.

import { GROUP } from '../../../../engine/abi.gen.ts';
import type { Catalog, Explain } from '../../../../engine/types.ts';

/** What a pass knew of a group of CPUs. */
export interface GroupFigures {
  readonly tasks: number;
  readonly idle: number;
  readonly utilisation: number;
  readonly load: number;
}

export interface BalancePass {
  /** The CPU that tasks are to come to, and the one that they come from, or -1. */
  readonly to: number;
  readonly from: number;
  readonly time: number;
  readonly domainCpus: number;
  readonly groups: number;
  readonly own: GroupFigures;
  /** Undefined: no other group had tasks, or it did not come so far. */
  readonly busiest: GroupFigures | undefined;
  readonly moved: number;
  /** Why it ended as it did: a sentence of the core's. */
  readonly reason: string;
}

const figuresOf = (figures: readonly number[]): GroupFigures => ({
  tasks: figures[GROUP.TASKS] ?? 0,
  idle: figures[GROUP.IDLE] ?? 0,
  utilisation: figures[GROUP.UTIL] ?? 0,
  load: figures[GROUP.LOAD] ?? 0,
});

/** Undefined where a record tells of something else, or of what is yet to come. */
export function passOf(
  { reasons }: Pick<Catalog, 'reasons'>,
  explain: Explain | undefined,
  now: number,
): BalancePass | undefined {
  if (explain?.facts.form !== 'pass' || explain.time > now) return undefined;
  const { facts, chosen, previous, time, reason } = explain;
  const busiest = figuresOf(facts.busiest);
  return {
    to: chosen,
    from: facts.moved > 0 || facts.tasksSeen > 0 ? previous : -1,
    time,
    domainCpus: facts.domainCpus,
    groups: facts.groups,
    own: figuresOf(facts.own),
    busiest: busiest.tasks > 0 ? busiest : undefined,
    moved: facts.moved,
    reason: reasons[reason] ?? '',
  };
}
