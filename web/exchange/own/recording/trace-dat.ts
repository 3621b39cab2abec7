// The file of trace-cmd (trace.dat, versions 6 and 7): what the kernel said of its events, and the pages of its ring buffers.
// Form: trace-cmd.dat.v6(5) and trace-cmd.dat.v7(5). Only events of the scheduler are looked into.

import { ScenarioError } from '../../../scenario/index.ts';
import { TRACE_DAT_FORMATS } from '../limits.ts';
import { begins } from '../packed/packing.ts';
import { DatBytes } from './dat-bytes.ts';
import { sectionsOf } from './dat-sections.ts';
import { EVENT, stateOfBits } from './events.ts';
import type { Gathering } from './gathering.ts';
import {
  type EventFormat,
  formatOf,
  type PageHead,
  RingEvents,
  type RingField,
  ringFieldsOf,
} from './ring-buffer.ts';
import type { TraceForm } from './trace-form.ts';
import { type CpuEvents, mergeInTime, openWholeTrace } from './whole-trace.ts';

const magic = [0x17, 0x08, 0x44, ...[...'tracing'].map((letter) => letter.charCodeAt(0))];
const interruptFlags = 0x18;
const second = 1e9;

/** By name of an event: its kind, and which of its fields say what. */
const kinds: Readonly<
  Record<string, { readonly kind: number } & Readonly<Record<string, string | number>>>
> = {
  sched_switch: {
    kind: EVENT.SWITCH,
    ...{ comm: 'prev_comm', pid: 'prev_pid', prio: 'prev_prio', state: 'prev_state' },
    ...{ otherComm: 'next_comm', otherPid: 'next_pid', otherPrio: 'next_prio' },
  },
  sched_waking: { kind: EVENT.WAKING, comm: 'comm', pid: 'pid', prio: 'prio', cpu: 'target_cpu' },
  sched_wakeup: { kind: EVENT.WAKEUP, comm: 'comm', pid: 'pid', prio: 'prio', cpu: 'target_cpu' },
  sched_wakeup_new: {
    ...{ kind: EVENT.WAKEUP_NEW, comm: 'comm', pid: 'pid', prio: 'prio', cpu: 'target_cpu' },
  },
  sched_migrate_task: {
    ...{ kind: EVENT.MIGRATE, comm: 'comm', pid: 'pid', prio: 'prio' },
    ...{ cpu: 'dest_cpu', fromCpu: 'orig_cpu' },
  },
  sched_process_exit: { kind: EVENT.EXIT, comm: 'comm', pid: 'pid', prio: 'prio' },
  sched_process_fork: {
    ...{ kind: EVENT.FORK, comm: 'parent_comm', pid: 'parent_pid' },
    ...{ otherComm: 'child_comm', otherPid: 'child_pid' },
  },
};

const decoder = new TextDecoder('utf-8');

/** What every event has in front. */
interface Common {
  readonly type: RingField;
  readonly flags: RingField | undefined;
  readonly pid: RingField;
}

interface Formats {
  readonly byId: ReadonlyMap<number, EventFormat>;
  readonly common: Common;
}

class Cpu implements CpuEvents {
  readonly #cpu: number;
  readonly #events: RingEvents;
  readonly #formats: Formats;
  readonly #gathering: Gathering;
  readonly #isLittle: boolean;
  readonly #toNs: (time: number) => number;
  time = Number.NEGATIVE_INFINITY;

  constructor(
    cpu: number,
    events: RingEvents,
    formats: Formats,
    gathering: Gathering,
    { isLittle, toNs }: { isLittle: boolean; toNs: (time: number) => number },
  ) {
    this.#cpu = cpu;
    this.#events = events;
    this.#formats = formats;
    this.#gathering = gathering;
    this.#isLittle = isLittle;
    this.#toNs = toNs;
    this.#go();
  }

  next(): void {
    const { common, byId } = this.#formats;
    const id = this.#number(common.type);
    const format = byId.get(id);
    const kind = format && kinds[format.name];
    if (!format || !kind) this.#gathering.other(format?.name ?? `event ${id}`);
    else if (this.#read(format, kind)) {
      const whole = Math.floor(this.time / second);
      this.#gathering.add(
        {
          ...{ cpu: this.#cpu, pid: Math.max(0, this.#number(common.pid)), tgid: 0 },
          ...{ seconds: whole, nanoseconds: this.time - whole * second },
          inInterrupt: (this.#number(common.flags) & interruptFlags) !== 0,
        },
        format.name,
      );
    } else this.#gathering.damage();
    this.#go();
  }

  #go(): void {
    this.#events.next();
    const { time } = this.#events;
    this.time = time < Number.POSITIVE_INFINITY ? this.#toNs(time) : time;
  }

