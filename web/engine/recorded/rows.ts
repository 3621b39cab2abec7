// A recording of a real machine as an engine replays it: its events, in order of time, and its tasks. Types and
// codes only; a reader of traces makes it (exchange/own/recording), core.ts replays it.

/** Bits of a row's flags. */
export const ROW = {
  /** On a switch: the wait of the incoming task is unknown, because events of the CPU were lost meanwhile. */
  UNCOUNTED: 1,
  /** Of a move: no event told of it. */
  INFERRED: 2,
  /** On a wake-up: an interrupt caused it, whichever task ran there. */
  INTERRUPT: 4,
} as const;

/**
 * Columns by row. Kinds are RECORD codes: SWITCH (a the outgoing task, b the incoming task, c the TASK code of a),
 * WAKE (a task, b CPU, c CPU before), MIGRATE (a task, b from, c to, d MIGRATE code) and MODE (a ACTIVITY of the
 * CPU from here on, b its task) where no switch says it: at the beginning, and around gaps. Tasks are those of an
 * engine: below the number of CPUs that CPU's idle task.
 */
export interface RecordedRows {
  readonly count: number;
  /** ns. */
  readonly time: Float64Array;
  readonly cpu: Uint16Array;
  readonly kind: Uint8Array;
  readonly flags: Uint8Array;
  readonly a: Int32Array;
  readonly b: Int32Array;
  readonly c: Int32Array;
  readonly d: Uint8Array;
}

export interface RecordedTask {
  readonly pid: number;
  /** Of its process; 0: not told. */
  readonly tgid: number;
  readonly comm: string;
  /** Kernel priority; 120 where it was not told. */
  readonly prio: number;
}

export interface RecordedRun {
  /** Of the machine. */
  readonly cpus: number;
  /** ns from its first event to its last. */
  readonly duration: number;
  readonly rows: RecordedRows;
  /** In the order of their numbers, idle tasks left out. */
  readonly tasks: readonly RecordedTask[];
}
