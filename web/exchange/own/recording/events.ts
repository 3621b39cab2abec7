// Parses scheduler events from the text behind their name, in the kernel's long form and in the short form of
// trace-cmd and perf. Fields are found from the right, since the name of a task may hold anything.

import { ID_DIGITS } from '../limits.ts';

/** Kinds of events that are kept. */
export const EVENT = {
  SWITCH: 1,
  WAKING: 2,
  WAKEUP: 3,
  WAKEUP_NEW: 4,
  MIGRATE: 5,
  FORK: 6,
  EXIT: 7,
} as const;

/** The state in which a task was switched out. */
export const STATE = { RUNNABLE: 0, SLEEPING: 1, ENDED: 2 } as const;

/** One event as the text tells it; which fields hold depends on its kind. */
export interface TraceEvent {
  kind: number;
  /** The task that the event is about: switched out, woken or moved, or the parent, or the task that ends. */
  pid: number;
  comm: string;
  /** Kernel priority; -1: not told. */
  prio: number;
  /** The task that is switched in, or the child. */
  otherPid: number;
  otherComm: string;
  otherPrio: number;
  /** STATE code of the task that is switched out. */
  state: number;
  /** CPU chosen or to which, and from which; -1: not told. */
  cpu: number;
  fromCpu: number;
}

export const emptyTraceEvent = (): TraceEvent => ({
  kind: 0,
  pid: 0,
  comm: '',
  prio: -1,
  otherPid: 0,
  otherComm: '',
  otherPrio: -1,
  state: 0,
  cpu: -1,
  fromCpu: -1,
});

type Reader = (fields: string, told: TraceEvent) => boolean;

/** The number at a place; -1: none, or one of more digits than any id has. */
function numberAt(text: string, at: number): number {
  let value = 0;
  let end = at;
  for (; end < text.length && end - at <= ID_DIGITS; end++) {
    const digit = text.charCodeAt(end) - 48;
    if (digit < 0 || digit > 9) break;
    value = value * 10 + digit;
  }
  return end === at || end - at > ID_DIGITS ? -1 : value;
}

/** The number behind the last ` key=`. */
function field(text: string, key: string): number {
  const at = text.lastIndexOf(key);
  return at < 0 ? -1 : numberAt(text, at + key.length);
}

/** "comm:pid [prio]" at the end of a text, from right to left. */
function shortTask(text: string): { pid: number; comm: string; prio: number } | undefined {
  const bracket = text.lastIndexOf(' [');
  if (bracket < 0) return undefined;
  const before = text.slice(0, bracket);
  const sign = before.lastIndexOf(':');
  if (sign < 0) return undefined;
  const pid = numberAt(before, sign + 1);
  return pid < 0
    ? undefined
    : { pid, comm: before.slice(0, sign), prio: numberAt(text, bracket + 2) };
}

/**
 * Bits of a task's state as raw fields have them (include/linux/sched.h, v6.18): asleep, stopped, parked (0x40) or idle
 * (0x80); and dead or a zombie. Bit 0x100 marks a preempted task, which is runnable.
 */
const ASLEEP = 0xcf;
const ENDED = 0x30;

export function stateOfBits(bits: number): number {
  if (bits & ENDED) return STATE.ENDED;
  return bits & ASLEEP ? STATE.SLEEPING : STATE.RUNNABLE;
}

/** A letter as the kernel prints it, or the bits themselves: "1", "0x1". */
function stateOf(text: string): number {
  const letter = text.charAt(0);
  if (letter >= '0' && letter <= '9') {
    const isHex = text.startsWith('0x');
    return stateOfBits(Number.parseInt(text.slice(isHex ? 2 : 0, ID_DIGITS), isHex ? 16 : 10));
  }
  if (letter === 'R') return STATE.RUNNABLE;
  return letter === 'X' || letter === 'Z' ? STATE.ENDED : STATE.SLEEPING;
}

const arrow = ' ==> ';

