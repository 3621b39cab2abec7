// What is known of every workload, and of the parameters it is written with.

import type { workloads as coreWorkloads } from '../engine/definition.gen.ts';
import type { Machine } from './topology.ts';

/** One parameter: what a knob needs to know of it. Times are written with a unit; limits are ns. */
export type WorkloadParameter =
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
 * What a workload is about (SS_TRAITS of the core says what each means): what may be measured of it and
 * changed in it follows from these and never from its name.
 */
export type Trait = (typeof coreWorkloads)[number]['traits'][number];

/** Counts and choices as a scenario writes them. */
export type WorkloadSettings = Readonly<Record<string, string | number>>;

/** What this side may know of a workload beyond what the core says of it. */
export interface Knowledge {
  /** Tasks it creates. */
  readonly tasks?: (p: Numbers) => number;
  /** Wake-ups a second, at most: for the estimate of cost. */
  readonly wakeups?: (p: Numbers) => number;
  /**
   * Accesses to shared words for each of them, with the work between: what the core counted on 480 CPUs
   * in the variant that makes most, rounded up. tests/engine/cost.test.ts holds the estimate to it.
   */
  readonly accessesPerWakeup?: number;
  /** What of its settings has to change on a machine that is too small for them; changes nothing that fits. */
  readonly fit?: (settings: WorkloadSettings, machine: Machine) => WorkloadSettings;
  /** Throws ScenarioError if the parameters do not fit each other or the machine. */
  readonly check?: (p: Numbers, machine: Machine) => void;
}

export interface Workload extends Required<Knowledge> {
  readonly name: string;
  /** The core's WORKLOAD_ code. */
  readonly code: number;
  readonly what: string;
  readonly parameters: readonly WorkloadParameter[];
  readonly traits: readonly Trait[];
  /** The class it is made for, where that is not the minimal one: taken if the kernel names none. */
  readonly fair: 'full' | undefined;
}

/** Shortest path through the kernel from one wake-up to the next, ns: bounds the rate of events. */
export const KERNEL_PATH_NS = 3000;

/** Seconds from one wake-up to the next. */
export const cycle = (ns: number): number => (ns + KERNEL_PATH_NS) / 1e9;
