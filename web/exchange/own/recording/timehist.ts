// The output of `perf sched timehist`: a row for each turn of a task on a CPU, as it ends. Turns become switches:
// where a CPU's next turn begins later, the CPU was idle between. The file rounds to microseconds, and names wakers
// only with -w.

import { ScenarioError } from '../../../scenario/index.ts';
import { TIMEHIST_ROWS } from '../limits.ts';
import { counted } from '../notes.ts';
import { EVENT, STATE } from './events.ts';
import type { Gathering } from './gathering.ts';
import { LineReader } from './text-lines.ts';
import type { OpenTrace, TraceForm } from './trace-form.ts';

/** A row as it stands there, times in ns; of the file's clock since its first second. */
interface Turn {
  readonly end: number;
  readonly cpu: number;
  readonly pid: number;
  readonly comm: string;
  /** From its waking to its beginning; 0: it was not woken. */
  readonly delay: number;
  readonly run: number;
  /** Letter of its state when it left; empty: not told. */
  readonly state: string;
}

interface Told {
  readonly time: number;
  readonly cpu: number;
  readonly kind: number;
  readonly pid: number;
  readonly comm: string;
  readonly otherPid: number;
  readonly otherComm: string;
  /** Of a switch the state, of others the CPU chosen. */
  readonly more: number;
  readonly fromCpu: number;
  /** Told by the task that ran, or worked out of how long another one waited. */
  readonly isWorkedOut: boolean;
}

const names: Readonly<Record<number, string>> = {
  [EVENT.SWITCH]: 'sched_switch',
  [EVENT.WAKEUP]: 'sched_wakeup',
  [EVENT.MIGRATE]: 'sched_migrate_task',
};

const idle = { pid: 0, comm: 'swapper' } as const;
/** Two times that are rounded down may be so much apart, ns, and mean the same moment. */
const rounding = 2000;

/** "0.014" ms as ns; -1: it is none. */
function nanosecondsOf(token: string | undefined): number {
  const parts = /^(\d{1,12})\.(\d{3}|\d{6})$/.exec(token ?? '');
  return parts ? Number(parts[1]) * 1e6 + Number(parts[2]!.padEnd(6, '0')) : -1;
}

/** "comm[12]" or "comm[12/10]", whatever stands behind it. */
function taskOf(text: string): { readonly pid: number; readonly comm: string } | undefined {
  const end = text.lastIndexOf(']');
  const begin = text.lastIndexOf('[', end);
  const found = begin > 0 ? /^(-?\d{1,9})(\/-?\d{1,9})?$/.exec(text.slice(begin + 1, end)) : null;
  const comm = text.slice(0, begin).trim();
  if (found && Number(found[1]) >= 0) return { pid: Number(found[1]), comm };
  return text.startsWith('<idle>') ? idle : undefined;
}

class Timehist implements OpenTrace {
  readonly #gathering: Gathering;
  readonly #lines: LineReader;
  readonly #turns: Turn[] = [];
  readonly #told: Told[] = [];
  /** Where the column of names begins. */
  #nameAt = 0;
  #hasWakers = false;
  #beyond = 0;
  #baseSeconds: number | undefined;

  constructor(gathering: Gathering) {
    this.#gathering = gathering;
    this.#lines = new LineReader((text, from, to) => this.#line(text.slice(from, to)));
  }

  push(bytes: Uint8Array): void {
    this.#lines.push(bytes);
  }

