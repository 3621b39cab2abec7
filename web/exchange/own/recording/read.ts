// A trace of the scheduler as text (ftrace, trace-cmd report, perf sched script) into columns of events: streamed, linear,
// bounded. What cannot be used is counted and told. What the events mean together is worked out in replay.ts.

import { LIMIT_CPUS } from '../../../engine/abi.gen.ts';
import { ScenarioError } from '../../../scenario/index.ts';
import { RECORDING_EVENTS, RECORDING_NS, RECORDING_OTHERS } from '../limits.ts';
import { counted, type Notes } from '../notes.ts';
import { withoutControls } from '../text.ts';
import { TraceBytes } from './bytes.ts';
import { Columns, FLAG, TimeOrder, type Waiting } from './columns.ts';
import { EVENT, emptyTold, readers, STATE, type Told } from './events.ts';
import { LineHead } from './line.ts';
import { Names, TraceTasks } from './tasks.ts';

/** What of a file is read: seconds of its own clock; without them its first ten. */
export interface RecordingWanted {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** The events of a file, and what it says of itself. */
export interface TraceEvents {
  readonly columns: Columns;
  readonly tasks: TraceTasks;
  readonly names: Names;
  /** CPUs that the file speaks of: the highest and one more. */
  readonly cpus: number;
  /** Seconds of the file's clock at time 0. */
  readonly base: string;
  /** CPUs whose beginning is lost; all: the file says so of the whole. */
  readonly cutBeginnings: ReadonlySet<number> | 'all';
  /** CPUs of which events are lost after the last that is there. */
  readonly cutEnds: ReadonlySet<number>;
  readonly lost: number;
  readonly kinds: Readonly<Record<string, number>>;
}

const hash = '#'.charCodeAt(0);
const letterC = 'C'.charCodeAt(0);

/** Lines kept to tell why nothing could be read. */
const headLines = 50;

export class TraceReader {
  readonly #wanted: RecordingWanted;
  readonly #notes: Notes;
  readonly #bytes: TraceBytes;
  readonly #head = new LineHead();
  readonly #told: Told = emptyTold();
  readonly #names = new Names();
  readonly #tasks = new TraceTasks();
  readonly #columns = new Columns(4096);
  readonly #order = new TimeOrder((event) => this.#keep(event));
  readonly #others = new Map<string, number>();
  readonly #kinds = new Map<string, number>();
  readonly #lostBefore = new Map<number, number>();
  readonly #seenCpus = new Set<number>();
  readonly #cutBeginnings = new Set<number>();
  readonly #firstLines: string[] = [];
  #baseSeconds: number | undefined;
  /** ns of the first line that is kept, and of the first event in order of time, by #baseSeconds. */
  #first: number | undefined;
  #zero: number | undefined;
  #highestCpu = -1;
  #isCut = false;
  #lost = 0;
  #beyond = 0;
  #outside = 0;
  #damaged = 0;
  #added = 0;

  constructor(notes: Notes, wanted: RecordingWanted = {}) {
    this.#wanted = wanted;
    this.#notes = notes;
    this.#bytes = new TraceBytes((text, from, to) => this.#line(text, from, to));
  }

  /** Events of the scheduler so far. */
  get events(): number {
    return this.#added;
  }

  /** Throws ScenarioError. */
  push(bytes: Uint8Array): void {
    this.#bytes.push(bytes);
  }

