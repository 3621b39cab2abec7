// The list of one CPU: a box with its free pages as ticks from below and the marks between which it moves.

import type { PagesColumns } from '../../../../engine/types.ts';
import { taskHue } from '../../../../ui/theme.ts';
import { type LiveScene, legible, roundedPath, textFont } from '../../draw/scene.ts';
import type { Rect } from '../../layout.ts';
import { listed, type Parcel, tunesItself } from './lists.ts';
import { words } from './words.ts';

export interface ListScale {
  /** Pages at the full height. */
  readonly full: number;
  readonly perTick: number;
  /** Pages are told apart by migrate type. */
  readonly byType: boolean;
}

/** Hues of movable, unmovable and reclaimable pages, where those are told apart. */
export const typeHue = { unmovable: 4, reclaimable: 5 } as const;

/** Between the ticks and the frame of a list, CSS pixels. */
const inset = 2;

function addTicks(
  scene: LiveScene,
  box: Rect,
  scale: ListScale,
  from: number,
  pages: number,
): void {
  const { context } = scene;
  const pitch = ((box.height - 2 * inset) * scale.perTick) / scale.full;
  const height = Math.max(1, pitch - Math.max(1, pitch * 0.3));
  const bottom = box.y + box.height - inset;
  const width = box.width - 2 * inset;
  const [first, end] = [from / scale.perTick, (from + pages) / scale.perTick];
  for (let tick = Math.floor(first); tick < end; tick++) {
    // The last tick is as wide as what is left of it.
    const share = Math.min(1, end - tick) - Math.max(0, first - tick);
    const left = box.x + inset + width * Math.max(0, first - tick);
    context.rect(left, bottom - tick * pitch - height, width * share, height);
  }
}

function drawTicks(
  scene: LiveScene,
  box: Rect,
  scale: ListScale,
  pages: PagesColumns,
  cpu: number,
  parcel: Parcel,
): void {
  const { context, palette } = scene;
  if (!scale.byType) {
    context.beginPath();
    addTicks(scene, box, scale, 0, listed(pages, cpu, parcel));
    context.fillStyle = palette.accent;
    context.fill();
    return;
  }
  const whole = listed(pages, cpu, parcel);
  let from = 0;
  for (const type of ['movable', 'unmovable', 'reclaimable'] as const) {
    // Of which types the pages on their way are is not known: they are missing from the top.
    const count = Math.min(pages[type][cpu]!, Math.max(0, whole - from));
    context.beginPath();
    addTicks(scene, box, scale, from, count);
    context.fillStyle = type === 'movable' ? palette.accent : taskHue(palette, typeHue[type]);
    context.fill();
    from += count;
  }
}

/** A mark across a list, with its name beside it where that has room: labels keep clear of each other. */
function drawMark(scene: LiveScene, box: Rect, share: number, name: string, room: number): void {
  const { context, palette } = scene;
  if (share > 1) return;
  const y = box.y + box.height - inset - share * (box.height - 2 * inset);
  const reach = Math.min(7, room / 2);
  context.strokeStyle = palette.inkMuted;
  context.lineWidth = palette.stroke;
  context.setLineDash([3, 2]);
  context.beginPath();
  context.moveTo(box.x - reach, y);
  context.lineTo(box.x + box.width + reach, y);
  context.stroke();
  context.setLineDash([]);
  const size = legible(palette, palette.textSmall * 0.95);
  context.font = textFont(palette, size);
  if (!name || context.measureText(name).width > room - reach - 4) return;
  context.fillStyle = palette.inkMuted;
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  context.fillText(name, box.x + box.width + reach + 3, y);
}

/** The list of a CPU in a box; `room`: how much there is right of it for the names of marks. */
export function drawList(
  scene: LiveScene,
  box: Rect,
  scale: ListScale,
  pages: PagesColumns,
  cpu: number,
  parcel: Parcel,
  room: number,
): void {
  const { context, palette } = scene;
  context.fillStyle = palette.background;
  context.strokeStyle = palette.outlineStrong;
  context.lineWidth = palette.stroke;
  roundedPath(context, box, 4);
  context.fill();
  context.stroke();
  drawTicks(scene, box, scale, pages, cpu, parcel);
  const { high, highMin, highMax } = pages;
  drawMark(scene, box, high[cpu]! / scale.full, words.high, room);
  if (!tunesItself(pages, cpu)) return;
  const clear = (other: number) =>
    Math.abs(high[cpu]! - other) * box.height > palette.textSmall * 1.2 * scale.full;
  for (const [mark, name] of [
    [highMin[cpu]!, words.highMin],
    [highMax[cpu]!, words.highMax],
  ] as const) {
    if (mark !== high[cpu]) drawMark(scene, box, mark / scale.full, clear(mark) ? name : '', room);
  }
}
