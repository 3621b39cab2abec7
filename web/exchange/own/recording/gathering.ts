// The shared part of all readers of traces: events of the scheduler, as the readers deliver them, are put into
// order of time and into columns; events that are outside of the wanted span, beyond a limit or lost are counted
// and reported. Knows no form of file.

import { LIMIT_CPUS } from '../../../engine/abi.gen.ts';
import { ScenarioError } from '../../../scenario/index.ts';
import { RECORDING_EVENTS, RECORDING_NS, RECORDING_OTHERS } from '../limits.ts';
import { counted, type ReaderNotes } from '../notes.ts';
import { withoutControls } from '../text.ts';
import { Columns, FLAG, TimeOrder, type Waiting } from './columns.ts';
import { EVENT, emptyTraceEvent, STATE, type TraceEvent } from './events.ts';
import { NameTable, RecordedTasks } from './tasks.ts';

/** What of a file is read: seconds of its own clock; without them its first ten. */
export interface RecordingWanted {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** The events of a file, and what it says of itself. */
export interface TraceEvents {
  readonly columns: Columns;
  readonly tasks: RecordedTasks;
  readonly names: NameTable;
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
  /** What the head of the file says of its machine, as kinds.ts reads it; undefined: nothing. */
  readonly machine: string | undefined;
}

/** Where and when an event was told. */
export interface EventPosition {
  readonly cpu: number;
  /** The task that ran there: its number, and that of its process; 0: not told. */
  readonly pid: number;
  readonly tgid: number;
  /** Of the file's clock; and ns after the second. */
  readonly seconds: number;
  readonly nanoseconds: number;
  readonly inInterrupt: boolean;
}

export class Gathering {
  readonly #wanted: RecordingWanted;
  readonly #notes: ReaderNotes;
  /** The event that a reader is about to add. */
  readonly told: TraceEvent = emptyTraceEvent();
  readonly #names = new NameTable();
  readonly #tasks = new RecordedTasks();
  readonly #columns = new Columns(4096);
  readonly #order = new TimeOrder((event) => this.#keep(event));
  readonly #others = new Map<string, number>();
  readonly #kinds = new Map<string, number>();
  readonly #lostBefore = new Map<number, number>();
  readonly #seenCpus = new Set<number>();
  readonly #cutBeginnings = new Set<number>();
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
  machine: string | undefined;

  constructor(notes: ReaderNotes, wanted: RecordingWanted) {
    this.#wanted = wanted;
    this.#notes = notes;
  }

  /** Events of the scheduler so far. */
  get events(): number {
    return this.#added;
  }

  /** `nothing`: why the reader found no switch. Throws ScenarioError. */
  finish(nothing: () => ScenarioError): TraceEvents {
    this.#order.finish();
    this.#checkOrder();
    if ((this.#kinds.get('sched_switch') ?? 0) === 0) throw this.#nothing(nothing);
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
      machine: this.machine,
    };
  }

  // ---- what readers tell --------------------------------------------------------------------------

  note(sentence: string): void {
    this.#notes.add(sentence);
  }

  /** So many events of the beginning are not in the file. */
  overwritten(events: number): void {
    if (events <= 0) return;
    this.#isCut = true;
    this.#notes.add(
      `The beginning was overwritten: ${counted(events, 'event')} of the trace are not in the file.`,
    );
  }

