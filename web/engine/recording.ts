// Remembers a run so that any moment of it can be had again: keyframes, each only the pages that
// changed since the one before, and from the nearest one the simulation itself is the record.
// Memory is bounded: when it is full every second of the oldest keyframes goes, and new ones come
// half as often.

import { STATE_PAGE_BYTES } from './abi.gen.ts';
import { PagePool } from './pages.ts';
import type { World } from './world.ts';

/** What the architecture grants a page's recording, for one variant. */
export const recordingLimitDefault = 128 * 2 ** 20;

/** A keyframe about every 10 ms of computing: a seek replays no more than that. */
const workDefault = 200_000;
/** And at least this many in a run, for runs that are long but quiet. */
const keyframesInRun = 64;

/** Where a world stands. */
export interface Moment {
  /** ns. */
  readonly time: number;
  /** Records written. */
  readonly records: number;
  /** Explain records written. */
  readonly explains: number;
  /** A measure of what simulating up to here cost: accesses, context switches, records. */
  readonly work: number;
}

interface Keyframe extends Moment {
  /** Slot in the pool by page index, only of pages that changed since the keyframe before. */
  readonly pages: Map<number, number>;
}

export function momentOf(world: World): Moment {
  const clock = world.clock();
  return {
    time: world.time,
    records: clock.records,
    explains: clock.explains,
    work: clock.accesses + 4 * (clock.switches + clock.records),
  };
}

export class Recording {
  readonly #pool: PagePool;
  readonly #keyframes: Keyframe[] = [];
  /** Pages that changed but whose keyframe did not fit: they belong to the next one. */
  readonly #owed = new Set<number>();
  #workSpacing = workDefault;
  #timeSpacing: number;

  /** `duration` of the run in ns, and the most bytes the keyframes may take. */
  constructor(duration: number, limitBytes = recordingLimitDefault) {
    this.#pool = new PagePool(limitBytes);
    this.#timeSpacing = Math.max(1, Math.ceil(duration / keyframesInRun));
  }

  get count(): number {
    return this.#keyframes.length;
  }

  get bytes(): number {
    return this.#pool.bytes;
  }

  get limit(): number {
    return this.#pool.limit * STATE_PAGE_BYTES;
  }

  /** ns between the two latest keyframes; 0 before there are two. */
  get spacing(): number {
    const [before, last] = this.#keyframes.slice(-2);
    return before && last ? last.time - before.time : 0;
  }

  /** The time at which the next keyframe is due at the latest. */
  get nextTime(): number {
    const last = this.#keyframes.at(-1);
    return last ? last.time + this.#timeSpacing : 0;
  }

  /** Takes a keyframe of the head if one is due. */
  observe(head: World): void {
    const now = momentOf(head);
    const last = this.#keyframes.at(-1);
    const due =
      !last ||
      now.work - last.work >= this.#workSpacing ||
      (now.time - last.time >= this.#timeSpacing && now.work > last.work);
    if (due) this.#take(head, now);
  }

  /** The last keyframe that passes, or undefined. */
  latest(passes: (moment: Moment) => boolean): number | undefined {
    const index = this.#keyframes.findLastIndex(passes);
    return index < 0 ? undefined : index;
  }

  moment(index: number): Moment {
    return this.#keyframes[index]!;
  }

  /** Puts a world of the same definition into the state of keyframe `index`. */
  restore(index: number, world: World): void {
    const state = world.state();
    const done = new Uint8Array(state.length / STATE_PAGE_BYTES);
    for (let k = index; k >= 0; k--) {
      for (const [page, slot] of this.#keyframes[k]!.pages) {
        if (done[page]) continue;
        done[page] = 1;
        state.set(this.#pool.read(slot), page * STATE_PAGE_BYTES);
      }
    }
    world.stateRestored();
  }

  #take(head: World, now: Moment): void {
    const pageCount = head.at.stateBytes / STATE_PAGE_BYTES;
    for (const page of head.changedPages()) {
      if (page >= pageCount)
        throw new RangeError(`page ${page} of ${pageCount} cannot have changed`);
      this.#owed.add(page);
    }
    while (this.#owed.size > this.#pool.available && this.#thin()) {}
    if (this.#owed.size > this.#pool.available) return;
    const state = head.state();
    const pages = new Map<number, number>();
    for (const page of this.#owed) {
      const start = page * STATE_PAGE_BYTES;
      pages.set(page, this.#pool.store(state.subarray(start, start + STATE_PAGE_BYTES)));
    }
    this.#owed.clear();
    this.#keyframes.push({ ...now, pages });
  }

  /** Drops every second of the older half; false if there is nothing left to drop. */
  #thin(): boolean {
    const before = this.#keyframes.length;
    // The first stays, it holds the pages that never change; the last is what the next builds on.
    for (let k = Math.max(1, Math.floor(before / 2)); k >= 1; k -= 2) {
      if (k < this.#keyframes.length - 1) this.#drop(k);
    }
    this.#workSpacing *= 2;
    this.#timeSpacing *= 2;
    return this.#keyframes.length < before;
  }

  /** Forgets one keyframe: pages the next one does not have of its own pass on to it. */
  #drop(index: number): void {
    const [gone] = this.#keyframes.splice(index, 1);
    const next = this.#keyframes[index]!;
    for (const [page, slot] of gone!.pages) {
      if (next.pages.has(page)) this.#pool.release(slot);
      else next.pages.set(page, slot);
    }
  }
}
