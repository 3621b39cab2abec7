// The memory of the picture from frame to frame: smoothed rates, shares of time, and what each layer keeps. Takes
// frames in, gives the snapshot to draw. No canvas, no clock of its own.

import { sampleLayout } from '../../engine/track.ts';
import type { Catalog, Frame } from '../../engine/types.ts';
import { ledgerKinds } from '../../engine/types.ts';
import type { AccessQueue, shownAccessQueue } from './access-queue.ts';
import { activities, activityShares, ledgerNow } from './activity.ts';
import { emptyAccessQueue } from './empty-access-queue.ts';
import type { Heat } from './heat.ts';
import { memoriesOf } from './layers/index.ts';
import type { LineRates } from './line-rates.ts';
import type { leastCell, rowsIn, sumByRow } from './matrix-rows.ts';
import type { MechanismDrawing } from './mechanism-drawing.ts';
import type { LazyMemories, Memory } from './memory.ts';
import { RecentMisses } from './misses.ts';
import { hardlyAny, rateScale, SmoothRates } from './rates.ts';
import type { PictureSettings } from './settings.ts';
import type { ShownMechanism, Snapshot } from './snapshot.ts';
import { TaskPlaces } from './task-places.ts';
import type { matrixNote, Traffic, TrafficChoice, TrafficNote, trafficNote } from './traffic.ts';

/** ms of the viewer between two queues shown in Summary: slow enough to read, WCAG 2.3.1. */
const accessQueueInterval = 500;

/** What the first picture does without. */
export interface LazyParts {
  readonly Heat: typeof Heat;
  readonly LineRates: typeof LineRates;
  readonly TrafficChoice: typeof TrafficChoice;
  readonly trafficNote: typeof trafficNote;
  readonly matrixNote: typeof matrixNote;
  readonly rowsIn: typeof rowsIn;
  readonly sumByRow: typeof sumByRow;
  readonly leastCell: typeof leastCell;
  readonly shownAccessQueue: typeof shownAccessQueue;
}

