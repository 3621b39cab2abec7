// A CPU's page lists of v4.18 and v4.19 over a zone: refills, flushes, drains.

import { Buddy, MOVABLE } from './buddy.mjs';

const TYPES = 3;

class Lists {
  constructor({ zone_pages, batch, high }) {
    this.buddy = new Buddy(zone_pages);
    this.batch = batch;
    this.high = high;
    this.lists = Array.from({ length: TYPES }, () => []);
    this.holds = 0;
  }

  get count() {
    return this.lists.reduce((sum, list) => sum + list.length, 0);
  }

  refill(type) {
    this.holds += 1;
    for (let left = this.batch; left > 0; left--) {
      const page = this.buddy.take(type);
      if (page === undefined) return;
      this.lists[type].push(page);
    }
  }

  alloc(type) {
    const list = this.lists[type];
    if (list.length === 0) this.refill(type);
    if (list.length === 0) return -1;
    const page = list.shift();
    if (type === MOVABLE) this.buddy.lru.add(page);
    return page;
  }

  free(page) {
    this.buddy.lru.delete(page);
    this.lists[this.buddy.typeOf(page)].unshift(page);
    if (this.count >= this.high) this.flush(this.batch);
  }

  freeAll(pages) {
    for (const page of pages) this.free(page);
  }

  /** Pages for a flush: from the tails, a list in turn, longer where others had nothing. */
  choose(count) {
    const chosen = [];
    let type = 0;
    let quota = 0;
    let left = Math.min(count, this.count);
    while (left > 0) {
      do {
        quota += 1;
        type = (type + 1) % TYPES;
      } while (this.lists[type].length === 0);
      if (quota === TYPES) quota = left;
      do {
        chosen.push({ page: this.lists[type].pop(), type });
        left -= 1;
        quota -= 1;
      } while (left > 0 && quota > 0 && this.lists[type].length > 0);
    }
    return chosen;
  }

  flush(count) {
    const chosen = this.choose(count);
    this.holds += 1;
    for (const { page, type } of chosen) this.buddy.insert(page, type);
  }

  drain(count) {
    if (count > 0) this.flush(count);
  }

  get state() {
    const lists = this.lists.map((list, type) => [`pcp_list_${type}_head_to_tail`, [...list]]);
    return {
      pcp_count: this.count,
      pcp_list_len: this.lists.map((list) => list.length),
      ...Object.fromEntries(lists),
      zone_lock_acquisitions: this.holds,
      nr_free_pages: this.buddy.freePages,
      free_area_nr_free: this.buddy.blocksByOrder,
      free_lists: structuredClone(this.buddy.shown),
    };
  }
}

/** Downwards where a run ends below where it begins. */
function runOf({ from, to, step = 1 }) {
  const count = Math.floor(Math.abs(to - from) / step) + 1;
  return Array.from({ length: count }, (_, at) =>
    from <= to ? from + at * step : from - at * step,
  );
}

const STEPS = {
  alloc: (lists, { migratetype, n }) => ({
    pfns: Array.from({ length: n }, () => lists.alloc(migratetype)),
  }),
  free: (lists, { pfns }) => lists.freeAll(pfns),
  free_range: (lists, step) => lists.freeAll(runOf(step)),
  free_stride: (lists, step) => lists.freeAll(runOf(step)),
  drain_all: (lists) => lists.drain(lists.count),
  drain_one_batch: (lists) => lists.drain(Math.min(lists.count, lists.batch)),
  set_pageblock_migratetype(lists, { pageblock, migratetype }) {
    lists.buddy.types[pageblock] = migratetype;
  },
};

/** The state after every step, with the pages of an allocation. */
export function sequence([init, ...steps]) {
  const lists = new Lists(init);
  const said = steps.map((step) => ({ ...STEPS[step.op](lists, step), ...lists.state }));
  return [new Lists(init).state, ...said];
}
