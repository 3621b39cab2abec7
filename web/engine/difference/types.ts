// What the comparison of two runs finds: up to three moments at which they part. Numbers and names of
// the core; the sentences about them are the app's.

export type Which = 'first' | 'second';

/** A word of memory by what it means: alike in both runs, wherever a layout puts it. */
export interface MemoryPlace {
  readonly structure: string;
  readonly instance: number;
  /** '' where no field is named. */
  readonly field: string;
  /** 1-based line inside the structure. */
  readonly lineNumber: number;
}

/** Where an access can be served from, in the order of the core's classes (machine/coherence.h). */
export const served = [
  'cache',
  'fill',
  'llc',
  'nearModified',
  'farModified',
  'farClean',
  'invalidated',
  'nearMemory',
  'farMemory',
] as const;
export type Served = (typeof served)[number];

/** An access that missed. */
export interface MissedAccess {
  readonly place: MemoryPlace;
  /** The kernel function. */
  readonly symbol: string;
  /** ns behind other requests, and ns of the transfer itself. */
  readonly wait: number;
  readonly latency: number;
  /** Where it was served from: see served. */
  readonly from: Served;
}

/** One record of a run, as far as a reader cares. */
export interface Happening {
  readonly time: number;
  readonly cpu: number;
  /** RECORD_ code. */
  readonly kind: number;
  /** Set for an access that missed. */
  readonly access: MissedAccess | undefined;
}

export interface DecisionChoice {
  readonly time: number;
  readonly cpu: number;
  /** Names of what was decided and of the reason; '' where the core has forgotten it. */
  readonly decision: string;
  readonly reason: string;
  /** CPU, or -1. */
  readonly chosen: number;
}

/** The first record that differs: `only` says in which run it stands alone. */
export interface CostDivergence {
  readonly time: number;
  /** Records before it: alike in both runs. */
  readonly records: number;
  readonly first: Happening | undefined;
  readonly second: Happening | undefined;
  readonly only: Which | undefined;
}

/** The first decision about one task that fell otherwise. `time`: both have decided. */
export interface DecisionDivergence {
  readonly time: number;
  /** Negative: the decision was about no single task, as that of a balance pass. */
  readonly task: number;
  readonly first: DecisionChoice;
  readonly second: DecisionChoice;
}

/** From `time` on a task has been on another CPU, for at least lastingNs. */
export interface LastingDivergence {
  readonly time: number;
  readonly task: number;
  /** CPUs. */
  readonly first: number;
  readonly second: number;
}

export interface RunDifference {
  /** ns compared so far. */
  readonly compared: number;
  /** Nothing more is to be found: all three are known, or the end of the run was reached. */
  readonly isDone: boolean;
  readonly cost: CostDivergence | undefined;
  readonly decision: DecisionDivergence | undefined;
  readonly lasting: LastingDivergence | undefined;
}

/**
 * ns: tasks that differ for less have taken two ways to the same place. Ten times the longest queue
 * seen at one line, a fifth of a quantum of the stories' workloads.
 */
export const lastingNs = 100_000;
