// The seam between the machine view and whatever draws it: a renderer is given sizes, snapshots and
// cameras, and can say what lies under a point. Canvas 2D today; another could come.

import type { Frame } from '../../engine/types.ts';
import type { Palette } from '../../ui/theme.ts';
import type { Camera } from './camera.ts';
import type { CpuDomains } from './domains.ts';
import type { Flights } from './flights.ts';
import type { Lane } from './lane.ts';
import type { Passes } from './passes.ts';
import type { Tempo } from './tempo.ts';
import type { Transfers } from './transfers.ts';
import type { Selection } from './types.ts';

/** Size of the canvas: CSS pixels, and device pixels for each of them. */
export interface CanvasSize {
  readonly width: number;
  readonly height: number;
  readonly ratio: number;
}

/** Everything a picture of one moment needs, beside the camera. */
export interface Snapshot {
  readonly frame: Frame;
  readonly tempo: Tempo;
  readonly selection: Selection;
  /** Domains to draw, if somebody asked for them. */
  readonly domains: CpuDomains | undefined;
  /** CPU under the pointer, or -1. */
  readonly hover: number;
  /** Transfers per second of simulated time, by pair of parts (see pairs.ts). */
  readonly rates: Float64Array;
  /** Rate drawn at full width. */
  readonly fullRate: number;
  /** Shares of time, [cpu * activities + activity]. */
  readonly shares: Float32Array;
  readonly flights: Flights;
  readonly passes: Passes;
  readonly transfers: Transfers;
  /** The queue the lane shows: of the selected line, else of the hottest. */
  readonly lane: Lane;
  readonly reducedMotion: boolean;
}

/** What lies under a point of the picture. */
export interface Hit {
  readonly cpu?: number;
  readonly task?: number;
  readonly llc?: number;
  readonly line?: number;
}

export interface Renderer {
  readonly resize: (size: CanvasSize) => void;
  readonly theme: (palette: Palette) => void;
  readonly frame: (snapshot: Snapshot, camera: Camera) => void;
  /** x, y in CSS pixels of the canvas. */
  readonly pick: (x: number, y: number, snapshot: Snapshot, camera: Camera) => Hit | undefined;
}
