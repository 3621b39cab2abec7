// Pages of a kernel's ring buffer as trace-cmd keeps them, and the binary form of the scheduler's events
// in them with the texts that say so. Source: what a kernel prints under /sys/kernel/tracing/events
// (`header_page`, `header_event`, the `format` of each event): fields, offsets and sizes are its interface.

import type { NamedTask, SchedEvent } from './sched-events.ts';

export const pageBytes = 4096;
/** Of a page: its first time, and how much of it is written. */
const pageHead = 16;

/** Codes of the field type_len beyond those of data. */
const timeExtend = 30;
/** Longer data has its length in a word of its own. */
const longestShort = 28 * 4;
const deltaBits = 27;

const fieldLine = (type: string, offset: number, size: number, signed: number): string =>
  `\tfield:${type};\toffset:${offset};\tsize:${size};\tsigned:${signed};\n`;

export const headerPage = [
  fieldLine(' u64 timestamp', 0, 8, 0),
  fieldLine(' local_t commit', 8, 8, 1),
  fieldLine(' int overwrite', 8, 1, 1),
  fieldLine(' char data', pageHead, pageBytes - pageHead, 1),
].join('');

export const headerEvent = [
  '# compressed entry header',
  '\ttype_len    :    5 bits',
  '\ttime_delta  :   27 bits',
  '\tarray       :   32 bits',
  '',
  '\tpadding     : type == 29',
  `\ttime_extend : type == ${timeExtend}`,
  '\ttime_stamp : type == 31',
  '\tdata max type_len  == 28',
  '',
].join('\n');

type Field = readonly [type: string, size: number, signed: number];

const common: readonly Field[] = [
  ['unsigned short common_type', 2, 0],
  ['unsigned char common_flags', 1, 0],
  ['unsigned char common_preempt_count', 1, 0],
  ['int common_pid', 4, 1],
];

/** Lines of fields that follow each other from `start` on. */
function fieldLines(fields: readonly Field[], start: number): string {
  let at = start;
  return fields
    .map(([type, size, signed]) => {
      const line = fieldLine(type, at, size, signed);
      at += size;
      return line;
    })
    .join('');
}

const commonBytes = 8;

const formatOf = (name: string, id: number, fields: readonly Field[], print: string): string =>
  `name: ${name}\nID: ${id}\nformat:\n${fieldLines(common, 0)}\n${fieldLines(fields, commonBytes)}\nprint fmt: ${print}\n`;

const ids = {
  print: 5,
  sched_switch: 301,
  sched_waking: 302,
  sched_wakeup: 303,
  sched_wakeup_new: 304,
  sched_migrate_task: 305,
} as const;

const task: readonly Field[] = [
  ['char comm[16]', 16, 0],
  ['pid_t pid', 4, 1],
  ['int prio', 4, 1],
];
const printTask = 'REC->comm, REC->pid, REC->prio';
const woken = (name: keyof typeof ids): string =>
  formatOf(
    name,
    ids[name],
    [...task, ['int target_cpu', 4, 1]],
    `"comm=%s pid=%d prio=%d target_cpu=%03d", ${printTask}, REC->target_cpu`,
  );

/** The texts of a kernel's `format` files, by system. */
export const formats: Readonly<Record<'ftrace' | 'sched', readonly string[]>> = {
  ftrace: [
    formatOf(
      'print',
      ids.print,
      [
        ['unsigned long ip', 8, 0],
        ['char buf[]', 0, 0],
      ],
      '"%s", REC->buf',
    ),
  ],
  sched: [
    formatOf(
      'sched_switch',
      ids.sched_switch,
      [
        ['char prev_comm[16]', 16, 0],
        ['pid_t prev_pid', 4, 1],
        ['int prev_prio', 4, 1],
        ['long prev_state', 8, 1],
        ['char next_comm[16]', 16, 0],
        ['pid_t next_pid', 4, 1],
        ['int next_prio', 4, 1],
      ],
      '"prev_comm=%s prev_pid=%d prev_prio=%d prev_state=%s ==> next_comm=%s next_pid=%d next_prio=%d", ' +
        'REC->prev_comm, REC->prev_pid, REC->prev_prio, REC->prev_state ? "S" : "R", REC->next_comm, REC->next_pid, REC->next_prio',
    ),
    woken('sched_waking'),
    woken('sched_wakeup'),
    woken('sched_wakeup_new'),
    formatOf(
      'sched_migrate_task',
      ids.sched_migrate_task,
      [...task, ['int orig_cpu', 4, 1], ['int dest_cpu', 4, 1]],
      `"comm=%s pid=%d prio=%d orig_cpu=%d dest_cpu=%d", ${printTask}, REC->orig_cpu, REC->dest_cpu`,
    ),
  ],
};

