// Remembers a run so that any moment of it can be had again: keyframes, each only what changed since
// the one before, and from the nearest one the simulation itself is the record. Memory is bounded:
// when it is full every second of the oldest keyframes goes, and new ones come half as often.

import { STATE_PAGE_BYTES } from './abi.gen.ts';
import type { World } from './world.ts';

/** Half of what the architecture grants a page: it shows two variants. */
export const recordingLimitDefault = 128 * 2 ** 20;

// The core says which pages changed; most of a changed page did not. In the FFmpeg scenario a
// keyframe in chunks of a cache line takes a quarter of one in pages, smaller ones gain nothing.
const chunkBytes = 64;
const chunkWords = chunkBytes / 4;
/** Words of a chunk, for code that keeps keyframes elsewhere. */
export const keyframeWords = chunkWords;
const chunksInPage = STATE_PAGE_BYTES / chunkBytes;
/** With its index. */
const chunkCost = chunkBytes + 4;

/** A keyframe about every 40 ms of computing, a third of which it costs: a seek replays no more. */
const workDefault = 600_000;
/** And at least this many in a run, for runs that are long but quiet. */
const keyframesInRun = 16;

/** Where a world stands. */
export interface Moment {
  /** ns: nothing beyond it has happened yet. */
  readonly time: number;
  /** Records written. */
  readonly records: number;
  /** Explain records written. */
  readonly explains: number;
  /** A measure of what simulating up to here cost: accesses, context switches, records. */
  readonly work: number;
}

/** What changed since the keyframe before: chunks in ascending order and their contents. */
interface Change {
  readonly chunks: Uint32Array;
  readonly words: Int32Array;
}
export interface Keyframe extends Moment, Change {}

/** More records than one event ever writes. */
const recordsOfEvent = 64;

/**
 * How far a world has got, in ns. The CPU whose event came last may have run ahead of the time of
 * that event, up to what it recorded last.
 */
export function reachOf(world: World): number {
  const { from, to } = world.recordRange();
  const ring = world.ring();
  let reach = world.time;
  for (let sequence = Math.max(from, to - recordsOfEvent); sequence < to; sequence++) {
    reach = Math.max(reach, ring.at(sequence % ring.count).time);
  }
  return reach;
}

export function recordingMoment(world: World): Moment {
  const clock = world.clock();
  return {
    time: reachOf(world),
    records: clock.records,
    explains: clock.explains,
    work: clock.accesses + 4 * (clock.switches + clock.records),
  };
}

// A keyframe is made of thirty thousand chunks: these two are what it costs. Int32Array, because the
// engine keeps its elements in registers as they are.

function copyChunk(to: Int32Array, toAt: number, from: Int32Array, fromAt: number): void {
  for (let i = 0; i < chunkWords; i++) to[toAt + i] = from[fromAt + i]!;
}

function isEqualChunk(a: Int32Array, b: Int32Array, at: number): boolean {
  for (let i = at; i < at + chunkWords; i++) if (a[i] !== b[i]) return false;
  return true;
}

/** Changes, one after the other, as one. Each chunk is copied once, and neighbours together: a run stands still meanwhile. */
export function merged(...changes: readonly Change[]): Change {
  const end = Math.max(...changes.map(({ chunks }) => (chunks.at(-1) ?? -1) + 1));
  // By chunk: the last change that has it, from 1, and its place there. A run has fewer keyframes than 65,535: they are thinned.
  const last = new Uint16Array(end);
  const places = new Uint32Array(end);
  let count = 0;
  changes.forEach(({ chunks }, change) => {
    for (let at = 0; at < chunks.length; at++) {
      const chunk = chunks[at]!;
      if (last[chunk] === 0) count++;
      last[chunk] = change + 1;
      places[chunk] = at;
    }
  });
  const chunks = new Uint32Array(count);
  const words = new Int32Array(count * chunkWords);
  for (let chunk = 0, to = 0; chunk < end; ) {
    const change = last[chunk]!;
    const from = places[chunk]!;
    if (change === 0) {
      chunk++;
      continue;
    }
    const begin = to;
    while (last[chunk] === change && places[chunk] === from + to - begin) chunks[to++] = chunk++;
    const some = changes[change - 1]!.words;
    words.set(
      some.subarray(from * chunkWords, (from + to - begin) * chunkWords),
      begin * chunkWords,
    );
  }
  return { chunks, words };
}

export const costOf = (change: Change): number => change.chunks.length * chunkCost;
const sumOf = (changes: readonly Change[]) => changes.reduce((sum, each) => sum + costOf(each), 0);

export class Recording {
  readonly #limit: number;
  #keyframes: Keyframe[] = [];
  #bytes = 0;
  /** The state as it was at the last keyframe. */
  #shadow = new Int32Array(0);
  /** 1 by page: it changed since, as far as the core has said. */
  #changed = new Uint8Array(0);
  /** Scratch for the chunks of one keyframe. */
  #found = new Uint32Array(0);
  #workSpacing = workDefault;
  #timeSpacing: number;