export class History {
  /** Rate this machine alone would draw at full width, transfers per second. */
  wantedRate = 0;
  readonly #settings: Readonly<PictureSettings>;
  readonly #transferRates: SmoothRates;
  readonly #ledgerRates: SmoothRates;
  readonly #perSecond: Float64Array;
  #choice: TrafficChoice | undefined;
  #traffic: Traffic;
  #lazy: LazyParts | undefined;
  readonly #shares: Float32Array;
  /** Of each layer, in their order. */
  readonly memories: (Memory | undefined)[];
  readonly #places: TaskPlaces;
  readonly #catalog: Catalog;
  readonly #misses: RecentMisses;
  #heat: Heat | undefined;
  #lineRates: LineRates | undefined;
  #accessQueue: AccessQueue = emptyAccessQueue;
  #accessQueueTaken = -Infinity;
  /** What was selected when the queue was taken. */
  #accessQueueOf: { readonly line: number | undefined; readonly lock: number | undefined } = {
    line: undefined,
    lock: undefined,
  };
  #frame: Frame | undefined;
  #mechanism: { readonly drawing: MechanismDrawing; readonly kept: Memory | undefined } | undefined;
  /** ns: from then on every frame was seen. */
  #seenFrom = 0;
  /** What has led to the present frame, where it was asked for; `frame` has every record since. */
  #runUp: { readonly since: number; readonly frame: Frame } | undefined;
  /** The frame that it was asked for last. */
  #runUpAsked: Frame | undefined;

  /** Reads `settings` whenever it needs them: they may change between frames. */
  constructor(catalog: Catalog, settings: Readonly<PictureSettings>) {
    this.#settings = settings;
    this.#catalog = catalog;
    this.#places = new TaskPlaces(catalog);
    const { cpus, llcs } = catalog.topology;
    this.#transferRates = new SmoothRates(llcs * llcs);
    this.#ledgerRates = new SmoothRates(cpus * ledgerKinds.length);
    this.#perSecond = new Float64Array(llcs * llcs);
    this.#traffic = {
      rates: this.#perSecond,
      shown: [],
      rest: { directions: 0, rate: 0 },
      inside: 0,
    };
    this.#shares = new Float32Array(cpus * activities.length);
    this.memories = memoriesOf(catalog);
    this.#misses = new RecentMisses(catalog);
  }

  /** Layers that come later keep what follows, from the present frame on. */
  keep(loaded: LazyMemories): void {
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
    this.#runUp = undefined;
    if (!goesOn) this.#seenFrom = frame.time;
    for (const memory of this.memories) memory?.add(frame, this.#settings, wall);
    this.#mechanism?.kept?.add(frame, this.#settings, wall);
    this.#misses.add(frame);
    this.#places.add(frame);
    this.#addRates(frame, goesOn);
    this.#lineRates?.add(frame, this.#misses);
    this.#warm(frame);
    this.#look(frame, wall);
  }

  /** How heat is counted, ribbons are chosen and the queue is read: it comes after the first picture (layers/lazy-layers.ts). */
  installLazy(lazy: LazyParts): void {
    this.#lazy = lazy;
    this.#heat = new lazy.Heat(this.#catalog);
    this.#choice = new lazy.TrafficChoice(this.#catalog.topology.llcs);
    this.recolour();
    this.reselect();
  }

  /** The mechanism that is shown keeps what follows, from the present frame on; undefined: none is. */
  explain(drawing: MechanismDrawing | undefined): void {
    if (drawing === this.#mechanism?.drawing) return;
    const kept = drawing?.remember?.(this.#catalog);
    this.#mechanism = drawing && { drawing, kept };
    if (this.#frame) kept?.add(this.#frame, this.#settings, -Infinity);
  }

  /** What this machine alone would show at full height in its mechanism; 0: nothing. */
  get wantedScale(): number {
    return (this.#frame && this.#mechanism?.drawing.fullScale?.(this.#frame)) ?? 0;
  }

  /** What draws it. */
  get drawing(): MechanismDrawing | undefined {
    return this.#mechanism?.drawing;
  }

  /** As it is shown; undefined: none is to be shown, or that has not come yet. */
  get mechanism(): ShownMechanism | undefined {
    const { mechanism: choice, sharedScale } = this.#settings;
    if (!choice || !this.#mechanism) return undefined;
    const { kept } = this.#mechanism;
    return { choice, kept, fullScale: sharedScale || this.wantedScale };
  }

  /** Heat is counted only where it is shown. */
  #warm(frame: Frame): void {
    const { by, heat } = this.#settings.colouring;
    if (by !== 'heat' || !this.#heat) return;
    activityShares(this.#ledgerRates.rates, this.#shares);
    this.#heat.add(frame, heat, this.#shares, this.#runUp?.since);
  }

  /** ns from which the run is wanted for heat at the present frame, once for each; undefined: what was seen will do. */
  unseenFrom(): number | undefined {
    const frame = this.#frame;
    if (!frame || this.#settings.colouring.by !== 'heat' || this.#runUpAsked === frame)
      return undefined;
    const from = frame.windowStart[sampleLayout.time] ?? 0;
    if (this.#seenFrom <= from || from >= frame.time) return undefined;
    this.#runUpAsked = frame;
    return from;
  }

  /** Takes what has led to the present frame; of another one it says nothing. */
  runUp(before: Frame, now: Frame): void {
    if (now.time !== this.#frame?.time || before.time >= now.time) return;
    this.#runUp = { since: before.time, frame: now };
    const passed = now.ledger.map((sum, at) => sum - before.ledger[at]!);
    this.#ledgerRates.restart(now.time, now.ledger, passed, now.time - before.time);
    this.#warm(now);
  }

  /** What is shown as heat on this machine alone, rounded up; 0: none. */
  get wantedHeat(): number {
    return this.#settings.colouring.by === 'heat' ? (this.#heat?.wanted ?? 0) : 0;
  }

  /** The colours say something else, perhaps while the run stands still. */
  recolour(): void {
    const frame = this.#runUp?.frame ?? this.#frame;
    if (frame) this.#warm(frame);
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
    this.#choice?.forget();
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
    else if (this.#lazy && this.#lineRates?.line !== line) {
      this.#lineRates = new this.#lazy.LineRates(this.#catalog, line, this.#misses, frame.time);
    }
    this.#sumRates();
    this.#updateAccessQueue(frame, wall);
  }

  /** In Summary the queue changes wholly from frame to frame: it is shown as it is now and then. */
  #updateAccessQueue(frame: Frame, wall: number): void {
    const { selection, tempo } = this.#settings;
    const isFresh = wall - this.#accessQueueTaken < accessQueueInterval;
    const { line, lock } = this.#accessQueueOf;
    const isSame = line === selection.line && lock === selection.lock;
    if (tempo === 'summary' && isFresh && isSame && frame.continuous) return;
    if (!this.#lazy) return;
    this.#accessQueueTaken = wall;
    this.#accessQueueOf = { line: selection.line, lock: selection.lock };
    // After a jump the picture owes nothing to where it came from.
    const before = frame.continuous ? this.#accessQueue : emptyAccessQueue;
    this.#accessQueue = this.#lazy.shownAccessQueue(frame, selection, before, this.#catalog);
  }

  /** Ribbons are of the selected line if there is one, else of all lines. */
  #sumRates(): void {
    const { llcs } = this.#catalog.topology;
    const rates = this.#lineRates?.rates ?? this.#transferRates.rates;
    let largest = 0;
    for (let at = 0; at < rates.length; at++) {
      const perSecond = rates[at]! * 1e9;
      this.#perSecond[at] = perSecond;
      // What stays inside an LLC is no ribbon.
      if (at % (llcs + 1) !== 0) largest = Math.max(largest, perSecond);
    }
    const cells = this.#cells;
    // A cell of the matrix may be a sum of many directions.
    if (cells) largest = cells.reduce((most, each) => Math.max(most, each), 0);
    this.wantedRate = rateScale(largest && Math.max(hardlyAny, largest), this.wantedRate);
    this.#choose();
  }

  /** Of what is in the picture. */
  #choose(): void {
    const { excerpt } = this.#settings;
    if (!this.#choice) return;
    const { llc } = this.#catalog.topology;
    const here = excerpt && new Set([...excerpt].map((cpu) => llc[cpu]!));
    this.#traffic = this.#choice.choose(this.#perSecond, (each) => !here || here.has(each));
  }

  /** The cells of the matrix, transfers per second; undefined: it is not shown. */
  get #cells(): Float64Array | undefined {
    if (!this.#settings.matrix || !this.#lazy) return undefined;
    return this.#lazy.sumByRow(this.#perSecond, this.#lazy.rowsIn(this.#catalog.topology));
  }

  /** What the picture shows has changed, perhaps while the run stands still. */
  reframe(): void {
    if (this.#frame) this.#choose();
  }

  /** The matrix has taken the place of ribbons, or the other way round: each has a scale of its own. */
  rescale(): void {
    this.wantedRate = 0;
    if (this.#frame) this.#sumRates();
  }

  /** What the queue under the picture is of. */
  get accessQueue(): Pick<AccessQueue, 'line' | 'lock'> {
    const { line, lock } = this.#accessQueue;
    return { line, lock };
  }

  /** Whether one core holds the line in the queue; a frame does not name the holder of a lock. */
  get isHeld(): boolean {
    return this.#accessQueue.holder >= 0;
  }

  /** For words and tables. */
  get trafficNote(): TrafficNote | undefined {
    const lazy = this.#lazy;
    const { topology } = this.#catalog;
    const cells = this.#cells;
    if (!lazy || !cells) return lazy?.trafficNote(this.#traffic, topology.llcs);
    const full = this.#settings.sharedRate || this.wantedRate;
    return lazy.matrixNote(
      cells,
      lazy.rowsIn(topology),
      full * lazy.leastCell,
      this.#traffic.inside,
    );
  }

  get frame(): Frame | undefined {
    return this.#frame;
  }

  /** The snapshot to draw; undefined before the first frame. */
  snapshot(): Snapshot | undefined {
    const frame = this.#frame;
    if (!frame) return undefined;
    const { selection, domains, hover, ring, tempo, reducedMotion, sharedRate } = this.#settings;
    const { colouring, sharedHeat } = this.#settings;
    if (tempo === 'summary') activityShares(this.#ledgerRates.rates, this.#shares);
    return {
      frame,
      tempo,
      selection,
      mechanism: this.mechanism,
      domains,
      hover,
      ring,
      traffic: this.#traffic,
      fullRate: sharedRate || this.wantedRate,
      colouring,
      heat: { values: this.#heat?.values, full: sharedHeat || (this.#heat?.wanted ?? 0) },
      shares: this.#shares,
      memories: this.memories,
      accessQueue: this.#accessQueue,
      reducedMotion,
      places: this.#places,
    };
  }
}
