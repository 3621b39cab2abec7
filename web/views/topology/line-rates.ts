// How often one cache line moves from which LLC to which: counted from the miss records of the frames
// shown, for the line a person selected. Records that did not fit a frame are made up for in
// proportion.

import { RECORD } from '../../engine/abi.gen.ts';
import type { Catalog, Frame } from '../../engine/types.ts';
import { SmoothRates } from './rates.ts';
import { lineOfAddress, memorySupplier } from './transfers.ts';

/** A jump shows a rate at once if so many records lead up to the moment. */
const fewestRecords = 32;

export class LineRates {
  readonly line: number;
  /** Transfers per ns, [from LLC * llcs + to LLC]. */
  readonly rates: Float64Array;
  readonly #smooth: SmoothRates;
  readonly #counts: Float64Array;
  readonly #llcOfCpu: Uint16Array;
  readonly #llcs: number;

  constructor(catalog: Catalog, line: number) {
    const { llcs, llc } = catalog.topology;
    this.line = line;
    this.#llcs = llcs;
    this.#llcOfCpu = llc;
    this.#counts = new Float64Array(llcs * llcs);
    this.#smooth = new SmoothRates(llcs * llcs);
    this.rates = this.#smooth.rates;
  }

  add(frame: Frame): void {
    const { records } = frame;
    if (!frame.continuous) this.#counts.fill(0);
    const scale = frame.continuous ? (records.count + records.dropped) / records.count : 1;
    for (let i = 0; i < records.count; i++) this.#count(frame, i, scale);
    if (frame.continuous) {
      this.#smooth.add(frame.time, this.#counts, true);
      return;
    }
    const span = records.count > 0 ? frame.time - records.time[0]! : 0;
    if (records.count < fewestRecords || span <= 0) this.#counts.fill(0);
    this.#smooth.restart(frame.time, this.#counts, Math.max(1, span));
  }

  #count(frame: Frame, i: number, scale: number): void {
    const { records } = frame;
    if (records.kind[i] !== RECORD.MISS || lineOfAddress(records.a[i]!) !== this.line) return;
    const from = records.d[i]! & 0xff;
    if (from === memorySupplier) return;
    this.#counts[from * this.#llcs + this.#llcOfCpu[records.cpu[i]!]!]! += scale;
  }
}
