// One number a CPU over the window shown: what the colours say in heat. Smoothed over simulated time like all
// rates (rates.ts), so that the same frames give the same picture. No colours, no clock of its own.

import { ACTIVITY, RECORD } from '../../engine/abi.gen.ts';
import type { Catalog, Frame } from '../../engine/types.ts';
import type { HeatMeasure } from '../../scenario/colouring.ts';
import { activities } from './activity.ts';
import { memorySupplier } from './misses.ts';
import { freshness, rateScale } from './rates.ts';

/** Measures that are shares of time, of the activities named. */
const ofTime: Readonly<Partial<Record<HeatMeasure, readonly number[]>>> = {
  waiting: [ACTIVITY.STALLED, ACTIVITY.SPINNING],
  utilisation: [ACTIVITY.USER, ACTIVITY.KERNEL, ACTIVITY.STALLED, ACTIVITY.SPINNING],
  kernel: [ACTIVITY.KERNEL, ACTIVITY.STALLED, ACTIVITY.SPINNING],
};

/** Units of a value: shares of time 0 … 1, tasks, events a second, or ns. */
export class Heat {
  /** By CPU. */
  readonly values: Float64Array;
  /** What this machine alone would show as the hottest, rounded up; 0: nothing seen. */
  wanted = 0;
  readonly #catalog: Catalog;
  #measure: HeatMeasure | undefined;
  /** Smoothed, a second or a sum; for a mean what it is the mean of, and over how many. */
  readonly #sums: Float64Array;
  readonly #counts: Float64Array;
  /** Of one frame. */
  readonly #sum: Float64Array;
  readonly #count: Float64Array;
  /** ns at which each task was woken and has not run since; NaN: none seen. */
  readonly #woken: Float64Array;
  #time = 0;

  constructor(catalog: Catalog) {
    const { cpus } = catalog.topology;
    this.#catalog = catalog;
    this.values = new Float64Array(cpus);
    this.#sums = new Float64Array(cpus);
    this.#counts = new Float64Array(cpus);
    this.#sum = new Float64Array(cpus);
    this.#count = new Float64Array(cpus);
    this.#woken = new Float64Array(catalog.tasks).fill(Number.NaN);
  }

  /**
   * Takes the next frame; `shares` are those of time, [cpu * activities + activity]. `since`: it begins anew, of a frame
   * that has every record from then (ns) on.
   */
  add(frame: Frame, measure: HeatMeasure, shares: Float32Array, since?: number): void {
    const goesOn = since === undefined && frame.continuous && measure === this.#measure;
    this.#measure = measure;
    const kinds = ofTime[measure];
    if (kinds) this.#addShares(kinds, shares);
    else if (measure === 'queue') this.#addQueues(frame, goesOn);
    else this.#addRecords(frame, measure, goesOn, since);
    this.#time = frame.time;
    let largest = 0;
    for (const value of this.values) if (value > largest) largest = value;
    this.wanted = rateScale(largest, goesOn ? this.wanted : 0);
    if (kinds) this.wanted = Math.min(1, this.wanted);
  }

  #addShares(kinds: readonly number[], shares: Float32Array): void {
    for (let cpu = 0; cpu < this.values.length; cpu++) {
      let sum = 0;
      for (const kind of kinds) sum += shares[cpu * activities.length + kind]!;
      this.values[cpu] = sum;
    }
  }

  #addQueues({ time, cpus }: Frame, goesOn: boolean): void {
    const share = goesOn ? freshness(Math.max(0, time - this.#time)) : 1;
    for (let cpu = 0; cpu < this.values.length; cpu++) {
      this.values[cpu]! += (cpus.queued[cpu]! - this.values[cpu]!) * share;
    }
  }

  /** Records that come with a frame; where some are missing, what there is stands for its own time alone. */
  #addRecords(frame: Frame, measure: HeatMeasure, goesOn: boolean, since?: number): void {
    const { records, time } = frame;
    const isWhole = (goesOn || since !== undefined) && records.dropped === 0;
    const from = isWhole ? (since ?? this.#time) : (records.time[0] ?? time);
    const span = time - from;
    this.#sum.fill(0);
    this.#count.fill(0);
    if (!goesOn || !isWhole) this.#woken.fill(Number.NaN);
    for (let at = 0; at < records.count; at++) this.#take(frame, measure, at);
    if (!(span > 0)) {
      if (!goesOn) this.values.fill(0);
      return;
    }
    const share = goesOn ? freshness(Math.max(0, time - this.#time)) : 1;
    for (let cpu = 0; cpu < this.values.length; cpu++) {
      this.#sums[cpu]! += (this.#sum[cpu]! / span - this.#sums[cpu]!) * share;
      this.#counts[cpu]! += (this.#count[cpu]! / span - this.#counts[cpu]!) * share;
      // Below a thousandth of an event in the window nothing is left of what was.
      const isSeen = this.#counts[cpu]! > 1e-12;
      this.values[cpu] =
        measure === 'latency'
          ? isSeen
            ? this.#sums[cpu]! / this.#counts[cpu]!
            : 0
          : this.#counts[cpu]! * 1e9;
    }
  }

  #take({ records }: Frame, measure: HeatMeasure, at: number): void {
    const kind = records.kind[at];
    const cpu = records.cpu[at]!;
    if (measure === 'transfers') {
      if (kind !== RECORD.MISS) return;
      const supplier = records.d[at]! & 0xff;
      if (supplier !== memorySupplier && supplier !== this.#catalog.topology.llc[cpu]) {
        this.#count[cpu]!++;
      }
    } else if (measure === 'moves') {
      const to = records.c[at]!;
      if (kind === RECORD.MIGRATE && to < this.values.length) this.#count[to]!++;
    } else if (kind === RECORD.WAKE) this.#woken[records.a[at]!] = records.time[at]!;
    else if (kind === RECORD.SWITCH) {
      const since = this.#woken[records.b[at]!];
      if (since === undefined || Number.isNaN(since)) return;
      this.#woken[records.b[at]!] = Number.NaN;
      this.#sum[cpu]! += records.time[at]! - since;
      this.#count[cpu]!++;
    }
  }
}
