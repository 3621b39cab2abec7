// The events of a trace as columns that grow, 24 bytes an event, and the buffer that puts lines which came a little out of
// order back into it. Knows nothing of text.

import { RECORDING_DISORDER } from '../limits.ts';

/** Bits of an event's flags. */
export const FLAG = {
  /** Its line was written in an interrupt. */
  INTERRUPT: 1,
  /** Events of its CPU before it are lost. */
  LOST: 2,
  /** Nothing of its CPU is known from it to the next event there. */
  GAP: 4,
} as const;

/** What of an event goes into the columns: kind, CPU, and words whose meaning depends on the kind (see tasks.ts). */
export class Columns {
  time: Float64Array;
  cpu: Uint16Array;
  kind: Uint8Array;
  flags: Uint8Array;
  a: Int32Array;
  b: Int32Array;
  c: Int32Array;
  count = 0;

  constructor(capacity: number) {
    this.time = new Float64Array(capacity);
    this.cpu = new Uint16Array(capacity);
    this.kind = new Uint8Array(capacity);
    this.flags = new Uint8Array(capacity);
    this.a = new Int32Array(capacity);
    this.b = new Int32Array(capacity);
    this.c = new Int32Array(capacity);
  }

  add(
    time: number,
    cpu: number,
    kind: number,
    flags: number,
    a: number,
    b: number,
    c: number,
  ): void {
    if (this.count === this.time.length) this.#grow();
    const at = this.count++;
    this.time[at] = time;
    this.cpu[at] = cpu;
    this.kind[at] = kind;
    this.flags[at] = flags;
    this.a[at] = a;
    this.b[at] = b;
    this.c[at] = c;
  }

  #grow(): void {
    const more = 2 * this.count;
    const grown = new Columns(more);
    const names = ['time', 'cpu', 'kind', 'flags', 'a', 'b', 'c'] as const;
    for (const name of names) {
      grown[name].set(this[name] as never);
      (this as Record<string, unknown>)[name] = grown[name];
    }
  }
}

/** What a line told, waiting for those before it in time. */
export interface Waiting {
  time: number;
  cpu: number;
  kind: number;
  flags: number;
  pid: number;
  name: number;
  prio: number;
  otherPid: number;
  otherName: number;
  otherPrio: number;
  /** Of a switch the state, of others the CPU chosen. */
  more: number;
  fromCpu: number;
  writer: number;
  tgid: number;
}

/**
 * Gives what is added back in order of time, stable, as long as nothing comes later than RECORDING_DISORDER others. Sorts
 * half of what it holds at a time, so that a hostile order costs no more than a sort.
 */
export class TimeOrder {
  readonly #give: (event: Waiting) => void;
  #held: Waiting[] = [];
  #isSorted = true;
  /** ns: nothing before it can be given any more. */
  #past = Number.NEGATIVE_INFINITY;
  /** Events that came too late. */
  dropped = 0;

  constructor(give: (event: Waiting) => void) {
    this.#give = give;
  }

  add(event: Waiting): void {
    if (event.time < this.#past) {
      this.dropped++;
      return;
    }
    const last = this.#held.at(-1);
    if (last && event.time < last.time) this.#isSorted = false;
    this.#held.push(event);
    if (this.#held.length >= 2 * RECORDING_DISORDER) this.#release(RECORDING_DISORDER);
  }

  finish(): void {
    this.#release(this.#held.length);
  }

  #release(count: number): void {
    if (!this.#isSorted) this.#held.sort((x, y) => x.time - y.time);
    this.#isSorted = true;
    for (let i = 0; i < count; i++) this.#give(this.#held[i]!);
    this.#past = count > 0 ? this.#held[count - 1]!.time : this.#past;
    this.#held = this.#held.slice(count);
  }
}
