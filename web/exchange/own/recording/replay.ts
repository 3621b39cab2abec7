// Turns the events of a trace into the rows that an engine replays: which task runs where, which task woke which
// and where that went, and where nothing is known. Two walks over the columns, since later events tell which task
// an earlier one was about and where a gap began.

import { ACTIVITY, MIGRATE, RECORD, TASK } from '../../../engine/abi.gen.ts';
import { type RecordedRun, type RecordedTask, ROW } from '../../../engine/recorded/rows.ts';
import { counted, type ReaderNotes } from '../notes.ts';
import { FLAG } from './columns.ts';
import { EVENT, STATE } from './events.ts';
import type { TraceEvents } from './gathering.ts';

/** What runs on a CPU of which nothing is known. */
const UNKNOWN = -2;
const none = -1;

/** What the first walk finds out of each event and each CPU. */
interface Found {
  /** Of a wake-up: the CPU it chose; none: another event tells of the same one. */
  readonly chosen: Int16Array;
  /** MIGRATE code of a move. */
  readonly reason: Uint8Array;
  /** Bits: a wake-up of which a move tells as well. */
  readonly isMoved: Uint8Array;
  /** Task, IDLE or UNKNOWN, before a CPU's first event. */
  readonly begins: Int32Array;
  readonly switches: number;
  /** Switches whose outgoing task is not the one that the trace showed running. */
  readonly torn: number;
}

function walk(events: TraceEvents, cpus: number): Found {
  const { columns, tasks, cutBeginnings, cutEnds } = events;
  const { count, cpu, kind, flags, a, b, c } = columns;
  const chosen = new Int16Array(count).fill(none);
  const reason = new Uint8Array(count).fill(MIGRATE.UNKNOWN);
  const isMoved = new Uint8Array(count);
  const begins = new Int32Array(cpus).fill(UNKNOWN);
  const running = new Int32Array(cpus).fill(UNKNOWN);
  const last = new Int32Array(cpus).fill(none);
  /** By task: the waking that no wakeup has followed yet. */
  const pending = new Int32Array(tasks.all.length).fill(none);
  const hasRun = new Uint8Array(tasks.all.length);
  let switches = 0;
  let torn = 0;
  for (let i = 0; i < count; i++) {
    const here = cpu[i]!;
    const isSwitch = kind[i] === EVENT.SWITCH;
    const writer = isSwitch ? a[i]! : c[i]!;
    const before = last[here]!;
    if (isSwitch) switches++;
    if (before === none) {
      const isCut = cutBeginnings === 'all' || cutBeginnings.has(here) || flags[i]! & FLAG.LOST;
      begins[here] = isCut ? UNKNOWN : writer;
    } else if (flags[i]! & FLAG.LOST) {
      flags[before]! |= FLAG.GAP;
    } else if (running[here] !== writer) {
      flags[before]! |= FLAG.GAP;
      if (isSwitch) torn++;
    }
    running[here] = isSwitch ? b[i]! : writer;
    last[here] = i;
    const task = isSwitch ? b[i]! : a[i]!;
    if (task < 0) continue;
    const waking = pending[task]!;
    if (isSwitch) {
      if (waking !== none && chosen[waking] === none) chosen[waking] = here;
      pending[task] = none;
      hasRun[task] = 1;
    } else if (kind[i] === EVENT.WAKING) {
      pending[task] = i;
    } else if (kind[i] === EVENT.WAKEUP || kind[i] === EVENT.WAKEUP_NEW) {
      chosen[waking === none ? i : waking] = b[i]! < 0 ? here : b[i]!;
      pending[task] = none;
    } else if (kind[i] === EVENT.MIGRATE) {
      if (waking !== none) {
        reason[i] = MIGRATE.WAKE;
        isMoved[waking] = 1;
        chosen[waking] = b[i]! & 0xffff;
      } else if (!hasRun[task] && events.kinds.sched_wakeup_new !== undefined) {
        reason[i] = MIGRATE.FORK;
      }
    }
  }
  for (const here of cutEnds) {
    if (last[here] !== undefined && last[here] !== none) flags[last[here]!]! |= FLAG.GAP;
  }
  return { chosen, reason, isMoved, begins, switches, torn };
}

/** Rows under way, as RecordedRows says. */
class Rows {
  time: Float64Array;
  cpu: Uint16Array;
  kind: Uint8Array;
  flags: Uint8Array;
  a: Int32Array;
  b: Int32Array;
  c: Int32Array;
  d: Uint8Array;
  count = 0;

  constructor(capacity: number) {
    this.time = new Float64Array(capacity);
    this.cpu = new Uint16Array(capacity);
    this.kind = new Uint8Array(capacity);
    this.flags = new Uint8Array(capacity);
    this.a = new Int32Array(capacity);
    this.b = new Int32Array(capacity);
    this.c = new Int32Array(capacity);
    this.d = new Uint8Array(capacity);
  }

