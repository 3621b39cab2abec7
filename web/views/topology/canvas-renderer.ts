// The Canvas 2D renderer: keeps the layer of what does not move, and draws a snapshot over it. Runs in
// the render worker; does not know where frames come from.

import { type Pointer, pointerOf } from '../../scenario/pointer.ts';
import type { Palette } from '../../ui/theme.ts';
import type { Camera, Viewport } from './camera.ts';
import { toWorldX, toWorldY } from './camera.ts';
import type { drawAccessQueue } from './draw/access-queue.ts';
import { accessQueueHeight, matrixWidth, placeAccessQueue } from './draw/access-queue-places.ts';
import { drawStatic } from './draw/frames.ts';
import { makeHatches } from './draw/hatches.ts';
import type { drawMatrix } from './draw/matrix.ts';
import {
  type CanvasContext,
  copyPicture,
  type DrawnTopology,
  type DrawScene,
  type LiveScene,
  levelFor,
  noMarks,
  placeCells,
  screenRect,
  type WaitHatches,
} from './draw/scene.ts';
import type { TaskMarks } from './draw/task-marks.ts';
import { type Framing, sameFraming } from './framing.ts';
import { type DrawableLayer, drawnWith, notesOf } from './layers/index.ts';
import {
  contains,
  cpuNear,
  type Layout,
  type LayoutOptions,
  layoutMachine,
  llcAt,
  type Rect,
} from './layout.ts';
import { type MechanismForm, mostCards, receding } from './mechanism.ts';
import type { MechanismDrawing, MechanismScene } from './mechanism-drawing.ts';
import type { LazyMemories } from './memory.ts';
import type { Renderer } from './renderer.ts';
import type { RingPlace } from './ring.ts';
import type { CanvasSize, Hit, Snapshot } from './snapshot.ts';

/** Parts of the machine that a pointer names: blocks and cells; of marks drawn on them nothing. */
function partsNamed(scene: LiveScene, pointed: Pointer): readonly Rect[] {
  const { layout, cells } = scene;
  const blocks = layout.llcs.filter(
    (block) =>
      (pointed.kind === 'llc' && block.llc === pointed.number) ||
      (pointed.kind === 'node' && block.node === pointed.number),
  );
  if (blocks.length > 0) return blocks.map(({ rect }) => screenRect(scene, rect));
  const x = pointed.kind === 'cpu' ? cells.x[pointed.number] : undefined;
  if (x === undefined || pointed.kind !== 'cpu') return [];
  return [{ x, y: cells.y[pointed.number]!, width: cells.width, height: cells.height }];
}

/** A press this far beside a cell still means it, CSS pixels: cells are small. */
const pickSlack = 4;

export class CanvasRenderer implements Renderer {
  readonly #canvas: OffscreenCanvas;
  readonly #context: CanvasContext;
  readonly #machine: DrawnTopology;
  #marks: TaskMarks | undefined;
  readonly #layer: OffscreenCanvas;
  readonly #layerContext: CanvasContext;
  #layerScene: DrawScene | undefined;
  #size: CanvasSize;
  #palette: Palette;
  #hatches: WaitHatches;
  #layout: Layout;
  #framing: Framing | undefined;
  /** The layers that can be drawn, in order. */
  #drawn: readonly DrawableLayer[] = drawnWith(undefined);
  #drawAccessQueue: typeof drawAccessQueue | undefined;
  #drawMatrix: typeof drawMatrix | undefined;
  #hasMatrix = false;
  #mechanism: MechanismDrawing | undefined;
  readonly complete: Promise<LazyMemories>;

  /** Throws if the canvas gives no 2D context. */
  constructor(canvas: OffscreenCanvas, machine: DrawnTopology, size: CanvasSize, palette: Palette) {
    const context = canvas.getContext('2d', { alpha: false });
    this.#layer = new OffscreenCanvas(1, 1);
    const layerContext = this.#layer.getContext('2d', { alpha: false });
    if (!context || !layerContext) throw new Error('this browser has no 2D canvas in workers');
    this.#canvas = canvas;
    this.#context = context;
    this.#layerContext = layerContext;
    this.#machine = machine;
    this.#size = size;
    this.#palette = palette;
    this.#hatches = makeHatches(context, palette, size.ratio);
    this.#layout = this.layoutOf(undefined);
    this.resize(size);
    this.complete = this.#loadLazy();
  }

