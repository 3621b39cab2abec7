// Writes a run as the text of `perf sched timehist`: a line each time a task leaves a CPU, with how long
// it had waited since it ran last, how long from its waking until it ran, and how long it ran. Form as
// perf 6.1 prints it (tools/perf/builtin-sched.c); times are counted from the start of the run, so the
// first lines of a span are whole, too.

import type { World } from '../../engine/world.ts';
import { type NamedTask, type SchedEvent, SchedEvents } from './sched-events.ts';
import { secondsText, TextLines } from './text-lines.ts';
import { commented, type TraceOptions, type TraceWriter } from './writer.ts';

const nameWidth = 30;

const head = [
  `${'time'.padStart(15)} ${'cpu'.padStart(6)}  ${'task name'.padEnd(nameWidth)}  wait time  sch delay   run time`,
  `${''.padStart(15)} ${''.padStart(6)}  ${'[tid/pid]'.padEnd(nameWidth)}     (msec)     (msec)     (msec)`,
  `${'-'.repeat(15)} ${'-'.repeat(6)}  ${'-'.repeat(nameWidth)}  ---------  ---------  ---------`,
  '',
].join('\n');

/** ns as ms with three digits, rounded down. */
const milliseconds = (ns: number): string => (Math.floor(ns / 1000) / 1000).toFixed(3).padStart(9);

interface Runs {
  /** ns: when it left a CPU last. */
  left: number | undefined;
  /** When it was woken and has not run since. */
  woken: number | undefined;
}

export class Timehist implements TraceWriter {
  readonly #options: TraceOptions;
  readonly #lines = new TextLines();
  readonly #source: SchedEvents;
  /** By CPU: since when its task runs. */
  readonly #since: Float64Array;
  /** By pid, and for idle tasks by -1 - CPU. */
  readonly #runs = new Map<number, Runs>();
  events = 0;

  /** `world` stands at its start. */
  constructor(world: World, options: TraceOptions) {
    this.#options = options;
    const span = { from: 0, to: options.to };
    this.#source = new SchedEvents(world, options, span, (event) => this.#see(event));
    this.#since = new Float64Array(this.#source.cpus);
  }

  get bytes(): number {
    return this.#lines.bytes;
  }

  see(world: World, from: number, to: number): void {
    this.#source.see(world, from, to);
  }

  finish(): readonly Uint8Array<ArrayBuffer>[] {
    this.#source.finish();
    return this.#lines.take(`${commented(this.#options.provenance)}${head}`);
  }

  #runsOf({ pid }: NamedTask, cpu: number): Runs {
    const key = pid === 0 ? -1 - cpu : pid;
    const known = this.#runs.get(key) ?? { left: undefined, woken: undefined };
    this.#runs.set(key, known);
    return known;
  }

  #see(event: SchedEvent): void {
    const { name, task, cpu, time } = event;
    const runs = this.#runsOf(task, cpu);
    if (name === 'sched_waking' || name === 'sched_wakeup_new') runs.woken ??= time;
    if (name !== 'sched_switch') return;
    const since = this.#since[cpu]!;
    if (time >= this.#options.from) this.#write(event, runs, since);
    runs.woken = undefined;
    runs.left = time;
    this.#since[cpu] = time;
  }

  #write({ task, cpu, time }: SchedEvent, { left, woken }: Runs, since: number): void {
    const name = task.pid === 0 ? '<idle>' : `${task.comm}[${task.pid}]`;
    const place = `${secondsText(time).padStart(15)} [${String(cpu).padStart(4, '0')}]`;
    const wait = milliseconds(left === undefined ? 0 : since - left);
    // Woken again before it left: it was to stay, and waited for nothing.
    const delay = milliseconds(woken === undefined || woken > since ? 0 : since - woken);
    const run = milliseconds(time - since);
    this.#lines.add(`${place}  ${name.padEnd(nameWidth)}  ${wait}  ${delay}  ${run} \n`);
    this.events++;
  }
}