  add(
    time: number,
    cpu: number,
    kind: number,
    a: number,
    b: number,
    c = 0,
    d = 0,
    flags = 0,
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
    this.d[at] = d;
  }

  /** The columns as long as they are filled. */
  cut() {
    const { count } = this;
    return {
      count,
      time: this.time.slice(0, count),
      cpu: this.cpu.slice(0, count),
      kind: this.kind.slice(0, count),
      flags: this.flags.slice(0, count),
      a: this.a.slice(0, count),
      b: this.b.slice(0, count),
      c: this.c.slice(0, count),
      d: this.d.slice(0, count),
    };
  }

  #grow(): void {
    const grown = new Rows(this.count + (this.count >> 1) + 1024);
    for (const name of ['time', 'cpu', 'kind', 'flags', 'a', 'b', 'c', 'd'] as const) {
      grown[name].set(this[name] as never);
      (this as Record<string, unknown>)[name] = grown[name];
    }
  }
}

/** The second walk: what is known by now goes into rows, in order of time. */
class Teller {
  readonly #events: TraceEvents;
  readonly #found: Found;
  readonly #cpuOf: (cpu: number) => number;
  readonly #cpus: number;
  readonly rows: Rows;
  /** By task: where it is or was last, and when it was woken; none: not known, not waiting. */
  readonly #taskCpu: Int32Array;
  readonly #wokenAt: Float64Array;
  readonly #isUnknown: Uint8Array;
  /** By CPU: when the last gap ended. */
  readonly #known: Float64Array;

  constructor(events: TraceEvents, found: Found, cpus: number, cpuOf: (cpu: number) => number) {
    this.#events = events;
    this.#found = found;
    this.#cpuOf = cpuOf;
    this.#cpus = cpus;
    const tasks = events.tasks.all.length;
    this.rows = new Rows(events.columns.count + cpus + events.cpus);
    this.#taskCpu = new Int32Array(tasks).fill(none);
    this.#wokenAt = new Float64Array(tasks).fill(none);
    this.#isUnknown = new Uint8Array(events.cpus);
    this.#known = new Float64Array(events.cpus).fill(none);
  }

  tell(): void {
    this.#beginnings();
    const { columns } = this.#events;
    for (let i = 0; i < columns.count; i++) {
      const cpu = columns.cpu[i]!;
      const time = columns.time[i]!;
      const kind = columns.kind[i]!;
      if (this.#isUnknown[cpu]) {
        this.#isUnknown[cpu] = 0;
        this.#known[cpu] = time;
        if (kind !== EVENT.SWITCH) this.#runs(time, cpu, columns.c[i]!);
      }
      if (kind === EVENT.SWITCH) this.#switch(i, time, cpu);
      else if (kind === EVENT.MIGRATE) this.#move(i, time, cpu);
      else if (kind !== EVENT.FORK && kind !== EVENT.EXIT) this.#wake(i, time, cpu);
      if (columns.flags[i]! & FLAG.GAP) this.#lose(time, cpu);
    }
  }

