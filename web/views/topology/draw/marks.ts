// What is selected, lit up on the machine: the CPU, the task, and every CPU that waits for the line,
// with its place in the queue.

import type { AccessQueue } from '../access-queue.ts';
import type { Rect } from '../layout.ts';
import { accessQueueWaiters } from './access-queue-places.ts';
import { type LiveScene, legible, monoFont, screenRect } from './scene.ts';

function outline(scene: LiveScene, rect: Rect, colour: string, width: number, gap: number): void {
  const { context } = scene;
  const reach = gap + width / 2;
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.strokeRect(
    rect.x - reach,
    rect.y - reach,
    rect.width + 2 * reach,
    rect.height + 2 * reach,
  );
}

export function cellRect(scene: LiveScene, cpu: number): Rect {
  const { cells } = scene;
  return { x: cells.x[cpu]!, y: cells.y[cpu]!, width: cells.width, height: cells.height };
}

/** The selected CPU, the CPU under the pointer, the selected task. */
export function drawSelection(scene: LiveScene): void {
  const { context, palette, snapshot, cells } = scene;
  const { selection, hover } = snapshot;
  if (hover >= 0 && hover < cells.x.length) {
    outline(scene, cellRect(scene, hover), palette.inkMuted, 1, 0);
  }
  if (selection.cpu !== undefined && selection.cpu < cells.x.length) {
    const rect = cellRect(scene, selection.cpu);
    outline(scene, rect, palette.background, 4 * palette.stroke, -1);
    outline(scene, rect, palette.selected, 2.5 * palette.stroke, 0);
  }
  const dot = selection.task === undefined ? undefined : scene.marks.of(selection.task);
  if (!dot) return;
  context.strokeStyle = palette.selected;
  context.lineWidth = 2 * palette.stroke;
  context.beginPath();
  context.arc(dot.x, dot.y, dot.radius + 2.5, 0, Math.PI * 2);
  context.stroke();
}

/** The core that holds the line: a frame and a square, the sign of a line. */
function drawHolder(scene: LiveScene, core: number): void {
  const { context, palette, layout } = scene;
  const rect = layout.cores[core];
  if (!rect) return;
  const frame = screenRect(scene, rect);
  outline(scene, frame, palette.background, 4 * palette.stroke, -1);
  outline(scene, frame, palette.ink, 2 * palette.stroke, 0.5);
  const side = Math.max(5, Math.min(11, frame.height * 0.25));
  context.fillStyle = palette.background;
  context.fillRect(frame.x + frame.width - side - 1, frame.y - 2, side + 3, side + 3);
  context.fillStyle = palette.ink;
  context.fillRect(frame.x + frame.width - side + 1, frame.y - 1, side, side);
}

/** CPUs that wait for the selected line, the first ones with their place in the queue. */
export function drawQueueMarks(scene: LiveScene, accessQueue: AccessQueue): void {
  const { context, palette, cells } = scene;
  if (cells.width < 5) return;
  const width = 1.75 * palette.stroke;
  for (const cpu of accessQueue.waiting) {
    outline(scene, cellRect(scene, cpu), palette.ink, width, -width / 2);
  }
  drawHolder(scene, accessQueue.holder);
  if (scene.level === 'near' || cells.width < 16 || cells.height < 22) return;
  const size = Math.min(palette.textSmall, legible(palette, cells.width * 0.52));
  if (size > cells.width * 0.75) return;
  context.font = monoFont(palette, size, 600);
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  accessQueue.waiting.slice(0, accessQueueWaiters).forEach((cpu, place) => {
    const text = String(place + 1);
    const half = Math.min(cells.width / 2 - 1, context.measureText(text).width / 2 + 2);
    const x = cells.x[cpu]! + cells.width / 2;
    const y = cells.y[cpu]! + cells.height - size * 0.62 - 2;
    context.fillStyle = palette.background;
    context.fillRect(x - half, y - size * 0.6, 2 * half, size * 1.2);
    context.fillStyle = palette.ink;
    context.fillText(text, x, y + 0.5);
  });
}
