// Races as data: a few threads, each a list of memory steps on the words of cpupri and of the RT
// overload, and what exploring or following one says. What the steps do is the core's business
// (wasm-core/src/race); how they cross to it stands in explorer.ts.

/** One step of a thread. `find` is a whole search of cpupri and takes as many accesses as it needs. */
export type RaceStep =
  | { readonly op: 'set-bit' | 'clear-bit'; readonly level: number; readonly cpu: number }
  | { readonly op: 'increment' | 'decrement'; readonly level: number }
  | { readonly op: 'find'; readonly level: number }
  | {
      readonly op: 'set-overload-bit' | 'clear-overload-bit' | 'read-overload-bit';
      readonly cpu: number;
    }
  | {
      readonly op: 'increment-overload' | 'decrement-overload' | 'read-overload';
      readonly node: number;
    };

export interface MemoryRace {
  /** Where CPUs are filed in cpupri before the race. */
  readonly filed: readonly { readonly cpu: number; readonly level: number }[];
  /** Bits set in masks without that: ghost members, as patch 4 can have them; left out: none. */
  readonly stray?: readonly { readonly cpu: number; readonly level: number }[];
  /** Which CPUs have announced RT overload before it, each in the counter of a node. */
  readonly overloaded: readonly { readonly cpu: number; readonly node: number }[];
  readonly threads: readonly (readonly RaceStep[])[];
}

/** What a thread has found when it has finished. */
export interface ThreadResult {
  /** The level of cpupri at which its search found CPUs; undefined: none, or it did not search. */
  readonly found: number | undefined;
  readonly cpus: readonly number[];
  /** The sum of the overload counters it read. */
  readonly sum: number;
  /** The bit of the overload mask it read. */
  readonly bit: number;
}

/** All orders of a race that end with the same results. */
export interface RaceOutcome {
  /** By thread. */
  readonly results: readonly ThreadResult[];
  /** How many orders; exact up to 2^53. */
  readonly orders: number;
  /** One of them, with as few changes of thread as can be: a thread for each access. */
  readonly witness: readonly number[];
}

export interface Exploration {
  /** Different states of memory and threads that were passed through. */
  readonly states: number;
  readonly orders: number;
  /** The most fruitless scans of a mask in one search of one order. */
  readonly mostWasted: number;
  readonly outcomes: readonly RaceOutcome[];
}

/** What a thread does to memory with one access, or by itself without any. */
export interface ThreadAccess {
  readonly kind:
    | 'wrote'
    | 'read-count'
    | 'read-any'
    | 'read-copy'
    | 'read-sum'
    | 'read-bit'
    | 'gave-up'
    | 'skipped';
  /** The step of the thread's list it belongs to. */
  readonly step: number;
  /** Level of cpupri, or node. */
  readonly level: number;
  readonly cpu: number;
  /** Word of the mask: 64 CPUs each. */
  readonly word: number;
  /** The count, sum or bit that was read. */
  readonly value: number;
  /** The CPUs that were read in a word of a mask. */
  readonly cpus: readonly number[];
}

export interface ThreadState extends ThreadResult {
  /** The next step of its list; the length of the list when it has finished. */
  readonly step: number;
  /** Within a search: what it is about to do, at which level and word. */
  readonly phase: 'count' | 'any' | 'copy';
  readonly level: number;
  readonly word: number;
  readonly wasted: number;
}

export interface RaceState {
  /** By place in `levels`. */
  readonly counts: readonly number[];
  readonly masks: readonly (readonly number[])[];
  /** By node. */
  readonly overloadCounts: readonly number[];
  readonly overloadMask: readonly number[];
  readonly threads: readonly ThreadState[];
}

/** One order, step by step. */
export interface FollowedOrder {
  /** The cpupri levels that any CPU ever has, ascending. */
  readonly levels: readonly number[];
  readonly start: RaceState;
  readonly done: readonly {
    readonly thread: number;
    readonly access: ThreadAccess;
    readonly state: RaceState;
  }[];
  /** What each thread would do next; undefined: it has finished. */
  readonly next: readonly (ThreadAccess | undefined)[];
}

/** True for what a thread does by itself: it touches no memory, so its place in the order is none. */
export const isSilent = ({ kind }: ThreadAccess): boolean =>
  kind === 'gave-up' || kind === 'skipped';
