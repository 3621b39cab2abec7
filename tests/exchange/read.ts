// Readers of exported traces that share no code with the writers: Protocol Buffers by protobufjs with
// the public schema, and ftrace text by the patterns that systrace importers use.

import { readFileSync } from 'node:fs';
import protobuf from 'protobufjs';

export interface Event {
  readonly comm: string;
  readonly pid: number;
  readonly cpu: number;
  readonly flags: string;
  /** µs. */
  readonly time: number;
  readonly name: string;
  readonly fields: Readonly<Record<string, string>>;
}

// "comm-pid [cpu] flags secs.usecs: event: fields"; a name may hold dashes and blanks.
const eventLine = /^\s*(.+)-(\d+)\s+\[(\d{3,})\] (\S{5}) +(\d+)\.(\d{6}): (\w+): (.*)$/;

/** The events of an ftrace text. Throws at the first line that is no event and no comment. */
export function readFtrace(text: string): { comments: string[]; events: Event[] } {
  const lines = text.split('\n').filter((line) => line !== '');
  const events = lines
    .filter((line) => !line.startsWith('#'))
    .map((line) => {
      const match = eventLine.exec(line);
      if (!match) throw new Error(`no event: ${line}`);
      const [, comm, pid, cpu, flags, secs, usecs, name, rest] = match as unknown as string[];
      const fields = Object.fromEntries(
        [...rest!.matchAll(/(\w+)=(.*?)(?= \w+=| ==>|$)/g)].map(([, key, value]) => [key!, value!]),
      );
      const time = Number(secs) * 1e6 + Number(usecs);
      const who = { comm: comm!, pid: Number(pid), cpu: Number(cpu) };
      return { ...who, flags: flags!, time, name: name!, fields };
    });
  return { comments: lines.filter((line) => line.startsWith('#')), events };
}

export interface Slice {
  readonly track: string;
  readonly name: string;
  readonly category: string;
  readonly from: number;
  to: number;
  readonly depth: number;
  readonly flowEnds: readonly string[];
}

interface Packet {
  readonly timestamp?: number;
  readonly trustedPacketSequenceId: number;
  readonly sequenceFlags?: number;
  readonly trackDescriptor?: {
    uuid: number;
    parentUuid?: number;
    name?: string;
    process?: { processName: string; processLabels: string[] };
    counter?: { unitName: string };
    siblingOrderRank?: number;
  };
  readonly trackEvent?: {
    type: string;
    trackUuid: number;
    nameIid?: number;
    categoryIids?: number[];
    doubleCounterValue?: number;
    flowIds?: string[];
    terminatingFlowIds?: string[];
    debugAnnotations?: { nameIid: number; uintValue?: number; stringValue?: string }[];
  };
  readonly ftraceEvents?: {
    cpu: number;
    event: ({ timestamp: number; pid: number } & Record<string, unknown>)[];
  };
  readonly internedData?: Record<string, { iid: number; name: string }[]>;
}

const packetsOf = (bytes: Uint8Array): Packet[] => {
  const schema = readFileSync('tests/exchange/perfetto.proto', 'utf8');
  const type = protobuf.parse(schema).root.lookupType('Trace');
  const decoded = type.decode(bytes);
  const unknown = type.verify(type.toObject(decoded));
  if (unknown) throw new Error(unknown);
  return type.toObject(decoded, { longs: Number, enums: String }).packet;
};

/** "prevComm" is "prev_comm" where the kernel says it. */
const asKernel = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function kernelEvents({ ftraceEvents }: Packet) {
  if (!ftraceEvents) return [];
  const { cpu, event: told } = ftraceEvents;
  return told.map(({ timestamp: time, pid, ...rest }) => {
    const [[name, fields]] = Object.entries(rest) as [[string, Record<string, string | number>]];
    const named = Object.entries(fields).map(([key, value]) => [asKernel(key), value] as const);
    return { cpu, time, pid, name: asKernel(name), fields: Object.fromEntries(named) };
  });
}

/** What a trace says, put together as Perfetto's importer does: by time, tracks as stacks. */
export function readPerfetto(bytes: Uint8Array) {
  const packets = packetsOf(bytes);
  const tables: Record<string, Map<number, string>> = {};
  const tracks = new Map<number, NonNullable<Packet['trackDescriptor']>>();
  const slices: Slice[] = [];
  const instants: { track: string; name: string; time: number; flows: string[]; args: object }[] =
    [];
  const counters = new Map<string, { time: number; value: number }[]>();
  for (const { internedData = {}, trackDescriptor } of packets) {
    if (trackDescriptor) tracks.set(trackDescriptor.uuid, trackDescriptor);
    for (const [kind, entries] of Object.entries(internedData)) {
      tables[kind] ??= new Map();
      for (const { iid, name } of entries) tables[kind].set(iid, name);
    }
  }
  const open = new Map<string, Slice[]>();
  const events = packets.filter(({ trackEvent }) => trackEvent);
  for (const { timestamp: time, trackEvent } of events.sort(
    (a, b) => a.timestamp! - b.timestamp!,
  )) {
    const event = trackEvent!;
    const descriptor = tracks.get(event.trackUuid);
    if (!descriptor) throw new Error(`an event on a track that was not described`);
    const track = descriptor.name ?? descriptor.process!.processName;
    const name = tables.eventNames?.get(event.nameIid!) ?? '';
    const stack = open.get(track) ?? [];
    open.set(track, stack);
    if (event.type === 'TYPE_SLICE_BEGIN') {
      const category = tables.eventCategories!.get(event.categoryIids![0]!)!;
      const flowEnds = event.terminatingFlowIds ?? [];
      const slice = { track, name, category, from: time!, to: Number.NaN, depth: stack.length };
      stack.push({ ...slice, flowEnds });
      slices.push(stack.at(-1)!);
    } else if (event.type === 'TYPE_SLICE_END') {
      const slice = stack.pop();
      if (!slice) throw new Error(`${track}: an end without a beginning at ${time}`);
      slice.to = time!;
    } else if (event.type === 'TYPE_INSTANT') {
      const args = Object.fromEntries(
        (event.debugAnnotations ?? []).map(({ nameIid, uintValue, stringValue }) => [
          tables.debugAnnotationNames!.get(nameIid),
          stringValue ?? uintValue,
        ]),
      );
      instants.push({ track, name, time: time!, flows: event.flowIds ?? [], args });
    } else {
      const points = counters.get(track) ?? [];
      counters.set(track, points);
      points.push({ time: time!, value: event.doubleCounterValue! });
    }
  }
  const unfinished = [...open.values()].flat();
  const ftrace = packets.flatMap(kernelEvents);
  return { packets, tracks: [...tracks.values()], slices, instants, counters, unfinished, ftrace };
}
