// A trace of Perfetto: its packets with events of ftrace, as single events and in the compact form of switches and wakings. All
// other packets are stepped over. Field numbers are those of Perfetto's public protos (protos/perfetto/trace, Apache-2.0).

import { LIMIT_CPUS } from '../../../engine/abi.gen.ts';
import { ScenarioError } from '../../../scenario/index.ts';
import { PERFETTO_BUNDLES, PERFETTO_EVENTS, PERFETTO_HELD, RECORDING_BYTES } from '../limits.ts';
import { unzlib } from '../packed/unzlib.ts';
import { joinBytes } from '../packed/whole.ts';
import { EVENT, stateOfBits, type TraceEvent } from './events.ts';
import { type Gathering, manyCpus } from './gathering.ts';
import type { TraceForm } from './trace-form.ts';
import { type CpuEvents, mergeInTime, openWholeTrace } from './whole-trace.ts';
import { Wire } from './wire.ts';

const packet = { ftrace: 1, processes: 2, compressed: 50, zstd: 133 } as const;
const bundle = { cpu: 1, event: 2, lost: 3, compact: 4 } as const;
const event = { time: 1, pid: 2, flags: 5 } as const;
const thread = { tid: 1, tgid: 3 } as const;
/** By field of an event: its name and kind, and which of its own fields say what. */
const known: ReadonlyMap<number, Known> = new Map([
  [4, { name: 'sched_switch', kind: EVENT.SWITCH, comm: 1, pid: 2, prio: 3, state: 4, other: 5 }],
  [17, { name: 'sched_wakeup', kind: EVENT.WAKEUP, comm: 1, pid: 2, prio: 3, cpu: 5 }],
  [20, { name: 'sched_waking', kind: EVENT.WAKING, comm: 1, pid: 2, prio: 3, cpu: 5 }],
  [114, { name: 'sched_wakeup_new', kind: EVENT.WAKEUP_NEW, comm: 1, pid: 2, prio: 3, cpu: 5 }],
  [238, { name: 'sched_process_exit', kind: EVENT.EXIT, comm: 1, pid: 2, prio: 4 }],
  [239, { name: 'sched_process_fork', kind: EVENT.FORK, comm: 1, pid: 2, other: 3 }],
  [
    491,
    { name: 'sched_migrate_task', kind: EVENT.MIGRATE, comm: 1, pid: 2, prio: 3, from: 4, cpu: 5 },
  ],
]);
const compact = {
  ...{ switchTime: 1, state: 2, nextPid: 3, nextPrio: 4, names: 5, nextName: 6 },
  ...{ wakingTime: 7, pid: 8, cpu: 9, prio: 10, name: 11, flags: 12 },
} as const;
const compactFields: ReadonlySet<number> = new Set(Object.values(compact));
/** Hard and soft interrupt among common_flags. */
const interruptFlags = 0x18;
const second = 1e9;

interface Known {
  readonly name: string;
  readonly kind: number;
  readonly comm: number;
  readonly pid: number;
  readonly prio?: number;
  readonly state?: number;
  /** The other task's name; its number and priority stand behind it. */
  readonly other?: number;
  readonly cpu?: number;
  readonly from?: number;
}

interface Bundle {
  readonly bytes: Uint8Array;
  readonly from: number;
  readonly to: number;
}

interface One extends TraceEvent {
  time: number;
  name: string;
  /** The task that ran there; -1: the one that was switched in last. */
  writer: number;
  flags: number;
}

/** One literal: made for every event, where spreading others takes several times as long. */
const blank = (time: number, name: string, kind: number): One => ({
  time,
  name,
  kind,
  writer: -1,
  flags: 0,
  pid: -1,
  comm: '',
  prio: -1,
  otherPid: -1,
  otherComm: '',
  otherPrio: -1,
  state: 0,
  cpu: -1,
  fromCpu: -1,
});

