// A recording in the place of the core: the same functions over the same memory, but what happens was recorded, not
// simulated. Worlds of it are stepped, kept as keyframes and gone back in like any other, so that everything above knows
// no difference. What a trace of the scheduler does not tell (lines, locks, kernel time, decisions) is not there.

import * as abi from '../abi.gen.ts';
import { ABI_VERSION, ACTIVITY, RECORD, STATE_PAGE_BYTES, STATUS, STEP, TASK } from '../abi.gen.ts';
import type { Address, Backend, Block, CoreFunctions } from '../backend.ts';
import { OutOfMemoryError } from '../backend.ts';
import { latencyKinds, type Places, placesOf } from './places.ts';
import { type RecordedRun, ROW } from './rows.ts';
import { bucketOf, buckets, bucketTime } from './waits.ts';

const none = -1;
const saturated = 0xffff_ffff;

/** Views over the memory of one world of a recording, and what happens in it. */
class RecordedCore {
  readonly #run: RecordedRun;
  readonly #at: Places;
  readonly #buffer: ArrayBuffer;
  readonly #clock: abi.WorldClock;
  readonly #ring: abi.Record;
  /** Low and high half. */
  readonly #hash: Uint32Array;
  /** The next row, and how many records of it are written. */
  readonly #next: Int32Array;
  /** By CPU: what it does, whom it runs, since when. */
  readonly #activity: Int32Array;
  readonly #running: Int32Array;
  readonly #since: Float64Array;
  /** ns by CPU, up to #told: user and idle. */
  readonly #spent: Float64Array;
  readonly #told: Float64Array;
  /** By task. */
  readonly #taskCpu: Int32Array;
  readonly #state: Int32Array;
  readonly #migrations: Int32Array;
  readonly #wakeups: Int32Array;
  readonly #latency: Float64Array;
  readonly #changed: Float64Array;
  /** ns of the wake-up that nobody has run after yet; -1: none. */
  readonly #woken: Float64Array;
  readonly #runtime: Float64Array;
  readonly #waits: Uint32Array;
  readonly #greatest: Float64Array;
  #hasKeyframe = false;

  constructor(run: RecordedRun, at: Places, buffer: ArrayBuffer) {
    const { cpus } = run;
    const tasks = cpus + run.tasks.length;
    this.#run = run;
    this.#at = at;
    this.#buffer = buffer;
    this.#clock = new abi.WorldClock(buffer, at.clock);
    this.#ring = new abi.Record(buffer, at.ring, at.ringRecords);
    this.#hash = new Uint32Array(buffer, at.clock + abi.WorldClock.fields.traceHash[1], 2);
    this.#next = new Int32Array(buffer, at.next, 2);
    this.#activity = new Int32Array(buffer, at.activity, cpus);
    this.#running = new Int32Array(buffer, at.running, cpus);
    this.#since = new Float64Array(buffer, at.since, cpus);
    this.#spent = new Float64Array(buffer, at.spent, 2 * cpus);
    this.#told = new Float64Array(buffer, at.told, cpus);
    this.#taskCpu = new Int32Array(buffer, at.taskCpu, tasks);
    this.#state = new Int32Array(buffer, at.taskState, tasks);
    this.#migrations = new Int32Array(buffer, at.migrations, tasks);
    this.#wakeups = new Int32Array(buffer, at.wakeups, tasks);
    this.#latency = new Float64Array(buffer, at.latency, tasks);
    this.#changed = new Float64Array(buffer, at.changed, tasks);
    this.#woken = new Float64Array(buffer, at.woken, tasks);
    this.#runtime = new Float64Array(buffer, at.runtime, tasks);
    this.#waits = new Uint32Array(buffer, at.waits, buckets);
    this.#greatest = new Float64Array(buffer, at.greatest, 1);
    this.#begin();
  }

