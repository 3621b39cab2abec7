// Writes a run as trace-cmd's file (trace.dat, version 6), which `trace-cmd report`, KernelShark and
// libtracecmd read: what a kernel says of its ring buffer and events, then the pages of each CPU. Form:
// trace-cmd.dat.v6(5), and the kernel's own event headers (Documentation/trace/ring-buffer-design.rst).

import type { World } from '../../engine/world.ts';
import { provenanceLines } from '../provenance.ts';
import { TraceTooLong, traceBytesLimit } from './pieces.ts';
import {
  EventRecord,
  formats,
  headerEvent,
  headerPage,
  pageBytes,
  RingPages,
} from './ring-pages.ts';
import { type SchedEvent, SchedEvents } from './sched-events.ts';
import type { TraceOptions, TraceWriter } from './writer.ts';

const encoder = new TextEncoder();
/** A line of a message: it has to fit into a page with its head. */
const longestLine = 1000;
/** 0: an idle task. */
const nobody = 0;

/** Bytes of a head, little endian, gathered one after the other. */
class Head {
  readonly #parts: Uint8Array<ArrayBuffer>[] = [];
  bytes = 0;

  add(part: Uint8Array<ArrayBuffer>): this {
    this.#parts.push(part);
    this.bytes += part.length;
    return this;
  }

  word(value: number): this {
    const part = new Uint8Array(4);
    new DataView(part.buffer).setUint32(0, value, true);
    return this.add(part);
  }

  long(value: number): this {
    const part = new Uint8Array(8);
    new DataView(part.buffer).setBigUint64(0, BigInt(value), true);
    return this.add(part);
  }

  name(text: string): this {
    return this.add(encoder.encode(`${text}\0`));
  }

  /** Preceded by its length in eight bytes. */
  sized(text: string): this {
    const part = encoder.encode(text);
    return this.long(part.length).add(part);
  }

  take(): readonly Uint8Array<ArrayBuffer>[] {
    return this.#parts;
  }
}

export class TraceDat implements TraceWriter {
  readonly #source: SchedEvents;
  readonly #cpus: readonly RingPages[];
  readonly #record = new EventRecord();
  /** By pid. */
  readonly #names = new Map<number, string>();
  #bytes = 0;
  events = 0;

  /** `world` stands at its start. */
  constructor(world: World, options: TraceOptions) {
    this.#source = new SchedEvents(world, options, options, (event) => this.#write(event));
    this.#cpus = Array.from({ length: this.#source.cpus }, () => new RingPages());
    for (const line of provenanceLines(options.provenance)) {
      const said = encoder.encode(line.slice(0, longestLine));
      this.#put(0, options.from, this.#record.print(nobody, said));
    }
  }

  get bytes(): number {
    return this.#bytes;
  }

  see(world: World, from: number, to: number): void {
    this.#source.see(world, from, to);
  }

  finish(): readonly Uint8Array<ArrayBuffer>[] {
    this.#source.finish();
    const pages = this.#cpus.map((cpu) => cpu.take());
    const head = this.#head();
    // An offset and a size a CPU, then up to where a page begins.
    const first = Math.ceil((head.bytes + 16 * pages.length) / pageBytes) * pageBytes;
    let offset = first;
    for (const { length } of pages) {
      head.long(offset).long(length * pageBytes);
      offset += length * pageBytes;
    }
    head.add(new Uint8Array(first - head.bytes));
    return [...head.take(), ...pages.flat()];
  }

  #head(): Head {
    const head = new Head().add(Uint8Array.of(0x17, 0x08, 0x44)).add(encoder.encode('tracing'));
    // Little endian, long words of eight bytes.
    head.name('6').add(Uint8Array.of(0, 8)).word(pageBytes);
    head.name('header_page').sized(headerPage).name('header_event').sized(headerEvent);
    const { ftrace, sched } = formats;
    head.word(ftrace.length);
    for (const text of ftrace) head.sized(text);
    head.word(1).name('sched').word(sched.length);
    for (const text of sched) head.sized(text);
    const names = [...this.#names].sort(([a], [b]) => a - b);
    // Of functions and of trace_printk there is nothing to say.
    head
      .word(0)
      .word(0)
      .sized(names.map(([pid, name]) => `${pid} ${name}\n`).join(''));
    return head.word(this.#cpus.length).name('flyrecord');
  }

  #write(event: SchedEvent): void {
    const told = event.name === 'sched_switch' ? [event.task, event.next] : [event.task];
    for (const { pid, comm } of told) if (pid !== nobody) this.#names.set(pid, comm);
    this.#put(event.cpu, event.time, this.#record.of(event));
    this.events++;
  }

  #put(cpu: number, time: number, record: Uint8Array): void {
    this.#bytes += this.#cpus[cpu]!.add(Math.round(time), record);
    if (this.#bytes > traceBytesLimit) throw new TraceTooLong();
  }
}
