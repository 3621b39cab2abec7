// A toy run for tests: frames with the shape and the habits of the real ones
// (quanta, kernel work, a hot line served one request after the other, migrations), made without the
// core. Not a model of anything; not used by the product.

import { ACTIVITY, MIGRATE, RECORD, TASK } from '../../../engine/abi.gen.ts';
import { decodeFrame, draftFrame, encodeFrame, type FrameDraft } from '../../../engine/frame.ts';
import { type Catalog, type Frame, ledgerKinds } from '../../../engine/types.ts';

/** A small generator with a state of its own (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

interface ToyCpu {
  activity: number;
  until: number;
  began: number;
  task: number;
  line: number;
}

interface ToyRecord {
  time: number;
  cpu: number;
  kind: number;
  a: number;
  b: number;
  c: number;
  d: number;
}

export interface ToyOptions {
  readonly seed?: number;
  /** ns of user work between kernel entries. */
  readonly quantum?: number;
  /** ns of service for each request of the hot line. */
  readonly service?: number;
}

export const tasksPerGroup = 20;
export const cpusPerGroup = 8;

/** Runs forward only: at(t) must be asked for growing times. */
export class ToyRun {
  readonly #catalog: Catalog;
  readonly #random: () => number;
  readonly #quantum: number;
  readonly #service: number;
  readonly #cpus: ToyCpu[];
  readonly #taskCpu: Int32Array;
  readonly #taskState: Uint8Array;
  readonly #transfers: Uint32Array;
  readonly #ledger: Float64Array;
  #records: ToyRecord[] = [];
  #written = 0;
  #misses = 0;
  #owner = 0;
  #queue: number[] = [];
  #serviceEnds = 0;
  #time = 0;
  #frames = 0;

  constructor(catalog: Catalog, options: ToyOptions = {}) {
    const { seed = 1, quantum = 300_000, service = 240 } = options;
    const { cpus, llcs } = catalog.topology;
    this.#catalog = catalog;
    this.#random = randomOf(seed);
    this.#quantum = quantum;
    this.#service = service;
    this.#taskCpu = new Int32Array(catalog.tasks).fill(-1);
    this.#taskState = new Uint8Array(catalog.tasks).fill(TASK.SLEEPING);
    this.#transfers = new Uint32Array(llcs * llcs);
    this.#ledger = new Float64Array(cpus * ledgerKinds.length);
    this.#cpus = Array.from({ length: cpus }, (_, cpu) => this.#firstState(cpu));
  }