  #begin(): void {
    const { cpus } = this.#run;
    this.#activity.fill(ACTIVITY.UNKNOWN);
    this.#running.fill(none);
    this.#taskCpu.fill(none);
    this.#woken.fill(none);
    for (let cpu = 0; cpu < cpus; cpu++) this.#taskCpu[cpu] = cpu;
    this.#clock.measuring = 1;
    // The offset of FNV-1a, over records, as in the core.
    this.#hash.set([0x8422_2325, 0xcbf2_9ce4]);
    // What runs at its beginning is no event: a world stands in it from the start.
    const { rows } = this.#run;
    let first = 0;
    while (first < rows.count && rows.time[first] === 0 && rows.kind[first] === RECORD.MODE) {
      this.#enter(first++, 0);
    }
    this.#next[0] = first;
  }

  // ---- what happens -------------------------------------------------------------------------------

  step(until: number, most: number): number {
    const { rows } = this.#run;
    const before = this.#clock.records;
    while (this.#next[0]! < rows.count) {
      const row = this.#next[0]!;
      const time = rows.time[row]!;
      if (time > until) break;
      this.#clock.now = time;
      this.#happen(row, time);
      if (most > 0 && this.#clock.records - before >= most) return STEP.RECORDS;
    }
    this.#clock.now = Math.max(this.#clock.now, Math.min(until, this.#run.duration));
    return this.#next[0]! < rows.count ? STEP.REACHED : STEP.FINISHED;
  }

  #happen(row: number, time: number): void {
    const { kind, cpu, a, b, c, d } = this.#run.rows;
    const here = cpu[row]!;
    if (kind[row] === RECORD.SWITCH && this.#next[1] === 0) {
      // A switch is two records; a step may end between them.
      this.#switch(row, time);
      this.#write(time, here, RECORD.SWITCH, a[row]!, b[row]!, c[row]!, 0);
      this.#next[1] = 1;
      return;
    }
    if (kind[row] === RECORD.SWITCH) {
      const isIdle = b[row]! < this.#run.cpus;
      const activity = isIdle ? ACTIVITY.IDLE : ACTIVITY.USER;
      this.#write(time, here, RECORD.MODE, activity, b[row]!, 0, 0);
    } else if (kind[row] === RECORD.MODE) {
      this.#enter(row, time);
      this.#write(time, here, RECORD.MODE, a[row]!, b[row]!, 0, 0);
    } else {
      if (kind[row] === RECORD.WAKE) this.#wake(row, time);
      else this.#move(row);
      this.#write(time, here, kind[row]!, a[row]!, b[row]!, c[row]!, d[row]!);
    }
    this.#next[0] = row + 1;
    this.#next[1] = 0;
  }

  #enter(row: number, time: number): void {
    const { cpu, a, b } = this.#run.rows;
    const here = cpu[row]!;
    this.#tell(here, time);
    const was = this.#running[here]!;
    // What becomes of a task in a gap is not known.
    if (was >= 0 && was !== b[row]) this.#become(was, TASK.NEW, time);
    this.#runs(here, a[row]!, b[row]!, time);
  }

  #runs(cpu: number, activity: number, task: number, time: number): void {
    this.#activity[cpu] = activity;
    this.#running[cpu] = task;
    this.#since[cpu] = time;
    if (task < 0) return;
    this.#taskCpu[task] = cpu;
    this.#become(task, TASK.RUNNING, time);
  }

  #become(task: number, state: number, time: number): void {
    this.#state[task] = state;
    this.#changed[task] = time;
  }

  #switch(row: number, time: number): void {
    const { cpu, a, b, c, flags } = this.#run.rows;
    const here = cpu[row]!;
    const next = b[row]!;
    this.#tell(here, time);
    this.#become(a[row]!, c[row]!, time);
    if (next >= this.#run.cpus) this.#arrive(next, time, (flags[row]! & ROW.UNCOUNTED) === 0);
    this.#runs(here, next < this.#run.cpus ? ACTIVITY.IDLE : ACTIVITY.USER, next, time);
    this.#clock.switches += 1;
  }

  #arrive(task: number, time: number, isCounted: boolean): void {
    const woken = this.#woken[task]!;
    this.#woken[task] = none;
    if (woken < 0 || !isCounted) return;
    const wait = time - woken;
    this.#latency[task] = wait;
    this.#waits[bucketOf(wait)]! += 1;
    this.#greatest[0] = Math.max(this.#greatest[0]!, wait);
    this.#clock.latencySum += wait;
    this.#clock.latencyCount += 1;
  }

  #wake(row: number, time: number): void {
    const { a, b } = this.#run.rows;
    const task = a[row]!;
    this.#clock.wakeups += 1;
    this.#wakeups[task]! += 1;
    this.#woken[task] = time;
    if (this.#state[task] === TASK.RUNNING) return;
    this.#taskCpu[task] = b[row]!;
    this.#become(task, TASK.RUNNABLE, time);
  }

  #move(row: number): void {
    const { a, c } = this.#run.rows;
    const task = a[row]!;
    this.#clock.migrations += 1;
    this.#migrations[task]! += 1;
    this.#taskCpu[task] = c[row]!;
  }

  /** Brings what a CPU has spent up to `time`. */
  #tell(cpu: number, time: number): void {
    const passed = time - this.#told[cpu]!;
    this.#told[cpu] = time;
    const task = this.#running[cpu]!;
    if (passed <= 0 || this.#activity[cpu] === ACTIVITY.UNKNOWN) return;
    const isIdle = this.#activity[cpu] === ACTIVITY.IDLE;
    this.#spent[2 * cpu + (isIdle ? 1 : 0)]! += passed;
    if (!isIdle && task >= 0) this.#runtime[task]! += passed;
  }

  #write(
    time: number,
    cpu: number,
    kind: number,
    a: number,
    b: number,
    c: number,
    d: number,
  ): void {
    const clock = this.#clock;
    const { records } = clock;
    const record = this.#ring.at(records % this.#at.ringRecords);
    record.time = time;
    record.cpu = cpu;
    record.kind = kind;
    record.flags = 0;
    record.a = a;
    record.b = b;
    record.c = c;
    record.d = d;
    record.e = 0;
    clock.records = records + 1;
    let low = this.#hash[0]!;
    let high = this.#hash[1]!;
    for (const word of [time % 2 ** 32, Math.floor(time / 2 ** 32), cpu, kind, a, b, c, d]) {
      low = Math.imul(low ^ word, 0x0100_0193) >>> 0;
      high = Math.imul(high ^ low ^ (word >>> 16), 0x0100_01b3) >>> 0;
    }
    this.#hash[0] = low;
    this.#hash[1] = high;
  }

  // ---- what is shown ------------------------------------------------------------------------------

  frame(): void {
    const { now } = this.#clock;
    const { cpus } = this.#run;
    const queued = new Uint16Array(cpus);
    this.#showTasks(queued, now);
    const views = new abi.CpuView(this.#buffer, this.#at.cpuViews, cpus);
    const ledger = new Uint32Array(this.#buffer, this.#at.ledger, 2 * abi.LEDGER_KINDS * cpus);
    for (let cpu = 0; cpu < cpus; cpu++) {
      this.#tell(cpu, now);
      const view = views.at(cpu);
      const activity = this.#activity[cpu]!;
      const task = this.#running[cpu]!;
      const isIdle = activity !== ACTIVITY.USER;
      view.activity = activity;
      view.ledgerKind = isIdle ? abi.LEDGER.IDLE : abi.LEDGER.USER;
      view.level = none;
      view.queued = queued[cpu]!;
      view.task = isIdle ? none : task;
      view.line = none;
      view.word = none;
      view.lock = none;
      view.since = Math.min(saturated, now - this.#since[cpu]!);
      const row = cpu * abi.LEDGER_KINDS;
      put(ledger, row + abi.LEDGER.USER, this.#spent[2 * cpu]!);
      put(ledger, row + abi.LEDGER.IDLE, this.#spent[2 * cpu + 1]!);
    }
    this.#showWaits();
  }

  #showTasks(queued: Uint16Array, now: number): void {
    const { cpus, tasks } = this.#run;
    const views = new abi.TaskView(this.#buffer, this.#at.taskViews, cpus + tasks.length);
    for (let task = 0; task < cpus + tasks.length; task++) {
      const view = views.at(task);
      const state = this.#state[task]!;
      const cpu = this.#taskCpu[task]!;
      const told = tasks[task - cpus];
      const prio = told?.prio ?? 120;
      const isThere = state === TASK.RUNNING || state === TASK.RUNNABLE;
      if (told && isThere && cpu >= 0) queued[cpu]! += 1;
      const isNow = state === TASK.RUNNING && cpu >= 0;
      view.cpu = cpu;
      view.group = told ? task - cpus : none;
      view.state = state;
      view.policy = prio < 100 ? 1 : 0;
      view.priority = prio;
      view.migrations = this.#migrations[task]!;
      view.wakeups = this.#wakeups[task]!;
      view.lastLatency = Math.min(saturated, this.#latency[task]!);
      view.process = none;
      view.preferredLlc = none;
      view.since = Math.min(saturated, now - this.#changed[task]!);
      view.role = told ? 1 + task - cpus : 0;
      view.number = told ? 0 : task;
      view.runtime = this.#runtime[task]! + (isNow ? now - this.#told[cpu]! : 0);
    }
  }

  #showWaits(): void {
    const views = new abi.LatencyView(this.#buffer, this.#at.latencyViews, latencyKinds);
    const view = views.at(abi.LATENCY.WAKE);
    const { latencyCount, latencySum } = this.#clock;
    view.samples = latencyCount;
    view.sum = latencySum;
    view.p50 = bucketTime(this.#waits, latencyCount, 0.5);
    view.p99 = bucketTime(this.#waits, latencyCount, 0.99);
    view.greatest = Math.min(saturated, this.#greatest[0]!);
  }

  keyframe(): number {
    const { state, stateBytes, shadow, pageList } = this.#at;
    const words = STATE_PAGE_BYTES / 4;
    const now = new Uint32Array(this.#buffer, state, stateBytes / 4);
    const before = new Uint32Array(this.#buffer, shadow, stateBytes / 4);
    const list = new Uint32Array(this.#buffer, pageList, stateBytes / STATE_PAGE_BYTES);
    let changed = 0;
    for (let page = 0; page < list.length; page++) {
      const end = (page + 1) * words;
      let at = page * words;
      while (at < end && now[at] === before[at]) at++;
      if (at < end || !this.#hasKeyframe) list[changed++] = page;
    }
    this.#hasKeyframe = true;
    before.set(now);
    return changed;
  }
}

function put(words: Uint32Array, at: number, value: number): void {
  words[2 * at] = value % 2 ** 32;
  words[2 * at + 1] = Math.floor(value / 2 ** 32);
}

function writeMap(map: abi.WorldMap, at: Places, run: RecordedRun, llcs: number): void {
  map.abiVersion = ABI_VERSION;
  map.bytes = at.bytes;
  map.stateOffset = at.state;
  map.stateBytes = at.stateBytes;
  map.clockOffset = at.clock;
  map.cpuViewOffset = at.cpuViews;
  map.cpuViewCount = run.cpus;
  map.taskViewOffset = at.taskViews;
  map.taskViewCount = run.cpus + run.tasks.length;
  map.ringOffset = at.ring;
  map.ringRecords = at.ringRecords;
  map.explainBytes = abi.Explain.bytes;
  map.ledgerOffset = at.ledger;
  map.ledgerWindowOffset = at.ledgerWindow;
  map.transferOffset = at.transfers;
  map.llcs = llcs;
  map.pageListOffset = at.pageList;
  map.pageListCapacity = at.stateBytes / STATE_PAGE_BYTES;
  map.latencyViewOffset = at.latencyViews;
  map.latencyViewCount = latencyKinds;
  map.namesOffset = at.names;
  map.namesBytes = at.namesBytes;
}

/** Names of the tasks, as a core gives those of its roles: each is the only one of its name. */
function namesOf(run: RecordedRun): Uint8Array {
  const tasks = run.tasks.map(({ comm, pid }, at) => {
    const named = comm.replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '?');
    return `role ${at + 1} 0 ${named}-${pid}\n`;
  });
  return new TextEncoder().encode(`role 0 1 swapper\n${tasks.join('')}`);
}

/** A backend whose one world is a recording, on the machine of the definition that it is made with. */
export function openRecorded(run: RecordedRun): Backend {
  const names = namesOf(run);
  let buffer = new ArrayBuffer(0);
  let core: RecordedCore | undefined;
  const definition = new ArrayBuffer(abi.WorldDef.bytes);
  const def = () => new abi.WorldDef(definition, 0);
  const places = () => {
    const { cpus, cpuLlc } = def();
    const llcs = Math.max(0, ...cpuLlc.slice(0, cpus)) + 1;
    return { llcs, at: placesOf(run, llcs, names.length) };
  };
  const functions: CoreFunctions = {
    ss_world_def_default() {
      def().abiVersion = ABI_VERSION;
    },
    ss_world_bytes() {
      if (def().cpus === run.cpus) return places().at.bytes;
      def().message.set(new TextEncoder().encode('the recording is of another machine'));
      return 0;
    },
    ss_world_create() {
      const { at, llcs } = places();
      writeMap(new abi.WorldMap(buffer, 0), at, run, llcs);
      new Uint8Array(buffer, at.names, names.length).set(names);
      core = new RecordedCore(run, at, buffer);
      return STATUS.OK;
    },
    ss_world_map: () => 0,
    ss_world_step: (_: Address, low, high, most) => core!.step(high * 2 ** 32 + low, most),
    ss_world_frame: () => core!.frame(),
    ss_world_keyframe: () => core!.keyframe(),
  };
  let reserved = 0;
  return {
    name: 'wasm',
    core: functions,
    /** The first block is the definition's, the second the world's. */
    reserve(bytes: number): Block {
      const isDefinition = reserved++ === 0;
      if (!isDefinition) {
        try {
          buffer = new ArrayBuffer(bytes);
        } catch {
          throw new OutOfMemoryError(bytes);
        }
      }
      const own = isDefinition ? definition : buffer;
      return { address: 0, bytes, memory: () => ({ buffer: own, base: 0 }) };
    },
    dispose() {
      buffer = new ArrayBuffer(0);
      core = undefined;
    },
  };
}
