// What a policy of one's own has been asked in a run, and how that ended. Numbers come from the core's view; what they
// mean stands in schedscape.h.

import * as abi from './abi.gen.ts';
import type { World } from './world.ts';

export interface PolicyCounts {
  /** By POLICY.POINT_… */
  readonly asked: readonly number[];
  /** By POLICY.END_… */
  readonly ended: readonly number[];
  readonly operations: number;
  /** Touched in its calls, by it and by what it called. */
  readonly words: number;
  /** Tasks that came because `balance` said so. */
  readonly pulled: number;
  /** ns. */
  readonly longest: number;
  /** Of all words of its variables, as they are now. */
  readonly total: number;
  /** The last call that failed; undefined if none has. */
  readonly fault: PolicyFault | undefined;
  /** By word of code: how often it ran, and ns that calls waited for what it read or called. */
  readonly runs: readonly number[];
  readonly waited: readonly number[];
}

export interface PolicyFault {
  /** POLICY.END_… */
  readonly end: number;
  /** Of the code. */
  readonly word: number;
  readonly cpu: number;
  /** ns. */
  readonly time: number;
}

const points = 11;
const ends = 7;

/** The counts of a world's policy; undefined if it has none. */
export function capturePolicy(world: World): PolicyCounts | undefined {
  const { policyViewOffset } = world.at;
  const { policyWords } = world.definition;
  if (policyViewOffset === 0) return undefined;
  const view = world.rows(abi.PolicyView, policyViewOffset, 1).at(0);
  const list = (length: number, of: (i: number) => number) =>
    Array.from({ length }, (_, i) => of(i));
  const fault = {
    end: view.faultEnd,
    word: view.faultWord,
    cpu: view.faultCpu,
    time: view.faultTime,
  };
  return {
    asked: list(points, (i) => view.asked(i)),
    ended: list(ends, (i) => view.ended(i)),
    operations: view.operations,
    words: view.words,
    pulled: view.pulled,
    longest: view.longest,
    total: Array.from(world.policyValues(), Number).reduce((sum, value) => sum + value, 0),
    fault: fault.end === 0 ? undefined : fault,
    runs: Array.from(view.runs.subarray(0, policyWords)),
    waited: list(policyWords, (i) => view.waited(i)),
  };
}
