// Turns the records of a run, one after the other, into slices and tiles of every CPU: what each ran
// and waited for, from when to when. Keeps nothing but the present state; a sink takes the rest.

import * as abi from './abi.gen.ts';
import { ACTIVITY, RECORD, TASK } from './abi.gen.ts';
import type { ReaderWorld } from './backlog.ts';
import { UNKNOWN_MODE } from './slices.ts';

/** Where the parts of a run go. Times in ns; those of one CPU come in order and without gaps. */
export interface SliceSink {
  /**
   * `activity` went on from `from` to `to`. A stall is told when it begins and may reach into the
   * future; an activity under way is told in pieces when the reader is asked to settle.
   */
  tile(cpu: number, activity: number, from: number, to: number): void;
  /** A slice has ended. `spun` and `stalled` of its ns were waits; `slept` if its task then slept. */
  slice(
    cpu: number,
    from: number,
    to: number,
    mode: number,
    task: number,
    stalled: number,
    spun: number,
    slept: boolean,
  ): void;
  /**
   * A miss of `cpu`: the address, ns it stands behind others, ns it stands still in all (0: a store,
   * or served by its own caches), and the record's argument d.
   */
  miss(cpu: number, time: number, address: number, waited: number, still: number, d: number): void;
  /** `cpu` begins to wait for a lock: what the spinning that follows is for. */
  lock(cpu: number, lock: number): void;
  /** Everything else that a timeline marks or counts: RECORD.SWITCH, WAKE, MIGRATE, DECISION. */
  event(kind: number, cpu: number, time: number, a: number, b: number, c: number, d: number): void;
}

// Where the fields of a record lie, in 32-bit words; the clock is a few times faster than accessors.
const { fields } = abi.Record;
const wordsInRecord = abi.Record.bytes / 4;
const timeAt = fields.time[1] / 4;
const cpuAt = fields.cpu[1] >> 2;
const cpuShift = (fields.cpu[1] & 3) * 8;
const kindAt = fields.kind[1] >> 2;
const kindShift = (fields.kind[1] & 3) * 8;
const aAt = fields.a[1] / 4;
const bAt = fields.b[1] / 4;
const cAt = fields.c[1] / 4;
const dAt = fields.d[1] / 4;
const eAt = fields.e[1] / 4;

const { IDLE, USER, KERNEL, STALLED, SPINNING } = ACTIVITY;

/** Access classes up to this one are served by the core's own caches or fill buffers, or its LLC. */
const lastOwnClass = 2;

// The state of a CPU lies in one line of the host's cache: what a record touches.
const stride = 8;
const modeOf = 0;
/** -1: idle. */
const taskOf = 1;
/** ns: start of the slice under way, and its waits so far. */
const sinceOf = 2;
const stalledOf = 3;
const spunOf = 4;
/** ns: up to when tiles were told. */
const toldOf = 5;
/** 1 between the wait for a lock and taking it. */
const inLockOf = 6;

export class SliceReader {
  readonly cpus: number;
  readonly #sink: SliceSink;
  readonly #state: Float64Array;
  /** ns: the longest stall seen. */
  longestStall = 0;

  constructor(cpus: number, sink: SliceSink) {
    this.cpus = cpus;
    this.#sink = sink;
    this.#state = new Float64Array(cpus * stride);
  }

  /** Takes what every CPU does now as the state at `time`; nothing before it is told. */
  begin(world: ReaderWorld, time: number): void {
    world.refresh();
    const views = world.cpus();
    for (let cpu = 0; cpu < this.cpus; cpu++) {
      const { activity, ledgerKind, task, lock } = views.at(cpu);
      const isIdle = activity === IDLE || ledgerKind === abi.LEDGER.IDLE_EXIT;
      const isSpinning = activity === SPINNING;
      const isUnknown = activity === ACTIVITY.UNKNOWN;
      const row = cpu * stride;
      this.#state.fill(0, row, row + stride);
      const known = isIdle ? IDLE : activity === USER ? USER : KERNEL;
      this.#state[row + modeOf] = isUnknown ? UNKNOWN_MODE : known;
      this.#state[row + taskOf] = task;
      this.#state[row + sinceOf] = this.#state[row + toldOf] = time;
      this.#state[row + inLockOf] = isSpinning ? 1 : 0;
      if (isSpinning) this.#sink.lock(cpu, lock);
    }
  }

  mode(cpu: number): number {
    return this.#state[cpu * stride + modeOf]!;
  }

  task(cpu: number): number {
    return this.#state[cpu * stride + taskOf]!;
  }

  /** ns: start of the slice under way, and its waits so far. */
  since(cpu: number): number {
    return this.#state[cpu * stride + sinceOf]!;
  }

  /** ns: up to when tiles were told. */
  told(cpu: number): number {
    return this.#state[cpu * stride + toldOf]!;
  }

  stalled(cpu: number): number {
    return this.#state[cpu * stride + stalledOf]!;
  }

  spun(cpu: number): number {
    return this.#state[cpu * stride + spunOf]!;
  }

