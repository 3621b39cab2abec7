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
  /** Shared words touched on the way, and what all of it cost in ns. */
  readonly accesses: number;
  readonly cost: number;
  /** What the record of such a decision has besides. */
  readonly facts: ExplainFacts;
  /** Where the world was asked for steps: the tests of a placement in order and what became of it, the figures of
   * others. */
  readonly steps: readonly ExplainStep[];
  /** There were more than a record holds. */
  readonly isCut: boolean;
  /** More of them are to come. */
  readonly isOpen: boolean;
}

/** By the form of a record, which goes with the decision. */
export type ExplainFacts =
  | { readonly form: 'plain' }
  | SearchFacts
  | WalkFacts
  | PlacementFacts
  | PassFacts
  | GateFacts
  | HoldFacts
  | FallbackFacts;

/** Where an RT task goes that wakes, is pushed or pulled. */
export interface SearchFacts {
  readonly form: 'search';
  /** cpupri level at which candidates were found, or -1. */
  readonly foundLevel: number;
  /** Levels looked at. */
  readonly probed: number;
  /** Of these: populated, but without a CPU the task may use. */
  readonly refused: number;
  /** CPUs in the result mask. */
  readonly candidates: number;
  /** How many of them were listed at the level without being filed there. */
  readonly ghosts: number;
  /** The CPUs found, lowest number first; at most SS_EXPLAIN_CANDIDATES of them. */
  readonly found: readonly number[];
  /** Level of the sched domain that decided (0 is the innermost of the kernel's list), or -1. */
  readonly domain: number;
  readonly taskPriority: number;
  readonly otherPriority: number;
  /** Of what ran on the previous CPU, as it was read. */
  readonly runningPriority: number;
}

/** A CPU that fell asks the overloaded ones. */
export interface WalkFacts {
  readonly form: 'walk';
  /** CPUs. */
  readonly overloaded: number;
}

/** Where an ordinary task goes that wakes or begins. */
export interface PlacementFacts {
  readonly form: 'placement';
  /** PLACED code: it wakes, forks or replaces its program. */
  readonly placed: number;
  /** How often a CPU was looked at. */
  readonly looked: number;
  /** CPU around which a wake-up searched, or -1. */
  readonly target: number;
  /**
   * The wakee flips of waker and wakee, and the number of CPUs of the LLC against which they are measured; 0 unless
   * the pair was too wide to be brought together.
   */
  readonly wakerFlips: number;
  readonly wakeeFlips: number;
  readonly llcCpus: number;
}

/** What a balance pass summed up and tested, as far as it came; 0 beyond. */
export interface PassFacts {
  readonly form: 'pass';
  /** Tasks. */
  readonly moved: number;
  /** BALANCE: the kind of balancer. */
  readonly type: number;
  /** MOVES: what it wanted to move, and how much of it. */
  readonly moves: number;
  readonly amount: number;
  /** Of the sched domain. */
  readonly level: number;
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

/** Whether a CPU looks for work before it idles. */
export interface GateFacts {
  readonly form: 'gate';
  /** ns: how long it idles on average, and what a search takes. */
  readonly idle: number;
  readonly expected: number;
  /** By the dice; less than `needed` would have let it search. 0 and 0: it was not thrown. */
  readonly drawn: number;
  readonly needed: number;
}

/** A refill or a flush of a page list. */
export interface HoldFacts {
  readonly form: 'hold';
  /** The page moved first. */
  readonly first: number;
  readonly wanted: number;
  readonly pages: number;
  /** Of them given back that merged with nothing. */
  readonly single: number;
  /** Blocks split or merged, and the highest order at which that was. */
  readonly work: number;
  readonly order: number;
  /** Pages left on the list. */
  readonly listed: number;
  /** Blocks given back, by why they grew no further. */
  readonly stopped: readonly number[];
}

/** Blocks of another type are taken; one for all of a refill. */
export interface FallbackFacts {
  readonly form: 'fallback';
  readonly page: number;
  /** Types of pages: what was wanted, and of the block taken. */
  readonly wanted: number;
  readonly type: number;
  readonly order: number;
  /** Of the refill. */
  readonly fallbacks: number;
  /** Pages that changed their type. */
  readonly moved: number;
  /** Pages of the pageblock. */
  readonly onLru: number;
  readonly alike: number;
}

/** One test of a placement, or of what became of it; or figures of another decision. */
export interface ExplainStep {
  /** Index into Catalog.reasons. */
  readonly reason: number;
  /** Its numbers, by the names that steps.gen.ts has for its code. */
  readonly facts: readonly number[];
}

/** Whose decisions are wanted; all that are given must hold. */
export interface DecisionFilter {
  /** The CPU that decided. */
  readonly cpu?: number | undefined;
  /** The task it was decided about. */
  readonly task?: number | undefined;
  /** What was decided, as a record names it; without it everything. */
  readonly kinds?: readonly number[] | undefined;
}

export interface DecisionsQuery extends DecisionFilter {
  /** The asker, where there are several: a newer question replaces only an older one of the same asker. */
  readonly asker?: 'why' | 'pages' | 'policy' | 'stage' | 'step';
  /** ns: the latest that counts. */
  readonly time: number;
  /** How many are wanted. */
  readonly most: number;
  /** With so many the look back ends, although more are wanted; without it with `most`. */
  readonly enough?: number | undefined;
}

/** The task of the fair class that was to run next on a CPU, and why; the run itself keeps no record of it. */
export interface Pick {
  readonly time: number;
  readonly cpu: number;
  /** Task that ran, or the idle one, whose number is that of the CPU. */
  readonly previous: number;
  /** -1: no task was left. */
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