  /** Events of a CPU are lost here; 0: their number is not known. */
  lose(cpu: number, events: number): void {
    if (cpu >= LIMIT_CPUS) return;
    this.#lost += events;
    this.#lostBefore.set(cpu, (this.#lostBefore.get(cpu) ?? 0) + 1);
    if (!this.#seenCpus.has(cpu)) this.#cutBeginnings.add(cpu);
    const what = events > 0 ? counted(events, 'event') : 'Some events';
    this.#notes.add(`${what} on CPU ${cpu} ${events === 1 ? 'is' : 'are'} lost, the file says.`);
  }

  /** Of what ran on a CPU before its first event the file says nothing. */
  cutBeginning(cpu: number): void {
    this.#cutBeginnings.add(cpu);
  }

  /** An event that could not be read. */
  damage(): void {
    this.#damaged++;
  }

  /** An event that is not one of the scheduler. */
  other(name: string): void {
    const known = this.#others.get(name);
    if (known !== undefined) this.#others.set(name, known + 1);
    else if (this.#others.size < RECORDING_OTHERS) this.#others.set(` ${name}`.slice(1), 1);
  }

  /** How many events there were that are not of the scheduler, and those of which there were most. */
  others(): { readonly all: number; readonly shown: string } {
    const others = [...this.#others].sort((x, y) => y[1] - x[1]);
    const shown = others.slice(0, 5).map(([name, count]) => `${withoutControls(name)} ${count}`);
    return { all: others.reduce((sum, [, count]) => sum + count, 0), shown: shown.join(', ') };
  }

  /** Why nothing is told of a file that has other events alone. */
  withoutSwitch(where: string): ScenarioError {
    const { all, shown } = this.others();
    const instead = all > 0 ? `, but ${counted(all, 'other event')}: ${shown}` : '';
    const remedy =
      'record sched_switch, sched_waking, sched_wakeup, sched_wakeup_new and sched_migrate_task';
    return new ScenarioError('file', `${where}${instead}`, remedy);
  }

  /** Adds `told`. Throws ScenarioError. */
  add(place: EventPosition, name: string): void {
    const { told } = this;
    if (place.cpu >= LIMIT_CPUS) throw manyCpus(place.cpu);
    if (told.cpu >= LIMIT_CPUS || told.fromCpu >= LIMIT_CPUS) {
      this.#damaged++;
      return;
    }
    const time = this.#time(place);
    if (time === undefined) return;
    if (this.#added >= RECORDING_EVENTS) {
      this.#beyond++;
      return;
    }
    this.#add(place, name, time);
  }

  /** ns since the first event that is kept; undefined outside of what is wanted. */
  #time({ seconds, nanoseconds }: EventPosition): number | undefined {
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

  #add({ cpu, pid, tgid, inInterrupt }: EventPosition, name: string, time: number): void {
    const { told } = this;
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
      flags: (inInterrupt ? FLAG.INTERRUPT : 0) | (isLost ? FLAG.LOST : 0),
      pid: told.pid,
      name: this.#names.number(told.comm),
      prio: told.prio,
      otherPid: told.otherPid,
      otherName: isSwitch || told.kind === EVENT.FORK ? this.#names.number(told.otherComm) : 0,
      otherPrio: told.otherPrio,
      more: isSwitch ? told.state : told.cpu,
      fromCpu: told.fromCpu,
      writer: pid,
      tgid,
    });
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

  #checkOrder(): void {
    const { dropped } = this.#order;
    if (dropped > 0.01 * this.#added) {
      throw new ScenarioError(
        'file',
        `has ${counted(dropped, 'line')} far out of order of time, of ${this.#added}`,
        'sort it by time: trace-cmd report and perf sched script do',
      );
    }
    if (dropped > 0) this.#notes.add(`${counted(dropped, 'line')} far out of order left out.`);
  }

  #nothing(why: () => ScenarioError): ScenarioError {
    return this.#outside > 0
      ? new ScenarioError('file', 'has no event in the span asked for', 'change --from, --to')
      : why();
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
    const { all, shown } = this.others();
    if (all > 0) notes.add(`${counted(all, 'other event')} left out: ${shown}.`);
    const hasWakeups = this.#kinds.has('sched_wakeup') || this.#kinds.has('sched_wakeup_new');
    if (!hasWakeups && !this.#kinds.has('sched_waking')) {
      notes.add(
        'The file has no wake-ups: it shows which task ran where, when and for how long, and which tasks moved, but not how long woken tasks waited or which task woke which. Record sched_waking and sched_wakeup, too.',
      );
    } else if (!this.#kinds.has('sched_waking')) {
      notes.add(
        'The file has no sched_waking: latencies are from sched_wakeup on, without the way to the queue.',
      );
    }
  }
}

/** Of a trace with an event on a CPU beyond those that are read. */
export const manyCpus = (cpu: number): ScenarioError =>
  new ScenarioError('file', `speaks of CPU ${cpu}`, `at most ${LIMIT_CPUS} CPUs are read`);