  /** Reads the records of sequence numbers `from` to `to`, which the world's ring must still hold. */
  read(world: Pick<ReaderWorld, 'ring'>, from: number, to: number): void {
    const ring = world.ring();
    const words = new Uint32Array(ring.buffer, ring.start, ring.count * wordsInRecord);
    let at = (from % ring.count) * wordsInRecord;
    for (let left = to - from; left > 0; left--) {
      this.#take(words, at);
      at += wordsInRecord;
      if (at === words.length) at = 0;
    }
  }

  /** Tells what goes on under way up to `time`, so that all tiles before it are told. */
  settle(time: number): void {
    for (let cpu = 0; cpu < this.cpus; cpu++) this.#tell(cpu, time);
  }

  #take(words: Uint32Array, at: number): void {
    const kind = (words[at + kindAt]! >>> kindShift) & 0xff;
    if (kind === RECORD.MISS) {
      this.#miss(words, at);
      return;
    }
    const cpu = (words[at + cpuAt]! >>> cpuShift) & 0xffff;
    const time = words[at + timeAt + 1]! * 0x1_0000_0000 + words[at + timeAt]!;
    const a = words[at + aAt]!;
    switch (kind) {
      case RECORD.MODE:
        if (a === IDLE || a === USER || a === KERNEL) {
          this.#enter(cpu, time, a, this.#taskOf(words[at + bAt]!));
        } else if (a === ACTIVITY.UNKNOWN) this.#enter(cpu, time, UNKNOWN_MODE, -1);
        break;
      case RECORD.INTERRUPT:
        if (this.mode(cpu) === USER) this.#enter(cpu, time, KERNEL, this.task(cpu));
        break;
      case RECORD.IDLE:
        if (a === 0) this.#enter(cpu, time, KERNEL, -1);
        break;
      case RECORD.LOCK_WAIT:
        this.#tell(cpu, time);
        this.#state[cpu * stride + inLockOf] = 1;
        this.#sink.lock(cpu, a);
        break;
      case RECORD.LOCK_TAKEN:
        this.#tell(cpu, time);
        this.#state[cpu * stride + inLockOf] = 0;
        break;
      case RECORD.SWITCH:
        this.#sink.event(kind, cpu, time, a, words[at + bAt]!, words[at + cAt]!, 0);
        this.#end(cpu, time, a >= this.cpus && words[at + cAt] === TASK.SLEEPING);
        this.#state[cpu * stride + taskOf] = this.#taskOf(words[at + bAt]!);
        break;
      case RECORD.WAKE:
      case RECORD.MIGRATE:
      case RECORD.DECISION: {
        const [b, c, d] = [words[at + bAt]!, words[at + cAt]!, words[at + dAt]!];
        this.#sink.event(kind, cpu, time, a, b, c, d);
        break;
      }
    }
  }

  #miss(words: Uint32Array, at: number): void {
    const cpu = (words[at + cpuAt]! >>> cpuShift) & 0xffff;
    const time = words[at + timeAt + 1]! * 0x1_0000_0000 + words[at + timeAt]!;
    const d = words[at + dAt]!;
    const stops = words[at + eAt]!;
    const waited = stops === 0 ? 0 : words[at + bAt]!;
    // As in the ledger: a fill under way counts as waiting, the rest of it as the own LLC.
    const still = stops > 0 && ((d >>> 8) & 15) > lastOwnClass ? stops : waited;
    if (still > 0) this.#tell(cpu, time);
    this.#sink.miss(cpu, time, words[at + aAt]!, waited, still, d);
    if (still === 0) return;
    this.#sink.tile(cpu, STALLED, time, time + still);
    const row = cpu * stride;
    this.#state[row + toldOf] = time + still;
    this.#state[row + stalledOf]! += still;
    if (still > this.longestStall) this.longestStall = still;
  }

  /** Idle tasks have the numbers of their CPUs. */
  #taskOf(id: number): number {
    return id < this.cpus ? -1 : id;
  }

  #enter(cpu: number, time: number, mode: number, task: number): void {
    const row = cpu * stride;
    if (mode === this.#state[row + modeOf]) return;
    this.#end(cpu, time, false);
    this.#state[row + modeOf] = mode;
    this.#state[row + taskOf] = task;
  }

  #end(cpu: number, time: number, slept: boolean): void {
    this.#tell(cpu, time);
    const row = cpu * stride;
    const state = this.#state;
    const since = state[row + sinceOf]!;
    const [mode, task] = [state[row + modeOf]!, state[row + taskOf]!];
    const [stalled, spun] = [state[row + stalledOf]!, state[row + spunOf]!];
    this.#sink.slice(cpu, since, time, mode, task, stalled, spun, slept);
    state[row + sinceOf] = time;
    state[row + stalledOf] = 0;
    state[row + spunOf] = 0;
  }

  #tell(cpu: number, time: number): void {
    const row = cpu * stride;
    const state = this.#state;
    const told = state[row + toldOf]!;
    if (time <= told) return;
    const mode = state[row + modeOf]!;
    const isSpinning = mode === KERNEL && state[row + inLockOf] === 1;
    if (isSpinning) state[row + spunOf]! += time - told;
    state[row + toldOf] = time;
    // Time in an unknown state is in no share.
    if (mode === UNKNOWN_MODE) return;
    this.#sink.tile(cpu, isSpinning ? SPINNING : mode, told, time);
  }
}
