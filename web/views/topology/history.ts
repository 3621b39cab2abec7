// What the picture remembers from frame to frame: smoothed rates, shares of time, and what each layer keeps.
// Takes frames in, gives the snapshot to draw. No canvas, no clock of its own.

import type { Catalog, Frame } from '../../engine/types.ts';
import { ledgerKinds } from '../../engine/types.ts';
import { activities, ledgerNow, sharesOf } from './activity.ts';
import type { Heat } from './heat.ts';
import { hottestLine, type Lane, laneOf } from './lane.ts';
import { memoriesOf } from './layers/index.ts';
import { LineRates } from './line-rates.ts';
import type { LateMemories, Memory } from './memory.ts';
import { RecentMisses } from './misses.ts';
import { type Pairing, pairUp, sumByPair } from './pairs.ts';
import { rateScale, SmoothRates } from './rates.ts';
import type { Snapshot } from './renderer.ts';
import type { PictureSettings } from './settings.ts';
import { TaskPlaces } from './task-places.ts';

/** ms of the viewer between two queues shown in Summary: slow enough to read, WCAG 2.3.1. */
const laneInterval = 500;

export class History {
  /** Rate this machine alone would draw at full width, transfers per second. */
  wantedRate = 0;
  readonly #settings: Readonly<PictureSettings>;
  readonly #transferRates: SmoothRates;
  readonly #ledgerRates: SmoothRates;
  readonly #pairing: Pairing;
  readonly #pairRates: Float64Array;
  readonly #shares: Float32Array;
  /** Of each layer, in their order. */
  readonly memories: (Memory | undefined)[];
  readonly #places: TaskPlaces;
  readonly #catalog: Catalog;
  readonly #misses: RecentMisses;
  #heat: Heat | undefined;
  #lineRates: LineRates | undefined;
  #lane: Lane = { line: -1, holder: -1, waiting: [], since: [] };
  #laneTaken = -Infinity;
  #frame: Frame | undefined;

  /** Reads `settings` whenever it needs them: they may change between frames. */
  constructor(catalog: Catalog, settings: Readonly<PictureSettings>) {
    this.#settings = settings;
    this.#catalog = catalog;
    this.#places = new TaskPlaces(catalog);
    const { cpus, llcs } = catalog.topology;
    this.#transferRates = new SmoothRates(llcs * llcs);
    this.#ledgerRates = new SmoothRates(cpus * ledgerKinds.length);
    this.#pairing = pairUp(catalog.topology);
    this.#pairRates = new Float64Array(this.#pairing.pairs.length);
    this.#shares = new Float32Array(cpus * activities.length);
    this.memories = memoriesOf(catalog);
    this.#misses = new RecentMisses(catalog);
  }

  /** Layers that come later keep what follows, from the present frame on. */
  keep(loaded: LateMemories): void {
    memoriesOf(this.#catalog, loaded).forEach((memory, at) => {
      if (!memory || this.memories[at]) return;
      this.memories[at] = memory;
      if (this.#frame) memory.add(this.#frame, this.#settings, -Infinity);
    });
  }

