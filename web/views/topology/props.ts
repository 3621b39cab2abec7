// Props of the machine view. Types only.

import type { Catalog, Frame } from '../../engine/types.ts';
import type { TrafficForm } from '../../scenario/colouring.ts';
import type { Theme, VariantId } from '../../ui/theme.ts';
import type { Colouring } from './colouring.ts';
import type { CpuDomains } from './layers/domains/domains.ts';
import type { MechanismChoice } from './mechanism.ts';
import type { Pictures } from './pictures.ts';
import type { Ring } from './ring.ts';
import type { Tempo } from './tempo.ts';
import type { CameraTarget, Selection } from './types.ts';

/**
 * Sends the buffer of every frame to `port`, a frame each message, and returns how to stop. Frames go
 * past React and the main thread, straight to the worker that draws them.
 */
export type FrameFeed = (port: MessagePort) => () => void;

export interface MachineViewProps {
  readonly side: VariantId;
  readonly catalog: Catalog;
  readonly feed: FrameFeed;
  /** A new worker that calls drawPicture (render-worker.ts). */
  readonly worker: () => Worker;
  /** What it has in common with the other machines on its stage. */
  readonly together: Pictures;
  /** The latest frame that words may speak of; need not be the one just drawn while it moves. */
  readonly latest: () => Frame | undefined;
  readonly selection: Selection;
  /** What is pointed at elsewhere on the page; nothing if left out. */
  readonly ring?: Ring | undefined;
  /** Scheduling domains to draw over the machine; none if left out. */
  readonly domains?: CpuDomains | undefined;
  /** A person asked by keyboard for the domains of a CPU; once more, and they are to go. */
  readonly onDomains?: (cpu: number) => void;
  /** The whole new selection: what a click or a key chose, the rest as it was. */
  readonly onSelect: (selection: Selection) => void;
  readonly camera: CameraTarget;
  /** A person moved it there, and it has come to rest. */
  readonly onCamera?: (camera: CameraTarget) => void;
  readonly tempo: Tempo;
  /** What the colours say; what CPUs do, if left out. */
  readonly colouring?: Colouring;
  /** How transfers between caches are drawn; left out: as suits the machine. */
  readonly traffic?: TrafficForm | undefined;
  /** The mechanism that is shown; none if left out. */
  readonly mechanism?: MechanismChoice | undefined;
  readonly theme: Theme;
  /** Only a picture: the parent describes it in words, and nothing in it can be pressed; default false. */
  readonly isBare?: boolean;
}