  /** Throws ScenarioError. */
  finish(): TraceEvents {
    this.#bytes.finish();
    this.#order.finish();
    this.#checkWhole();
    this.#tell();
    return {
      columns: this.#columns,
      tasks: this.#tasks,
      names: this.#names,
      cpus: this.#highestCpu + 1,
      base: this.#baseText(),
      cutBeginnings: this.#isCut ? 'all' : this.#cutBeginnings,
      cutEnds: new Set(this.#lostBefore.keys()),
      lost: this.#lost,
      kinds: Object.fromEntries(this.#kinds),
    };
  }

  // ---- lines --------------------------------------------------------------------------------------

  #line(text: string, from: number, to: number): void {
    if (to === from) return;
    const first = text.charCodeAt(from);
    if (this.#firstLines.length < headLines) this.#firstLines.push(text.slice(from, to));
    if (first === hash) this.#comment(text.slice(from, to));
    else if (this.#head.scan(text, from, to)) this.#event(text);
    else if (first === letterC) this.#loss(text.slice(from, to));
  }

  /** "# entries-in-buffer/entries-written: 8/11   #P:2" */
  #comment(line: string): void {
    const found = /^# entries-in-buffer\/entries-written: (\d{1,15})\/(\d{1,15})/.exec(line);
    if (!found) return;
    const overwritten = Number(found[2]) - Number(found[1]);
    if (overwritten <= 0) return;
    this.#isCut = true;
    this.#notes.add(
      `The beginning was overwritten: ${counted(overwritten, 'event')} of the trace are not in the file.`,
    );
  }

  /** "CPU:1 [LOST 3 EVENTS]", "CPU:1 [3 EVENTS DROPPED]", "CPU:1 [EVENTS DROPPED]" */
  #loss(line: string): void {
    const found = /^CPU:(\d{1,9}) \[(?:LOST )?(\d{0,15}) ?EVENTS(?: DROPPED)?\]/.exec(line);
    if (!found) return;
    const cpu = Number(found[1]);
    if (cpu >= LIMIT_CPUS) return;
    const events = Number(found[2]);
    this.#lost += events;
    this.#lostBefore.set(cpu, (this.#lostBefore.get(cpu) ?? 0) + 1);
    if (!this.#seenCpus.has(cpu)) this.#cutBeginnings.add(cpu);
    const what = events > 0 ? counted(events, 'event') : 'Some events';
    this.#notes.add(`${what} on CPU ${cpu} ${events === 1 ? 'is' : 'are'} lost, the file says.`);
  }

  #event(text: string): void {
    const head = this.#head;
    const name = text.slice(head.eventFrom, head.eventTo);
    const reader = readers.get(name);
    if (!reader) {
      this.#count(name);
      return;
    }
    if (head.cpu >= LIMIT_CPUS) throw manyCpus(head.cpu);
    const told = this.#told;
    told.kind = reader.kind;
    told.cpu = -1;
    told.fromCpu = -1;
    if (
      !reader.read(text.slice(head.fieldsFrom, head.to), told) ||
      told.cpu >= LIMIT_CPUS ||
      told.fromCpu >= LIMIT_CPUS
    ) {
      this.#damaged++;
      return;
    }
    const time = this.#time();
    if (time === undefined) return;
    if (this.#added >= RECORDING_EVENTS) {
      this.#beyond++;
      return;
    }
    this.#add(text, name, time);
  }

  /** ns since the first event that is kept; undefined outside of what is wanted. */
  #time(): number | undefined {
    const { seconds, nanoseconds } = this.#head;
    const { from, to } = this.#wanted;
    const clock = seconds + nanoseconds / 1e9;
    if ((from !== undefined && clock < from) || (to !== undefined && clock >= to)) {
      this.#outside++;
      return undefined;
    }
    this.#baseSeconds ??= seconds;
    const since = (seconds - this.#baseSeconds) * 1e9 + nanoseconds;
    this.#first ??= since;
    if (since - this.#first >= RECORDING_NS) {
      this.#beyond++;
      return undefined;
    }
    return since;
  }

