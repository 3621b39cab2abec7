// The facts that one file gives about a machine. Most files give a part only: numactl knows nodes, lscpu knows
// caches, a matrix knows latencies. join.ts makes one machine of all that was given.

import type { ReaderNotes } from '../notes.ts';
import type { MachineCpuRow, NodeDistances, ProcessorFacts } from './rows.ts';
import type { Told } from './told.ts';

export const machineKinds = [
  'hwloc',
  'lstopo',
  'lscpu',
  'lscpu-table',
  'lscpu-text',
  'lscpu-json',
  'cpuinfo',
  'perf-head',
  'zones',
  'domains',
  'likwid',
  'cpuid',
  'numactl',
  'sysfs',
  'synthetic',
  'matrix',
] as const;
export type MachineKind = (typeof machineKinds)[number];

/** Sizes of caches; an LLC as the file has it, before any split by nodes. */
export interface CacheSizes {
  readonly l1d_kb?: number;
  readonly l2_kb?: number;
  readonly llc_mb?: number;
}

/** When idle states are entered and how long leaving them takes, as the driver's table says, ns. */
export interface IdleTimes {
  readonly idle_exit_c1?: number;
  readonly idle_exit_c1e?: number;
  readonly idle_exit_c6?: number;
  readonly idle_residency_c1?: number;
  readonly idle_residency_c1e?: number;
  readonly idle_residency_c6?: number;
}

/** Memory latencies that the firmware states, ns, by node of the CPU and node of the memory. */
export interface MemoryLatency {
  readonly from: number;
  readonly to: number;
  readonly ns: number;
}

export interface MachineReading {
  readonly kind: MachineKind;
  /** What is said of the source in sentences: "lscpu". */
  readonly from: string;
  /** Absent where the file names no CPU by itself. */
  readonly rows?: readonly MachineCpuRow[];
  /** True where the nodes of rows are assumed: those of another text take their place. */
  readonly assumesNodes?: boolean;
  /** How many CPUs run, as a text says that lists none. */
  readonly running?: number;
  /** What it counts beyond them. */
  readonly told?: Told;
  /**
   * The CPUs that a file implies which lists none: asked only if no other file lists them. What it infers it says in
   * `notes`; `facts` are those of all files. Throws ScenarioError.
   */
  readonly proposal?: (notes: ReaderNotes, facts: ProcessorFacts) => readonly MachineCpuRow[];
  /** Node of each CPU, where a file tells it apart from rows. */
  readonly nodes?: ReadonlyMap<number, number>;
  /** The node whose memory the CPUs of a memoryless node use, if that was chosen: they are simulated on that one. */
  readonly movedTo?: ReadonlyMap<number, number>;
  readonly distances?: NodeDistances;
  readonly facts?: ProcessorFacts;
  readonly sizes?: CacheSizes;
  readonly idle?: IdleTimes;
  readonly memory?: readonly MemoryLatency[];
  /** Latencies between nodes that were added to the file by hand, ns: used only on request. */
  readonly ownLatencies?: NodeDistances;
  /** Latencies from CPU to CPU, ns one way; undefined where not measured. */
  readonly matrix?: readonly (readonly (number | undefined)[])[];
}
