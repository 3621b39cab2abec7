// The input of the code that draws the machine view: sizes and snapshots; and its answer to what lies under a
// point. Types only.

import type { Frame } from '../../engine/types.ts';
import type { AccessQueue } from './access-queue.ts';
import type { Colouring } from './colouring.ts';
import type { CpuDomains } from './layers/domains/domains.ts';
import type { MechanismChoice } from './mechanism.ts';
import type { Memory } from './memory.ts';
import type { Ring } from './ring.ts';
import type { TaskPlaces } from './task-places.ts';
import type { Tempo } from './tempo.ts';
import type { Traffic } from './traffic.ts';
import type { Selection } from './types.ts';

/** Size of the canvas: CSS pixels, and device pixels for each of them. */
export interface CanvasSize {
  readonly width: number;
  readonly height: number;
  readonly ratio: number;
}

/** The mechanism that is shown, once its code has come: as it was chosen, with what it keeps of this machine. */
export interface ShownMechanism {
  readonly choice: MechanismChoice;
  readonly kept: Memory | undefined;
  /** What stands at full height on all machines of the stage. */
  readonly fullScale: number;
}

/** Everything a picture of one moment needs, beside the camera. */
export interface Snapshot {
  readonly frame: Frame;
  readonly tempo: Tempo;
  readonly selection: Selection;
  /** Domains to draw, if they were asked for. */
  readonly domains: CpuDomains | undefined;
  /** The mechanism that is shown; undefined: none, or its code has not come yet. */
  readonly mechanism: ShownMechanism | undefined;
  /** CPU under the pointer, or -1. */
  readonly hover: number;
  /** What is pointed at elsewhere on the page. */
  readonly ring: Ring | undefined;
  readonly traffic: Traffic;
  /** Rate drawn at full width. */
  readonly fullRate: number;
  readonly colouring: Colouring;
  /** One number a CPU, and which of them is shown as the hottest; of use where heat is shown. */
  readonly heat: { readonly values: Float64Array | undefined; readonly full: number };
  /** Shares of time, [cpu * activities + activity]. */
  readonly shares: Float32Array;
  /** What each layer has kept, in the order of the layers; undefined of those that keep nothing. */
  readonly memories: readonly (Memory | undefined)[];
  /** The queue the queue shows: of the selected line, else of the hottest. */
  readonly accessQueue: AccessQueue;
  readonly reducedMotion: boolean;
  /** Where every task is. */
  readonly places: TaskPlaces;
}

/** What lies under a point of the picture. */
export interface Hit {
  readonly cpu?: number;
  readonly task?: number;
  readonly llc?: number;
  readonly line?: number;
}
