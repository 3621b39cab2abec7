// The Canvas 2D renderer: keeps the layer of what does not move, and draws a snapshot over it. Runs in
// the render worker; does not know where frames come from.

import type { Palette } from '../../ui/theme.ts';
import type { Camera, Viewport } from './camera.ts';
import { toWorldX, toWorldY } from './camera.ts';
import { drawStatic } from './draw/frames.ts';
import { makeHatches } from './draw/hatches.ts';
import type { drawLane } from './draw/lane.ts';
import { laneHeight, matrixWidth, placeLane } from './draw/lane-places.ts';
import type { drawMatrix } from './draw/matrix.ts';
import {
  type Context,
  copyPicture,
  type Hatches,
  type LiveScene,
  levelFor,
  type Machine,
  noMarks,
  placeCells,
  type Scene,
} from './draw/scene.ts';
import type { TaskMarks } from './draw/task-marks.ts';
import { type Framing, sameFraming } from './framing.ts';
import { type Drawn, drawnWith, notesOf } from './layers/index.ts';
import { contains, cpuNear, type Layout, layoutMachine, llcAt, type Rect } from './layout.ts';
import type { LateMemories } from './memory.ts';
import type { CanvasSize, Hit, Renderer, Snapshot } from './renderer.ts';

/** A press this far beside a cell still means it, CSS pixels: cells are small. */
const pickSlack = 4;

export class CanvasRenderer implements Renderer {
  readonly #canvas: OffscreenCanvas;
  readonly #context: Context;
  readonly #machine: Machine;
  #marks: TaskMarks | undefined;
  readonly #layer: OffscreenCanvas;
  readonly #layerContext: Context;
  #layerScene: Scene | undefined;
  #size: CanvasSize;
  #palette: Palette;
  #hatches: Hatches;
  #layout: Layout;
  #framing: Framing | undefined;
  /** The layers that can be drawn, in order. */
  #drawn: readonly Drawn[] = drawnWith(undefined);
  #drawLane: typeof drawLane | undefined;
  #drawMatrix: typeof drawMatrix | undefined;
  #hasMatrix = false;
  readonly complete: Promise<LateMemories>;

  /** Throws if the canvas gives no 2D context. */
  constructor(canvas: OffscreenCanvas, machine: Machine, size: CanvasSize, palette: Palette) {
    const context = canvas.getContext('2d', { alpha: false });
    this.#layer = new OffscreenCanvas(1, 1);
    const layerContext = this.#layer.getContext('2d', { alpha: false });
    if (!context || !layerContext) throw new Error('this browser gives no 2D canvas to a worker');
    this.#canvas = canvas;
    this.#context = context;
    this.#layerContext = layerContext;
    this.#machine = machine;
    this.#size = size;
    this.#palette = palette;
    this.#hatches = makeHatches(context, palette, size.ratio);
    this.#layout = this.layoutOf(undefined);
    this.resize(size);
    this.complete = this.#loadLater();
  }

  async #loadLater(): Promise<LateMemories> {
    const { later, drawLane, drawMatrix, TaskMarks } = await import('./layers/later.ts');
    const { tasks, topology } = this.#machine.catalog;
    this.#marks = new TaskMarks(tasks, topology.cpus);
    this.#drawLane = drawLane;
    this.#drawMatrix = drawMatrix;
    this.#drawn = drawnWith(later);
    return later;
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
    const height = this.#size.height - laneHeight(this.#palette);
    const matrix = this.#hasMatrix ? matrixWidth(this.#size, this.#palette) : 0;
    return { width: this.#size.width - matrix, height: Math.max(1, height) };
  }

  beside(matrix: boolean): boolean {
    if (matrix === this.#hasMatrix) return false;
    this.#hasMatrix = matrix;
    this.#refresh();
    return true;
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
    for (const { when, draw, at } of this.#drawn) {
      if (when(scene)) draw(scene, snapshot.memories[at]);
    }
    context.restore();
    this.#drawLane?.(scene, snapshot.lane);
    if (scene.matrix) this.#drawMatrix?.(scene, scene.matrix);
  }

  notes({
    frame,
    memories,
    colouring,
  }: Pick<Snapshot, 'frame' | 'memories' | 'colouring'>): Readonly<Record<string, unknown>> {
    return notesOf(this.#drawn, frame, this.#machine, memories, colouring);
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
    const { lane } = scene.snapshot;
    const places = placeLane(scene, lane);
    const cpu = lane.waiting[places.chips.findIndex((box) => contains(box, x, y))];
    if (cpu !== undefined) return { cpu };
    return lane.line >= 0 && contains(places.label, x, y) ? { line: lane.line } : undefined;
  }

  #prepare(context: Context): void {
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
    if (this.#drawn.some(({ drawsGround, when }) => drawsGround && when(scene))) return;
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

  layoutOf(framing: Framing | undefined): Layout {
    const { topology } = this.#machine.catalog;
    const shown =
      framing && (framing.of === 'cores' ? { excerpt: framing.cpus } : { part: framing.cpus });
    return layoutMachine(topology, { ...this.view, textSize: this.#palette.textSmall, ...shown });
  }

  #refresh(): void {
    this.#layerScene = undefined;
    this.#hatches = makeHatches(this.#context, this.#palette, this.#size.ratio);
    this.#layout = this.layoutOf(this.#framing);
  }
}
