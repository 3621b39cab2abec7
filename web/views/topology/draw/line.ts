// The line between the cores of an excerpt: a square for the selected cache line, with its name, its owner, and a
// thread to every CPU in the picture that waits for it.

import { heatColour } from '../../../ui/cividis.ts';
import type { AccessQueue } from '../access-queue.ts';
import { contains } from '../layout.ts';
import { words } from '../words.ts';
import { type LiveScene, screenRect, textFont } from './scene.ts';

const side = 16;

/** Where the line stands: in the middle of the picture, or below where a block is in the way. */
export function linePoint(scene: LiveScene): { readonly x: number; readonly y: number } {
  const { view, layout } = scene;
  const middle = { x: view.width / 2, y: view.height / 2 };
  const covered = layout.llcs.some((block) =>
    contains(screenRect(scene, block.rect), middle.x, middle.y),
  );
  return covered ? { x: middle.x, y: view.height - side * 2.5 } : middle;
}

/** Threads from the CPUs that wait; drawn below everything else of the line. */
function drawThreads(scene: LiveScene, accessQueue: AccessQueue): void {
  const { context, palette, cells } = scene;
  const at = linePoint(scene);
  context.save();
  context.strokeStyle = palette.inkMuted;
  context.lineWidth = 1.25 * palette.stroke;
  context.setLineDash([2, 4]);
  for (const cpu of accessQueue.waiting) {
    const x = cells.x[cpu]!;
    if (Number.isNaN(x)) continue;
    const near = x < at.x ? x + cells.width : x;
    context.beginPath();
    context.moveTo(near, cells.y[cpu]! + cells.height * 0.15);
    context.lineTo(at.x, at.y);
    context.stroke();
  }
  context.restore();
}

/** The selected line in an excerpt. */
export function drawExcerptLine(scene: LiveScene, accessQueue: AccessQueue): void {
  const { context, palette, machine, layout } = scene;
  drawThreads(scene, accessQueue);
  const { x, y } = linePoint(scene);
  const away = layout.cores[accessQueue.holder] === undefined;
  context.fillStyle = palette.background;
  context.fillRect(x - side / 2 - 3, y - side / 2 - 3, side + 6, side + 6);
  context.strokeStyle = heatColour(1, palette.heat);
  context.lineWidth = 2 * palette.stroke;
  context.strokeRect(x - side / 2, y - side / 2, side, side);
  if (away) {
    context.fillStyle = heatColour(1, palette.heat);
    context.fillRect(x - side / 2, y - side / 2, side, side);
  }
  const name = machine.lines[accessQueue.line] ?? '';
  const texts = [
    name,
    words.held(accessQueue.holder),
    words.waitingCpus(accessQueue.waiting.length, accessQueue.elsewhere),
  ];
  context.textAlign = 'center';
  context.textBaseline = 'top';
  texts.forEach((text, row) => {
    const size = palette.textSmall;
    context.font = textFont(palette, size, row === 0 ? 600 : 400);
    const width = context.measureText(text).width + 6;
    const top = y + side * 0.9 + row * size * 1.35;
    context.fillStyle = palette.background;
    context.fillRect(x - width / 2, top - 1, width, size * 1.35);
    context.fillStyle = row === 0 ? palette.ink : palette.inkMuted;
    context.fillText(text, x, top);
  });
}
