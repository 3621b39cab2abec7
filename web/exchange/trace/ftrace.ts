// Writes a run as the text of ftrace (sched_waking, sched_wakeup, sched_migrate_task, sched_switch),
// which Perfetto, KernelShark and LISA read. Grammar: lib/traceevent's text as the kernel prints it in
// /sys/kernel/tracing/trace. Times are simulated; microseconds with six digits, rounded down.

import { MIGRATE, RECORD, TASK } from '../../engine/abi.gen.ts';
import type { World } from '../../engine/world.ts';
import { type Provenance, provenanceLines } from '../provenance.ts';
import { Pieces } from './pieces.ts';
import { TraceTasks } from './tasks.ts';
import { type Enqueued, Wakeups } from './wakeups.ts';
import type { TraceOptions, TraceWriter } from './writer.ts';

/** Interrupts, resched, context, preemption depth, migration depth: what each context shows. */
const flags = {
  task: 'd..2.',
  listOfIdle: 'dN.2.',
  listInInterrupt: 'd.h2.',
  timerWaking: 'd.h3.',
  timerWakeup: 'dNh4.',
} as const;

/** SS_VECTOR_TIMER of exec/world.h. */
const timerVector = 2;
const none = -1;

/** Text is turned into bytes in portions of about this size. */
const portionCharacters = 1 << 16;

interface Line {
  readonly time: number;
  readonly text: string;
}

const encoder = new TextEncoder();
const three = (cpu: number): string => String(cpu).padStart(3, '0');

/** ns as seconds with six digits, rounded down. */
function seconds(ns: number): string {
  const us = Math.floor(ns / 1000);
  return `${String(Math.floor(us / 1e6)).padStart(5)}.${String(us % 1e6).padStart(6, '0')}`;
}

/** The head of the file, as the kernel writes it, with the provenance as comments. */
export function ftraceHeader(provenance: Provenance, events: number, cpus: number): string {
  return [
    '# tracer: nop',
    '#',
    `# entries-in-buffer/entries-written: ${events}/${events}   #P:${cpus}`,
    '#',
    ...provenanceLines(provenance).map((line) => `# ${line}`),
    '#',
    '# FLAGS: interrupts off, resched wanted, context, preemption depth, migration depth',
    '#           TASK-PID     CPU#  FLAGS  TIMESTAMP  FUNCTION',
    '#              | |         |   |||||     |         |',
    '',
  ].join('\n');
}

export class FtraceText implements TraceWriter {
  readonly #options: TraceOptions;
  readonly #tasks: TraceTasks;
  readonly #wakeups: Wakeups;
  /** Task running on each CPU; idle tasks have the CPU's number. */
  readonly #running: Int32Array;
  /** By CPU: the vector it serves, or none. */
  readonly #vector: Int8Array;
  /** By task: the CPU chosen for it, from its waking to its wakeup. */
  readonly #targets = new Map<number, number>();
  /** Tasks that fork has placed and not woken yet: the kernel tells of them by one event, not three. */
  readonly #newborn = new Set<number>();
  readonly #pieces = new Pieces();
  /** Records come in the order in which events were served; a CPU's clock may be a little ahead. */
  #waiting: Line[] = [];
  #portion = '';
  events = 0;

  /** `world` stands at its start. */
  constructor(world: World, options: TraceOptions) {
    this.#options = options;
    this.#tasks = new TraceTasks(world, options);
    const { cpus } = this.#tasks;
    this.#running = Int32Array.from({ length: cpus }, (_, cpu) => cpu);
    this.#vector = new Int8Array(cpus).fill(none);
    const isIdle = (cpu: number) => this.#running[cpu] === cpu;
    this.#wakeups = new Wakeups(world.definition.cpuLlc.slice(0, cpus), isIdle);
  }

  get bytes(): number {
    return this.#pieces.bytes;
  }

