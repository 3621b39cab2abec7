// One small trace in all forms, for tests: two tasks on two CPUs, as text of the kernel, as packets of Perfetto (single events and
// compact ones) and as a file of trace-cmd.

import { FtraceBundles } from '../../trace/ftrace-bundles.ts';
import { Message } from '../../trace/protobuf.ts';
import {
  EventRecord,
  formats,
  headerEvent,
  headerPage,
  RingPages,
} from '../../trace/ring-pages.ts';
import type { EventContext, NamedTask, SchedEvent } from '../../trace/sched-events.ts';
import { Writer } from './testing-dat7.ts';

const pageBytes = 4096;
const idle: NamedTask = { comm: 'swapper', pid: 0, priority: 120 };
const a: NamedTask = { comm: 'a', pid: 10, priority: 120 };
const b: NamedTask = { comm: 'b - c', pid: 11, priority: 120 };
const plain: EventContext = { needsResched: false, inInterrupt: false, preemption: 2 };
const start = 100e9;

const told = (us: number, cpu: number, current: NamedTask) => ({
  ...{ time: start + us * 1000, cpu, current, context: plain },
});
const switched = (
  us: number,
  cpu: number,
  task: NamedTask,
  next: NamedTask,
  sleeps: boolean,
): SchedEvent => ({
  ...told(us, cpu, task),
  ...{ name: 'sched_switch', task, next, sleeps },
});

export const eventsOfTwo: readonly SchedEvent[] = [
  { ...told(0, 0, idle), name: 'sched_waking', task: a, target: 1 },
  { ...told(2, 0, idle), name: 'sched_wakeup', task: a, target: 0 },
  switched(5, 0, idle, a, false),
  { ...told(100, 0, a), name: 'sched_waking', task: b, target: 1 },
  { ...told(101, 0, a), name: 'sched_wakeup', task: b, target: 1 },
  switched(104, 1, idle, b, false),
  switched(205, 0, a, idle, true),
  switched(300, 1, b, idle, true),
];

const seconds = (time: number) =>
  `${Math.floor(time / 1e9)}.${String((time % 1e9) / 1000).padStart(6, '0')}`;

function line(event: SchedEvent): string {
  const { current, cpu, time, name, task } = event;
  const head = `${current.pid === 0 ? '<idle>' : current.comm}-${current.pid} [00${cpu}] d..2. ${seconds(time)}: ${name}: `;
  if (event.name !== 'sched_switch') {
    const cpuOf = 'target' in event ? `target_cpu=00${event.target}` : '';
    return `${head}comm=${task.comm} pid=${task.pid} prio=120 ${cpuOf}`;
  }
  const { next, sleeps } = event;
  const before = `prev_comm=${task.comm} prev_pid=${task.pid} prev_prio=120 prev_state=${sleeps ? 'S' : 'R'}`;
  return `${head}${before} ==> next_comm=${next.comm} next_pid=${next.pid} next_prio=120`;
}

export const textOfTwo = `${eventsOfTwo.map(line).join('\n')}\n`;

// ---- Perfetto -------------------------------------------------------------------------------------

function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
  return [...bytes, rest];
}

/** A field of a message: a number, or bytes. */
export const field = (number: number, value: number | Uint8Array | string): Uint8Array =>
  typeof value === 'number'
    ? Uint8Array.from([...varint(8 * number), ...varint(value)])
    : Buffer.concat([
        Uint8Array.from([...varint(8 * number + 2), ...varint(value.length)]),
        typeof value === 'string' ? Buffer.from(value) : value,
      ]);
export const message = (...fields: readonly Uint8Array[]): Uint8Array => Buffer.concat(fields);
export const packed = (values: readonly number[]): Uint8Array =>
  Uint8Array.from(values.flatMap(varint));

/** As single events. */
export function perfettoOfTwo(): Uint8Array {
  const parts: Uint8Array[] = [];
  const bundles = new FtraceBundles((bundle) => {
    parts.push(new Message().message(1, new Message().message(1, bundle)).bytes.slice());
  });
  for (const event of eventsOfTwo) bundles.add(event);
  bundles.finish();
  return message(...parts);
}

const deltas = (times: readonly number[]) => times.map((time, at) => time - (times[at - 1] ?? 0));