  async #loadLazy(): Promise<LazyMemories> {
    const { lazyLayers, drawAccessQueue, drawMatrix, TaskMarks } = await import(
      './layers/lazy-layers.ts'
    );
    const { tasks, topology } = this.#machine.catalog;
    this.#marks = new TaskMarks(tasks, topology.cpus);
    this.#drawAccessQueue = drawAccessQueue;
    this.#drawMatrix = drawMatrix;
    this.#drawn = drawnWith(lazyLayers);
    return lazyLayers;
  }

  get layout(): Layout {
    return this.#layout;
  }

  get framing(): Framing | undefined {
    return this.#framing;
  }

  frame(framing: Framing | undefined): boolean {
    if (sameFraming(framing, this.#framing)) return false;
    this.#framing = framing;
    this.#refresh();
    return true;
  }

  get view(): Viewport {
    // A mechanism draws its own queue.
    const accessQueue = this.#mechanism ? 0 : accessQueueHeight(this.#palette, this.#size);
    const height = this.#size.height - accessQueue;
    const matrix = this.#hasMatrix ? matrixWidth(this.#size, this.#palette) : 0;
    return { width: this.#size.width - matrix, height: Math.max(1, height) };
  }

  beside(matrix: boolean): boolean {
    if (matrix === this.#hasMatrix) return false;
    this.#hasMatrix = matrix;
    this.#refresh();
    return true;
  }

  show(mechanism: MechanismDrawing | undefined): boolean {
    if (mechanism === this.#mechanism) return false;
    this.#mechanism = mechanism;
    this.#refresh();
    return true;
  }

  get form(): MechanismForm | undefined {
    return this.#mechanism && this.#formOf(this.#framing);
  }

  #formOf(framing: Framing | undefined): MechanismForm {
    const shown = framing?.cpus.length ?? this.#machine.catalog.topology.cpus;
    return shown <= mostCards && !this.#mechanism?.isStrip ? 'cards' : 'strip';
  }

  get #matrix(): Rect | undefined {
    const { width, height } = this.view;
    return this.#hasMatrix
      ? { x: width, y: 0, width: this.#size.width - width, height }
      : undefined;
  }

  resize(size: CanvasSize): void {
    this.#size = size;
    for (const canvas of [this.#canvas, this.#layer]) {
      canvas.width = Math.max(1, Math.round(size.width * size.ratio));
      canvas.height = Math.max(1, Math.round(size.height * size.ratio));
    }
    this.#refresh();
    this.#clear();
  }

  theme(palette: Palette): void {
    this.#palette = palette;
    this.#refresh();
    this.#clear();
  }

  /** An opaque canvas is black until something is drawn, and the first frame may be long in coming. */
  #clear(): void {
    this.#prepare(this.#context);
    this.#context.fillStyle = this.#palette.background;
    this.#context.fillRect(0, 0, this.#size.width, this.#size.height);
  }

  draw(snapshot: Snapshot, camera: Camera): void {
    const scene = this.#scene(snapshot, camera);
    this.#prepare(this.#context);
    this.#drawGround(scene);
    this.#drawLive(scene);
  }

  async svg(snapshot: Snapshot, camera: Camera, prefix: string): Promise<string> {
    const { svgOf } = await import('./draw/svg.ts');
    return svgOf(this.#scene(snapshot, camera), prefix, this.#palette, (scene) => {
      drawStatic(scene);
      this.#drawLive(scene);
    });
  }

  /** What moves, over the layer of what does not. */
  #drawLive(scene: LiveScene): void {
    const { context, snapshot } = scene;
    context.save();
    context.beginPath();
    context.rect(0, 0, scene.view.width, scene.view.height);
    context.clip();
    this.#drawLayers(scene, (name) => name !== 'ring');
    this.#drawMechanism(scene);
    // A ring lies over everything, also over the mechanism.
    this.#drawLayers(scene, (name) => name === 'ring');
    context.restore();
    this.#drawAccessQueue?.(scene, snapshot.accessQueue);
    if (scene.matrix) this.#drawMatrix?.(scene, scene.matrix);
  }

  /** Cards take the place of layers that draw the same CPUs otherwise. */
  #isCovered(layer: string): boolean {
    const { keeps = [] } = this.#mechanism ?? {};
    return this.form === 'cards' && layer !== 'ring' && !keeps.includes(layer);
  }

  /** What the mechanism is drawn on; undefined: none is shown. */
  #sceneOfMechanism(scene: LiveScene): MechanismScene | undefined {
    const { mechanism } = scene.snapshot;
    const { form } = this;
    if (!mechanism || !form) return undefined;
    const { above, below } = this.#layout.bands;
    const bands = { above: screenRect(scene, above), below: screenRect(scene, below) };
    return { ...scene, mechanism, form, ...bands };
  }

  #drawLayers(scene: LiveScene, isMeant: (name: string) => boolean): void {
    for (const { name, when, draw, at } of this.#drawn) {
      if (!isMeant(name) || this.#isCovered(name) || !when(scene)) continue;
      draw(scene, scene.snapshot.memories[at]);
    }
  }

  #drawMechanism(scene: LiveScene): void {
    const drawn = this.#sceneOfMechanism(scene);
    if (!drawn) return;
    const { focus } = drawn.mechanism.choice;
    if (drawn.form === 'strip' && focus !== undefined) this.#wash(scene, focus);
    scene.context.save();
    this.#mechanism?.draw(drawn);
    scene.context.restore();
  }

  /** What is not the focus recedes: the machine as a whole, where its CPUs are no cards. */
  #wash(scene: LiveScene, focus: string): void {
    const { context, palette, view } = scene;
    const pointed = pointerOf(focus);
    context.globalAlpha = 1 - receding;
    context.fillStyle = palette.background;
    context.beginPath();
    context.rect(0, 0, view.width, view.height);
    for (const { x, y, width, height } of pointed ? partsNamed(scene, pointed) : []) {
      // Against the way of the edge, so that nothing is filled there.
      context.moveTo(x, y);
      context.lineTo(x, y + height);
      context.lineTo(x + width, y + height);
      context.lineTo(x + width, y);
      context.closePath();
    }
    context.fill();
    context.globalAlpha = 1;
  }

  notes(of: Parameters<Renderer['notes']>[0]): Readonly<Record<string, unknown>> {
    const { frame, memories, colouring, mechanism, selection } = of;
    const machine = this.#machine;
    const drawn = this.#drawn.filter(({ name }) => !this.#isCovered(name));
    const notes = notesOf(drawn, frame, machine, memories, colouring);
    const [form, drawing] = [this.form, this.#mechanism];
    if (!mechanism || !form || !drawing) return notes;
    const { choice, kept } = mechanism;
    return {
      ...notes,
      [choice.name]: drawing.note({ frame, machine, choice, kept, form, selection }),
    };
  }

  pick(x: number, y: number, snapshot: Snapshot, camera: Camera): Hit | undefined {
    const scene = this.#scene(snapshot, camera);
    if (y >= scene.view.height) return this.#pickLane(scene, x, y);
    if (x >= scene.view.width) return undefined;
    const task = scene.marks.near(x, y);
    if (task >= 0) return this.#hitTask(snapshot, task);
    const worldX = toWorldX(camera, scene.view, x);
    const worldY = toWorldY(camera, scene.view, y);
    const cpu = cpuNear(this.#layout, worldX, worldY, pickSlack / camera.scale);
    const { topology } = this.#machine.catalog;
    const llc = cpu >= 0 ? topology.llc[cpu]! : llcAt(this.#layout, worldX, worldY);
    if (llc < 0) return undefined;
    return cpu < 0 || scene.level === 'far' ? { llc } : { llc, cpu };
  }

  /** A task, with the CPU whose it is: a mark may reach beyond its cell. */
  #hitTask({ frame }: Snapshot, task: number): Hit {
    const cpu = frame.tasks.cpu[task]!;
    return { llc: this.#machine.catalog.topology.llc[cpu]!, cpu, task };
  }

  #pickLane(scene: LiveScene, x: number, y: number): Hit | undefined {
    const { accessQueue } = scene.snapshot;
    const places = placeAccessQueue(scene, accessQueue);
    const cpu = accessQueue.waiting[places.chips.findIndex((box) => contains(box, x, y))];
    if (cpu !== undefined) return { cpu };
    return accessQueue.line >= 0 && contains(places.label, x, y)
      ? { line: accessQueue.line }
      : undefined;
  }

  #prepare(context: CanvasContext): void {
    const { ratio } = this.#size;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
  }

  #drawGround(scene: LiveScene): void {
    const kept = this.#layerScene?.camera;
    const { camera } = scene;
    const same = kept && kept.x === camera.x && kept.y === camera.y && kept.scale === camera.scale;
    if (!same) {
      this.#prepare(this.#layerContext);
      drawStatic({ ...scene, context: this.#layerContext });
      this.#layerScene = scene;
    }
    const drawsIt = ({ name, drawsGround, when }: DrawableLayer) =>
      drawsGround && !this.#isCovered(name) && when(scene);
    if (this.#drawn.some(drawsIt)) return;
    copyPicture(this.#context, this.#layer);
  }

  #scene(snapshot: Snapshot, camera: Camera): LiveScene {
    const kept = this.#layerScene;
    const view = this.view;
    const sameCamera =
      kept?.camera.x === camera.x &&
      kept.camera.y === camera.y &&
      kept.camera.scale === camera.scale;
    const scene = {
      snapshot,
      marks: this.#marks ?? noMarks,
      placesOf: this.#placesOf,
      context: this.#context,
      ground: this.#layer,
      machine: this.#machine,
      layout: this.#layout,
      framing: this.#framing,
      palette: this.#palette,
      hatches: this.#hatches,
      size: this.#size,
      view,
      camera,
      level: levelFor(camera, this.#layout, this.#palette),
      matrix: this.#matrix,
      cells: sameCamera ? kept.cells : placeCells(this.#layout, camera, view, this.#size.ratio),
    };
    this.#marks?.place(scene, snapshot.places);
    return scene;
  }

  /** Of the layers that are drawn now, the first that has it. */
  readonly #placesOf = (scene: LiveScene, pointed: Pointer): readonly RingPlace[] => {
    const shown = this.#sceneOfMechanism(scene);
    const own = (shown && this.#mechanism?.places?.(shown, pointed)) ?? [];
    if (own.length > 0) return own;
    for (const { name, places, when, at } of this.#drawn) {
      const found =
        places && !this.#isCovered(name) && when(scene)
          ? places(scene, scene.snapshot.memories[at], pointed)
          : [];
      if (found.length > 0) return found;
    }
    return [];
  };

  layoutOf(framing: Framing | undefined): Layout {
    const { topology } = this.#machine.catalog;
    const shown =
      framing && (framing.of === 'cores' ? { excerpt: framing.cpus } : { part: framing.cpus });
    return layoutMachine(topology, {
      ...this.view,
      textSize: this.#palette.textSmall,
      ...shown,
      ...this.#roomOf(framing),
    });
  }

  /** What a mechanism wants of the room. */
  #roomOf(framing: Framing | undefined): Pick<LayoutOptions, 'cards' | 'bands'> {
    const [mechanism, palette, size] = [this.#mechanism, this.#palette, this.#size];
    if (!mechanism) return {};
    const form = this.#formOf(framing);
    const { catalog } = this.#machine;
    return { cards: form === 'cards', bands: mechanism.room({ catalog, palette, size, form }) };
  }

  #refresh(): void {
    this.#layerScene = undefined;
    this.#hatches = makeHatches(this.#context, this.#palette, this.#size.ratio);
    this.#layout = this.layoutOf(this.#framing);
  }
}
