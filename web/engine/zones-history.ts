// How the free blocks of the nodes' zones developed: samples of the head at even distances, for a
// picture of fragmentation. Bounded: when full, every second sample goes and the distance doubles.

import type { World } from './world.ts';

/** The zones together. */
export interface ZoneSample {
  /** ns. */
  readonly time: number;
  readonly pages: number;
  /** Free blocks by order. */
  readonly blocks: readonly number[];
}

/** Enough for a line across the widest dock. */
const mostSamples = 512;

export class ZoneHistory {
  #samples: ZoneSample[] = [];
  #spacing: number;

  /** `duration` of the run in ns. */
  constructor(duration: number) {
    this.#spacing = Math.max(1, duration / mostSamples);
  }

  get samples(): readonly ZoneSample[] {
    return this.#samples;
  }

  /** Goes on from the samples of another history of the same run. */
  resume(samples: readonly ZoneSample[]): void {
    this.#samples = [...samples];
    const [first, second] = samples;
    // It had doubled its distance as often as its samples say.
    while (first && second && second.time - first.time >= 2 * this.#spacing) this.#spacing *= 2;
  }

  observe(head: World): void {
    const count = head.at.zoneViewCount;
    const { time } = head;
    const last = this.#samples.at(-1);
    if (count === 0 || (last && time - last.time < this.#spacing)) return;
    head.refresh();
    const zones = head.zones();
    const blocks: number[] = [];
    let pages = 0;
    for (let zone = 0; zone < count; zone++) {
      const { nrFree, pages: own } = zones.at(zone);
      pages += own;
      nrFree.forEach((number, order) => {
        blocks[order] = (blocks[order] ?? 0) + number;
      });
    }
    this.#samples.push({ time, pages, blocks });
    if (this.#samples.length <= mostSamples) return;
    this.#samples = this.#samples.filter((_, at) => at % 2 === 0);
    this.#spacing *= 2;
  }
}