  finish(): void {
    this.#lines.finish();
    if (this.#beyond > 0) {
      this.#gathering.note(
        `${counted(this.#beyond, 'row')} after the first ${TIMEHIST_ROWS} left out.`,
      );
    }
    if (this.#turns.length === 0) return;
    this.#gathering.note(
      'perf sched timehist reports run times in whole microseconds, rounded down: what ran before the first one on a CPU is unknown, and a gap of 2 µs between two of them is ignored.',
    );
    if (!this.#hasWakers) {
      this.#gathering.note(
        'The file does not say which task woke which: print it with perf sched timehist -w.',
      );
    }
    this.#switches();
    this.#give();
  }

  nothing(): ScenarioError {
    const remedy = 'give all of what perf sched timehist prints, with its rows';
    return new ScenarioError(
      'file',
      'holds no row of perf sched timehist that can be read',
      remedy,
    );
  }

  // ---- rows ---------------------------------------------------------------------------------------

  #line(line: string): void {
    const named = line.indexOf('task name');
    if (named > 0 && line.includes('wait time')) {
      this.#nameAt = named;
      return;
    }
    const head = /^\s{0,32}(\d{1,12})\.(\d{6}|\d{9}) \[(\d{1,9})\] /.exec(line);
    if (!head) return;
    if (this.#turns.length + this.#told.length >= TIMEHIST_ROWS) {
      this.#beyond++;
      return;
    }
    const seconds = Number(head[1]);
    this.#baseSeconds ??= seconds;
    const time = (seconds - this.#baseSeconds) * 1e9 + Number(head[2]!.padEnd(9, '0'));
    const rest = line.slice(Math.max(head[0].length, this.#nameAt)).trimStart();
    const cpu = Number(head[3]);
    if (!this.#turn(time, cpu, rest) && !this.#event(time, cpu, rest)) this.#gathering.damage();
  }

  #turn(end: number, cpu: number, rest: string): boolean {
    const tokens = rest.split(/\s+/);
    const at = tokens.findIndex((_, place) =>
      [0, 1, 2].every((more) => nanosecondsOf(tokens[place + more]) >= 0),
    );
    const task = at > 0 ? taskOf(tokens.slice(0, at).join(' ')) : undefined;
    if (!task) return false;
    const [delay, run] = [nanosecondsOf(tokens[at + 1]), nanosecondsOf(tokens[at + 2])];
    const state = /^[A-Z]$/.test(tokens[at + 3] ?? '') ? tokens[at + 3]! : '';
    if (task.pid > 0) this.#turns.push({ end, cpu, ...task, delay, run, state });
    return true;
  }

  /** "awakened: comm[12]", "migrated: comm[12] cpu 1 => 2" */
  #event(time: number, cpu: number, rest: string): boolean {
    const woken = rest.lastIndexOf('awakened: ');
    const moved = rest.lastIndexOf('migrated: ');
    const writer = taskOf(rest.slice(0, Math.max(woken, moved)).trimEnd());
    const about = taskOf(rest.slice(Math.max(woken, moved) + 'awakened: '.length));
    if (!writer || !about || (woken < 0 && moved < 0)) return false;
    const cpus = /cpu (\d{1,9}) => (\d{1,9})\s*$/.exec(rest);
    if (woken < 0 && !cpus) return false;
    this.#hasWakers ||= woken >= 0;
    this.#told.push({
      ...{ time, cpu, ...about, otherPid: writer.pid, otherComm: '', isWorkedOut: false },
      ...(woken >= 0
        ? { kind: EVENT.WAKEUP, more: -1, fromCpu: -1 }
        : { kind: EVENT.MIGRATE, more: Number(cpus![2]), fromCpu: Number(cpus![1]) }),
    });
    return true;
  }

  // ---- turns as switches --------------------------------------------------------------------------

  #switches(): void {
    const last = new Map<number, { readonly turn: Turn; readonly state: number }>();
    const states = this.#states();
    const turns = this.#turns.map((turn, at) => ({ turn, state: states[at]! }));
    turns.sort((x, y) => x.turn.end - y.turn.end);
    for (const { turn, state } of turns) {
      const { cpu, end, run, delay } = turn;
      const before = last.get(cpu);
      last.set(cpu, { turn, state });
      const told = end - run;
      const left = before?.turn.end ?? Number.NEGATIVE_INFINITY;
      const begin = told - left <= rounding ? left : told;
      if (!before) this.#gathering.cutBeginning(cpu);
      if (before && begin > left) this.#switch(left, cpu, before.turn, idle, before.state);
      const from = before && begin <= left ? before : { turn: idle, state: STATE.RUNNABLE };
      this.#switch(begin, cpu, from.turn, turn, from.state);
      if (delay > 0 && !this.#hasWakers) this.#wakeup(begin - delay, turn);
    }
    for (const [cpu, { turn, state }] of last) this.#switch(turn.end, cpu, turn, idle, state);
  }

  /** What became of each turn's task: the file says so, or how long its next turn was waited for does. */
  #states(): Uint8Array {
    const next = new Map<number, Turn>();
    const states = new Uint8Array(this.#turns.length).fill(STATE.SLEEPING);
    for (let at = this.#turns.length - 1; at >= 0; at--) {
      const turn = this.#turns[at]!;
      const later = next.get(turn.pid);
      next.set(turn.pid, turn);
      const isRunnable =
        turn.state === '' ? later !== undefined && later.delay === 0 : turn.state === 'R';
      if (isRunnable) states[at] = STATE.RUNNABLE;
      else if (turn.state === 'X' || turn.state === 'Z') states[at] = STATE.ENDED;
    }
    return states;
  }

  #switch(
    time: number,
    cpu: number,
    { pid, comm }: { readonly pid: number; readonly comm: string },
    next: { readonly pid: number; readonly comm: string },
    more: number,
  ): void {
    const other = { otherPid: next.pid, otherComm: next.comm };
    const kind = EVENT.SWITCH;
    this.#told.push({
      time,
      cpu,
      kind,
      pid,
      comm,
      ...other,
      more,
      fromCpu: -1,
      isWorkedOut: false,
    });
  }

  #wakeup(time: number, { cpu, pid, comm }: Turn): void {
    const other = { otherPid: -1, otherComm: '' };
    const kind = EVENT.WAKEUP;
    this.#told.push({
      time,
      cpu,
      kind,
      pid,
      comm,
      ...other,
      more: cpu,
      fromCpu: -1,
      isWorkedOut: true,
    });
  }

  #give(): void {
    const running = new Map<number, number>();
    const { told } = this.#gathering;
    for (const event of this.#told.sort((x, y) => x.time - y.time)) {
      const isSwitch = event.kind === EVENT.SWITCH;
      // A waking that is only inferred from a wait has no known waker: it is placed where the task then ran.
      const writer = event.isWorkedOut ? (running.get(event.cpu) ?? 0) : event.otherPid;
      Object.assign(told, { kind: event.kind, pid: event.pid, comm: event.comm, prio: -1 });
      Object.assign(told, { otherPid: event.otherPid, otherComm: event.otherComm, otherPrio: -1 });
      told.state = isSwitch ? event.more : 0;
      told.cpu = isSwitch ? -1 : event.more;
      told.fromCpu = event.fromCpu;
      const since = Math.floor(event.time / 1e9);
      const place = {
        cpu: event.cpu,
        pid: isSwitch ? event.pid : writer,
        tgid: 0,
        seconds: this.#baseSeconds! + since,
        nanoseconds: event.time - since * 1e9,
        inInterrupt: event.isWorkedOut,
      };
      if (isSwitch) running.set(event.cpu, event.otherPid);
      this.#gathering.add(place, names[event.kind]!);
    }
  }
}

export const timehist: TraceForm = {
  is: (_, head) => /\btask name\s{1,200}(prio\s{1,20})?wait time\s{1,20}sch delay\b/.test(head),
  open: (gathering) => new Timehist(gathering),
};
