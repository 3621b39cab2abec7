// What cache-aware balancing keeps of processes at a moment: how much each ran under which LLC, which one it prefers, and
// which limit refuses to gather it. Worked out from a frame; knows nothing of drawing.

import type { AccountColumns, Frame } from '../../../../engine/types.ts';

/** More have no room beside each other. */
export const mostProcesses = 4;

export interface Account {
  readonly process: number;
  /** LLC, or -1. */
  readonly preferred: number;
  /** By LLC: its part of what the process ran, 0 to 1, and threads that run there now. */
  readonly shares: readonly number[];
  readonly running: readonly number[];
  /** Of the largest amount of all accounts and LLCs, 0 to 1. */
  readonly heights: readonly number[];
  readonly threads: number;
  readonly footprintKib: number;
  readonly refusedByThreads: boolean;
  readonly refusedByMemory: boolean;
}

const amountsOf = ({ occupancy }: AccountColumns, process: number, llcs: number): Float64Array =>
  occupancy.subarray(process * llcs, (process + 1) * llcs);

const sumOf = (amounts: Float64Array): number => amounts.reduce((sum, each) => sum + each, 0);

/** Processes that have an account, those that ran most first, as many as are drawn; by their numbers. */
function drawnOf(accounts: AccountColumns, llcs: number): number[] {
  const all = Array.from({ length: accounts.processes }, (_, process) => process);
  return all
    .map((process) => ({ process, sum: sumOf(amountsOf(accounts, process, llcs)) }))
    .filter(({ process, sum }) => sum > 0 || accounts.threads[process]! > 1)
    .sort((a, b) => b.sum - a.sum || a.process - b.process)
    .slice(0, mostProcesses)
    .map(({ process }) => process)
    .sort((a, b) => a - b);
}

/** By process; empty where the frame has no accounts. */
export function accountsOf({ mechanisms, llcs }: Pick<Frame, 'mechanisms' | 'llcs'>): Account[] {
  const accounts = mechanisms?.accounts;
  if (!accounts) return [];
  const drawn = drawnOf(accounts, llcs);
  const most = Math.max(1, ...drawn.flatMap((each) => [...amountsOf(accounts, each, llcs)]));
  return drawn.map((process) => {
    const amounts = amountsOf(accounts, process, llcs);
    const sum = Math.max(1, sumOf(amounts));
    const refused = accounts.refused[process]!;
    return {
      process,
      preferred: accounts.preferred[process]!,
      shares: Array.from(amounts, (amount) => amount / sum),
      running: [...accounts.running.subarray(process * llcs, (process + 1) * llcs)],
      heights: Array.from(amounts, (amount) => amount / most),
      threads: accounts.threads[process]!,
      footprintKib: accounts.footprintKib[process]!,
      refusedByThreads: (refused & 1) !== 0,
      refusedByMemory: (refused & 2) !== 0,
    };
  });
}