  /** `duration` of the run in ns, and the most bytes it may take (one keyframe it takes anyway). */
  constructor(duration: number, limitBytes = recordingLimitDefault) {
    this.#limit = limitBytes;
    this.#timeSpacing = Math.max(1, Math.ceil(duration / keyframesInRun));
  }

  get count(): number {
    return this.#keyframes.length;
  }

  get bytes(): number {
    return this.#bytes + this.#shadow.byteLength;
  }

  get limit(): number {
    return this.#limit;
  }

  /** ns between the two latest keyframes; 0 before there are two. */
  get spacing(): number {
    const [before, last] = this.#keyframes.slice(-2);
    return before && last ? last.time - before.time : 0;
  }

  /** Takes a keyframe of the head if one is due. */
  observe(head: World): void {
    const now = recordingMoment(head);
    const last = this.#keyframes.at(-1);
    const due =
      !last ||
      now.work - last.work >= this.#workSpacing ||
      (now.time - last.time >= this.#timeSpacing && now.work > last.work);
    if (due) this.#take(head, now);
  }

  /** Takes a keyframe of the head where it stands; false where there is no room for one. */
  take(head: World): boolean {
    const now = recordingMoment(head);
    if (this.#keyframes.at(-1)?.records !== now.records) this.#take(head, now);
    return this.#keyframes.at(-1)?.records === now.records;
  }

  get keyframes(): readonly Keyframe[] {
    return this.#keyframes;
  }

  /** Begins with `head` as it was made and what another recording of the same run held after that, and puts it where that ended. */
  resume(keyframes: readonly Keyframe[], head: World): void {
    this.#take(head, recordingMoment(head));
    this.#keyframes.push(...keyframes);
    this.#bytes = sumOf(this.#keyframes);
    this.restore(keyframes.length, head);
    this.#remember(head.stateWords());
  }

  #remember(state: Int32Array): void {
    this.#shadow = state.slice();
    this.#found = new Uint32Array(state.length / chunkWords);
    this.#changed = new Uint8Array(this.#found.length / chunksInPage);
  }

  /** Index of the last keyframe that passes, or undefined. */
  latest(passes: (moment: Moment) => boolean): number | undefined {
    const index = this.#keyframes.findLastIndex(passes);
    return index < 0 ? undefined : index;
  }

  moment(index: number): Moment {
    return this.#keyframes[index]!;
  }

  /** Puts a world of the same definition into the state of keyframe `index`. */
  restore(index: number, world: World): void {
    const state = world.stateWords();
    const done = new Uint8Array(state.length / chunkWords);
    for (let k = index; k >= 0; k--) {
      const { chunks, words } = this.#keyframes[k]!;
      for (let i = 0; i < chunks.length; i++) {
        const chunk = chunks[i]!;
        if (done[chunk]) continue;
        done[chunk] = 1;
        copyChunk(state, chunk * chunkWords, words, i * chunkWords);
      }
    }
    world.stateRestored();
  }

  #take(head: World, now: Moment): void {
    const state = head.stateWords();
    const isFirst = this.#keyframes.length === 0;
    if (isFirst) this.#remember(state);
    for (const page of head.changedPages()) {
      if (page >= this.#changed.length) throw new RangeError(`there is no page ${page} to change`);
      this.#changed[page] = 1;
    }
    const chunks = this.#changedChunks(state, isFirst);
    const cost = chunks.length * chunkCost;
    while (this.bytes + cost > this.#limit && this.#thin()) {}
    if (this.bytes + cost > this.#limit && !isFirst) return;
    const words = new Int32Array(chunks.length * chunkWords);
    const shadow = this.#shadow;
    for (let i = 0; i < chunks.length; i++) {
      const at = chunks[i]! * chunkWords;
      copyChunk(words, i * chunkWords, state, at);
      copyChunk(shadow, at, state, at);
    }
    this.#changed.fill(0);
    this.#keyframes.push({ ...now, chunks, words });
    this.#bytes += cost;
  }

  #changedChunks(state: Int32Array, all: boolean): Uint32Array {
    const shadow = this.#shadow;
    const changed = this.#changed;
    const found = this.#found;
    let count = 0;
    for (let page = 0; page < changed.length; page++) {
      if (!all && !changed[page]) continue;
      for (let chunk = page * chunksInPage; chunk < (page + 1) * chunksInPage; chunk++) {
        if (all || !isEqualChunk(state, shadow, chunk * chunkWords)) found[count++] = chunk;
      }
    }
    return found.slice(0, count);
  }

  /** Drops every second of the older half; false if there is nothing left to drop. */
  #thin(): boolean {
    const before = this.#keyframes;
    const half = Math.floor(before.length / 2);
    const kept: Keyframe[] = [];
    before.forEach((keyframe, k) => {
      // The first stays: it is whole. What a dropped one holds passes on to the next.
      const dropped = k % 2 === 0 && k >= 2 && k <= half + 1 ? before[k - 1]! : undefined;
      if (!dropped) kept.push(keyframe);
      else kept.splice(-1, 1, { ...keyframe, ...merged(dropped, keyframe) });
    });
    this.#keyframes = kept;
    this.#bytes = sumOf(kept);
    this.#workSpacing *= 2;
    this.#timeSpacing *= 2;
    return kept.length < before.length;
  }
}
