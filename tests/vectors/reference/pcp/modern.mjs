// A CPU's page lists of a modern kernel, which tune themselves: how much is asked for and given back
// each time. Pages are only counted: the zone always has some.

const MOST_SCALE = 5;
const COSTLY_ORDER = 3;

const clamp = (value, low, high) => Math.min(Math.max(value, low), high);

class ModernLists {
  constructor({ batch, high_min, high_max }) {
    Object.assign(this, { batch, min: high_min, max: high_max });
    this.high = 0;
    this.allocFactor = 0;
    this.freeCount = 0;
    this.wasHighOrder = false;
    this.hasLargeCache = false;
    this.isReclaiming = false;
    this.isBelowHigh = false;
    this.blocks = new Map([0, 1, 2, 3, 9].map((order) => [order, 0]));
    this.refills = [];
    this.flushes = [];
  }

  get count() {
    return [...this.blocks].reduce((sum, [order, blocks]) => sum + blocks * 2 ** order, 0);
  }

  /** Blocks a refill asks for. */
  refillSize(order) {
    this.high = clamp(this.high, this.min, this.max);
    if (this.high < this.batch) return 1;
    let size = order > 0 ? this.batch : this.batch << this.allocFactor;
    if (this.min !== this.max && !this.isBelowHigh) {
      this.high = Math.min(this.high + size, this.max);
    }
    if (order === 0) {
      const cap = Math.max(this.high - this.count - this.batch, this.batch);
      if (size <= cap && this.allocFactor < MOST_SCALE) this.allocFactor += 1;
      size = Math.min(size, cap);
    }
    return size > 1 ? Math.max(size >> order, 2) : size;
  }

  alloc(order) {
    this.freeCount >>= 1;
    if (this.blocks.get(order) === 0) {
      const size = this.refillSize(order);
      this.refills.push(size);
      this.blocks.set(order, size);
    }
    this.blocks.set(order, this.blocks.get(order) - 1);
  }

  /** Whether freed large blocks go on to the zone at once: several in a row do. */
  noteOrder(order) {
    if (order === 0 || order > COSTLY_ORDER) {
      this.wasHighOrder = false;
      return false;
    }
    const isMany = this.freeCount >= this.batch + Math.floor(this.min / 2);
    const isInRow = this.wasHighOrder;
    this.wasHighOrder = true;
    return isMany && isInRow && (!this.hasLargeCache || this.count >= this.batch);
  }

  lowerHigh(by) {
    this.high = Math.max(this.high - by, this.min);
  }

  /** The count from which on pages are given back. */
  limit(isHighOrder) {
    this.high = clamp(this.high, this.min, this.max);
    const { high } = this;
    if (high === 0) return 0;
    if (isHighOrder) {
      this.lowerHigh(this.batch << MOST_SCALE);
      return 0;
    }
    const freed = Math.max(this.freeCount, this.batch);
    if (this.isReclaiming) {
      this.lowerHigh(freed);
      return Math.min(4 * this.batch, this.high);
    }
    if (this.min === this.max) return high;
    if (this.isBelowHigh) {
      this.lowerHigh(freed);
      return Math.max(this.count, this.min);
    }
    const wanted = this.freeCount + this.batch;
    if (this.count >= high && high < wanted) this.high = clamp(wanted, this.min, this.max);
    return high;
  }

  amountToFree(limit, isHighOrder) {
    if (isHighOrder) return Math.min(this.count, this.batch << MOST_SCALE);
    if (limit < this.batch) return 1;
    return clamp(this.freeCount, this.batch, limit - this.batch);
  }

  /** One hold of the zone's lock, beginning with the list of an order. */
  flushHold(wanted, first) {
    const orders = [...this.blocks.keys()];
    const from = orders.indexOf(first);
    const round = [...orders.slice(from), ...orders.slice(0, from)];
    const most = Math.min(wanted, this.count);
    let done = 0;
    for (const order of round) {
      const blocks = Math.min(this.blocks.get(order), Math.ceil((most - done) / 2 ** order));
      this.blocks.set(order, this.blocks.get(order) - blocks);
      done += blocks * 2 ** order;
      if (done >= most) break;
    }
    this.flushes.push(done);
  }

  flush(amount, first) {
    for (let left = amount; left > 0 && this.count > 0; left -= this.batch) {
      this.flushHold(Math.min(left, this.batch), first);
    }
  }

  free(order) {
    this.allocFactor >>= 1;
    this.blocks.set(order, this.blocks.get(order) + 1);
    const isHighOrder = this.noteOrder(order);
    if (this.freeCount < this.batch << MOST_SCALE) this.freeCount += 2 ** order;
    const limit = this.limit(isHighOrder);
    if (this.count >= limit) this.flush(this.amountToFree(limit, isHighOrder), order);
  }

  /** What the vmstat worker does now and then; true if there is more to come. */
  decay() {
    if (this.high > this.min) {
      const least = this.count - (this.batch << MOST_SCALE);
      this.high = Math.max(least, this.high - (this.high >> 3), this.min);
    }
    const excess = this.count - this.high;
    this.flush(excess, 0);
    return this.high > this.min || excess > 0;
  }

  /** The state, and what was moved since it was last asked for. */
  takeState() {
    const { refills, flushes } = this;
    this.refills = [];
    this.flushes = [];
    return {
      ...(refills.length > 0 ? { refills } : {}),
      ...(flushes.length > 0 ? { bulk_frees: flushes } : {}),
      count: this.count,
      high: this.high,
      alloc_factor: this.allocFactor,
      free_count: this.freeCount,
      prev_free_high_order: Number(this.wasHighOrder),
    };
  }
}

const repeat = (n, act) => {
  for (let left = n; left > 0; left--) act();
};

const STEPS = {
  alloc: (lists, { order, n }) => repeat(n, () => lists.alloc(order)),
  free: (lists, { order, n }) => repeat(n, () => lists.free(order)),
  set_zone_flags(lists, { reclaim_active, below_high }) {
    lists.isReclaiming = Boolean(reclaim_active);
    lists.isBelowHigh = Boolean(below_high);
  },
  set_free_high_batch(lists, { value }) {
    lists.hasLargeCache = Boolean(value);
  },
  decay: (lists) => ({ more_work: lists.decay() }),
};

/** The state after every step. */
export function modernSequence([init, ...steps]) {
  const lists = new ModernLists(init);
  const first = lists.takeState();
  return [
    first,
    ...steps.map((step) => ({ ...STEPS[step.op](lists, step), ...lists.takeState() })),
  ];
}
