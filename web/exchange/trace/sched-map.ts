// Writes a run as the text of `perf sched map`: a line each time a CPU takes another task, with what
// every CPU runs in short names. Form as perf 6.1 prints it (tools/perf/builtin-sched.c). All CPUs of the
// machine have a column from the first line on, because none has to be discovered.

import type { World } from '../../engine/world.ts';
import { type NamedTask, type SchedEvent, SchedEvents } from './sched-events.ts';
import { secondsText, TextLines } from './text-lines.ts';
import { commented, type TraceOptions, type TraceWriter } from './writer.ts';

/** A letter and a digit; beyond 260 tasks names come again, as in perf. */
const shortNames = 26 * 10;
const idleName = '. ';

export class SchedMap implements TraceWriter {
  readonly #options: TraceOptions;
  readonly #lines = new TextLines();
  readonly #source: SchedEvents;
  /** By CPU: the short name of what runs. Nothing is known of it before its first switch. */
  readonly #running: string[];
  /** By pid. */
  readonly #names = new Map<number, string>();
  #hasIdle = false;
  events = 0;

  /** `world` stands at its start. */
  constructor(world: World, options: TraceOptions) {
    this.#options = options;
    this.#source = new SchedEvents(world, options, options, (event) => this.#write(event));
    this.#running = Array.from({ length: this.#source.cpus }, () => '  ');
  }

  get bytes(): number {
    return this.#lines.bytes;
  }

  see(world: World, from: number, to: number): void {
    this.#source.see(world, from, to);
  }

  finish(): readonly Uint8Array<ArrayBuffer>[] {
    this.#source.finish();
    return this.#lines.take(commented(this.#options.provenance));
  }

  /** The short name of a task, and what is said of it where it appears first. */
  #nameOf({ pid, comm }: NamedTask): { readonly name: string; readonly said: string } {
    if (pid === 0) {
      const said = this.#hasIdle ? '' : ` ${idleName} => swapper:0`;
      this.#hasIdle = true;
      return { name: idleName, said };
    }
    const known = this.#names.get(pid);
    if (known !== undefined) return { name: known, said: '' };
    const at = this.#names.size % shortNames;
    const name = `${String.fromCharCode(65 + (at % 26))}${Math.floor(at / 26)}`;
    this.#names.set(pid, name);
    return { name, said: ` ${name} => ${comm}:${pid}` };
  }

  #write(event: SchedEvent): void {
    if (event.name !== 'sched_switch') return;
    const { name, said } = this.#nameOf(event.next);
    this.#running[event.cpu] = name;
    const columns = this.#running.map((each, cpu) => `${cpu === event.cpu ? '*' : ' '}${each} `);
    this.#lines.add(`  ${columns.join('')}  ${secondsText(event.time).padStart(12)} secs${said}\n`);
    this.events++;
  }
}
