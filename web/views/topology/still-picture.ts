// One picture of a machine at a time, for a file: drawn from a frame on request, by a clock that is passed in. The
// picture follows from the frames alone, so two makings of one file are equal. The picture on the page has a clock,
// a camera that flies and a viewer: render-worker.ts.

import { taskName } from '../../engine/task-names.ts';
import type { Catalog, Frame } from '../../engine/types.ts';
import type { TrafficForm } from '../../scenario/colouring.ts';
import type { Palette, VariantId } from '../../ui/theme.ts';
import { cameraOn } from './camera.ts';
import { CanvasRenderer } from './canvas-renderer.ts';
import type { Colouring } from './colouring.ts';
import { framingOf } from './framing.ts';
import { History } from './history.ts';
import { loadDrawing } from './layers/mechanism-drawings.ts';
import type { MechanismChoice } from './mechanism.ts';
import { defaultSettings, type PictureSettings } from './settings.ts';
import type { CanvasSize } from './snapshot.ts';
import type { Tempo } from './tempo.ts';
import { showsMatrix } from './traffic-form.ts';
import type { CameraTarget, Selection } from './types.ts';
import { lineNames } from './words.ts';

/** What a person chose of the picture. */
export interface StillChoice {
  readonly colouring: Colouring;
  readonly traffic: TrafficForm | undefined;
  readonly tempo: Tempo;
  readonly selection: Selection;
  readonly camera: CameraTarget;
  readonly mechanism?: MechanismChoice | undefined;
}

export interface StillMachine {
  readonly side: VariantId;
  readonly catalog: Catalog;
  readonly size: CanvasSize;
  readonly palette: Palette;
  readonly choice: StillChoice;
}

/** What the machines of a stage share: of rates, of heat, of a mechanism. */
export interface StillScales {
  readonly rate: number;
  readonly heat: number;
  readonly full: number;
}

export class StillPicture {
  readonly canvas: OffscreenCanvas;
  readonly #target: CameraTarget;
  readonly #settings: PictureSettings;
  readonly #history: History;
  readonly #renderer: CanvasRenderer;

  /** With every layer it will ever have. Rejects if a part of the program cannot be loaded, or no canvas is to be had. */
  static async create(machine: StillMachine): Promise<StillPicture> {
    const late = await import('./layers/lazy-layers.ts');
    const { mechanism } = machine.choice;
    const drawing = mechanism && (await loadDrawing(mechanism.name));
    const made = new StillPicture(machine);
    made.#history.explain(drawing);
    made.#renderer.show(drawing);
    made.#history.installLazy(late);
    made.#history.keep(await made.#renderer.complete);
    return made;
  }

  private constructor({ side, catalog, size, palette, choice }: StillMachine) {
    const { camera, ...chosen } = choice;
    const framing = framingOf(camera, catalog.topology);
    this.#target = camera;
    const { llcs } = catalog.topology;
    const matrix =
      !choice.mechanism &&
      choice.tempo !== 'follow' &&
      showsMatrix(choice.traffic, choice.colouring.by, llcs, size.width);
    this.#settings = {
      ...defaultSettings,
      ...chosen,
      mechanism: choice.mechanism,
      matrix,
      excerpt: framing && new Set(framing.cpus),
    };
    const names = {
      lines: lineNames(catalog),
      taskName: (task: number) => taskName(catalog, task),
    };
    this.canvas = new OffscreenCanvas(1, 1);
    this.#history = new History(catalog, this.#settings);
    this.#renderer = new CanvasRenderer(this.canvas, { side, catalog, ...names }, size, palette);
    this.#renderer.beside(matrix);
    this.#renderer.frame(framing);
  }

  /** Takes the next frame, at `wall` ms of the film. */
  add(frame: Frame, wall: number): void {
    this.#history.add(frame, wall);
  }

  /** ns from which the run is wanted for what is shown as heat; see History. */
  unseenFrom(): number | undefined {
    return this.#history.unseenFrom();
  }

  runUp(before: Frame, now: Frame): void {
    this.#history.runUp(before, now);
  }

  /** Scales that this machine alone would have. */
  get wanted(): StillScales {
    const { wantedRate: rate, wantedHeat: heat, wantedScale: full } = this.#history;
    return { rate, heat, full };
  }

  /** Draws the frame taken last on the canvas, to the scales that all machines of a stage share. */
  draw(shared: StillScales): void {
    this.#settings.sharedRate = shared.rate;
    this.#settings.sharedScale = shared.full;
    this.#settings.sharedHeat = shared.heat;
    const snapshot = this.#history.snapshot();
    if (!snapshot) return;
    const { layout, view } = this.#renderer;
    this.#renderer.draw(snapshot, cameraOn(this.#target, layout, view));
  }
}