const decoder = new TextDecoder('utf-8');
/** Characters of a name: the kernel has 15. */
const nameBytes = 64;
const textOf = ({ bytes, from, to }: Wire): string =>
  decoder.decode(bytes.subarray(from, Math.min(to, from + nameBytes)));

/** Events of all CPUs that are held at a time: one bundle of each. */
class Held {
  #events = 0;

  replace(before: number, now: number): void {
    this.#events += now - before;
    if (this.#events > PERFETTO_HELD)
      throw manyEvents(PERFETTO_HELD, 'in the packets of all CPUs at one time');
  }
}

/** The events of one CPU, a bundle after the other. */
class Cpu implements CpuEvents {
  readonly #cpu: number;
  readonly #gathering: Gathering;
  readonly #groups: ReadonlyMap<number, number>;
  readonly #bundles: readonly Bundle[];
  readonly #held: Held;
  #bundle = 0;
  #events: One[] = [];
  #at = 0;
  /** The running task; undefined: not told. */
  #running: { readonly pid: number; readonly comm: string; readonly prio: number } | undefined;
  time = Number.NEGATIVE_INFINITY;

  constructor(
    cpu: number,
    bundles: readonly Bundle[],
    groups: ReadonlyMap<number, number>,
    gathering: Gathering,
    held: Held,
  ) {
    this.#held = held;
    this.#cpu = cpu;
    this.#bundles = bundles;
    this.#groups = groups;
    this.#gathering = gathering;
    this.#go();
  }

  next(): void {
    const one = this.#events[this.#at++]!;
    if (this.#complete(one)) {
      Object.assign(this.#gathering.told, one);
      const whole = Math.floor(one.time / second);
      this.#gathering.add(
        {
          ...{ cpu: this.#cpu, pid: one.writer, tgid: this.#groups.get(one.writer) ?? 0 },
          ...{ seconds: whole, nanoseconds: one.time - whole * second },
          inInterrupt: (one.flags & interruptFlags) !== 0,
        },
        one.name,
      );
    }
    this.#go();
  }

  /**
   * Adds the running task, which the compact form leaves out: the one that was switched in before. False if that
   * was never told.
   */
  #complete(one: One): boolean {
    const running = this.#running;
    const isSwitch = one.kind === EVENT.SWITCH;
    if (isSwitch) this.#running = { pid: one.otherPid, comm: one.otherComm, prio: one.otherPrio };
    if (isSwitch && one.pid < 0) {
      if (running) Object.assign(one, running);
      else this.#gathering.cutBeginning(this.#cpu);
    }
    if (one.writer < 0) one.writer = isSwitch ? one.pid : (running?.pid ?? -1);
    return one.pid >= 0 && one.writer >= 0 && (!isSwitch || one.otherPid >= 0);
  }

  #go(): void {
    while (this.#at >= this.#events.length && this.#bundle < this.#bundles.length) {
      const events = this.#read(this.#bundles[this.#bundle++]!);
      this.#held.replace(this.#events.length, events.length);
      this.#events = events;
      this.#at = 0;
    }
    this.time = this.#events[this.#at]?.time ?? Number.POSITIVE_INFINITY;
  }

  #read({ bytes, from, to }: Bundle): One[] {
    const events: One[] = [];
    const wire = new Wire(bytes, from, to);
    while (wire.next()) {
      if (wire.field === bundle.lost && wire.value > 0) this.#gathering.lose(this.#cpu, 0);
      else if (wire.field === bundle.event) {
        const one = this.#single(wire.message());
        if (one) events.push(one);
      } else if (wire.field === bundle.compact) {
        for (const one of compactEvents(wire.message(), PERFETTO_EVENTS - events.length)) {
          events.push(one);
        }
      }
      if (events.length > PERFETTO_EVENTS) throw manyInPacket();
    }
    return events.sort((x, y) => x.time - y.time);
  }

  #single(wire: Wire): One | undefined {
    const one = blank(Number.NaN, '', 0);
    let writer = -1;
    while (wire.next()) {
      const { field } = wire;
      if (field === event.time) one.time = wire.value;
      else if (field === event.pid) writer = wire.low;
      else if (field === event.flags) one.flags = wire.low;
      else if (wire.to > 0) {
        const kind = known.get(field);
        if (!kind) {
          this.#gathering.other(`event ${field}`);
          return undefined;
        }
        one.name = kind.name;
        one.kind = kind.kind;
        readFields(wire.message(), kind, one);
      }
    }
    if (one.kind === 0) return undefined;
    if (Number.isNaN(one.time)) {
      this.#gathering.damage();
      return undefined;
    }
    one.writer = writer;
    return one;
  }
}

