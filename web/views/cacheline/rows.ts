// Turns the lines of a frame into what the Cache-lines table shows. Plain numbers in, plain rows
// out; names and wording come from the caller.

import { fieldsOnLine } from '../../engine/fields.ts';
import type { Catalog, Frame } from '../../engine/types.ts';

export interface CachelineRow {
  readonly line: number;
  /** Fields on the line, in the order of their offsets. */
  readonly fields: readonly string[];
  /** Core that owns it, or -1, and a CPU of that core. */
  readonly owner: number;
  readonly ownerCpu: number;
  readonly ownerNode: number;
  readonly sharers: number;
  readonly queue: number;
  /** A second of simulated time. */
  readonly transfers: number;
  readonly localHitm: number;
  readonly remoteHitm: number;
  /** Mean ns a request waited behind others, since the start of the run. */
  readonly meanWait: number;
}

/** First CPU of every core: index = core. */
export function firstCpuOfCore(catalog: Catalog): Int32Array {
  const { core, cores, cpus } = catalog.topology;
  const first = new Int32Array(cores).fill(-1);
  for (let cpu = cpus - 1; cpu >= 0; cpu -= 1) first[core[cpu]!] = cpu;
  return first;
}

/** A moment and the misses each line had then: what rates are taken from. */
export interface MissMark {
  readonly time: number;
  readonly misses: ReadonlyMap<number, number>;
}

export function missMarkOf(frame: Frame): MissMark {
  const { lines } = frame;
  const misses = new Map<number, number>();
  for (let at = 0; at < lines.count; at += 1) misses.set(lines.index[at]!, lines.misses[at]!);
  return { time: frame.time, misses };
}

/**
 * The hottest `limit` lines, hottest first. Rates are taken since `earlier` if that lies before the
 * frame, else since the start of the run.
 */
export function lineRows(
  frame: Frame,
  catalog: Catalog,
  firstCpu: Int32Array,
  limit: number,
  earlier?: MissMark,
): CachelineRow[] {
  const { lines } = frame;
  const since = earlier && earlier.time < frame.time ? earlier : undefined;
  const seconds = (frame.time - (since?.time ?? 0)) / 1e9;
  const rows: CachelineRow[] = [];
  for (let at = 0; at < Math.min(limit, lines.count); at += 1) {
    const line = lines.index[at]!;
    const owner = lines.owner[at]!;
    const ownerCpu = owner >= 0 ? (firstCpu[owner] ?? -1) : -1;
    const misses = lines.misses[at]!;
    rows.push({
      line,
      fields: fieldsOnLine(catalog, line).map(({ name }) => name),
      owner,
      ownerCpu,
      ownerNode: ownerCpu >= 0 ? catalog.topology.node[ownerCpu]! : -1,
      sharers: lines.sharers[at]!,
      queue: lines.queue[at]!,
      transfers: seconds > 0 ? (misses - (since?.misses.get(line) ?? 0)) / seconds : 0,
      localHitm: lines.localHitm[at]!,
      remoteHitm: lines.remoteHitm[at]!,
      meanWait: misses > 0 ? lines.waitSum[at]! / misses : 0,
    });
  }
  return rows;
}
