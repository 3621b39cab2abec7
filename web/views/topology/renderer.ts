// The seam between the machine view and whatever draws it: a renderer is given sizes, snapshots and
// cameras, says how it has laid the machine out, and what lies under a point. Canvas 2D today.

import type { Palette } from '../../ui/theme.ts';
import type { Camera, Viewport } from './camera.ts';
import type { Framing } from './framing.ts';
import type { Layout } from './layout.ts';
import type { MechanismForm } from './mechanism.ts';
import type { MechanismDrawing } from './mechanism-drawing.ts';
import type { LazyMemories } from './memory.ts';
import type { CanvasSize, Hit, Snapshot } from './snapshot.ts';

export interface Renderer {
  /** Where everything stands in the picture, in units of the world. */
  readonly layout: Layout;
  /** The part of the canvas that shows the machine. */
  readonly view: Viewport;
  /** What of the machine is shown; undefined: all. */
  readonly framing: Framing | undefined;
  /** The layers that the first picture does not wait for, when it can draw them. */
  readonly complete: Promise<LazyMemories>;
  /** Lays out what is to be shown. True if the layout has changed. */
  readonly frame: (framing: Framing | undefined) => boolean;
  /** Where everything would stand. */
  readonly layoutOf: (framing: Framing | undefined) => Layout;
  /** Whether a matrix of transfers has room beside the machine. True if the layout has changed. */
  readonly beside: (matrix: boolean) => boolean;
  /** Makes room for a mechanism, or takes it back. True if the layout has changed. */
  readonly show: (mechanism: MechanismDrawing | undefined) => boolean;
  /** In which form a mechanism is shown; undefined: none is. */
  readonly form: MechanismForm | undefined;
  readonly resize: (size: CanvasSize) => void;
  readonly theme: (palette: Palette) => void;
  readonly draw: (snapshot: Snapshot, camera: Camera) => void;
  /** What `draw` would draw, as elements of an SVG in CSS pixels; their ids begin with `prefix`. */
  readonly svg: (snapshot: Snapshot, camera: Camera, prefix: string) => Promise<string>;
  /** What its layers say of a snapshot's frame, by their names. */
  readonly notes: (
    of: Pick<Snapshot, 'frame' | 'memories' | 'colouring' | 'mechanism' | 'selection'>,
  ) => Readonly<Record<string, unknown>>;
  /** x, y in CSS pixels of the canvas. */
  readonly pick: (x: number, y: number, snapshot: Snapshot, camera: Camera) => Hit | undefined;
}