function readFields(
  wire: Wire,
  { comm, pid, prio, state, other, cpu, from }: Known,
  one: One,
): void {
  // A field that is 0 may be left out.
  one.pid = 0;
  if (other !== undefined) one.otherPid = 0;
  while (wire.next()) {
    const { field } = wire;
    if (field === comm) one.comm = textOf(wire);
    else if (field === pid) one.pid = wire.low;
    else if (field === prio) one.prio = wire.low;
    else if (field === state) one.state = stateOfBits(wire.low);
    else if (field === cpu) one.cpu = wire.low;
    else if (field === from) one.fromCpu = wire.low;
    else if (other !== undefined && field === other) one.otherComm = textOf(wire);
    else if (other !== undefined && field === other + 1) one.otherPid = wire.low;
    else if (other !== undefined && field === other + 2) one.otherPrio = wire.low;
  }
}

const tooMuch = (has: string, most: number): ScenarioError =>
  new ScenarioError(
    'file',
    `is a trace of Perfetto with ${has}`,
    `at most ${most} are read: record a shorter time`,
  );
const manyEvents = (most: number, where: string): ScenarioError =>
  tooMuch(`more than ${most} events ${where}`, most);
const manyInPacket = () => manyEvents(PERFETTO_EVENTS, 'in a packet');

/** Columns of switches and of wakings, of at most so many; times are differences. */
function compactEvents(wire: Wire, most: number): One[] {
  const columns = new Map<number, readonly number[]>();
  const names: string[] = [];
  while (wire.next()) {
    if (wire.field === compact.names) {
      if (names.length >= most) throw manyInPacket();
      names.push(textOf(wire));
    } else if (compactFields.has(wire.field))
      columns.set(wire.field, wire.numbers(most, manyInPacket));
  }
  const column = (field: number) => columns.get(field) ?? [];
  if (column(compact.switchTime).length + column(compact.wakingTime).length > most) {
    throw manyInPacket();
  }
  const at = (field: number, row: number) => (column(field)[row] ?? 0) | 0;
  let time = 0;
  const switches = column(compact.switchTime).map((delta, row) => {
    time += delta;
    const one = blank(time, 'sched_switch', EVENT.SWITCH);
    one.state = stateOfBits(at(compact.state, row));
    one.otherPid = at(compact.nextPid, row);
    one.otherPrio = at(compact.nextPrio, row);
    one.otherComm = names[at(compact.nextName, row)] ?? '';
    return one;
  });
  time = 0;
  const wakings = column(compact.wakingTime).map((delta, row) => {
    time += delta;
    const one = blank(time, 'sched_waking', EVENT.WAKING);
    one.pid = at(compact.pid, row);
    one.cpu = at(compact.cpu, row);
    one.prio = at(compact.prio, row);
    one.comm = names[at(compact.name, row)] ?? '';
    one.flags = at(compact.flags, row);
    return one;
  });
  return [...switches, ...wakings];
}

/** What the packets hold: bundles by CPU, and the process of each thread. */
class Packets {
  readonly byCpu = new Map<number, Bundle[]>();
  readonly groups = new Map<number, number>();
  #bundles = 0;
  #unpacked = 0;

