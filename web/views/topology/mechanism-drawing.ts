// What a mechanism of the machine's picture is: a folder among the layers that draws the object of a chapter (page lists,
// a mask, a wake-up) from the frame, and from the explain record of one decision. It takes room above or below the machine and,
// where CPUs are few, has their cells as cards. Types only.

import type { Catalog, Frame } from '../../engine/types.ts';
import type { Pointer } from '../../scenario/pointer.ts';
import type { Palette } from '../../ui/theme.ts';
import type { DrawnTopology, LiveScene } from './draw/scene.ts';
import type { Rect } from './layout.ts';
import type { MechanismChoice, MechanismForm } from './mechanism.ts';
import type { Memory } from './memory.ts';
import type { RingPlace } from './ring.ts';
import type { CanvasSize, ShownMechanism } from './snapshot.ts';
import type { Selection } from './types.ts';

/** Heights beside the machine, CSS pixels. */
export interface MechanismRoom {
  readonly above: number;
  readonly below: number;
}

export interface RoomRequest {
  readonly catalog: Catalog;
  readonly palette: Palette;
  readonly size: CanvasSize;
  readonly form: MechanismForm;
}

/** How a mechanism is drawn, and what it says of a frame. In the worker; what it says is plain data. */
export interface MechanismDrawing {
  room(request: RoomRequest): MechanismRoom;
  /** CPUs stay as they are also where they are few: it is a strip on every machine. */
  readonly isStrip?: boolean;
  /** Layers that are drawn under its cards, by their names: fills, frames of what is selected. */
  readonly keeps?: readonly string[];
  /** Made anew for every machine. */
  remember?(catalog: Catalog): Memory;
  draw(scene: MechanismScene): void;
  /** Where what a pointer names lies in it; asked only while something is ringed. */
  places?(scene: MechanismScene, pointed: Pointer): readonly RingPlace[];
  note(told: MechanismMoment): unknown;
  /** What stands at full height on this machine alone; the machines of a stage share the largest. */
  fullScale?(frame: Frame): number;
}

export interface MechanismMoment {
  readonly frame: Frame;
  readonly machine: DrawnTopology;
  readonly choice: MechanismChoice;
  readonly kept: Memory | undefined;
  readonly selection: Selection;
  readonly form: MechanismForm;
}

/** What a mechanism is drawn on: the scene, the room it was given, and itself. */
export interface MechanismScene extends LiveScene {
  readonly mechanism: ShownMechanism;
  readonly form: MechanismForm;
  /** Above and below the machine; without height where it wants none. */
  readonly above: Rect;
  readonly below: Rect;
}
