// The seam between the machine view and whatever draws it: a renderer is given sizes, snapshots and
// cameras, says how it has laid the machine out, and what lies under a point. Canvas 2D today.

import type { Frame } from '../../engine/types.ts';
import type { Palette } from '../../ui/theme.ts';
import type { Camera, Viewport } from './camera.ts';
import type { Colouring } from './colouring.ts';
import type { Framing } from './framing.ts';
import type { Lane } from './lane.ts';
import type { CpuDomains } from './layers/domains/domains.ts';
import type { Layout } from './layout.ts';
import type { LateMemories, Memory } from './memory.ts';
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

/** Everything a picture of one moment needs, beside the camera. */
export interface Snapshot {
  readonly frame: Frame;
  readonly tempo: Tempo;
  readonly selection: Selection;
  /** Domains to draw, if somebody asked for them. */
  readonly domains: CpuDomains | undefined;
  /** CPU under the pointer, or -1. */
  readonly hover: number;
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
  /** The queue the lane shows: of the selected line, else of the hottest. */
  readonly lane: Lane;
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

export interface Renderer {
  /** Where everything stands in the picture, in units of the world. */
  readonly layout: Layout;
  /** The part of the canvas that shows the machine. */
  readonly view: Viewport;
  /** What of the machine is shown; undefined: all. */
  readonly framing: Framing | undefined;
  /** The layers that the first picture does not wait for, when it can draw them. */
  readonly complete: Promise<LateMemories>;
  /** Lays out what is to be shown. True if the layout has changed. */
  readonly frame: (framing: Framing | undefined) => boolean;
  /** Where everything would stand. */
  readonly layoutOf: (framing: Framing | undefined) => Layout;
  /** Whether a matrix of transfers has room beside the machine. True if the layout has changed. */
  readonly beside: (matrix: boolean) => boolean;
  readonly resize: (size: CanvasSize) => void;
  readonly theme: (palette: Palette) => void;
  readonly draw: (snapshot: Snapshot, camera: Camera) => void;
  /** What `draw` would draw, as elements of an SVG in CSS pixels; their ids begin with `prefix`. */
  readonly svg: (snapshot: Snapshot, camera: Camera, prefix: string) => Promise<string>;
  /** What its layers say of a snapshot's frame, by their names. */
  readonly notes: (
    of: Pick<Snapshot, 'frame' | 'memories' | 'colouring'>,
  ) => Readonly<Record<string, unknown>>;
  /** x, y in CSS pixels of the canvas. */
  readonly pick: (x: number, y: number, snapshot: Snapshot, camera: Camera) => Hit | undefined;
}
