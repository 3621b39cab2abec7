// What the machine view takes and gives back: its props, what can be selected in it, and where its
// camera can look. Types only.

import type { Catalog, Frame } from '../../engine/types.ts';
import type { TrafficForm } from '../../scenario/colouring.ts';
import type { Side, Theme } from '../../ui/theme.ts';
import type { Colouring } from './colouring.ts';
import type { CpuDomains } from './layers/domains/domains.ts';
import type { Tempo } from './tempo.ts';

/** What a person selected; each part on its own, so that a line and a CPU can both be lit. */
export interface Selection {
  readonly cpu?: number | undefined;
  readonly task?: number | undefined;
  /** Task group (instance of the workload): the only thing that gets a hue. */
  readonly group?: number | undefined;
  /** Index of a cache line, as in CpuColumns.line. */
  readonly line?: number | undefined;
  /** A lock, as in CpuColumns.lock. */
  readonly lock?: number | undefined;
}

/** Where the camera looks. It goes there smoothly whenever the value changes. */
export type CameraTarget =
  | { readonly kind: 'all' }
  | { readonly kind: 'cpus'; readonly cpus: readonly number[] }
  | { readonly kind: 'llc'; readonly llc: number }
  | { readonly kind: 'node'; readonly node: number }
  | { readonly kind: 'package'; readonly package: number };

/**
 * Sends the buffer of every frame to `port`, a frame each message, and returns how to stop. Frames go
 * past React and the main thread, straight to the worker that draws them.
 */
export type FrameFeed = (port: MessagePort) => () => void;

export interface MachineViewProps {
  readonly side: Side;
  readonly catalog: Catalog;
  readonly feed: FrameFeed;
  /** A new worker that calls drawPicture (render-worker.ts). */
  readonly worker: () => Worker;
  /** The latest frame that words may speak of; need not be the one just drawn while it moves. */
  readonly latest: () => Frame | undefined;
  readonly selection: Selection;
  /** Scheduling domains to draw over the machine; none if left out. */
  readonly domains?: CpuDomains | undefined;
  /** A person asked by keyboard for the domains of a CPU; once more, and they are to go. */
  readonly onDomains?: (cpu: number) => void;
  /** The whole new selection: what a click or a key chose, the rest as it was. */
  readonly onSelect: (selection: Selection) => void;
  readonly camera: CameraTarget;
  /** A person moved the camera: the target no longer holds. */
  readonly onCameraMoved?: () => void;
  readonly tempo: Tempo;
  /** What the colours say; what CPUs do, if left out. */
  readonly colouring?: Colouring;
  /** How transfers between caches are drawn; left out: as suits the machine. */
  readonly traffic?: TrafficForm | undefined;
  readonly theme: Theme;
  /** Shows the key to fills and marks under the picture; default true. */
  readonly showKey?: boolean;
  /** Only a picture: who shows it says in words what it shows, and nothing in it can be pressed; default false. */
  readonly isBare?: boolean;
}
