// The types of the package for its users. They are complete by themselves: nothing here names a type of another
// file, so that the shipped declarations need only this one.

/** A message for a person: what was wrong, where, and what would be right. */
export interface InputError extends Error {
  /** The path of the field, "line 3" of a text, or "file". */
  readonly path: string;
  readonly problem: string;
  readonly remedy: string;
}

/** A file as a caller passes it: name and bytes. */
export interface NamedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** A machine of one's own, as files tell of it. */
export interface OwnMachine {
  readonly cpus: number;
  /** What was left out, assumed or taken from elsewhere, a sentence each. */
  readonly notes: readonly string[];
  /** What a recipe says of it. */
  readonly machine: unknown;
}

/** A workload of one's own. */
export interface OwnWorkload {
  readonly kind: 'rt-app' | 'short' | 'workload';
  readonly notes: readonly string[];
  /** The form that recipes keep. */
  readonly form: unknown;
}

export interface OpenOptions {
  /** Fields of the scenario by path: { 'workload.threads': 4, duration: '20 ms' }. */
  readonly set?: Readonly<Record<string, string | number | boolean>>;
  readonly seed?: number;
  readonly machine?: OwnMachine;
  readonly workload?: OwnWorkload;
  /** The text of a scheduling policy; it becomes one more variant, with the kernel of A. */
  readonly policy?: string;
}

export interface SweepOptions extends OpenOptions {
  /** Values of fields by path; every combination is run: { 'workload.threads': [60, 120] }. */
  readonly over: Readonly<Record<string, readonly (string | number | boolean)[]>>;
  /** How many seeds, from the scenario's own, at most 999; 1 if left out. */
  readonly seeds?: number;
  /** Called after each run, with how many are done of how many. */
  readonly onRun?: (done: number, of: number) => void;
}

/** One run of a sweep. */
export interface SweepRun {
  readonly set: Readonly<Record<string, string | number | boolean>>;
  readonly seed: number;
  readonly variant: string;
  readonly metrics: Readonly<Record<string, Metric>>;
  readonly traceHash: string;
}

export interface Variant {
  readonly id: string;
  readonly label: string;
  /** Version of the kernel. */
  readonly kernel: string;
}

export interface Span {
  /** ns. */
  readonly from: number;
  readonly to: number;
}

/** What can be run: a scenario with everything that was changed in it. */
export interface Opened {
  readonly title: string;
  /** Its name among the shipped ones; undefined for others. */
  readonly name: string | undefined;
  readonly seed: number;
  /** ns. */
  readonly duration: number;
  /** The measured part of it. */
  readonly window: Span;
  readonly variants: readonly Variant[];
  readonly cpus: number;
  /** What the simulation leaves out, a sentence each. */
  readonly notModelled: readonly string[];
  /** What was changed so that it can run, a sentence each. */
  readonly notices: readonly string[];
  /** The end of an address that opens just this in the page ("#r=…"); undefined where no recipe says it. */
  readonly link: string | undefined;
}

export interface RunOptions {
  /** Called some two hundred times with the simulated time reached, ns. */
  readonly onProgress?: (time: number) => void;
}

export interface Metric {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly what: string;
}

export interface Table {
  readonly name: string;
  readonly columns: readonly { readonly name: string; readonly unit?: string }[];
  readonly rows: readonly (readonly (string | number | undefined)[])[];
}

export interface Result {
  /** ns simulated. */
  readonly time: number;
  /** Equal for equal runs, on every machine. */
  readonly traceHash: string;
  /** Of the measured window; empty where the run ends before it. */
  readonly metrics: Readonly<Record<string, Metric>>;
  readonly counters: Readonly<
    Record<'records' | 'accesses' | 'misses' | 'switches' | 'wakeups' | 'migrations', number>
  >;
  /** metrics, ledger, cache_lines, c2c, topology …; by name. */
  readonly tables: Readonly<Record<string, Table>>;
}

export const traceFormats = [
  'ftrace',
  'trace-dat',
  'perfetto',
  'chrome',
  'perf-sched-map',
  'perf-sched-timehist',
] as const;
export type TraceFormat = (typeof traceFormats)[number];

export interface TraceOptions extends RunOptions {
  readonly format: TraceFormat;
  /** ns; the whole run if left out. */
  readonly from?: number;
  readonly to?: number;
}

/** A CPU at a moment. */
export interface CpuMoment {
  readonly cpu: number;
  /** Runs user code, kernel code, idles, waits for a cache line, or for a lock. */
  readonly activity: 'idle' | 'user' | 'kernel' | 'line' | 'lock';
  /** Task that runs; undefined while it idles. */
  readonly task: number | undefined;
  /** Tasks on its run queue. */
  readonly queued: number;
}

/** A run that one takes through time by oneself. It does not go back. */
export interface Live {
  /** ns. */
  readonly time: number;
  /** On to a moment (ns), or to the end of the run if that comes first. */
  runTo(time: number): void;
  cpus(): readonly CpuMoment[];
  traceHash(): string;
  /** Gives its memory back; nothing may be asked afterwards. */
  close(): void;
}