  read(bytes: Uint8Array, isInner = false): void {
    const wire = new Wire(bytes);
    while (wire.next())
      if (wire.field === 1 && wire.to > wire.from) this.#packet(wire.message(), isInner);
  }

  #packet(wire: Wire, isInner: boolean): void {
    while (wire.next()) {
      if (wire.field === packet.ftrace && wire.to > wire.from) this.#bundle(wire);
      else if (wire.field === packet.processes) this.#processes(wire.message());
      else if (wire.field === packet.compressed && !isInner) {
        this.read(this.#unpack(wire.bytes.subarray(wire.from, wire.to)), true);
      } else if (wire.field === packet.zstd) {
        const remedy =
          'record it with compression_type DEFLATE, or unpack it: traceconv decompress_packets';
        throw new ScenarioError('file', 'has packets packed by zstd', remedy);
      }
    }
  }

  #bundle(wire: Wire): void {
    const inside = wire.message();
    let cpu = 0;
    while (inside.next()) {
      if (inside.field !== bundle.cpu) continue;
      cpu = inside.value;
      break;
    }
    if (cpu >= LIMIT_CPUS) throw manyCpus(cpu);
    if (++this.#bundles > PERFETTO_BUNDLES)
      throw tooMuch(`more than ${PERFETTO_BUNDLES} packets with events`, PERFETTO_BUNDLES);
    const { bytes, from, to } = wire;
    const all = this.byCpu.get(cpu);
    if (all) all.push({ bytes, from, to });
    else this.byCpu.set(cpu, [{ bytes, from, to }]);
  }

  #processes(wire: Wire): void {
    while (wire.next()) {
      if (wire.field !== 2 || wire.to === 0) continue;
      const inside = wire.message();
      let [tid, tgid] = [0, 0];
      while (inside.next()) {
        if (inside.field === thread.tid) tid = inside.low;
        else if (inside.field === thread.tgid) tgid = inside.low;
      }
      if (tid > 0 && this.groups.size < PERFETTO_BUNDLES) this.groups.set(tid, tgid);
    }
  }

  #unpack(packed: Uint8Array): Uint8Array {
    const pieces: Uint8Array[] = [];
    let size = 0;
    unzlib(packed, (piece) => {
      size += piece.length;
      this.#unpacked += piece.length;
      if (this.#unpacked > RECORDING_BYTES) {
        const problem = `unpacks to more than ${RECORDING_BYTES / 2 ** 20} MiB`;
        throw new ScenarioError('file', problem, 'record a shorter time');
      }
      pieces.push(piece);
    });
    return joinBytes(pieces, size);
  }
}

function read(bytes: Uint8Array, gathering: Gathering): void {
  try {
    const packets = new Packets();
    packets.read(bytes);
    const held = new Held();
    const cpus = [...packets.byCpu].map(
      ([cpu, bundles]) => new Cpu(cpu, bundles, packets.groups, gathering, held),
    );
    mergeInTime(cpus);
  } catch (cause) {
    if (cause instanceof ScenarioError) throw cause;
    const why = cause instanceof Error ? cause.message : '';
    const remedy = 'copy it again, or make text of it: traceconv systrace FILE trace.txt';
    throw new ScenarioError('file', `is a damaged trace of Perfetto: ${why}`, remedy);
  }
}

const nothing = (): ScenarioError =>
  new ScenarioError(
    'file',
    'is a trace of Perfetto without switches of the scheduler',
    'record with the data source linux.ftrace and the events sched/sched_switch, sched/sched_waking',
  );

/** A packet as the first thing, and bytes that no text has: a text may begin with an empty line, too. */
function isPerfetto(bytes: Uint8Array): boolean {
  const isPacket = bytes[0] === 0x0a && bytes.length > 4;
  return isPacket && bytes.subarray(0, 1024).some((byte) => byte < 9);
}

export const perfettoTrace: TraceForm = {
  is: isPerfetto,
  open: (gathering) => openWholeTrace(gathering, read, nothing),
};
