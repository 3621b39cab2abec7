// The figures of a recording: run time by task, wait time after wake-ups, migrations with their reasons, and the
// share of time about which nothing is known. Exact: every row is read.

import { ACTIVITY, MIGRATE, RECORD } from '../../../engine/abi.gen.ts';
import { type RecordedRun, ROW } from '../../../engine/recorded/rows.ts';

export interface TaskFigures {
  readonly name: string;
  /** ns. */
  cpuTime: number;
  runs: number;
  wakeups: number;
  moves: number;
  latencySum: number;
  latencyMost: number;
  latencies: number;
}

export interface CpuFigures {
  /** ns; the three add up to the time of the recording. */
  busy: number;
  idle: number;
  unknown: number;
}

export interface RecordingFigures {
  /** ns. */
  readonly duration: number;
  readonly switches: number;
  readonly wakeups: number;
  readonly moves: { readonly wake: number; readonly fork: number; readonly unknown: number };
  /** ns, ascending. */
  readonly latencies: Float64Array;
  readonly cpus: readonly CpuFigures[];
  /** In the order of the run's tasks. */
  readonly tasks: readonly TaskFigures[];
}

/** "a-10" */
export const nameOfTask = ({ comm, pid }: { comm: string; pid: number }): string =>
  `${comm}-${pid}`;

class Counting {
  readonly #run: RecordedRun;
  readonly #activity: Uint8Array;
  readonly #running: Int32Array;
  readonly #since: Float64Array;
  readonly #woken: Float64Array;
  readonly #latencies: Float64Array;
  #waits = 0;
  readonly cpus: CpuFigures[];
  readonly tasks: TaskFigures[];
  readonly moves = { wake: 0, fork: 0, unknown: 0 };
  switches = 0;
  wakeups = 0;

  constructor(run: RecordedRun) {
    this.#run = run;
    this.#activity = new Uint8Array(run.cpus).fill(ACTIVITY.UNKNOWN);
    this.#running = new Int32Array(run.cpus).fill(-1);
    this.#since = new Float64Array(run.cpus);
    this.#woken = new Float64Array(run.cpus + run.tasks.length).fill(-1);
    this.#latencies = new Float64Array(run.rows.count);
    this.cpus = Array.from({ length: run.cpus }, () => ({ busy: 0, idle: 0, unknown: 0 }));
    this.tasks = run.tasks.map((task) => ({
      name: nameOfTask(task),
      cpuTime: 0,
      runs: 0,
      wakeups: 0,
      moves: 0,
      latencySum: 0,
      latencyMost: 0,
      latencies: 0,
    }));
  }

  count(): RecordingFigures {
    const { rows, duration, cpus } = this.#run;
    for (let row = 0; row < rows.count; row++) this.#see(row);
    for (let cpu = 0; cpu < cpus; cpu++) this.#tell(cpu, duration);
    const latencies = this.#latencies.slice(0, this.#waits).sort();
    const { switches, wakeups, moves, tasks } = this;
    return { duration, switches, wakeups, moves, latencies, cpus: this.cpus, tasks };
  }

  #task = (id: number): TaskFigures | undefined => this.tasks[id - this.#run.cpus];

  #see(row: number): void {
    const { time, cpu, kind, flags, a, b, d } = this.#run.rows;
    const now = time[row]!;
    const here = cpu[row]!;
    if (kind[row] === RECORD.SWITCH) {
      this.switches++;
      this.#tell(here, now);
      this.#enter(here, b[row]! < this.#run.cpus ? ACTIVITY.IDLE : ACTIVITY.USER, b[row]!);
      this.#arrive(b[row]!, now, (flags[row]! & ROW.UNCOUNTED) === 0);
    } else if (kind[row] === RECORD.MODE) {
      this.#tell(here, now);
      this.#enter(here, a[row]!, b[row]!);
    } else if (kind[row] === RECORD.WAKE) {
      this.wakeups++;
      this.#woken[a[row]!] = now;
      const task = this.#task(a[row]!);
      if (task) task.wakeups++;
    } else {
      const task = this.#task(a[row]!);
      if (task) task.moves++;
      if (d[row] === MIGRATE.WAKE) this.moves.wake++;
      else if (d[row] === MIGRATE.FORK) this.moves.fork++;
      else this.moves.unknown++;
    }
  }

  #enter(cpu: number, activity: number, task: number): void {
    this.#activity[cpu] = activity;
    this.#running[cpu] = task;
  }

  #arrive(id: number, now: number, isCounted: boolean): void {
    const task = this.#task(id);
    const woken = this.#woken[id]!;
    if (!task) return;
    task.runs++;
    this.#woken[id] = -1;
    if (woken < 0 || !isCounted) return;
    const wait = now - woken;
    this.#latencies[this.#waits++] = wait;
    task.latencySum += wait;
    task.latencies++;
    task.latencyMost = Math.max(task.latencyMost, wait);
  }

  #tell(cpu: number, now: number): void {
    const passed = now - this.#since[cpu]!;
    this.#since[cpu] = now;
    const figures = this.cpus[cpu]!;
    if (this.#activity[cpu] === ACTIVITY.UNKNOWN) figures.unknown += passed;
    else if (this.#activity[cpu] === ACTIVITY.IDLE) figures.idle += passed;
    else {
      figures.busy += passed;
      const task = this.#task(this.#running[cpu]!);
      if (task) task.cpuTime += passed;
    }
  }
}

export const figuresOf = (run: RecordedRun): RecordingFigures => new Counting(run).count();

/** ns that a share of all do not exceed; undefined where there are none. */
export function nearestRank(ascending: Float64Array, share: number): number | undefined {
  return ascending[Math.max(0, Math.ceil(share * ascending.length) - 1)];
}