  #groupOf(cpu: number): number {
    const core = this.#catalog.topology.core[cpu]!;
    return Math.floor((core * 2) / cpusPerGroup);
  }

  #firstState(cpu: number): ToyCpu {
    const rank = cpu % cpusPerGroup;
    const task = this.#groupOf(cpu) * tasksPerGroup + rank;
    const idle = this.#catalog.tasks <= task || this.#random() < 0.06;
    if (!idle) {
      this.#taskCpu[task] = cpu;
      this.#taskState[task] = TASK.RUNNING;
    }
    return {
      activity: idle ? ACTIVITY.IDLE : ACTIVITY.USER,
      until: this.#random() * this.#quantum,
      began: 0,
      task: idle ? -1 : task,
      line: -1,
    };
  }

  #record(kind: number, cpu: number, a: number, b: number, c: number, d: number): void {
    this.#records.push({ time: this.#time, cpu, kind, a, b, c, d });
  }

  #enter(cpu: number, activity: number, length: number): void {
    const state = this.#cpus[cpu]!;
    const kind = [8, 0, 1, 6, 7][state.activity]!;
    this.#ledger[cpu * ledgerKinds.length + kind]! += this.#time - state.began;
    state.activity = activity;
    state.began = this.#time;
    state.until = this.#time + length;
  }

  #exponential(mean: number): number {
    return -Math.log(1 - this.#random()) * mean;
  }

  /** Asks for the hot line: queues, and is stalled until served. */
  #request(cpu: number): void {
    const { topology } = this.#catalog;
    const wait = Math.max(0, this.#serviceEnds - this.#time) + this.#queue.length * this.#service;
    const from = topology.llc[this.#owner]!;
    this.#record(RECORD.MISS, cpu, 0, wait, this.#service, from | (3 << 8));
    this.#misses++;
    this.#cpus[cpu]!.line = 0;
    this.#queue.push(cpu);
    this.#enter(cpu, ACTIVITY.STALLED, Infinity);
    if (this.#queue.length === 1) this.#serviceEnds = this.#time + this.#service;
  }

  #serve(): void {
    const { topology } = this.#catalog;
    const cpu = this.#queue.shift()!;
    this.#transfers[topology.llc[this.#owner]! * topology.llcs + topology.llc[cpu]!]!++;
    this.#owner = cpu;
    this.#cpus[cpu]!.line = -1;
    if (this.#queue.length > 0) this.#serviceEnds = this.#time + this.#service;
    if (this.#random() < 0.45) {
      this.#request(cpu);
      return;
    }
    this.#enter(cpu, ACTIVITY.KERNEL, this.#exponential(4_000));
  }

  /** A quantum or a piece of kernel work has ended. */
  #next(cpu: number): void {
    const state = this.#cpus[cpu]!;
    if (state.activity === ACTIVITY.USER) {
      if (this.#random() < 0.04) this.#enter(cpu, ACTIVITY.SPINNING, this.#exponential(6_000));
      else this.#request(cpu);
    } else if (state.activity === ACTIVITY.KERNEL && this.#random() < 0.3) {
      this.#request(cpu);
    } else {
      this.#switch(cpu);
    }
  }

  #switch(cpu: number): void {
    const state = this.#cpus[cpu]!;
    const group = this.#groupOf(cpu);
    const sleepers: number[] = [];
    for (let i = 0; i < tasksPerGroup; i++) {
      const task = group * tasksPerGroup + i;
      if (this.#taskState[task] === TASK.SLEEPING) sleepers.push(task);
    }
    const task = sleepers[Math.floor(this.#random() * sleepers.length)] ?? -1;
    if (state.task >= 0) this.#taskState[state.task] = TASK.SLEEPING;
    const from = task < 0 ? -1 : this.#taskCpu[task]!;
    if (task >= 0 && from >= 0 && from !== cpu) {
      const reasons = [MIGRATE.WAKE, MIGRATE.WAKE, MIGRATE.WAKE, MIGRATE.PUSH, MIGRATE.PULL];
      const reason = reasons[Math.floor(this.#random() * reasons.length)]!;
      this.#record(RECORD.MIGRATE, cpu, task, from, cpu, reason);
    }
    this.#record(RECORD.SWITCH, cpu, state.task >>> 0, task >>> 0, 0, 0);
    state.task = task;
    if (task >= 0) {
      this.#taskCpu[task] = cpu;
      this.#taskState[task] = TASK.RUNNING;
      this.#enter(cpu, ACTIVITY.USER, this.#exponential(this.#quantum));
    } else {
      this.#enter(cpu, ACTIVITY.IDLE, this.#exponential(30_000));
    }
  }

  /** The frame at a time, with the records since the one before. */
  at(time: number): Frame {
    this.#records = [];
    const first = this.#written;
    for (;;) {
      let next = this.#queue.length > 0 ? this.#serviceEnds : Infinity;
      let who = -1;
      for (let cpu = 0; cpu < this.#cpus.length; cpu++) {
        if (this.#cpus[cpu]!.until < next) {
          next = this.#cpus[cpu]!.until;
          who = cpu;
        }
      }
      if (next > time) break;
      this.#time = next;
      if (who < 0) this.#serve();
      else this.#next(who);
    }
    this.#time = time;
    this.#written += this.#records.length;
    return this.#frame(first);
  }

  #frame(first: number): Frame {
    const { topology } = this.#catalog;
    const draft = draftFrame({
      cpus: topology.cpus,
      tasks: this.#catalog.tasks,
      llcs: topology.llcs,
      lines: 1,
      records: this.#records.length,
    });
    draft.time = this.#time;
    draft.headTime = this.#time;
    draft.continuous = this.#frames++ > 0;
    draft.measuring = true;
    draft.counters.records = this.#written;
    draft.records.first = first;
    this.#fillRecords(draft);
    this.#fillCpus(draft);
    draft.transfers.set(this.#transfers);
    draft.lines.owner[0] = topology.core[this.#owner]!;
    draft.lines.queue[0] = this.#queue.length;
    draft.lines.misses[0] = this.#misses;
    return decodeFrame(encodeFrame(draft));
  }

  #fillRecords({ records }: FrameDraft): void {
    this.#records.forEach((record, i) => {
      records.time[i] = record.time;
      records.cpu[i] = record.cpu;
      records.kind[i] = record.kind;
      records.a[i] = record.a;
      records.b[i] = record.b;
      records.c[i] = record.c;
      records.d[i] = record.d;
    });
  }

  #fillCpus({ cpus, ledger, tasks }: FrameDraft): void {
    const kinds = ledgerKinds.length;
    ledger.set(this.#ledger);
    this.#cpus.forEach((state, cpu) => {
      cpus.activity[cpu] = state.activity;
      cpus.task[cpu] = state.task;
      cpus.line[cpu] = state.line;
      cpus.word[cpu] = state.line;
      cpus.lock[cpu] = -1;
      cpus.since[cpu] = this.#time - state.began;
      cpus.queued[cpu] = (state.task >= 0 ? 1 : 0) + ((cpu * 7) % 5 === 0 ? 1 + (cpu % 3) : 0);
      cpus.level[cpu] = state.task >= 0 ? 100 : 0;
      cpus.symbol[cpu] = state.activity >= ACTIVITY.KERNEL ? 1 + (cpu % 4) : 0;
      const kind = [8, 0, 1, 6, 7][state.activity]!;
      ledger[cpu * kinds + kind]! += this.#time - state.began;
    });
    for (let task = 0; task < tasks.count; task++) {
      tasks.cpu[task] = this.#taskCpu[task]!;
      tasks.group[task] = Math.floor(task / tasksPerGroup);
      tasks.state[task] = this.#taskState[task]!;
      tasks.policy[task] = 1;
    }
  }
}