/** Bits of common_flags. */
const flag = { interruptsOff: 1, needsResched: 4, inInterrupt: 8 } as const;
const commBytes = 16;
/** TASK_INTERRUPTIBLE; runnable is 0. */
const sleeping = 1;

const encoder = new TextEncoder();

/** Writes one event at a time; what it gives is valid until the next. */
export class EventRecord {
  readonly #bytes = new Uint8Array(pageBytes);
  readonly #view = new DataView(this.#bytes.buffer);
  #at = 0;

  of(event: SchedEvent): Uint8Array {
    const { needsResched, inInterrupt, preemption } = event.context;
    const flags =
      flag.interruptsOff |
      (needsResched ? flag.needsResched : 0) |
      (inInterrupt ? flag.inInterrupt : 0);
    this.#begin(ids[event.name], flags, preemption, event.current.pid);
    this.#task(event.task);
    if (event.name === 'sched_switch') {
      this.#view.setBigInt64(this.#at, event.sleeps ? BigInt(sleeping) : 0n, true);
      this.#at += 8;
      this.#task(event.next);
    } else if (event.name === 'sched_migrate_task') {
      this.#int(event.from);
      this.#int(event.to);
    } else this.#int(event.target);
    return this.#bytes.subarray(0, this.#at);
  }

  /** What trace_printk leaves. */
  print(pid: number, text: Uint8Array): Uint8Array {
    this.#begin(ids.print, 0, 0, pid);
    this.#at += 8;
    this.#bytes.set(text, this.#at);
    // At least one zero ends it, and words are whole.
    this.#at += Math.ceil((text.length + 1) / 4) * 4;
    return this.#bytes.subarray(0, this.#at);
  }

  #begin(id: number, flags: number, preemption: number, pid: number): void {
    this.#bytes.fill(0, 0, this.#at);
    this.#view.setUint16(0, id, true);
    this.#view.setUint8(2, flags);
    this.#view.setUint8(3, preemption);
    this.#view.setInt32(4, pid, true);
    this.#at = commonBytes;
  }

  #int(value: number): void {
    this.#view.setInt32(this.#at, value, true);
    this.#at += 4;
  }

  #task({ comm, pid, priority }: NamedTask): void {
    this.#bytes.set(encoder.encode(comm).subarray(0, commBytes - 1), this.#at);
    this.#at += commBytes;
    this.#int(pid);
    this.#int(priority);
  }
}

export class RingPages {
  readonly #full: Uint8Array<ArrayBuffer>[] = [];
  #view: DataView<ArrayBuffer> | undefined;
  #at = 0;
  /** ns: of the event before. */
  #last = 0;

  /** Adds an event; gives the bytes by which the pages grew. Times never go back. */
  add(time: number, record: Uint8Array): number {
    const isLong = record.length > longestShort;
    const bytes = record.length + (isLong ? 8 : 4);
    const extended = 8;
    let grown = 0;
    if (!this.#view || this.#at + extended + bytes > pageBytes) {
      this.#begin(time);
      grown = pageBytes;
    }
    const view = this.#view!;
    let delta = time - this.#last;
    if (delta >= 2 ** deltaBits) {
      this.#event(timeExtend, delta % 2 ** deltaBits);
      view.setUint32(this.#at, Math.floor(delta / 2 ** deltaBits), true);
      this.#at += 4;
      delta = 0;
    }
    this.#event(isLong ? 0 : record.length / 4, delta);
    if (isLong) {
      view.setUint32(this.#at, record.length + 4, true);
      this.#at += 4;
    }
    new Uint8Array(view.buffer).set(record, this.#at);
    this.#at += record.length;
    this.#last = time;
    return grown;
  }

  /** The pages; nothing may be added afterwards. */
  take(): readonly Uint8Array<ArrayBuffer>[] {
    this.#close();
    return this.#full;
  }

  #event(type: number, delta: number): void {
    this.#view!.setUint32(this.#at, delta * 32 + type, true);
    this.#at += 4;
  }

  #begin(time: number): void {
    this.#close();
    this.#view = new DataView(new ArrayBuffer(pageBytes));
    this.#view.setBigUint64(0, BigInt(time), true);
    this.#at = pageHead;
    this.#last = time;
  }

  #close(): void {
    if (!this.#view) return;
    this.#view.setBigUint64(8, BigInt(this.#at - pageHead), true);
    this.#full.push(new Uint8Array(this.#view.buffer));
    this.#view = undefined;
  }
}