  #idle = (cpu: number): number => this.#cpuOf(cpu);
  #id(task: number, cpu: number): number {
    return task < 0 ? this.#idle(cpu) : this.#cpus + task;
  }

  #beginnings(): void {
    const isTold = new Uint8Array(this.#cpus);
    for (let cpu = 0; cpu < this.#events.cpus; cpu++) {
      const begins = this.#found.begins[cpu]!;
      const here = this.#cpuOf(cpu);
      isTold[here] = 1;
      if (begins === UNKNOWN) this.#lose(0, cpu);
      else this.#runs(0, cpu, begins);
    }
    for (let here = 0; here < this.#cpus; here++) {
      if (!isTold[here]) this.rows.add(0, here, RECORD.MODE, ACTIVITY.UNKNOWN, none);
    }
  }

  #lose(time: number, cpu: number): void {
    this.#isUnknown[cpu] = 1;
    this.rows.add(time, this.#cpuOf(cpu), RECORD.MODE, ACTIVITY.UNKNOWN, none);
  }

  #runs(time: number, cpu: number, task: number): void {
    if (task >= 0) this.#taskCpu[task] = cpu;
    const activity = task >= 0 ? ACTIVITY.USER : ACTIVITY.IDLE;
    this.rows.add(time, this.#cpuOf(cpu), RECORD.MODE, activity, this.#id(task, cpu));
  }

  #switch(i: number, time: number, cpu: number): void {
    const { a, b, c } = this.#events.columns;
    const next = b[i]!;
    const previous = a[i]!;
    let flags = 0;
    if (next >= 0) {
      const was = this.#taskCpu[next]!;
      if (was !== none && was !== cpu) this.#infer(time, cpu, next, was, MIGRATE.UNKNOWN);
      if (this.#known[cpu]! > this.#wokenAt[next]!) flags = ROW.UNCOUNTED;
      this.#taskCpu[next] = cpu;
      this.#wokenAt[next] = none;
    }
    if (previous >= 0) this.#taskCpu[previous] = cpu;
    const state = previous < 0 || c[i] === STATE.RUNNABLE ? TASK.RUNNABLE : TASK.SLEEPING;
    const here = this.#cpuOf(cpu);
    this.rows.add(
      time,
      here,
      RECORD.SWITCH,
      this.#id(previous, cpu),
      this.#id(next, cpu),
      state,
      0,
      flags,
    );
  }

  #infer(time: number, cpu: number, task: number, from: number, reason: number): void {
    const here = this.#cpuOf(cpu);
    this.rows.add(
      time,
      here,
      RECORD.MIGRATE,
      this.#id(task, cpu),
      this.#cpuOf(from),
      here,
      reason,
      ROW.INFERRED,
    );
    this.#taskCpu[task] = cpu;
  }

  #move(i: number, time: number, cpu: number): void {
    const { a, b } = this.#events.columns;
    const task = a[i]!;
    if (task < 0) return;
    const to = b[i]! & 0xffff;
    const from = b[i]! >>> 16;
    const reason = this.#found.reason[i]!;
    this.#taskCpu[task] = to;
    const cpus = [this.#cpuOf(from), this.#cpuOf(to)] as const;
    this.rows.add(time, this.#cpuOf(cpu), RECORD.MIGRATE, this.#id(task, cpu), ...cpus, reason);
  }

  #wake(i: number, time: number, cpu: number): void {
    const { a, b, kind } = this.#events.columns;
    const task = a[i]!;
    const isWaking = kind[i] === EVENT.WAKING;
    // A wakeup whose waking was told says nothing new.
    if (task < 0 || (!isWaking && this.#found.chosen[i]! === none)) return;
    const was = this.#taskCpu[task]! === none ? cpu : this.#taskCpu[task]!;
    // A task woken at the end of the file has not been placed yet.
    const told = isWaking && b[i]! >= 0 ? b[i]! : none;
    const known = this.#found.chosen[i]!;
    const chosen = known !== none ? known : told !== none ? told : was;
    const before = told !== none ? told : this.#taskCpu[task]! === none ? chosen : was;
    const here = this.#cpuOf(cpu);
    const isInterrupt = (this.#events.columns.flags[i]! & FLAG.INTERRUPT) !== 0;
    this.rows.add(
      time,
      here,
      RECORD.WAKE,
      this.#id(task, cpu),
      this.#cpuOf(chosen),
      this.#cpuOf(before),
      0,
      isInterrupt ? ROW.INTERRUPT : 0,
    );
    this.#wokenAt[task] = time;
    this.#taskCpu[task] = before;
    if (before !== chosen && !this.#found.isMoved[i]) {
      const isNew = kind[i] === EVENT.WAKEUP_NEW;
      this.#infer(time, chosen, task, before, isNew ? MIGRATE.FORK : MIGRATE.WAKE);
    } else if (!this.#found.isMoved[i]) this.#taskCpu[task] = chosen;
  }
}

/** How the machine numbers the CPUs of a trace. */
export interface TraceMachine {
  readonly cpus: number;
  /** The machine's CPU of each number of the file; undefined: the same. */
  readonly cpuOf?: (cpu: number) => number;
}

/** Switches of which so many do not fit what was told make a trace with holes. */
const holes = 0.05;

/** What an engine replays. `events` are given up: their flags are written. */
export function replayed(
  events: TraceEvents,
  machine: TraceMachine,
  notes: ReaderNotes,
): RecordedRun {
  const { cpus, cpuOf = (cpu) => cpu } = machine;
  const found = walk(events, events.cpus);
  if (found.torn > holes * found.switches) {
    notes.add(
      `This trace has gaps: before ${found.torn} of ${found.switches} switches another task ran than the trace said.`,
    );
  } else if (found.torn > 0) {
    notes.add(
      `Before ${counted(found.torn, 'switch', 'switches')} another task ran than the trace said: the time before is shown as unknown.`,
    );
  }
  const silent = [...found.begins].filter((begins) => begins === UNKNOWN).length;
  if (silent > 0) {
    const begin = silent === 1 ? 'begins' : 'begin';
    notes.add(`${counted(silent, 'CPU')} ${begin} with some time unknown.`);
  }
  const teller = new Teller(events, found, cpus, cpuOf);
  teller.tell();
  const { count } = events.columns;
  return {
    cpus,
    duration: count > 0 ? events.columns.time[count - 1]! : 0,
    rows: teller.rows.cut(),
    tasks: events.tasks.all.map(
      ({ pid, tgid, name, prio }): RecordedTask => ({
        pid,
        tgid,
        comm: events.names.all[name] ?? '',
        prio: prio < 0 ? 120 : prio,
      }),
    ),
  };
}