/**
 * The compact form, which does not name the task that ran before the first switch of a CPU; `pack` packs the
 * packets.
 */
export function compactOfTwo(pack?: (bytes: Uint8Array) => Uint8Array): Uint8Array {
  const packets = [0, 1].map((cpu) => {
    const own = eventsOfTwo.filter((event) => event.cpu === cpu);
    const switches = own.flatMap((event) => (event.name === 'sched_switch' ? [event] : []));
    const wakings = own.flatMap((event) => (event.name === 'sched_waking' ? [event] : []));
    const names = [
      ...new Set([
        ...switches.map(({ next }) => next.comm),
        ...wakings.map(({ task }) => task.comm),
      ]),
    ];
    const compact = message(
      ...names.map((name) => field(5, name)),
      field(1, packed(deltas(switches.map(({ time }) => time)))),
      field(2, packed(switches.map(({ sleeps }) => (sleeps ? 1 : 0)))),
      field(3, packed(switches.map(({ next }) => next.pid))),
      field(4, packed(switches.map(() => 120))),
      field(6, packed(switches.map(({ next }) => names.indexOf(next.comm)))),
      field(7, packed(deltas(wakings.map(({ time }) => time)))),
      field(8, packed(wakings.map(({ task }) => task.pid))),
      field(9, packed(wakings.map((event) => ('target' in event ? event.target : 0)))),
      field(10, packed(wakings.map(() => 120))),
      field(11, packed(wakings.map(({ task }) => names.indexOf(task.comm)))),
      field(12, packed(wakings.map(() => 1))),
    );
    return field(1, field(1, message(field(1, cpu), field(4, compact))));
  });
  const threads = field(2, message(field(1, 11), field(3, 10)));
  const all = message(field(1, field(2, threads)), ...packets);
  return pack ? field(1, message(field(10, 1), field(50, pack(all)))) : all;
}

// ---- trace-cmd ------------------------------------------------------------------------------------

/** Version 6; `lost`: so many events are missing before the page of CPU 1; `ticks`: what a tick of its clock is, in ns. */
export function datOfTwo(
  lost = 0,
  ticks?: { readonly factor: number; readonly shift: number },
): Uint8Array<ArrayBuffer> {
  const record = new EventRecord();
  const cpus = [0, 1].map((cpu) => {
    const ring = new RingPages();
    for (const event of eventsOfTwo) if (event.cpu === cpu) ring.add(event.time, record.of(event));
    return Buffer.concat(ring.take());
  });
  if (lost > 0) {
    const length = cpus[1]!.readUInt32LE(8);
    cpus[1]!.writeUInt32LE((length | 0xc000_0000) >>> 0, 8);
    cpus[1]!.writeUInt32LE(lost, 16 + length);
  }
  const file = new Writer()
    .add(Uint8Array.of(0x17, 8, 0x44))
    .add(Buffer.from('tracing'))
    .name('6')
    .add(Uint8Array.of(0, 8))
    .number(pageBytes, 4);
  const sized = (text: string) => file.number(text.length, 8).add(Buffer.from(text));
  for (const [name, text] of [
    ['header_page', headerPage],
    ['header_event', headerEvent],
  ] as const) {
    file.name(name);
    sized(text);
  }
  file.number(formats.ftrace.length, 4);
  for (const text of formats.ftrace) sized(text);
  file.number(1, 4).name('sched').number(formats.sched.length, 4);
  for (const text of formats.sched) sized(text);
  file.number(0, 4).number(0, 4).number(0, 8).number(2, 4).name('options  ');
  if (ticks) file.number(14, 2).number(8, 4).number(ticks.factor, 4).number(ticks.shift, 4);
  file
    .number(4, 2)
    .number(16, 4)
    .add(Buffer.from(ticks ? 'local [x86-tsc] ' : '[local] global  '))
    .number(0, 2)
    .name('flyrecord');
  const first = Math.ceil((file.at + 32) / pageBytes) * pageBytes;
  for (const cpu of [0, 1]) file.number(first + cpu * pageBytes, 8).number(pageBytes, 8);
  file.add(new Uint8Array(first - file.at));
  for (const pages of cpus) file.add(pages);
  return new Uint8Array(file.take());
}
