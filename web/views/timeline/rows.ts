// The rows of a timeline and their places: one per LLC, and below it the CPUs that are open. An open LLC shows all
// its CPUs; a folded one those that are pinned, for instance as waiters.

import type { Frame, Topology } from '../../engine/types.ts';
import type { TimelineSelection } from './types.ts';

/** Why a CPU's row is there though its LLC is folded. */
export type Role = 'selected' | 'holder' | 'waiter';

export interface LlcRow {
  readonly kind: 'llc';
  readonly llc: number;
  readonly cpus: number;
  readonly isOpen: boolean;
  readonly y: number;
  readonly height: number;
}

export interface TimelineCpuRow {
  readonly kind: 'cpu';
  readonly cpu: number;
  readonly llc: number;
  readonly role: Role | undefined;
  readonly y: number;
  readonly height: number;
}

export type TimelineRow = LlcRow | TimelineCpuRow;

/** CSS pixels. */
export interface RowHeights {
  readonly llc: number;
  readonly cpu: number;
}

/** A folded LLC row may grow so much where nothing is open. */
const stretchLimit = 2.5;

/** CPUs of every LLC, siblings of a core next to each other. */
export function cpusByLlc({ cpus, llcs, llc, core }: Topology): number[][] {
  const lists: number[][] = Array.from({ length: llcs }, () => []);
  const order = Array.from({ length: cpus }, (_, cpu) => cpu);
  order.sort((a, b) => core[a]! - core[b]! || a - b);
  for (const cpu of order) lists[llc[cpu]!]!.push(cpu);
  return lists;
}

export interface RowsOptions {
  readonly topology: Topology;
  readonly open: ReadonlySet<number>;
  readonly pinned: ReadonlyMap<number, Role>;
  readonly heights: RowHeights;
  /** CSS pixels there are: rows stretch if they would not fill them. */
  readonly room: number;
}

export function layoutRows({ topology, open, pinned, heights, room }: RowsOptions): TimelineRow[] {
  const lists = cpusByLlc(topology);
  const isAnyOpen = open.size > 0 || pinned.size > 0;
  const share = Math.floor(room / Math.max(1, lists.length));
  const stretched = Math.max(heights.llc, Math.min(share, heights.llc * stretchLimit));
  const llcHeight = isAnyOpen ? heights.llc : stretched;
  const rows: TimelineRow[] = [];
  let y = 0;
  lists.forEach((cpus, llc) => {
    const isOpen = open.has(llc);
    rows.push({ kind: 'llc', llc, cpus: cpus.length, isOpen, y, height: llcHeight });
    y += llcHeight;
    for (const cpu of isOpen ? cpus : cpus.filter((one) => pinned.has(one))) {
      rows.push({ kind: 'cpu', cpu, llc, role: pinned.get(cpu), y, height: heights.cpu });
      y += heights.cpu;
    }
  });
  return rows;
}

/** CSS pixels of all rows together. */
export function heightOf(rows: readonly TimelineRow[]): number {
  const last = rows.at(-1);
  return last ? last.y + last.height : 0;
}

/** The rows that show between `top` and `top + height`. */
export function rowsBetween(
  rows: readonly TimelineRow[],
  top: number,
  height: number,
): TimelineRow[] {
  return rows.filter((row) => row.y + row.height > top && row.y < top + height);
}

export function rowAt(rows: readonly TimelineRow[], y: number): TimelineRow | undefined {
  return rows.find((row) => y >= row.y && y < row.y + row.height);
}

/** Waiters shown by name; the rest are a number. */
const shownWaiters = 12;

export interface Pinned {
  readonly roles: ReadonlyMap<number, Role>;
  /** Waiters that are not among them. */
  readonly more: number;
}

/** The line or lock the selection is about: the one selected, else the one its CPU waits for. */
function waitedFor({ cpu, line }: TimelineSelection, { cpus }: Frame) {
  if (line !== undefined) return { line };
  if (cpu === undefined) return {};
  if (cpus.line[cpu]! >= 0) return { line: cpus.line[cpu]! };
  return cpus.lock[cpu]! >= 0 ? { lock: cpus.lock[cpu]! } : {};
}

/** First CPU of the core that owns a line, or undefined. */
function holderOf(line: number, { lines }: Frame, { core }: Topology): number | undefined {
  const row = lines.index.indexOf(line);
  const owner = row < 0 ? -1 : lines.owner[row]!;
  const cpu = owner < 0 ? -1 : core.indexOf(owner);
  return cpu < 0 ? undefined : cpu;
}

/** The CPUs that stay open beside the selected one: the holder of the selected line or lock, and its waiters. */
export function pinnedRows(
  selection: TimelineSelection,
  frame: Frame | undefined,
  topology: Topology,
): Pinned {
  const roles = new Map<number, Role>();
  let more = 0;
  if (frame) {
    const { line, lock } = waitedFor(selection, frame);
    const waits = (cpu: number) =>
      line !== undefined ? frame.cpus.line[cpu] === line : frame.cpus.lock[cpu] === lock;
    const all = line === undefined && lock === undefined ? [] : [...Array(topology.cpus).keys()];
    const waiters = all.filter(waits);
    // Longest first: that is the order in which they asked.
    waiters.sort((a, b) => frame.cpus.since[b]! - frame.cpus.since[a]! || a - b);
    for (const cpu of waiters.slice(0, shownWaiters)) roles.set(cpu, 'waiter');
    more = Math.max(0, waiters.length - shownWaiters);
    const holder = line === undefined ? undefined : holderOf(line, frame, topology);
    if (holder !== undefined) roles.set(holder, 'holder');
  }
  if (selection.cpu !== undefined && selection.cpu < topology.cpus) {
    roles.set(selection.cpu, 'selected');
  }
  return { roles, more };
}
