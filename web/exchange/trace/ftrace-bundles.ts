// Puts what the scheduler's tracepoints tell into Perfetto's FtraceEventBundle packets: its viewer draws
// its own rows of CPUs and of task states from them. Field numbers are those of Perfetto's public protos
// (protos/perfetto/trace/ftrace, Apache-2.0).

import { Message } from './protobuf.ts';
import type { NamedTask, SchedEvent } from './sched-events.ts';

const bundle = { cpu: 1, event: 2 } as const;
const event = { timestamp: 1, pid: 2 } as const;
const fieldOfEvent = {
  sched_switch: 4,
  sched_wakeup: 17,
  sched_waking: 20,
  sched_wakeup_new: 114,
  sched_migrate_task: 491,
} as const;
const switched = { prevComm: 1, prevState: 4, nextComm: 5 } as const;
/** comm, pid and prio stand one after the other in all of them. */
const comm = 1;
const woken = { target: 5 } as const;
const migrated = { from: 4, to: 5 } as const;

/** TASK_INTERRUPTIBLE; runnable is 0. */
const sleeping = 1;

/** Events of a packet: few packets, and none that a reader has to hold for long. */
const mostEvents = 512;

export class FtraceBundles {
  readonly #write: (bundle: Message) => void;
  /** By CPU: events that no packet holds yet. */
  readonly #waiting = new Map<number, { readonly bundle: Message; events: number }>();
  readonly #event = new Message();
  readonly #part = new Message();

  /** `write` puts a bundle into a packet. */
  constructor(write: (bundle: Message) => void) {
    this.#write = write;
  }

  /** All events of a CPU come in order of time. */
  add(told: SchedEvent): void {
    const { cpu } = told;
    const entry = this.#waiting.get(cpu) ?? {
      bundle: new Message().uint(bundle.cpu, cpu),
      events: 0,
    };
    this.#waiting.set(cpu, entry);
    const message = this.#event.clear().uint(event.timestamp, Math.round(told.time));
    message.uint(event.pid, told.current.pid);
    entry.bundle.message(
      bundle.event,
      message.message(fieldOfEvent[told.name], this.#fields(told)),
    );
    entry.events += 1;
    if (entry.events === mostEvents) this.#put(cpu);
  }

  finish(): void {
    for (const cpu of [...this.#waiting.keys()].sort((a, b) => a - b)) this.#put(cpu);
  }

  #put(cpu: number): void {
    const entry = this.#waiting.get(cpu);
    this.#waiting.delete(cpu);
    if (entry) this.#write(entry.bundle);
  }

  #fields(told: SchedEvent): Message {
    const part = this.#part.clear();
    if (told.name === 'sched_switch') {
      named(part, switched.prevComm, told.task);
      part.uint(switched.prevState, told.sleeps ? sleeping : 0);
      return named(part, switched.nextComm, told.next);
    }
    named(part, comm, told.task);
    if (told.name === 'sched_migrate_task')
      return part.uint(migrated.from, told.from).uint(migrated.to, told.to);
    return part.uint(woken.target, told.target);
  }
}

/** comm, pid, prio in three fields from `first` on. */
const named = (message: Message, first: number, task: NamedTask): Message =>
  message
    .text(first, task.comm)
    .int(first + 1, task.pid)
    .int(first + 2, task.priority);