/** `gap`: the letters between the two halves, which part at `at`. */
function longSwitch(text: string, at: number, gap: number, told: TraceEvent): boolean {
  const before = text.slice(0, at);
  const pidAt = before.lastIndexOf(' prev_pid=');
  const nextAt = text.lastIndexOf(' next_pid=');
  const comm = 'prev_comm='.length;
  const next = at + gap + 'next_comm='.length;
  if (pidAt < comm || nextAt < next) return false;
  const prevState = before.lastIndexOf(' prev_state=');
  told.pid = numberAt(before, pidAt + ' prev_pid='.length);
  told.comm = before.slice(comm, pidAt);
  told.prio = field(before, ' prev_prio=');
  told.state = stateOf(before.slice(prevState + ' prev_state='.length));
  told.otherPid = numberAt(text, nextAt + ' next_pid='.length);
  told.otherComm = text.slice(next, nextAt);
  told.otherPrio = field(text, ' next_prio=');
  return told.pid >= 0 && told.otherPid >= 0 && prevState >= 0;
}

/** "comm:pid [prio] S ==> comm:pid [prio]" */
function shortSwitch(text: string, at: number, told: TraceEvent): boolean {
  const before = text.slice(0, at);
  const end = before.lastIndexOf('] ');
  const previous = end < 0 ? undefined : shortTask(before.slice(0, end + 1));
  const next = shortTask(text.slice(at + arrow.length));
  if (!previous || !next) return false;
  told.pid = previous.pid;
  told.comm = previous.comm;
  told.prio = previous.prio;
  told.state = stateOf(before.slice(end + 2));
  told.otherPid = next.pid;
  told.otherComm = next.comm;
  told.otherPrio = next.prio;
  return true;
}

const readSwitch: Reader = (text, told) => {
  const at = text.lastIndexOf(arrow);
  const isLong = text.startsWith('prev_comm=');
  if (at >= 0) {
    return isLong ? longSwitch(text, at, arrow.length, told) : shortSwitch(text, at, told);
  }
  // Raw fields, as trace-cmd report -R prints them, have nothing between the halves.
  const bare = isLong ? text.lastIndexOf(' next_comm=') : -1;
  return bare >= 0 && longSwitch(text, bare, ' '.length, told);
};

/** "comm=... pid=... prio=..." */
function longTask(text: string, told: TraceEvent): boolean {
  const at = text.lastIndexOf(' pid=');
  if (!text.startsWith('comm=') || at < 5) return false;
  told.pid = numberAt(text, at + 5);
  told.comm = text.slice(5, at);
  told.prio = field(text, ' prio=');
  return told.pid >= 0;
}

const readWake: Reader = (text, told) => {
  if (text.startsWith('comm=')) {
    if (field(text, ' success=') === 0) return false;
    told.cpu = field(text, ' target_cpu=');
    return longTask(text, told);
  }
  const at = text.lastIndexOf('CPU:');
  const task = at < 0 ? undefined : shortTask(text.slice(0, at));
  if (!task || text.includes('success=0')) return false;
  told.pid = task.pid;
  told.comm = task.comm;
  told.prio = task.prio;
  told.cpu = numberAt(text, at + 4);
  return true;
};

const readMigrate: Reader = (text, told) => {
  told.fromCpu = field(text, ' orig_cpu=');
  told.cpu = field(text, ' dest_cpu=');
  return told.fromCpu >= 0 && told.cpu >= 0 && longTask(text, told);
};

const readFork: Reader = (text, told) => {
  const child = text.lastIndexOf(' child_pid=');
  const named = text.lastIndexOf(' child_comm=');
  if (child < 0 || named < 0 || named > child) return false;
  told.otherPid = numberAt(text, child + ' child_pid='.length);
  told.otherComm = text.slice(named + ' child_comm='.length, child);
  return told.otherPid >= 0 && longTask(text.slice(0, named), told);
};

/** By name of the event: its kind and its reader. */
export const readers: ReadonlyMap<string, { readonly kind: number; readonly read: Reader }> =
  new Map([
    ['sched_switch', { kind: EVENT.SWITCH, read: readSwitch }],
    ['sched_waking', { kind: EVENT.WAKING, read: readWake }],
    ['sched_wakeup', { kind: EVENT.WAKEUP, read: readWake }],
    ['sched_wakeup_new', { kind: EVENT.WAKEUP_NEW, read: readWake }],
    ['sched_migrate_task', { kind: EVENT.MIGRATE, read: readMigrate }],
    ['sched_process_fork', { kind: EVENT.FORK, read: readFork }],
    ['sched_process_exit', { kind: EVENT.EXIT, read: longTask }],
  ]);
