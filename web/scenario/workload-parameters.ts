// What every registered workload says of itself, and the parameters it is written with.

import type { Machine } from './topology.ts';

/** One parameter: what a knob needs to know of it. Times are written with a unit; limits are ns. */
export type Parameter =
  | {
      readonly kind: 'integer' | 'time';
      readonly name: string;
      readonly what: string;
      readonly low: number;
      readonly high: number;
      /** True: a scenario may leave it out, which is 0. */
      readonly optional?: true;
    }
  | {
      readonly kind: 'choice';
      readonly name: string;
      readonly what: string;
      readonly choices: readonly string[];
      /** True: a scenario may leave it out, which is the first. */
      readonly optional?: true;
    };

/** Parameter values by name, as the core counts them: integers, ns, index of a choice. */
export type Numbers = Readonly<Record<string, number>>;

/**
 * What a workload is about: what may be measured of it and changed in it follows from these and never
 * from its name.
 */
export type Trait =
  /** It asks for pages: zones, their locks and the lists of each CPU are there. */
  | 'page-lists'
  /** A fault copies a page of a file instead of zeroing one. */
  | 'copies-pages'
  /** It is about wake-ups and where they lead. */
  | 'wakes'
  /** Messengers and workers belong together, and latencies are its own. */
  | 'gathers';

/** Counts and choices as a scenario writes them. */
export type Settings = Readonly<Record<string, string | number>>;

export interface Workload {
  readonly name: string;
  /** The core's WORKLOAD_ code. */
  readonly code: number;
  readonly what: string;
  readonly parameters: readonly Parameter[];
  /** Tasks it creates. */
  readonly tasks: (p: Numbers) => number;
  /** Wake-ups a second, at most: for the estimate of cost. */
  readonly wakeups: (p: Numbers) => number;
  /**
   * Accesses to shared words for each of them, with the work between: what the core counted on 480 CPUs
   * in the variant that makes most, rounded up. tests/engine/cost.test.ts holds the estimate to it.
   */
  readonly accessesPerWakeup: number;
  readonly traits?: readonly Trait[];
  /** What of its settings has to change on a machine that is too small for them; changes nothing that fits. */
  readonly fit?: (settings: Settings, machine: Machine) => Settings;
  /** The class it is made for, where that is not the minimal one: taken if the kernel names none. */
  readonly fair?: 'full';
  /** Throws ScenarioError if the parameters do not fit each other or the machine. */
  readonly check: (p: Numbers, machine: Machine) => void;
}

/** Shortest path through the kernel from one wake-up to the next, ns: bounds the rate of events. */
export const KERNEL_PATH_NS = 3000;

/** Seconds from one wake-up to the next. */
export const cycle = (ns: number): number => (ns + KERNEL_PATH_NS) / 1e9;

export const whole = (name: string, low: number, high: number, what: string): Parameter => ({
  kind: 'integer',
  name,
  what,
  low,
  high,
});
export const span = (name: string, low: number, high: number, what: string): Parameter => ({
  kind: 'time',
  name,
  what,
  low,
  high,
});
export const choice = (name: string, what: string, ...choices: string[]): Parameter => ({
  kind: 'choice',
  name,
  what,
  choices,
});

/** The longest quantum or interval: fits the core's 32-bit parameter with room. */
export const LONGEST_NS = 1_000_000_000;

/** The longest pause between rounds: some seconds, in which slow things happen; it just fits. */
export const LONGEST_PAUSE_NS = 4_000_000_000;

/** A time that a scenario may leave out, which is none. */
export const optionalSpan = (name: string, low: number, high: number, what: string): Parameter => ({
  kind: 'time',
  name,
  what,
  low,
  high,
  optional: true,
});

/** A choice that a scenario may leave out, which is the first. */
export const optionalChoice = (name: string, what: string, ...choices: string[]): Parameter => ({
  kind: 'choice',
  name,
  what,
  choices,
  optional: true,
});