  /** Takes the next frame, at `wall` ms of the viewer's clock. */
  add(frame: Frame, wall: number): void {
    const goesOn = frame.continuous && this.#frame !== undefined;
    this.#frame = frame;
    for (const memory of this.memories) memory?.add(frame, this.#settings, wall);
    this.#misses.add(frame);
    this.#places.add(frame);
    this.#addRates(frame, goesOn);
    this.#lineRates?.add(frame, this.#misses);
    this.#warm(frame);
    this.#look(frame, wall);
  }

  /** How heat is counted: it comes after the first picture (layers/later.ts). */
  warmWith(how: typeof Heat): void {
    this.#heat = new how(this.#catalog);
    this.recolour();
  }

  /** Heat is counted only where it is shown. */
  #warm(frame: Frame): void {
    const { by, heat } = this.#settings.colouring;
    if (by !== 'heat' || !this.#heat) return;
    sharesOf(this.#ledgerRates.rates, this.#shares);
    this.#heat.add(frame, heat, this.#shares);
  }

  /** What is shown as heat on this machine alone, rounded up; 0: none. */
  get wantedHeat(): number {
    return this.#settings.colouring.by === 'heat' ? (this.#heat?.wanted ?? 0) : 0;
  }

  /** The colours say something else, perhaps while the run stands still. */
  recolour(): void {
    if (this.#frame) this.#warm(this.#frame);
  }

  /** At first and after a jump everything is of the moment and of the records that come with it. */
  #addRates(frame: Frame, goesOn: boolean): void {
    const { time, transfers, ledger } = frame;
    if (goesOn) {
      this.#transferRates.add(time, transfers);
      this.#ledgerRates.add(time, ledger);
      return;
    }
    this.wantedRate = 0;
    const counts = new Float64Array(transfers.length);
    const span = this.#misses.count(counts, this.#catalog.topology.llcs, time);
    this.#transferRates.restart(time, transfers, counts, span);
    const now = new Float64Array(ledger.length);
    ledgerNow(frame, now);
    this.#ledgerRates.restart(time, ledger, now, 1);
  }

  /** The selection has changed, perhaps while the run stands still. */
  reselect(): void {
    if (this.#frame) this.#look(this.#frame, -Infinity);
  }

  /** What depends on the selected line. */
  #look(frame: Frame, wall: number): void {
    const { line } = this.#settings.selection;
    if (line === undefined) this.#lineRates = undefined;
    else if (this.#lineRates?.line !== line) {
      this.#lineRates = new LineRates(this.#catalog, line, this.#misses, frame.time);
    }
    this.#sumRates();
    this.#updateLane(frame, wall);
  }

  /** In Summary the queue changes wholly from frame to frame: it is shown as it is now and then. */
  #updateLane(frame: Frame, wall: number): void {
    const { selection, tempo } = this.#settings;
    const line = selection.line ?? hottestLine(frame);
    const fresh = wall - this.#laneTaken < laneInterval && line === this.#lane.line;
    if (tempo === 'summary' && fresh && frame.continuous) return;
    this.#laneTaken = wall;
    this.#lane = laneOf(frame, line);
  }

  /** Bundles are of the selected line if there is one, else of all lines. */
  #sumRates(): void {
    const { pairs } = this.#pairing;
    const rates = this.#lineRates?.rates ?? this.#transferRates.rates;
    sumByPair(this.#pairing, rates, this.#pairRates);
    let largest = 0;
    this.#pairRates.forEach((rate, pair) => {
      const perSecond = rate * 1e9;
      this.#pairRates[pair] = perSecond;
      const { from, to } = pairs[pair]!;
      // What stays inside an LLC is so much more that it would hide everything between them.
      if (from !== to || pairs.length === 1 || this.#lineRates)
        largest = Math.max(largest, perSecond);
    });
    this.wantedRate = rateScale(largest, this.wantedRate);
  }

  get frame(): Frame | undefined {
    return this.#frame;
  }

  /** The snapshot to draw; undefined before the first frame. */
  snapshot(): Snapshot | undefined {
    const frame = this.#frame;
    if (!frame) return undefined;
    const { selection, domains, hover, tempo, reducedMotion, sharedRate } = this.#settings;
    const { colouring, sharedHeat } = this.#settings;
    if (tempo === 'summary') sharesOf(this.#ledgerRates.rates, this.#shares);
    return {
      frame,
      tempo,
      selection,
      domains,
      hover,
      rates: this.#pairRates,
      fullRate: sharedRate || this.wantedRate,
      colouring,
      heat: { values: this.#heat?.values, full: sharedHeat || (this.#heat?.wanted ?? 0) },
      shares: this.#shares,
      memories: this.memories,
      lane: this.#lane,
      reducedMotion,
      places: this.#places,
    };
  }
}
