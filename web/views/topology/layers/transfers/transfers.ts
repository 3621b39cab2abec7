// Single transfers of cache lines, for the Follow tempo: which CPU fetched which line from where, and
// when the data travelled. At most three are drawn a second, so that each can be followed.

import { RECORD } from '../../../../engine/abi.gen.ts';
import type { Catalog, Frame } from '../../../../engine/types.ts';
import { lineOfAddress, memorySupplier } from '../../misses.ts';

export interface LineTransfer {
  readonly line: number;
  /** CPU that fetched the line last in the supplying LLC; -1 if no such fetch was seen. */
  readonly fromCpu: number;
  /** LLC that supplied it; -1: memory. */
  readonly fromLlc: number;
  readonly to: number;
  /** Simulated ns: the home takes the request up; the data has arrived. */
  readonly start: number;
  readonly end: number;
}

/** ms of the viewer between two drawn transfers: three a second, WCAG 2.3.1's bound on flashes. */
const drawInterval = 334;
/** An arrived transfer stays for this many frames so that a step leaves its trace. */
const lingerFrames = 20;

export class Transfers {
  drawn: LineTransfer[] = [];
  readonly #llcOfCpu: Uint16Array;
  readonly #llcs: number;
  /** [line * llcs + llc] → CPU. */
  readonly #fetchers = new Map<number, number>();
  #time = -1;
  #step = 0;
  #nextDraw = 0;

  constructor(catalog: Catalog) {
    this.#llcOfCpu = catalog.topology.llc;
    this.#llcs = catalog.topology.llcs;
  }

  /**
   * Takes the next frame at `wall` ms of the viewer's clock. `wanted` says which transfers may be drawn; without it
   * none are drawn, and the fetches are only remembered.
   */
  add(frame: Frame, wall: number, wanted?: (transfer: LineTransfer) => boolean): void {
    if (!frame.continuous || frame.time < this.#time) this.drawn = [];
    else if (frame.time > this.#time) this.#step = frame.time - this.#time;
    this.#time = frame.time;
    const { records } = frame;
    for (let i = 0; i < records.count; i++) {
      if (records.kind[i] !== RECORD.MISS) continue;
      const transfer = this.#read(frame, i);
      if (wall >= this.#nextDraw && wanted?.(transfer) && this.#isCurrent(transfer)) {
        this.drawn.push(transfer);
        this.#nextDraw = wall + drawInterval;
      }
      this.#fetchers.set(transfer.line * this.#llcs + this.#llcOfCpu[transfer.to]!, transfer.to);
    }
    this.drawn = wanted ? this.drawn.filter((transfer) => this.#isCurrent(transfer)) : [];
  }

  /** How far the data has travelled, 0 … 1; below 0 while the request still queues. */
  shareTravelled(transfer: LineTransfer): number {
    const { start, end } = transfer;
    return Math.min(1, (this.#time - start) / Math.max(1, end - start));
  }

  #isCurrent(transfer: LineTransfer): boolean {
    return this.#time <= transfer.end + this.#step * lingerFrames;
  }

  #read(frame: Frame, i: number): LineTransfer {
    const { records } = frame;
    const supplier = records.d[i]! & 0xff;
    const fromLlc = supplier === memorySupplier ? -1 : supplier;
    const line = lineOfAddress(records.a[i]!);
    const start = records.time[i]! + records.b[i]!;
    return {
      line,
      fromCpu: this.#fetchers.get(line * this.#llcs + fromLlc) ?? -1,
      fromLlc,
      to: records.cpu[i]!,
      start,
      end: start + records.c[i]!,
    };
  }
}
