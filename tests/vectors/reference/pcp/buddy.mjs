// The buddy allocator of v4.19: free blocks by order and migrate type, splitting, merging, and what is
// taken from other types when one's own has run out.

export const MOVABLE = 1;
const MOST_ORDER = 10;
const PAGEBLOCK_ORDER = 9;
const PAGEBLOCK = 512;
/** From here on a block is claimed whole. */
const CLAIMED_ORDER = 4;
const FALLBACKS = [
  [2, 1],
  [2, 0],
  [0, 1],
];

const ORDERS = Array.from({ length: MOST_ORDER + 1 }, (_, order) => order);

export class Buddy {
  constructor(pages) {
    this.lists = new Map(); // "order/type": pages from head to tail
    this.blocks = new Map(); // page: order and type of the free block that begins there
    this.types = new Array(pages / PAGEBLOCK).fill(MOVABLE);
    this.lru = new Set();
    this.freePages = pages;
    for (let page = 0; page < pages; page += 2 ** MOST_ORDER) {
      this.put(page, MOST_ORDER, MOVABLE, 'tail');
    }
  }

  list(order, type) {
    const key = `${order}/${type}`;
    if (!this.lists.has(key)) this.lists.set(key, []);
    return this.lists.get(key);
  }

  put(page, order, type, end) {
    const list = this.list(order, type);
    if (end === 'head') list.unshift(page);
    else list.push(page);
    this.blocks.set(page, { order, type });
  }

  unlink(page) {
    const { order, type } = this.blocks.get(page);
    const list = this.list(order, type);
    list.splice(list.indexOf(page), 1);
    this.blocks.delete(page);
  }

  typeOf(page) {
    return this.types[Math.floor(page / PAGEBLOCK)];
  }

  /** One page of a type, the rest of its block put back; undefined when there is none. */
  takeOwn(type) {
    const order = ORDERS.find((one) => this.list(one, type).length > 0);
    if (order === undefined) return undefined;
    const [page] = this.list(order, type);
    this.unlink(page);
    for (let half = order - 1; half >= 0; half--) this.put(page + 2 ** half, half, type, 'head');
    this.freePages -= 1;
    return page;
  }

  take(type) {
    let page = this.takeOwn(type);
    while (page === undefined && this.stealFor(type)) page = this.takeOwn(type);
    return page;
  }

  /** Where another type has a block: the largest, or the smallest if it is only to be borrowed. */
  fallback(type) {
    const at = (order) => {
      const other = FALLBACKS[type].find((one) => this.list(order, one).length > 0);
      return other === undefined ? undefined : { order, other };
    };
    const found = [...ORDERS].reverse().map(at).find(Boolean);
    if (!found) return undefined;
    const isWhole = found.order >= CLAIMED_ORDER || type !== MOVABLE;
    if (isWhole) return { ...found, isWhole };
    return { ...ORDERS.map(at).find(Boolean), isWhole };
  }

  moveBlock(page, type) {
    const { order } = this.blocks.get(page);
    this.unlink(page);
    this.put(page, order, type, 'head');
  }

  /** Makes something of other types the type's own; false if there is nothing. */
  stealFor(type) {
    const found = this.fallback(type);
    if (!found) return false;
    const { order, other, isWhole } = found;
    const [page] = this.list(order, other);
    if (order >= PAGEBLOCK_ORDER) {
      const first = page / PAGEBLOCK;
      this.types.fill(type, first, first + 2 ** (order - PAGEBLOCK_ORDER));
      this.moveBlock(page, type);
    } else if (isWhole) {
      this.claim(Math.floor(page / PAGEBLOCK), type);
    } else {
      this.moveBlock(page, type);
    }
    return true;
  }

  /** All that is free in a pageblock, and the pageblock itself if half of it suits. */
  claim(pageblock, type) {
    let free = 0;
    let movable = 0;
    const first = pageblock * PAGEBLOCK;
    for (let page = first; page < first + PAGEBLOCK; ) {
      const block = this.blocks.get(page);
      if (!block) {
        if (this.lru.has(page)) movable += 1;
        page += 1;
        continue;
      }
      this.moveBlock(page, type);
      free += 2 ** block.order;
      page += 2 ** block.order;
    }
    const foreign = this.types[pageblock] === MOVABLE ? PAGEBLOCK - (free + movable) : 0;
    const alike = type === MOVABLE ? movable : foreign;
    if (free + alike >= PAGEBLOCK / 2) this.types[pageblock] = type;
  }

  /** Gives a page back and merges it with what is free beside it. */
  insert(page, type) {
    let head = page;
    let order = 0;
    this.freePages += 1;
    while (order < MOST_ORDER) {
      const other = head ^ (2 ** order);
      if (this.blocks.get(other)?.order !== order) break;
      this.unlink(other);
      head &= other;
      order += 1;
    }
    this.put(head, order, type, this.isLikelyToMerge(head, order) ? 'tail' : 'head');
  }

  /** The buddy of what would come of the next merge is free already. */
  isLikelyToMerge(head, order) {
    if (order > MOST_ORDER - 2) return false;
    const merged = head & (head ^ (2 ** order));
    return this.blocks.get(merged ^ (2 ** (order + 1)))?.order === order + 1;
  }

  /** Lists that are not empty, as the vectors name them. */
  get shown() {
    return Object.fromEntries([...this.lists].filter(([, list]) => list.length > 0));
  }

  get blocksByOrder() {
    const counts = ORDERS.map(() => 0);
    for (const { order } of this.blocks.values()) counts[order] += 1;
    return counts;
  }
}
