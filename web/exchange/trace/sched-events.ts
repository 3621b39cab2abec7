// The events that a kernel's scheduler tracepoints would have recorded of a run, in order of time: sched_switch,
// sched_waking, sched_wakeup, sched_wakeup_new, sched_migrate_task. Knows no formats; each of the writers beside it
// places these events.

import { MIGRATE, RECORD, TASK } from '../../engine/abi.gen.ts';
import type { World } from '../../engine/world.ts';
import { TraceTasks } from './tasks.ts';
import { type Enqueued, Wakeups } from './wakeups.ts';
import type { TraceOptions } from './writer.ts';

/** A task as it was named, and its kernel priority, when something was told of it. */
export interface NamedTask {
  readonly comm: string;
  /** 0: the idle task of a CPU. */
  readonly pid: number;
  readonly priority: number;
}

/** Where an event was told: in a task, at the end of idling (reschedule wanted), or in an interrupt. */
export interface EventContext {
  readonly needsResched: boolean;
  readonly inInterrupt: boolean;
  readonly preemption: number;
}

interface Told {
  /** ns. */
  readonly time: number;
  readonly cpu: number;
  /** The task that ran there. */
  readonly current: NamedTask;
  readonly context: EventContext;
  readonly task: NamedTask;
}

export type SchedEvent =
  | (Told & {
      readonly name: 'sched_switch';
      readonly next: NamedTask;
      /** The outgoing task went to sleep; else it may still run. */
      readonly sleeps: boolean;
    })
  | (Told & {
      readonly name: 'sched_waking' | 'sched_wakeup' | 'sched_wakeup_new';
      readonly target: number;
    })
  | (Told & { readonly name: 'sched_migrate_task'; readonly from: number; readonly to: number });

/** What each event has besides where it was told. */
type Parts<Event> = Event extends unknown
  ? Omit<Event, 'time' | 'cpu' | 'current' | 'context'>
  : never;

const contexts = {
  task: { needsResched: false, inInterrupt: false, preemption: 2 },
  listOfIdle: { needsResched: true, inInterrupt: false, preemption: 2 },
  listInInterrupt: { needsResched: false, inInterrupt: true, preemption: 2 },
  timerWaking: { needsResched: false, inInterrupt: true, preemption: 3 },
  timerWakeup: { needsResched: true, inInterrupt: true, preemption: 4 },
} as const satisfies Record<string, EventContext>;

/** SS_VECTOR_TIMER of exec/world.h. */
const timerVector = 2;
const none = -1;

export class SchedEvents {
  readonly #span: Pick<TraceOptions, 'from' | 'to'>;
  readonly #tell: (event: SchedEvent) => void;
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
  /** Records come in the order in which events were served; a CPU's clock may be a little ahead. */
  #waiting: SchedEvent[] = [];

  /** `world` stands at its start. `tell` hears of the events from `span.from` to `span.to`. */
  constructor(
    world: World,
    options: Pick<TraceOptions, 'comm' | 'program'>,
    span: Pick<TraceOptions, 'from' | 'to'>,
    tell: (event: SchedEvent) => void,
  ) {
    this.#span = span;
    this.#tell = tell;
    this.#tasks = new TraceTasks(world, options);
    const { cpus } = this.#tasks;
    this.#running = Int32Array.from({ length: cpus }, (_, cpu) => cpu);
    this.#vector = new Int8Array(cpus).fill(none);
    const isIdle = (cpu: number) => this.#running[cpu] === cpu;
    this.#wakeups = new Wakeups(world.definition.cpuLlc.slice(0, cpus), isIdle);
  }

  get cpus(): number {
    return this.#tasks.cpus;
  }

  /** Takes the records of the given sequence numbers; tells of those that can be in order. */
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

  /** Tells what was held back. */
  finish(): void {
    this.#flush(Number.POSITIVE_INFINITY);
  }

  /** Follows what each CPU runs and whether it is in an interrupt. */
  #context(kind: number, cpu: number, a: number, b: number): void {
    if (kind === RECORD.INTERRUPT) this.#vector[cpu] = a;
    else if (kind === RECORD.SWITCH || kind === RECORD.MODE) this.#vector[cpu] = none;
    if (kind === RECORD.SWITCH) this.#running[cpu] = b;
  }

  #named(task: number): NamedTask {
    const tasks = this.#tasks;
    return { comm: tasks.comm(task), pid: tasks.pid(task), priority: tasks.priority(task) };
  }

  #woken(time: number, { task, by: cpu, fromList }: Enqueued): void {
    const isIdle = this.#running[cpu] === cpu;
    const onList = isIdle ? contexts.listOfIdle : contexts.listInInterrupt;
    const direct = this.#vector[cpu] === timerVector ? contexts.timerWakeup : contexts.task;
    const target = fromList ? cpu : this.#targets.get(task)!;
    this.#targets.delete(task);
    this.#add(cpu, time, fromList ? onList : direct, () => ({
      name: 'sched_wakeup',
      task: this.#named(task),
      target,
    }));
  }

  #event(kind: number, cpu: number, time: number, a: number, b: number, c: number, d: number) {
    const isTimer = this.#vector[cpu] === timerVector;
    const shown = isTimer ? contexts.timerWaking : contexts.task;
    if (kind === RECORD.SWITCH) {
      this.#add(cpu, time, contexts.task, () => ({
        name: 'sched_switch',
        task: this.#named(a),
        next: this.#named(b),
        sleeps: c === TASK.SLEEPING && !this.#tasks.isIdle(a),
      }));
    } else if (kind === RECORD.WAKE) {
      this.#targets.set(a, b);
      // Before the choice the task's CPU is the one it ran on last.
      this.#add(cpu, time, shown, () => ({
        name: 'sched_waking',
        task: this.#named(a),
        target: c,
      }));
    } else if (kind === RECORD.MIGRATE && d === MIGRATE.FORK) {
      this.#newborn.add(a);
    } else if (kind === RECORD.MIGRATE) {
      this.#add(cpu, time, shown, () => ({
        name: 'sched_migrate_task',
        task: this.#named(a),
        from: b,
        to: c,
      }));
    }
  }

  #born(cpu: number, time: number, task: number, target: number): void {
    this.#add(cpu, time, contexts.task, () => ({
      name: 'sched_wakeup_new',
      task: this.#named(task),
      target,
    }));
  }

  #add(cpu: number, time: number, context: EventContext, parts: () => Parts<SchedEvent>): void {
    if (time < this.#span.from || time > this.#span.to) return;
    const current = this.#named(this.#running[cpu]!);
    this.#waiting.push({ time, cpu, current, context, ...parts() });
  }

  /** Tells what nothing can come before any more. */
  #flush(now: number): void {
    const isReady = (event: SchedEvent) => event.time <= now;
    // Stable: records of one moment stay in the order in which they happened.
    const ready = this.#waiting.filter(isReady).sort((x, y) => x.time - y.time);
    this.#waiting = this.#waiting.filter((event) => !isReady(event));
    for (const event of ready) this.#tell(event);
  }
}