  #add(text: string, name: string, time: number): void {
    const head = this.#head;
    const told = this.#told;
    const { cpu } = head;
    this.#added++;
    this.#kinds.set(name, (this.#kinds.get(name) ?? 0) + 1);
    this.#highestCpu = Math.max(this.#highestCpu, cpu, told.cpu, told.fromCpu);
    this.#seenCpus.add(cpu);
    const isLost = this.#lostBefore.delete(cpu);
    const isSwitch = told.kind === EVENT.SWITCH;
    this.#order.add({
      time,
      cpu,
      kind: told.kind,
      flags: (this.#isInterrupt(text) ? FLAG.INTERRUPT : 0) | (isLost ? FLAG.LOST : 0),
      pid: told.pid,
      name: this.#names.number(told.comm),
      prio: told.prio,
      otherPid: told.otherPid,
      otherName: isSwitch || told.kind === EVENT.FORK ? this.#names.number(told.otherComm) : 0,
      otherPrio: told.otherPrio,
      more: isSwitch ? told.state : told.cpu,
      fromCpu: told.fromCpu,
      writer: head.pid,
      tgid: head.tgid,
    });
  }

  /** Letters h, H, s, z, Z of the context: hard or soft interrupt, NMI. */
  #isInterrupt(text: string): boolean {
    const { flagsFrom, flagsTo } = this.#head;
    for (let at = flagsFrom; at < flagsTo; at++) {
      const letter = text.charCodeAt(at);
      if (letter === 104 || letter === 72 || letter === 115 || letter === 122 || letter === 90) {
        return true;
      }
    }
    return false;
  }

  #count(name: string): void {
    const known = this.#others.get(name);
    if (known !== undefined) this.#others.set(name, known + 1);
    else if (this.#others.size < RECORDING_OTHERS) this.#others.set(` ${name}`.slice(1), 1);
  }

  // ---- events, in order of time -------------------------------------------------------------------

  #keep(event: Waiting): void {
    const { kind, cpu, flags, pid, name, prio } = event;
    this.#zero ??= event.time;
    const time = event.time - this.#zero;
    const tasks = this.#tasks;
    const writer = kind === EVENT.SWITCH ? 0 : tasks.of(event.writer, 0, -1);
    if (kind === EVENT.SWITCH) {
      const previous = tasks.of(pid, name, prio);
      const next = tasks.alive(event.otherPid, event.otherName, event.otherPrio);
      tasks.belongs(previous, event.tgid);
      if (event.more === STATE.ENDED) tasks.ended(previous);
      this.#columns.add(time, cpu, kind, flags, previous, next, event.more);
    } else if (kind === EVENT.MIGRATE) {
      const task = tasks.of(pid, name, prio);
      const cpus = event.more | (event.fromCpu << 16);
      this.#columns.add(time, cpu, kind, flags, task, cpus, writer);
    } else if (kind === EVENT.FORK) {
      const parent = tasks.of(pid, name, prio);
      const child = tasks.born(event.otherPid, event.otherName, -1);
      this.#columns.add(time, cpu, kind, flags, parent, child, writer);
    } else {
      const task = kind === EVENT.EXIT ? tasks.of(pid, name, prio) : tasks.alive(pid, name, prio);
      this.#columns.add(time, cpu, kind, flags, task, event.more, writer);
    }
    if (kind !== EVENT.SWITCH) tasks.belongs(writer, event.tgid);
  }

  // ---- what is said of it -------------------------------------------------------------------------

  #baseText(): string {
    if (this.#baseSeconds === undefined || this.#zero === undefined) return '0';
    const whole = Math.floor(this.#zero / 1e9);
    const ns = this.#zero - whole * 1e9;
    const seconds = this.#baseSeconds + whole;
    return `${seconds}.${String(ns).padStart(9, '0')}`;
  }

  #checkWhole(): void {
    const { dropped } = this.#order;
    if (dropped > 0.01 * this.#added) {
      throw new ScenarioError(
        'file',
        `has ${counted(dropped, 'line')} far out of order of time, of ${this.#added}`,
        'sort it by time: trace-cmd report and perf sched script do',
      );
    }
    if (dropped > 0) this.#notes.add(`${counted(dropped, 'line')} far out of order left out.`);
    if ((this.#kinds.get('sched_switch') ?? 0) === 0) throw this.#nothing();
  }

  /** Why there was nothing to read. */
  #nothing(): ScenarioError {
    if (this.#outside > 0) {
      return new ScenarioError('file', 'has no event in the span asked for', 'change --from, --to');
    }
    const lines = this.#firstLines.map((line) => line.trim());
    const isLatency = lines.some(
      (line) =>
        /^\S{1,20}\s{0,20}\d\S{0,6}\s{1,8}\d{1,12}us[!+ ]?:/.test(line) ||
        line.startsWith('# latency:') ||
        line.includes('-0 2d.h'),
    );
    if (isLatency) {
      const remedy = 'switch it off: echo 0 > /sys/kernel/tracing/options/latency-format';
      return new ScenarioError('file', 'is in the latency format', remedy);
    }
    // Behind the CPU flags may stand, and then digits without a point.
    const isCounter = lines.some((line) =>
      /\[\d{1,9}\] {1,16}(\S{1,8} {1,16})?\d{1,20}: {1,16}sched/.test(line),
    );
    if (isCounter) {
      const remedy = 'record with trace_clock mono or local';
      return new ScenarioError('file', 'has times that are no seconds', remedy);
    }
    if (lines.some((line) => /^([^\s[][^[]{0,40} )?\d{1,12}\.\d{6,9}: {1,16}sched:/.test(line))) {
      const remedy =
        'print it with its CPUs: perf sched script, or perf script -F comm,pid,tid,cpu,time,event,trace';
      return new ScenarioError('file', 'does not say on which CPU things happened', remedy);
    }
    const remedy =
      'record sched_switch, sched_waking, sched_wakeup, sched_wakeup_new and sched_migrate_task';
    return new ScenarioError('file', 'holds no sched_switch that can be read', remedy);
  }

  #tell(): void {
    const notes = this.#notes;
    if (this.#beyond > 0) {
      const kept = counted(this.#added, 'event');
      notes.add(
        `The first ${kept} are kept, at most ${RECORDING_EVENTS} and ${RECORDING_NS / 1e9} s; ${counted(this.#beyond, 'later one')} left out: choose another part with --from and --to, in seconds of the file's clock.`,
      );
    }
    if (this.#damaged > 0) {
      notes.add(`${counted(this.#damaged, 'event')} could not be read and left out.`);
    }
    if (this.#tasks.others > 0) {
      notes.add(`${counted(this.#tasks.others, 'task')} beyond the limit are shown as one.`);
    }
    const others = [...this.#others].sort((x, y) => y[1] - x[1]);
    if (others.length > 0) {
      const all = others.reduce((sum, [, count]) => sum + count, 0);
      const shown = others.slice(0, 5).map(([name, count]) => `${withoutControls(name)} ${count}`);
      notes.add(`${counted(all, 'other event')} left out: ${shown.join(', ')}.`);
    }
    if (!this.#kinds.has('sched_waking')) {
      notes.add(
        'The file has no sched_waking: latencies are from sched_wakeup on, without the way to the queue.',
      );
    }
  }
}

const manyCpus = (cpu: number): ScenarioError =>
  new ScenarioError('file', `speaks of CPU ${cpu}`, `at most ${LIMIT_CPUS} CPUs are read`);
