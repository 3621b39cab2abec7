// The last places of every task, so that one that is selected shows where it has been. Built from the records of
// frames; where some are missing the trail of a task begins anew, because what is drawn has to be all there was.

import { RECORD } from '../../../../engine/abi.gen.ts';
import type { Frame } from '../../../../engine/types.ts';

/** Places that are kept of a task. */
export const trailLength = 20;

export class Trails {
  /** CPUs, `trailLength` a task, as a ring. */
  readonly #cpu: Int16Array;
  readonly #count: Uint32Array;
  /** Migrations as the core counted them at the last frame. */
  readonly #counted: Uint32Array;
  #time = -1;

  constructor(tasks: number) {
    this.#cpu = new Int16Array(tasks * trailLength);
    this.#count = new Uint32Array(tasks);
    this.#counted = new Uint32Array(tasks);
  }

  add(frame: Frame): void {
    const { records, tasks } = frame;
    const jumped = !frame.continuous || frame.time < this.#time;
    this.#time = frame.time;
    if (jumped) this.#count.fill(0);
    else if (records.dropped > 0) this.#forgetUntold(frame);
    for (let i = 0; i < records.count; i++) {
      if (records.kind[i] !== RECORD.MIGRATE) continue;
      this.#move(records.a[i]!, records.b[i]!, records.c[i]!);
    }
    this.#counted.set(tasks.migrations);
  }

  /** Starts the trail of a task anew if more of its moves were counted than the records tell of. */
  #forgetUntold({ records, tasks }: Frame): void {
    for (let i = 0; i < records.count; i++) {
      if (records.kind[i] === RECORD.MIGRATE) this.#counted[records.a[i]!]!++;
    }
    for (let task = 0; task < tasks.count; task++) {
      if (this.#counted[task] !== tasks.migrations[task]) this.#count[task] = 0;
    }
  }

  #move(task: number, from: number, to: number): void {
    if (task >= this.#count.length) return;
    if (this.#count[task] === 0) this.#put(task, from);
    this.#put(task, to);
  }

  #put(task: number, cpu: number): void {
    this.#cpu[task * trailLength + (this.#count[task]!++ % trailLength)] = cpu;
  }

  /** The CPUs a task was on, the oldest first, at most trailLength; none where it has not moved. */
  of(task: number): number[] {
    const count = this.#count[task] ?? 0;
    const first = Math.max(0, count - trailLength);
    return Array.from(
      { length: count - first },
      (_, i) => this.#cpu[task * trailLength + ((first + i) % trailLength)]!,
    );
  }
}
