// Writes a run as ftrace text (sched_switch, sched_wakeup, sched_migrate_task), which Perfetto,
// KernelShark and LISA open. Times are microseconds with six digits, as trace-cmd prints them.

import { closeSync, openSync, writeSync } from 'node:fs';
import { RECORD, TASK } from '../web/engine/abi.gen.ts';
import type { World } from '../web/engine/world.ts';
import { UsageError } from './usage.ts';

/** Lines are written in pieces of about this size. */
const pieceCharacters = 1 << 20;
/** The kernel's TASK_COMM_LEN without the terminating zero. */
const commLength = 15;

interface Line {
  readonly time: number;
  readonly text: string;
}

const header = `# tracer: nop
#
# Simulated by Schedscape: times are simulated time.
#
#           TASK-PID     CPU#  |||||  TIMESTAMP  FUNCTION
#              | |         |   |||||     |         |
`;

const three = (cpu: number): string => String(cpu).padStart(3, '0');

/** ns as seconds with six digits, rounded down. */
function seconds(ns: number): string {
  const us = Math.floor(ns / 1000);
  return `${Math.floor(us / 1e6)}.${String(us % 1e6).padStart(6, '0')}`;
}

export class FtraceWriter {
  readonly #file: number;
  readonly #comm: string;
  readonly #cpus: number;
  /** Task running on each CPU; idle tasks have the CPU's number. */
  readonly #running: Int32Array;
  /** Read once: neither changes in a run. */
  readonly #group: Int32Array;
  readonly #priority: Int16Array;
  /** Records come in the order in which events were served; a CPU's clock may be a little ahead. */
  #waiting: Line[] = [];
  #piece = header;

  /** `comm` begins the names of the workload's tasks. Throws UsageError if `file` cannot be made. */
  constructor(file: string, comm: string, world: World) {
    try {
      this.#file = openSync(file, 'w');
    } catch (cause) {
      throw new UsageError(`--trace ${file}: cannot be written (${(cause as Error).message})`);
    }
    this.#comm = comm.slice(0, commLength - 6);
    this.#cpus = world.at.cpuViewCount;
    this.#running = Int32Array.from({ length: this.#cpus }, (_, cpu) => cpu);
    world.refresh();
    const tasks = world.tasks();
    this.#group = Int32Array.from({ length: tasks.count }, (_, task) => tasks.at(task).group);
    this.#priority = Int16Array.from({ length: tasks.count }, (_, task) => tasks.at(task).priority);
  }

  /** Takes the records of the given sequence numbers; those that can be in order are written. */
  add(world: World, from: number, to: number): void {
    const ring = world.ring();
    for (let sequence = from; sequence < to; sequence++) {
      const record = ring.at(sequence % ring.count);
      const event = this.#event(record.kind, record.a, record.b, record.c);
      if (!event) continue;
      const { cpu, time } = record;
      const current = this.#running[cpu]!;
      const who = `${this.#name(current)}-${this.#pid(current)}`.padStart(22);
      this.#waiting.push({
        time,
        text: `${who}   [${three(cpu)}] d.... ${seconds(time)}: ${event}`,
      });
      if (record.kind === RECORD.SWITCH) this.#running[cpu] = record.b;
    }
    this.#flush(world.time);
  }

  close(): void {
    this.#flush(Number.POSITIVE_INFINITY);
    this.#write();
    closeSync(this.#file);
  }

  #isIdle = (task: number): boolean => task < this.#cpus;
  #pid = (task: number): number => (this.#isIdle(task) ? 0 : task - this.#cpus + 1);

  #name(task: number): string {
    return this.#isIdle(task) ? '<idle>' : `${this.#comm}-${this.#group[task] ?? 0}`;
  }

  #comms(task: number): string {
    return this.#isIdle(task) ? `swapper/${task}` : this.#name(task);
  }

  #about(task: number, prefix = ''): string {
    const priority = this.#isIdle(task) ? 120 : (this.#priority[task] ?? 120);
    const comm = `${prefix}comm=${this.#comms(task)}`;
    return `${comm} ${prefix}pid=${this.#pid(task)} ${prefix}prio=${priority}`;
  }

  #event(kind: number, a: number, b: number, c: number): string | undefined {
    if (kind === RECORD.SWITCH) {
      const state = c === TASK.SLEEPING ? 'S' : 'R';
      const previous = `${this.#about(a, 'prev_')} prev_state=${state}`;
      return `sched_switch: ${previous} ==> ${this.#about(b, 'next_')}`;
    }
    if (kind === RECORD.WAKE) return `sched_wakeup: ${this.#about(a)} target_cpu=${three(b)}`;
    if (kind === RECORD.MIGRATE) {
      return `sched_migrate_task: ${this.#about(a)} orig_cpu=${b} dest_cpu=${c}`;
    }
    return undefined;
  }

  /** Writes what nothing can come before any more. */
  #flush(now: number): void {
    const isReady = (line: Line) => line.time <= now;
    // Stable: records of one moment stay in the order in which they happened.
    const ready = this.#waiting.filter(isReady).sort((x, y) => x.time - y.time);
    this.#waiting = this.#waiting.filter((line) => !isReady(line));
    for (const { text } of ready) {
      this.#piece += `${text}\n`;
      if (this.#piece.length > pieceCharacters) this.#write();
    }
  }

  #write(): void {
    writeSync(this.#file, this.#piece);
    this.#piece = '';
  }
}
