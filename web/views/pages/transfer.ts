// What one refill or one flush moves page by page, worked out from its record: which free blocks it took
// apart or joined, how far it had come at a moment, and where its page then was. Nothing is made up:
// a page's number and the order of its block give every split and every merge. No drawing.

import type { HoldStep, LastHold, ZonePages } from '../../engine/pages-moment.ts';

export type HoldKind = 'refill' | 'flush';

/** 2^order free pages from `page` on. */
export interface FreeBlock {
  readonly page: number;
  readonly order: number;
}

/** Marks a hold is drawn with at most: as many as can be told apart in a panel. */
export const mostMarks = 64;

/** What one step takes off the free lists, and what it puts on them. */
export interface StepBlocks {
  readonly gone: readonly FreeBlock[];
  readonly made: readonly FreeBlock[];
}

const lowerOrders = (order: number) => Array.from({ length: order }, (_, lower) => lower);
const startOf = (page: number, order: number) => page - (page % 2 ** order);

/** The upper halves of a block that was split for its first page; the one block it was. */
function splitOf({ page, order }: HoldStep): StepBlocks {
  const halves = lowerOrders(order).map((half) => ({ page: page + 2 ** half, order: half }));
  return { gone: [{ page, order }], made: halves.reverse() };
}

/** The buddies that a page met on its way up; the one block they became. */
function mergeOf({ page, order }: HoldStep): StepBlocks {
  const buddies = lowerOrders(order).map((lower) => {
    const start = startOf(page, lower);
    const isLower = start % 2 ** (lower + 1) === 0;
    return { page: isLower ? start + 2 ** lower : start - 2 ** lower, order: lower };
  });
  return { gone: buddies, made: [{ page: startOf(page, order), order }] };
}

export const blocksOf = (kind: HoldKind, step: HoldStep): StepBlocks =>
  kind === 'refill' ? splitOf(step) : mergeOf(step);

const keyOf = ({ page, order }: FreeBlock) => `${order} ${page}`;

/** The free blocks that the steps find, as they lay before the first of them. */
export function blocksBefore(kind: HoldKind, steps: readonly HoldStep[]): FreeBlock[] {
  const made = new Set<string>();
  const found: FreeBlock[] = [];
  for (const step of steps) {
    const { gone, made: own } = blocksOf(kind, step);
    for (const block of gone) if (!made.delete(keyOf(block))) found.push(block);
    for (const block of own) made.add(keyOf(block));
  }
  return found;
}

/** The same blocks after the first `moved` steps, lowest page first. */
export function blocksAfter(
  kind: HoldKind,
  steps: readonly HoldStep[],
  moved: number,
): FreeBlock[] {
  const free = new Map(blocksBefore(kind, steps).map((block) => [keyOf(block), block]));
  for (const step of steps.slice(0, moved)) {
    const { gone, made } = blocksOf(kind, step);
    for (const block of gone) free.delete(keyOf(block));
    for (const block of made) free.set(keyOf(block), block);
  }
  return [...free.values()].sort((a, b) => a.page - b.page);
}

/** A block with how many pages of this hold lie in it: still to be taken, or given back already. */
export interface DrawnBlock extends FreeBlock {
  readonly own: number;
}

/** The blocks of one order, lowest page first. */
export interface OrderRow {
  readonly order: number;
  readonly blocks: readonly DrawnBlock[];
  /** How the free blocks of this order change by the step under way: −1, 0 or 1. */
  readonly change: number;
}

/** The orders that a hold touches, largest first, after the first `moved` steps. */
export function orderRows(kind: HoldKind, steps: readonly HoldStep[], moved: number): OrderRow[] {
  const pages = (kind === 'refill' ? steps.slice(moved) : steps.slice(0, moved)).map(
    ({ page }) => page,
  );
  const blocks = blocksAfter(kind, steps, moved).map((block): DrawnBlock => {
    const end = block.page + 2 ** block.order;
    return { ...block, own: pages.filter((page) => page >= block.page && page < end).length };
  });
  const next = steps[moved];
  const { gone, made } = next ? blocksOf(kind, next) : { gone: [], made: [] };
  const largest = steps.reduce((most, { order }) => Math.max(most, order), 0);
  return lowerOrders(largest + 1)
    .reverse()
    .map((order) => {
      const of = (all: readonly FreeBlock[]) => all.filter((block) => block.order === order).length;
      const own = blocks.filter((block) => block.order === order);
      return { order, blocks: own, change: of(made) - of(gone) };
    });
}

/** How far a hold has come: steps that are done, and how much of the next, 0 to 1. */
export interface HoldProgress {
  readonly moved: number;
  readonly fraction: number;
}

/**
 * How far a hold had come at `time` (ns). Its pages move one after the other, each for as long as its
 * lines took; what the hold took besides (instructions, the lock's own line) is shared evenly. Of a
 * hold whose record is forgotten only the end is known.
 */
export function progressAt({ pages, steps, explain }: LastHold, time: number): HoldProgress {
  const done = { moved: steps.length, fraction: 0 };
  if (!explain || pages === 0 || time >= explain.time + explain.cost) return done;
  let left = time - explain.time;
  if (left <= 0) return { moved: 0, fraction: 0 };
  // Steps beyond the log took their part of the time, too: then all of it is shared evenly.
  const isWhole = steps.length === pages;
  const known = isWhole ? steps.reduce((sum, { cost }) => sum + cost, 0) : 0;
  const even = Math.max(0, explain.cost - known) / pages;
  for (const [at, { cost }] of steps.entries()) {
    const took = even + (isWhole ? cost : 0);
    if (left < took) return { moved: at, fraction: left / took };
    left -= took;
  }
  return done;
}

/** Where the page of a step is while it moves, in a picture with the free lists on its left. */
export interface PagePlace {
  /** 0 at the free lists, 1 at the CPU's list. */
  readonly across: number;
  /** In orders: between two of them while blocks split or merge. */
  readonly order: number;
}

/** A refill's page comes down as its block is split and then goes over; a flush's the other way. */
export function pagePlace(kind: HoldKind, order: number, fraction: number): PagePlace {
  const way = kind === 'refill' ? fraction : 1 - fraction;
  if (order === 0) return { across: way, order: 0 };
  return way < 0.5
    ? { across: 0, order: order * (1 - 2 * way) }
    : { across: 2 * way - 1, order: 0 };
}

/** One mark of the picture: a page, or as many as `bundle` says where there are too many. */
export interface PageMark {
  /** The steps it stands for: from `first` up to but not with `end`. */
  readonly first: number;
  readonly end: number;
}

/** The marks of a hold of `pages`: one a page up to mostMarks, bundles of even size above. */
export function pageMarksOf(pages: number): PageMark[] {
  const bundle = Math.max(1, Math.ceil(pages / mostMarks));
  return Array.from({ length: Math.ceil(pages / bundle) }, (_, at) => ({
    first: at * bundle,
    end: Math.min(pages, (at + 1) * bundle),
  }));
}

/** The kind whose hold began last: the one under way, or just passed. Undefined before the first. */
export function latestKind({ refill, flush }: Pick<ZonePages, HoldKind>): HoldKind | undefined {
  if (!refill || !flush) return refill ? 'refill' : flush && 'flush';
  return (flush.explain?.time ?? -1) > (refill.explain?.time ?? -1) ? 'flush' : 'refill';
}