  /** Takes the records of the given sequence numbers; those that can be in order are written. */
  see(world: World, from: number, to: number): void {
    const ring = world.ring();
    for (let sequence = from; sequence < to; sequence++) {
      const { kind, cpu, time, a, b, c, d } = ring.at(sequence % ring.count);
      if (kind === RECORD.MISS) continue;
      const isFirst = kind === RECORD.WAKE && this.#newborn.delete(a);
      const seen = isFirst ? RECORD.DECISION : kind;
      for (const enqueued of this.#wakeups.see(cpu, seen, a, b, d)) this.#woken(time, enqueued);
      if (isFirst) this.#born(cpu, time, a, b);
      else this.#event(kind, cpu, time, a, b, c, d);
      this.#tasks.see(kind, a, b);
      this.#context(kind, cpu, a, b);
    }
    this.#flush(world.time);
  }

  finish(): readonly Uint8Array<ArrayBuffer>[] {
    this.#flush(Number.POSITIVE_INFINITY);
    this.#encode();
    const header = ftraceHeader(this.#options.provenance, this.events, this.#tasks.cpus);
    return [encoder.encode(header), ...this.#pieces.take()];
  }

  /** Follows what each CPU runs and whether it is in an interrupt. */
  #context(kind: number, cpu: number, a: number, b: number): void {
    if (kind === RECORD.INTERRUPT) this.#vector[cpu] = a;
    else if (kind === RECORD.SWITCH || kind === RECORD.MODE) this.#vector[cpu] = none;
    if (kind === RECORD.SWITCH) this.#running[cpu] = b;
  }

  #about(task: number, prefix = ''): string {
    const comm = `${prefix}comm=${this.#tasks.comm(task)}`;
    const prio = `${prefix}prio=${this.#tasks.priority(task)}`;
    return `${comm} ${prefix}pid=${this.#tasks.pid(task)} ${prio}`;
  }

  #woken(time: number, { task, by: cpu, fromList }: Enqueued): void {
    const isIdle = this.#running[cpu] === cpu;
    const onList = isIdle ? flags.listOfIdle : flags.listInInterrupt;
    const direct = this.#vector[cpu] === timerVector ? flags.timerWakeup : flags.task;
    const target = fromList ? cpu : this.#targets.get(task)!;
    this.#targets.delete(task);
    const text = `sched_wakeup: ${this.#about(task)} target_cpu=${three(target)}`;
    this.#add(cpu, time, fromList ? onList : direct, text);
  }

  #event(kind: number, cpu: number, time: number, a: number, b: number, c: number, d: number) {
    const shown = this.#vector[cpu] === timerVector ? flags.timerWaking : flags.task;
    if (kind === RECORD.SWITCH) {
      const state = c === TASK.SLEEPING && !this.#tasks.isIdle(a) ? 'S' : 'R';
      const previous = `${this.#about(a, 'prev_')} prev_state=${state}`;
      const text = `sched_switch: ${previous} ==> ${this.#about(b, 'next_')}`;
      this.#add(cpu, time, flags.task, text);
    } else if (kind === RECORD.WAKE) {
      this.#targets.set(a, b);
      // Before the choice the task's CPU is the one it ran on last.
      const text = `sched_waking: ${this.#about(a)} target_cpu=${three(c)}`;
      this.#add(cpu, time, shown, text);
    } else if (kind === RECORD.MIGRATE && d === MIGRATE.FORK) {
      this.#newborn.add(a);
    } else if (kind === RECORD.MIGRATE) {
      const text = `sched_migrate_task: ${this.#about(a)} orig_cpu=${b} dest_cpu=${c}`;
      this.#add(cpu, time, shown, text);
    }
  }

  #born(cpu: number, time: number, task: number, target: number): void {
    const text = `sched_wakeup_new: ${this.#about(task)} target_cpu=${three(target)}`;
    this.#add(cpu, time, flags.task, text);
  }

  #add(cpu: number, time: number, shown: string, event: string): void {
    const { from, to } = this.#options;
    if (time < from || time > to) return;
    const current = this.#running[cpu]!;
    const comm = this.#tasks.isIdle(current) ? '<idle>' : this.#tasks.comm(current);
    const pid = String(this.#tasks.pid(current)).padEnd(7);
    const who = `${comm.padStart(16)}-${pid} [${three(cpu)}] ${shown}`;
    this.#waiting.push({ time, text: `${who} ${seconds(time)}: ${event}\n` });
    this.events++;
  }

  /** Writes what nothing can come before any more. */
  #flush(now: number): void {
    const isReady = (line: Line) => line.time <= now;
    // Stable: records of one moment stay in the order in which they happened.
    const ready = this.#waiting.filter(isReady).sort((x, y) => x.time - y.time);
    this.#waiting = this.#waiting.filter((line) => !isReady(line));
    for (const { text } of ready) {
      this.#portion += text;
      if (this.#portion.length > portionCharacters) this.#encode();
    }
  }

  #encode(): void {
    this.#pieces.add(encoder.encode(this.#portion));
    this.#portion = '';
  }
}
