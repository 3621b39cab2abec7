// What a layer is: one thing drawn over the machine, with when it is drawn, what it keeps from frame to
// frame and what it says besides the picture. Its entry in the key and its words in the table are its legend
// (legend.ts): they are of the main thread, this is of the worker. Types only.

import type { Catalog, Frame } from '../../../engine/types.ts';
import type { Pointer } from '../../../scenario/pointer.ts';
import type { Colouring } from '../colouring.ts';
import type { DrawnTopology, LiveScene } from '../draw/scene.ts';
import type { Memory } from '../memory.ts';
import type { RingPlace } from '../ring.ts';
import type { LazyLayerName } from './lazy-layers.ts';

type Kept = Memory | undefined;

/** What is known of a layer before it is drawn. */
interface About {
  /** Tells it from the others; its note goes by this name. */
  readonly name: string;
  /** Asked for every picture: no allocation, no search. */
  readonly when: (scene: LiveScene) => boolean;
}

/** What a layer shows and says. */
export interface Drawing<Memory extends Kept = Kept> {
  draw(scene: LiveScene, kept: Memory): void;
  /** It draws what stands still, too, under its own. */
  readonly drawsGround?: boolean;
  /** Made anew for every machine; `draw` and `note` get it. */
  remember?(catalog: Catalog): Memory;
  /** Where what a pointer names lies in its own drawing; asked only while something is ringed. */
  places?(scene: LiveScene, kept: Memory, pointed: Pointer): readonly RingPlace[];
  /** What there is to say of a frame, twice a second; goes to the main thread, so plain data. */
  note?(frame: Frame, machine: DrawnTopology, kept: Memory, colouring: Colouring): unknown;
}

/** A layer that the first picture has. */
export interface Layer<Memory extends Kept = Kept> extends About, Drawing<Memory> {}

/** A layer whose drawing, and what it keeps, is loaded after the first picture: see lazy-layers.ts. */
export interface LazyLayer extends About {
  readonly name: LazyLayerName;
}
