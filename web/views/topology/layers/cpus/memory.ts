// What CPUs do at a moment, and the marks of tasks in their cells, on pixels that are kept: cells in which nothing has
// changed since the picture before stay as they are.

import type { Catalog } from '../../../../engine/types.ts';
import { drawFills, fillCells, styleCells } from '../../draw/fills.ts';
import { KeptCells } from '../../draw/kept-cells.ts';
import { copyPicture, type LiveScene } from '../../draw/scene.ts';
import type { Memory } from '../../memory.ts';
import type { TaskBrushes } from '../tasks/brushes.ts';
import { chooseBrushes, keepsMarks, paintMarks, signMarks } from '../tasks/draw.ts';
import { rememberBrushes } from '../tasks/memory.ts';

export interface KeptMoment extends Memory {
  readonly cells: KeptCells;
  readonly brushes: TaskBrushes;
  /** What is to be seen in each cell, as a number, by its place among those in view. */
  readonly signs: Int32Array;
}

export const rememberMoment = (catalog: Catalog): KeptMoment => ({
  cells: new KeptCells(),
  brushes: rememberBrushes(catalog),
  signs: new Int32Array(catalog.topology.cpus),
  add: () => {},
});

/** With what stands still under it, where there is a picture of that. */
export function drawMoment(scene: LiveScene, kept: KeptMoment | undefined): void {
  const { ground } = scene;
  if (!kept || !ground) {
    if (ground) copyPicture(scene.context, ground);
    drawFills(scene);
  } else if (keepsMarks(scene)) drawWithMarks(scene, ground, kept);
  else kept.cells.draw(scene, ground, styleCells(scene), fillCells);
}

function drawWithMarks(scene: LiveScene, ground: OffscreenCanvas, kept: KeptMoment): void {
  const { cells, brushes, signs } = kept;
  const styles = styleCells(scene);
  for (let cell = 0; cell < scene.cells.visible.length; cell++) signs[cell] = styles[cell]!;
  chooseBrushes(scene, brushes);
  signMarks(scene, brushes, signs);
  cells.draw(scene, ground, signs, (on, which) => {
    fillCells(on, which);
    paintMarks(on, brushes, which);
  });
}
