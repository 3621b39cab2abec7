// The facts of page lists at a moment, as plain data: for the key, the tables and screen readers.

import type { Frame, PagesColumns } from '../../../../engine/types.ts';
import type { MechanismMoment } from '../../mechanism-drawing.ts';
import { fillQueue, type Queue, queueFor } from '../../queue.ts';
import { countsLru, hasTypes } from './lists.ts';
import type { PageListsMemory } from './memory.ts';

/** A lock at a moment: its holder, -1 for none, and its waiters in order. */
export interface ZoneLockNote {
  readonly holder: number;
  readonly queue: readonly number[];
}

export interface ListsNote {
  readonly perTick: number;
  readonly byType: boolean;
  readonly zones: readonly {
    readonly node: number;
    readonly free: number;
    readonly lock: ZoneLockNote;
    readonly lru: ZoneLockNote | undefined;
    /** Pages of the last refill; 0 before the first. */
    readonly trip: number;
  }[];
  readonly lists: readonly {
    readonly cpu: number;
    readonly llc: number;
    readonly held: number;
    readonly high: number;
    readonly batch: number;
    readonly waits: 'zone' | 'lru' | undefined;
  }[];
}

function lockNote(queue: Queue, frame: Frame, lock: number, holder: number): ZoneLockNote {
  fillQueue(queue, frame.cpus, 'lock', lock, holder);
  return { holder, queue: [...queue.cpus.subarray(0, queue.count)] };
}

function waitsFor({ cpus }: Frame, pages: PagesColumns, cpu: number): 'zone' | 'lru' | undefined {
  const zone = pages.zone[cpu]!;
  const lock = cpus.lock[cpu]!;
  if (lock < 0) return undefined;
  if (lock === pages.zoneLock[zone] && pages.zoneHolder[zone] !== cpu) return 'zone';
  return lock === pages.lruLock[zone] && pages.lruHolder[zone] !== cpu ? 'lru' : undefined;
}

/** Undefined where the frame says nothing of them. */
export function noteLists({ frame, machine, kept }: MechanismMoment): ListsNote | undefined {
  const pages = frame.mechanisms?.pages;
  if (!pages) return undefined;
  const { topology } = machine.catalog;
  const queue = queueFor(topology.cpus);
  const zones = Array.from({ length: pages.zones }, (_, zone) => ({
    node: pages.node[zone]!,
    free: pages.freePages[zone]!,
    lock: lockNote(queue, frame, pages.zoneLock[zone]!, pages.zoneHolder[zone]!),
    lru: countsLru(frame, pages, zone)
      ? lockNote(queue, frame, pages.lruLock[zone]!, pages.lruHolder[zone]!)
      : undefined,
    trip: pages.refillPages[zone]!,
  }));
  const cpus = Array.from({ length: topology.cpus }, (_, cpu) => cpu);
  const lists = cpus
    .filter((cpu) => pages.zone[cpu]! >= 0)
    .map((cpu) => ({
      cpu,
      llc: topology.llc[cpu]!,
      held: pages.held[cpu]!,
      high: pages.high[cpu]!,
      batch: pages.batch[cpu]!,
      waits: waitsFor(frame, pages, cpu),
    }));
  return { perTick: (kept as PageListsMemory).perTick, byType: hasTypes(pages), zones, lists };
}
