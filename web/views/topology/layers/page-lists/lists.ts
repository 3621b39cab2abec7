// The parts of page lists that are drawn at a moment, worked out from its frame: the waiters of a lock in order,
// what a tick stands for, how far a refill or a flush has come. Knows nothing of drawing.

import type { Frame, PagesColumns } from '../../../../engine/types.ts';

/** Steps of the scale: lists of a run grow and shrink, and its picture is to stay. */
const scaleSteps = [1, 2, 4, 8, 16, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024, 1536, 2048];

/** Pages at the full height of a list: the next step above the highest mark, or above what a list holds. */
export function fullScaleOf({ mechanisms }: Pick<Frame, 'mechanisms'>): number {
  const pages = mechanisms?.pages;
  if (!pages) return 0;
  let most = 0;
  for (let cpu = 0; cpu < pages.held.length; cpu++) {
    if (pages.zone[cpu]! >= 0) most = Math.max(most, pages.high[cpu]!, pages.held[cpu]!);
  }
  return scaleSteps.find((step) => step >= most) ?? most;
}

/** From one tick to the next, CSS pixels, at least. */
const leastPitch = 3;
const tickSteps = [1, 2, 5, 10, 20, 50, 100, 200, 500];

/** Pages that one tick stands for, so that ticks can be told apart in a list of that height. */
export function pagesPerTick(full: number, height: number, stroke = 1): number {
  const least = (full * leastPitch * stroke) / Math.max(1, height);
  return tickSteps.find((step) => step >= least) ?? Math.ceil(least);
}

/** True if a list tunes its mark itself, between two others. */
export const tunesItself = ({ highMin, highMax }: PagesColumns, cpu: number): boolean =>
  highMax[cpu]! > highMin[cpu]!;

/** True if some list has pages of more than one migrate type. */
export function hasTypes({ unmovable, movable, reclaimable }: PagesColumns): boolean {
  let [first, second, third] = [false, false, false];
  for (let cpu = 0; cpu < movable.length; cpu++) {
    first ||= unmovable[cpu]! > 0;
    second ||= movable[cpu]! > 0;
    third ||= reclaimable[cpu]! > 0;
  }
  return Number(first) + Number(second) + Number(third) > 1;
}

/** Pages on their way between a zone and the list of a CPU, under the lock. */
export interface Parcel {
  kind: 'refill' | 'flush';
  /** -1: nothing is on its way. */
  cpu: number;
  pages: number;
  /** Share of its way that it has come, 0 to 1. */
  share: number;
}

/** Where none is. */
export const noParcel = (): Parcel => ({ kind: 'refill', cpu: -1, pages: 0, share: 0 });

/**
 * What is on its way at a zone: the refill or the flush of the CPU that holds the lock, as far as it has come of what it
 * takes. Of one whose length is no longer known it is half.
 */
export function fillParcel(parcel: Parcel, pages: PagesColumns, zone: number, now: number): void {
  const holder = pages.zoneHolder[zone]!;
  const { refillTime, flushTime } = pages;
  parcel.cpu = -1;
  if (holder < 0) return;
  const isFlush = flushTime[zone]! > refillTime[zone]!;
  parcel.kind = isFlush ? 'flush' : 'refill';
  const cpu = isFlush ? pages.flushCpu[zone]! : pages.refillCpu[zone]!;
  const begun = isFlush ? flushTime[zone]! : refillTime[zone]!;
  const cost = isFlush ? pages.flushCost[zone]! : pages.refillCost[zone]!;
  // The holder may do something else under its lock.
  if (cpu !== holder || (cost > 0 && now > begun + cost)) return;
  parcel.cpu = cpu;
  parcel.pages = isFlush ? pages.flushPages[zone]! : pages.refillPages[zone]!;
  parcel.share = cost > 0 ? Math.max(0, (now - begun) / cost) : 0.5;
}

/** Pages that are seen on the list of a CPU: the zone counts those of a refill as its own from the moment it begins. */
export const listed = (pages: PagesColumns, cpu: number, { kind, ...parcel }: Parcel): number =>
  kind === 'refill' && parcel.cpu === cpu
    ? Math.max(0, pages.held[cpu]! - parcel.pages)
    : pages.held[cpu]!;

/** True if pages wait for the LRU lock, or CPUs do, or one has it. */
export function countsLru(
  { cpus }: Frame,
  { lruLock, lruHolder, pagevec, zone: zoneOf }: PagesColumns,
  zone: number,
): boolean {
  const lock = lruLock[zone]!;
  if (lock < 0) return false;
  if (lruHolder[zone]! >= 0) return true;
  for (let cpu = 0; cpu < zoneOf.length; cpu++) {
    if (zoneOf[cpu] === zone && (pagevec[cpu]! > 0 || cpus.lock[cpu] === lock)) return true;
  }
  return false;
}
