// How often one cache line moves from which LLC to which: counted from the miss records of the frames
// shown, for the line a person selected. Records that did not fit a frame are made up for in
// proportion.

import { RECORD } from '../../engine/abi.gen.ts';
import type { Catalog, Frame } from '../../engine/types.ts';
import { lineOfAddress, memorySupplier, type RecentMisses } from './misses.ts';
import { SmoothRates } from './rates.ts';

export class LineRates {
  readonly line: number;
  /** Transfers per ns, [from LLC * llcs + to LLC]. */
  readonly rates: Float64Array;
  readonly #smooth: SmoothRates;
  readonly #counts: Float64Array;
  readonly #llcOfCpu: Uint16Array;
  readonly #llcs: number;

  /** Starts with what is remembered at `time`, simulated ns. */
  constructor(catalog: Catalog, line: number, misses: RecentMisses, time: number) {
    const { llcs, llc } = catalog.topology;
    this.line = line;
    this.#llcs = llcs;
    this.#llcOfCpu = llc;
    this.#counts = new Float64Array(llcs * llcs);
    this.#smooth = new SmoothRates(llcs * llcs);
    this.rates = this.#smooth.rates;
    this.#restart(misses, time);
  }

  /** Takes the next frame; `misses` must have taken it before. */
  add(frame: Frame, misses: RecentMisses): void {
    if (!frame.continuous) {
      this.#restart(misses, frame.time);
      return;
    }
    const { records } = frame;
    const scale = (records.count + records.dropped) / records.count;
    for (let i = 0; i < records.count; i++) this.#count(frame, i, scale);
    this.#smooth.add(frame.time, this.#counts);
  }

  #restart(misses: RecentMisses, time: number): void {
    this.#counts.fill(0);
    const span = misses.count(this.#counts, this.#llcs, time, this.line);
    this.#smooth.restart(time, this.#counts, this.#counts, span);
  }

  #count(frame: Frame, i: number, scale: number): void {
    const { records } = frame;
    if (records.kind[i] !== RECORD.MISS || lineOfAddress(records.a[i]!) !== this.line) return;
    const from = records.d[i]! & 0xff;
    if (from === memorySupplier) return;
    this.#counts[from * this.#llcs + this.#llcOfCpu[records.cpu[i]!]!]! += scale;
  }
}
