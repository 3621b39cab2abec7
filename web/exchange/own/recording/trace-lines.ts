// Lines of a trace as text, in one of three dialects (the kernel's own, trace-cmd report, perf script): what each tells, its
// losses, and the machine that the head of perf names. How a line begins is in line.ts, what an event says in events.ts.

import { LIMIT_CPUS } from '../../../engine/abi.gen.ts';
import { ScenarioError } from '../../../scenario/index.ts';
import { PERF_HEAD_CHARACTERS } from '../limits.ts';
import { isPerfHeadLine } from '../machine/perf-head.ts';
import { readers } from './events.ts';
import type { Gathering } from './gathering.ts';
import { LineHead } from './line.ts';

const hash = '#'.charCodeAt(0);
const letterC = 'C'.charCodeAt(0);

/** Lines kept to tell why nothing could be read. */
const headLines = 50;

export class TraceLines {
  readonly #gathering: Gathering;
  readonly #head = new LineHead();
  readonly #firstLines: string[] = [];
  /** By CPU: the task that was switched in last, for lines that do not name their task. */
  readonly #running = new Map<number, number>();
  #machine = '';

  constructor(gathering: Gathering) {
    this.#gathering = gathering;
  }

  /** Of what is in text[from, to). Throws ScenarioError. */
  line(text: string, from: number, to: number): void {
    if (to === from) return;
    const first = text.charCodeAt(from);
    if (this.#firstLines.length < headLines) this.#firstLines.push(text.slice(from, to));
    if (first === hash) this.#comment(text.slice(from, to));
    else if (this.#head.scan(text, from, to)) this.#event(text);
    else if (first === letterC) this.#loss(text.slice(from, to));
  }

  finish(): void {
    if (this.#machine !== '') this.#gathering.machine = this.#machine;
  }

  /** "# entries-in-buffer/entries-written: 8/11   #P:2", or a line of what perf says of the machine. */
  #comment(line: string): void {
    const found = /^# entries-in-buffer\/entries-written: (\d{1,15})\/(\d{1,15})/.exec(line);
    if (found) this.#gathering.overwritten(Number(found[2]) - Number(found[1]));
    else if (this.#machine.length < PERF_HEAD_CHARACTERS && isPerfHeadLine(line)) {
      this.#machine += `${line}\n`;
    }
  }

  /** "CPU:1 [LOST 3 EVENTS]", "CPU:1 [3 EVENTS DROPPED]", "CPU:1 [EVENTS DROPPED]" */
  #loss(line: string): void {
    const found = /^CPU:(\d{1,9}) \[(?:LOST )?(\d{0,15}) ?EVENTS(?: DROPPED)?\]/.exec(line);
    if (found) this.#gathering.lose(Number(found[1]), Number(found[2]));
  }

  #event(text: string): void {
    const head = this.#head;
    const gathering = this.#gathering;
    const name = text.slice(head.eventFrom, head.eventTo);
    const reader = readers.get(name);
    if (!reader) {
      gathering.other(name);
      return;
    }
    const { told } = gathering;
    told.kind = reader.kind;
    told.cpu = -1;
    told.fromCpu = -1;
    const isRead = reader.read(text.slice(head.fieldsFrom, head.to), told);
    if (isRead || head.cpu >= LIMIT_CPUS) {
      const isSwitch = name === 'sched_switch';
      if (!head.hasTask) head.pid = isSwitch ? told.pid : (this.#running.get(head.cpu) ?? 0);
      if (isSwitch) this.#running.set(head.cpu, told.otherPid);
      gathering.add(head, name);
    } else gathering.damage();
  }

  /** Why there was nothing to read. */
  nothing(): ScenarioError {
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
      return new ScenarioError('file', 'has times that are not in seconds', remedy);
    }
    if (lines.some((line) => /^([^\s[][^[]{0,40} )?\d{1,12}\.\d{6,9}: {1,16}sched:/.test(line))) {
      const remedy =
        'print it with its CPUs: perf sched script, or perf script -F comm,pid,tid,cpu,time,event,trace';
      return new ScenarioError('file', 'does not say on which CPU each event happened', remedy);
    }
    return this.#gathering.withoutSwitch('holds no sched_switch that can be read');
  }
}
