// Writes a run as the text of ftrace (sched_waking, sched_wakeup, sched_migrate_task, sched_switch),
// which Perfetto and LISA read. Grammar: lib/traceevent's text as the kernel prints it in
// /sys/kernel/tracing/trace. Times are simulated; microseconds with six digits, rounded down.

import type { World } from '../../engine/world.ts';
import { type Provenance, provenanceLines } from '../provenance.ts';
import { type EventContext, type NamedTask, type SchedEvent, SchedEvents } from './sched-events.ts';
import { secondsText, TextLines } from './text-lines.ts';
import type { TraceOptions, TraceWriter } from './writer.ts';

const three = (cpu: number): string => String(cpu).padStart(3, '0');

/** Interrupts, resched, context, preemption depth, migration depth. */
const flags = ({ needsResched, inInterrupt, preemption }: EventContext): string =>
  `d${needsResched ? 'N' : '.'}${inInterrupt ? 'h' : '.'}${preemption}.`;

/** The head of the file, as the kernel writes it, with the provenance as comments. */
export function ftraceHeader(provenance: Provenance, events: number, cpus: number): string {
  return [
    '# tracer: nop',
    '#',
    `# entries-in-buffer/entries-written: ${events}/${events}   #P:${cpus}`,
    '#',
    ...provenanceLines(provenance).map((line) => `# ${line}`),
    '#',
    '# FLAGS: interrupts off, resched wanted, context, preemption depth, migration depth',
    '#           TASK-PID     CPU#  FLAGS  TIMESTAMP  FUNCTION',
    '#              | |         |   |||||     |         |',
    '',
  ].join('\n');
}

const about = ({ comm, pid, priority }: NamedTask, prefix = ''): string =>
  `${prefix}comm=${comm} ${prefix}pid=${pid} ${prefix}prio=${priority}`;

/** "sched_waking: comm=ffmpeg-0 pid=1 prio=120 target_cpu=001" */
function fieldsOf(event: SchedEvent): string {
  const { name, task } = event;
  if (name === 'sched_switch') {
    const previous = `${about(task, 'prev_')} prev_state=${event.sleeps ? 'S' : 'R'}`;
    return `${name}: ${previous} ==> ${about(event.next, 'next_')}`;
  }
  if (name === 'sched_migrate_task')
    return `${name}: ${about(task)} orig_cpu=${event.from} dest_cpu=${event.to}`;
  return `${name}: ${about(task)} target_cpu=${three(event.target)}`;
}

export class FtraceText implements TraceWriter {
  readonly #options: TraceOptions;
  readonly #lines = new TextLines();
  readonly #source: SchedEvents;
  events = 0;

  /** `world` stands at its start. */
  constructor(world: World, options: TraceOptions) {
    this.#options = options;
    this.#source = new SchedEvents(world, options, options, (event) => this.#write(event));
  }

  get bytes(): number {
    return this.#lines.bytes;
  }

  see(world: World, from: number, to: number): void {
    this.#source.see(world, from, to);
  }

  finish(): readonly Uint8Array<ArrayBuffer>[] {
    this.#source.finish();
    const { provenance } = this.#options;
    return this.#lines.take(ftraceHeader(provenance, this.events, this.#source.cpus));
  }

  #write(event: SchedEvent): void {
    const { time, cpu, current, context } = event;
    const comm = current.pid === 0 ? '<idle>' : current.comm;
    const who = `${comm.padStart(16)}-${String(current.pid).padEnd(7)} [${three(cpu)}]`;
    this.#lines.add(`${who} ${flags(context)} ${secondsText(time)}: ${fieldsOf(event)}\n`);
    this.events++;
  }
}