  #read({ fields }: EventFormat, kind: (typeof kinds)[string]): boolean {
    const { told } = this.#gathering;
    const at = (part: string) => fields.get(String(kind[part] ?? ''));
    told.kind = kind.kind;
    told.pid = this.#number(at('pid'));
    told.comm = this.#text(at('comm'));
    told.prio = kind.prio === undefined ? -1 : this.#number(at('prio'));
    told.otherPid = kind.otherPid === undefined ? -1 : this.#number(at('otherPid'));
    told.otherComm = kind.otherComm === undefined ? '' : this.#text(at('otherComm'));
    told.otherPrio = kind.otherPrio === undefined ? -1 : this.#number(at('otherPrio'));
    told.state = kind.state === undefined ? 0 : stateOfBits(this.#number(at('state')));
    told.cpu = kind.cpu === undefined ? -1 : this.#number(at('cpu'));
    told.fromCpu = kind.fromCpu === undefined ? -1 : this.#number(at('fromCpu'));
    const needsOther = kind.otherPid !== undefined;
    return told.pid >= 0 && (!needsOther || told.otherPid >= 0);
  }

  /** The lower 32 bits of a field, with sign; -1: the event has no room for it. */
  #number(field: RingField | undefined): number {
    if (!field) return -1;
    const { view, from, to } = this.#events;
    const { offset, size } = field;
    const at = from + offset;
    if (at + size > to || size === 0) return -1;
    if (size === 1) return view.getUint8(at);
    if (size === 2) return view.getUint16(at, this.#isLittle);
    return view.getInt32(at + (size === 8 && !this.#isLittle ? 4 : 0), this.#isLittle);
  }

  #text(field: RingField | undefined): string {
    if (!field) return '';
    const { view, from, to } = this.#events;
    const where = field.isElsewhere ? this.#number(field) : 0;
    const begin = from + (field.isElsewhere ? where & 0xffff : field.offset);
    const end = Math.min(to, begin + (field.isElsewhere ? where >>> 16 : field.size), begin + 64);
    if (end <= begin) return '';
    const bytes = new Uint8Array(view.buffer, view.byteOffset + begin, end - begin);
    const zero = bytes.indexOf(0);
    return decoder.decode(zero < 0 ? bytes : bytes.subarray(0, zero));
  }
}

function formatsOf(texts: readonly string[]): Formats {
  const byId = new Map<number, EventFormat>();
  let common: Common | undefined;
  for (const text of texts.slice(0, TRACE_DAT_FORMATS)) {
    const format = formatOf(text);
    if (!format) continue;
    byId.set(format.id, format);
    const [type, pid] = [format.fields.get('common_type'), format.fields.get('common_pid')];
    if (type && pid) common ??= { type, pid, flags: format.fields.get('common_flags') };
  }
  if (!common) throw new Error('it does not describe the format of its events');
  return { byId, common };
}

function pageHeadOf(text: string): PageHead {
  const fields = ringFieldsOf(text);
  const time = fields.get('timestamp');
  const commit = fields.get('commit');
  const data = fields.get('data');
  if (!time || !commit || !data || data.offset < 12 || data.offset > 64) {
    throw new Error('it does not describe the header of its pages');
  }
  if (time.offset + 8 > data.offset || commit.offset + 4 > data.offset) {
    throw new Error('the headers of its pages are invalid');
  }
  return { time: time.offset, commit: commit.offset, data: data.offset };
}

/** Clocks whose times are no seconds, unless the file says how long a tick takes. */
const inTicks = /^(counter|x86-tsc|ppc-tb|tsc2nsec)$/;

function read(whole: Uint8Array<ArrayBuffer>, gathering: Gathering): void {
  try {
    const bytes = DatBytes.open(whole, magic.length);
    const { isLittle, pageBytes } = bytes.shape;
    const sections = sectionsOf(bytes);
    const { clock, ticks } = sections;
    if (!ticks && inTicks.test(clock)) {
      const remedy = 'record with trace-cmd record -C mono or local';
      throw new ScenarioError('file', 'has times that are not in seconds', remedy);
    }
    const toNs = ticks
      ? (time: number) => Math.round((time * ticks.factor) / 2 ** ticks.shift)
      : (time: number) => time;
    const formats = formatsOf(sections.formats);
    const ring = { isLittle, pageBytes, head: pageHeadOf(sections.headerPage) };
    const cpus = sections.cpus.map(({ cpu, pages }) => {
      const events = new RingEvents(pages, ring, (lost) => gathering.lose(cpu, lost));
      return new Cpu(cpu, events, formats, gathering, { isLittle, toNs });
    });
    mergeInTime(cpus);
  } catch (cause) {
    if (cause instanceof ScenarioError) throw cause;
    const why = cause instanceof Error ? cause.message : '';
    const remedy = 'copy it again, or make text of it: trace-cmd report -i FILE > trace.txt';
    throw new ScenarioError('file', `is a damaged file of trace-cmd: ${why}`, remedy);
  }
}

const nothing = (gathering: Gathering): ScenarioError =>
  gathering.withoutSwitch('is a file of trace-cmd without sched_switch in its first buffer');

export const traceDat: TraceForm = {
  is: (bytes) => begins(bytes, ...magic),
  open: (gathering) => openWholeTrace(gathering, read, () => nothing(gathering)),
};
