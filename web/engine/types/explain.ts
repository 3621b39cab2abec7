// What the core tells of one decision: its explain record with names and shapes resolved. Types only;
// ../capture-window.ts reads it out of a world. Times are ns; -1 means none, as in frame.ts.

/** Why one decision fell as it did. */
export interface Explain {
  readonly id: number;
  readonly time: number;
  readonly cpu: number;
  /** Index into Catalog.decisions and Catalog.reasons. */
  readonly decision: number;
  readonly reason: number;
  readonly task: number;
  /** CPU, or -1. */
  readonly chosen: number;
  readonly previous: number;
  /** cpupri level at which candidates were found, or -1. */
  readonly foundLevel: number;
  /** Levels looked at; of a placement by the fair class: CPUs. */
  readonly probed: number;
  /** CPUs in the result mask. */
  readonly candidates: number;
  readonly taskPriority: number;
  readonly otherPriority: number;
  /** Shared words touched on the way, and what all of it cost in ns. */
  readonly accesses: number;
  readonly cost: number;
  /** Level of the sched domain that decided (0 is the innermost of the kernel's list), or -1. */
  readonly domain: number;
  /** Of the levels looked at: populated, but without a CPU the task may use. */
  readonly refused: number;
  /** Priority of what ran on the previous CPU, as it was read. */
  readonly runningPriority: number;
  /** Of a search: the CPUs found, lowest number first; at most SS_EXPLAIN_CANDIDATES of them. */
  readonly found: readonly number[];
  /** How many of the CPUs found were listed at the level without being filed there. */
  readonly ghosts: number;
  readonly balance: BalanceFacts;
  /** Of a wake-up: how often the two changed whom they wake, and the CPUs of the cache that is measured
   * by; 0 unless the pair was too wide to be brought together. */
  readonly width: { readonly waker: number; readonly wakee: number; readonly cpus: number };
  /** Where the world was asked for steps: the tests of a placement in order and what became of it, the figures of
   * others. */
  readonly steps: readonly ExplainStep[];
  /** There were more than a record holds. */
  readonly isCut: boolean;
  /** More of them are to come. */
  readonly isOpen: boolean;
}

/** One test of a placement, or of what became of it; or figures of another decision. */
export interface ExplainStep {
  /** Index into Catalog.reasons. */
  readonly reason: number;
  /** Its numbers, by the names that steps.gen.ts has for its code. */
  readonly facts: readonly number[];
}

/** What a balance pass summed up and tested, as far as it came; of other decisions all of it is 0. */
export interface BalanceFacts {
  /** BALANCE: who balances. */
  readonly type: number;
  /** MOVES: what it wanted to move, and how much of it. */
  readonly moves: number;
  readonly amount: number;
  readonly domainCpus: number;
  readonly groups: number;
  /** By GROUP: figures of the own group of CPUs, and of the busiest other one. */
  readonly own: readonly number[];
  readonly busiest: readonly number[];
  /** Indices into Catalog.reasons: its tests in order, at most SS_EXPLAIN_TESTS of them. */
  readonly tests: readonly number[];
  /** By which the CPU was chosen that it took from; the tasks looked at there. */
  readonly sourceMetric: number;
  readonly tasksSeen: number;
  /** Passes of the domain before in vain. */
  readonly failed: number;
}

/** Whose decisions are wanted; all that are given must hold. */
export interface DecisionFilter {
  /** The CPU that decided. */
  readonly cpu?: number | undefined;
  /** The task it was decided about. */
  readonly task?: number | undefined;
}

export interface DecisionsQuery extends DecisionFilter {
  /** Who asks, where several do: a newer question replaces only an older one of the same asker. */
  readonly asker?: 'why' | 'pages';
  /** ns: the latest that counts. */
  readonly time: number;
  /** How many are wanted. */
  readonly most: number;
}

/** Who of the fair class was to run next on a CPU, and why; the run itself keeps no record of it. */
export interface Pick {
  readonly time: number;
  readonly cpu: number;
  /** Task that ran, or the idle one, whose number is that of the CPU. */
  readonly previous: number;
  /** -1: nobody was left. */
  readonly chosen: number;
  readonly steps: readonly ExplainStep[];
}

/** One decision, as the event ring has it. */
export interface DecisionMark {
  readonly time: number;
  readonly cpu: number;
  readonly task: number;
  /** Index into Catalog.decisions. */
  readonly decision: number;
  /** CPU, or -1. */
  readonly result: number;
  /** Of its explain record. */
  readonly id: number;
}

/** A line that had to be fetched, or a lock that was taken. Times are ns. */
export interface DecisionStep {
  readonly kind: 'fetch' | 'lock';
  readonly time: number;
  /** Fetch: line * lineBytes + byte in it. */
  readonly address: number;
  /** Behind others. */
  readonly waited: number;
  /** The CPU stood still: less than the fetch took where several were under way at once. */
  readonly stalled: number;
  /** Fetch: a store or an atomic. */
  readonly isWrite: boolean;
  /** Fetch: index into Catalog.symbols. */
  readonly symbol: number;
  /** Lock: its id; else -1. */
  readonly lock: number;
}

/** How a decision came about. */
export interface DecisionStory {
  readonly explain: Explain;
  /** In order; hits in the core's own caches are not among them. */
  readonly steps: readonly DecisionStep[];
  /** Steps beyond the number a story lists. */
  readonly leftOut: number;
}
