// Cells that are kept from picture to picture: of hundreds of CPUs few do something else than a moment ago, and only their
// cells are drawn anew. For what stays inside of its cell; what crosses cells is drawn whole every time.

import { type CanvasContext, type Cells, copyPicture, type LiveScene } from './scene.ts';

/** Draws what is in the cells that `which` marks, by their place among those in view, and nothing of any other. */
export type PaintCells = (scene: LiveScene, which: Uint8Array) => void;

export class KeptCells {
  #canvas: OffscreenCanvas | undefined;
  #context: CanvasContext | null = null;
  /** Where the cells are that are kept: other ones as soon as anything else about the picture is. */
  #cells: Cells | undefined;
  /** Nothing is kept while the camera moves: these were seen once. */
  #seen: Cells | undefined;
  #signs = new Int32Array();
  #which = new Uint8Array();

  /** Draws `ground` and all cells over it; `signs` tell, by place among the CPUs in view, what is to be seen in each. */
  draw(
    scene: LiveScene,
    ground: OffscreenCanvas,
    signs: ArrayLike<number>,
    paint: PaintCells,
  ): void {
    const { cells } = scene;
    const isNew = cells !== this.#cells;
    const isStill = !isNew || cells === this.#seen;
    this.#seen = cells;
    const context = isStill && this.#ready(scene, ground);
    if (!context) {
      copyPicture(scene.context, ground);
      paint(scene, this.#all(cells));
      return;
    }
    if (this.#renew(scene, ground, signs, isNew)) paint({ ...scene, context }, this.#which);
    copyPicture(scene.context, this.#canvas!);
  }

  #all({ visible }: Cells): Uint8Array {
    if (this.#which.length !== visible.length) this.#which = new Uint8Array(visible.length);
    return this.#which.fill(1);
  }

  /** Where these cells are kept, made ready for them; null where the browser gives no further canvas. */
  #ready({ cells, size }: LiveScene, ground: OffscreenCanvas): CanvasContext | null {
    if (cells === this.#cells) return this.#context;
    this.#canvas ??= new OffscreenCanvas(1, 1);
    this.#context ??= this.#canvas.getContext('2d', { alpha: false });
    if (!this.#context) return null;
    this.#canvas.width = ground.width;
    this.#canvas.height = ground.height;
    copyPicture(this.#context, ground);
    this.#context.setTransform(size.ratio, 0, 0, size.ratio, 0, 0);
    this.#cells = cells;
    this.#all(cells);
    this.#signs = new Int32Array(cells.visible.length);
    return this.#context;
  }

  /** Marks the cells that are to be drawn, and empties them; true if there are any. */
  #renew(
    { cells, size }: LiveScene,
    ground: OffscreenCanvas,
    signs: ArrayLike<number>,
    all: boolean,
  ): boolean {
    const { visible, x, y, width, height } = cells;
    const { ratio } = size;
    let some = all;
    for (let at = 0; at < visible.length; at++) {
      const isOther = all || signs[at] !== this.#signs[at];
      this.#which[at] = isOther ? 1 : 0;
      if (!isOther) continue;
      some = true;
      this.#signs[at] = signs[at]!;
      if (all) continue;
      // Cells lie on whole pixels: a copy takes nothing of a neighbour.
      const left = x[visible[at]!]!;
      const top = y[visible[at]!]!;
      const [sx, sy, sw, sh] = [left * ratio, top * ratio, width * ratio, height * ratio];
      this.#context!.drawImage(ground, sx, sy, sw, sh, left, top, width, height);
    }
    return some;
  }
}
