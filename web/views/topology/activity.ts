// What CPUs do, counted: now (by activity) and as shares of time (from differences of the ledgers).

import { ACTIVITY } from '../../engine/abi.gen.ts';
import type { Frame, LedgerKind, Topology } from '../../engine/types.ts';
import { ledgerKinds } from '../../engine/types.ts';

/** The five states a fill can say, in the order they are stacked. Index = ACTIVITY_ code. */
export const activities = ['idle', 'user', 'kernel', 'stalled', 'spinning'] as const;
export type Activity = (typeof activities)[number];

/** Which activity a kind of the ledger counts as. */
const activityOfKind: Readonly<Record<LedgerKind, number>> = {
  user: ACTIVITY.USER,
  kernel: ACTIVITY.KERNEL,
  private: ACTIVITY.KERNEL,
  llc: ACTIVITY.KERNEL,
  remote: ACTIVITY.STALLED,
  memory: ACTIVITY.STALLED,
  lineWait: ACTIVITY.STALLED,
  lockWait: ACTIVITY.SPINNING,
  idle: ACTIVITY.IDLE,
  idleExit: ACTIVITY.IDLE,
};
const kindActivity = ledgerKinds.map((kind) => activityOfKind[kind]);

/**
 * Shares of time by activity from rates of the ledger (ns per ns, [cpu * kinds + kind]); fills
 * `shares`, [cpu * activities + activity], each CPU's summing to 1 (idle if nothing is known).
 */
export function activityShares(rates: Float64Array, shares: Float32Array): void {
  shares.fill(0);
  const cpus = shares.length / activities.length;
  for (let cpu = 0; cpu < cpus; cpu++) {
    let total = 0;
    for (let kind = 0; kind < ledgerKinds.length; kind++) {
      total += rates[cpu * ledgerKinds.length + kind]!;
    }
    if (total <= 0) {
      shares[cpu * activities.length + ACTIVITY.IDLE] = 1;
      continue;
    }
    for (let kind = 0; kind < ledgerKinds.length; kind++) {
      shares[cpu * activities.length + kindActivity[kind]!]! +=
        rates[cpu * ledgerKinds.length + kind]! / total;
    }
  }
}

/** The first kind of the ledger that counts as each activity. */
const activityKind = activities.map((_, activity) => kindActivity.indexOf(activity));

/** What every CPU does at a moment, as rates of the ledger: one of its kinds takes the whole time. */
export function ledgerNow({ cpus }: Pick<Frame, 'cpus'>, rates: Float64Array): void {
  rates.fill(0);
  for (let cpu = 0; cpu < cpus.count; cpu++) {
    rates[cpu * ledgerKinds.length + activityKind[cpus.activity[cpu]!]!] = 1;
  }
}

/** What the CPUs of every LLC do at a moment. */
export interface LlcCounts {
  /** [llc * activities + activity]: CPUs. */
  readonly byActivity: Uint16Array;
  /** Tasks that wait for a CPU, by LLC. */
  readonly queued: Uint16Array;
}

export function countByLlc(frame: Frame, topology: Topology): LlcCounts {
  const byActivity = new Uint16Array(topology.llcs * activities.length);
  const queued = new Uint16Array(topology.llcs);
  const { cpus } = frame;
  for (let cpu = 0; cpu < cpus.count; cpu++) {
    const llc = topology.llc[cpu]!;
    byActivity[llc * activities.length + cpus.activity[cpu]!]!++;
    queued[llc]! += queuedBehind(frame, cpu);
  }
  return { byActivity, queued };
}

/** Tasks that wait for this CPU behind the one that runs. */
export function queuedBehind(frame: Frame, cpu: number): number {
  const runs = frame.cpus.task[cpu]! >= 0 ? 1 : 0;
  return Math.max(0, frame.cpus.queued[cpu]! - runs);
}
