// Perfetto's TrackEvent packets: tracks, slices, instants, counters and flows, with names written once.
// Field numbers are those of Perfetto's public protos (protos/perfetto/trace, Apache-2.0). Knows
// nothing of CPUs or tasks.

import { Pieces } from './pieces.ts';
import { Message } from './protobuf.ts';
import type { EventParts, EventType, TrackFile } from './track-file.ts';

const trace = { packet: 1 } as const;
const packet = {
  ftraceEvents: 1,
  timestamp: 8,
  sequenceId: 10,
  trackEvent: 11,
  internedData: 12,
  sequenceFlags: 13,
  trackDescriptor: 60,
} as const;
const descriptor = {
  uuid: 1,
  name: 2,
  process: 3,
  parentUuid: 5,
  counter: 8,
  childOrdering: 11,
  rank: 12,
} as const;
const processDescriptor = { pid: 1, name: 6, labels: 8 } as const;
const counterDescriptor = { unitName: 6 } as const;
const event = {
  categoryIids: 3,
  annotations: 4,
  type: 9,
  nameIid: 10,
  trackUuid: 11,
  doubleValue: 44,
  flowIds: 47,
  terminatingFlowIds: 48,
} as const;
const annotation = { nameIid: 1, uint: 3, text: 6 } as const;
const interned = { categories: 1, names: 2, annotationNames: 3, iid: 1, name: 2 } as const;
const eventType = { begin: 1, end: 2, instant: 3, counter: 4 } as const;

const explicitOrder = 3;
const stateCleared = 1;
const needsState = 2;
/** The largest pid of a kernel, which no task here has: tasks of FtraceEventBundle are no threads of it. */
const processPid = 4_194_303;
/** All packets come from one writer. */
const sequence = 1;

/** Numbers of names, as they are given out. */
class Names {
  readonly #known = new Map<string, number>();

  /** The number of a name; writes it into `fresh` when it is new. */
  iid(name: string, fresh: Message, field: number): number {
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const iid = this.#known.size + 1;
    this.#known.set(name, iid);
    fresh.message(field, new Message().uint(interned.iid, iid).text(interned.name, name));
    return iid;
  }
}

export class TrackEvents implements TrackFile {
  readonly #pieces = new Pieces();
  readonly #packet = new Message();
  readonly #event = new Message();
  readonly #part = new Message();
  readonly #fresh = new Message();
  readonly #outer = new Message();
  readonly #categories = new Names();
  readonly #names = new Names();
  readonly #annotationNames = new Names();
  #isFirst = true;
  events = 0;

  get bytes(): number {
    return this.#pieces.bytes;
  }

  process(track: number, name: string, labels: readonly string[]): void {
    const process = this.#part.clear().uint(processDescriptor.pid, processPid);
    process.text(processDescriptor.name, name);
    for (const label of labels) process.text(processDescriptor.labels, label);
    const described = this.#event.clear().uint(descriptor.uuid, track);
    described.message(descriptor.process, process).uint(descriptor.childOrdering, explicitOrder);
    this.#descriptor(described);
  }

  track(track: number, parent: number, rank: number, name: string): void {
    this.#descriptor(this.#described(track, parent, rank, name));
  }

  counterTrack(track: number, parent: number, rank: number, name: string, unit: string): void {
    const counter = this.#part.clear().text(counterDescriptor.unitName, unit);
    const described = this.#described(track, parent, rank, name);
    this.#descriptor(described.message(descriptor.counter, counter));
  }

  add(type: EventType, parts: EventParts): void {
    const { track, time, name, category, annotations = {}, flow, flowEnd } = parts;
    const fresh = this.#fresh.clear();
    const message = this.#begin(eventType[type], track);
    const categoryIid = this.#categories.iid(category, fresh, interned.categories);
    message.uint(event.categoryIids, categoryIid);
    message.uint(event.nameIid, this.#names.iid(name, fresh, interned.names));
    for (const [key, value] of Object.entries(annotations)) {
      const iid = this.#annotationNames.iid(key, fresh, interned.annotationNames);
      const part = this.#part.clear().uint(annotation.nameIid, iid);
      if (typeof value === 'number') part.uint(annotation.uint, value);
      else part.text(annotation.text, value);
      message.message(event.annotations, part);
    }
    if (flow !== undefined) message.fixed64(event.flowIds, flow);
    if (flowEnd !== undefined) message.fixed64(event.terminatingFlowIds, flowEnd);
    this.#put(time, message);
  }

  end(track: number, time: number): void {
    this.#fresh.clear();
    this.#put(time, this.#begin(eventType.end, track));
  }

  count(track: number, time: number, value: number): void {
    this.#fresh.clear();
    this.#put(time, this.#begin(eventType.counter, track).double(event.doubleValue, value));
  }

  /** What the kernel's own tracepoints tell of a CPU. */
  ftrace(bundle: Message): void {
    this.#write(this.#packet.clear().message(packet.ftraceEvents, bundle));
  }

  take(): readonly Uint8Array<ArrayBuffer>[] {
    return this.#pieces.take();
  }

  #described(track: number, parent: number, rank: number, name: string): Message {
    const described = this.#event.clear().uint(descriptor.uuid, track);
    described.uint(descriptor.parentUuid, parent).text(descriptor.name, name);
    return described.int(descriptor.rank, rank);
  }

  #begin(type: number, track: number): Message {
    return this.#event.clear().uint(event.type, type).uint(event.trackUuid, track);
  }

  #descriptor(described: Message): void {
    this.#write(this.#packet.clear().message(packet.trackDescriptor, described));
  }

  #put(time: number, message: Message): void {
    this.events++;
    const put = this.#packet.clear().uint(packet.timestamp, Math.round(time));
    if (this.#fresh.bytes.length > 0) put.message(packet.internedData, this.#fresh);
    this.#write(put.message(packet.trackEvent, message));
  }

  #write(put: Message): void {
    put.uint(packet.sequenceId, sequence);
    put.uint(packet.sequenceFlags, needsState | (this.#isFirst ? stateCleared : 0));
    this.#isFirst = false;
    this.#pieces.add(this.#outer.clear().message(trace.packet, put).bytes);
  }
}
