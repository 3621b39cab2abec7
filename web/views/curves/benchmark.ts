// What was published of one benchmark on several machines. Types only.

export interface MachineChange {
  readonly machine: string;
  /** % against batch 31 at batch 63 and at 127; null where nothing was published. */
  readonly changes: readonly [number | null, number | null];
  /** Why a figure is missing, in the words of the source. */
  readonly missing: string | undefined;
}

export interface BenchmarkTable {
  readonly name: string;
  readonly metric: string;
  readonly better: 'higher' | 'less';
  readonly machines: readonly MachineChange[];
  /** Machines of which runs are compared with it. */
  readonly simulated: number;
  /** Why it is not simulated on the others; undefined where it is on all. */
  readonly reason: string | undefined;
}
