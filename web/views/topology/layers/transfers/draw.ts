// Single transfers: a square on its way from the CPU that had a line to the one that asked.

import { heatColour } from '../../../../ui/cividis.ts';
import { linePoint } from '../../draw/line.ts';
import type { CanvasContext, LiveScene } from '../../draw/scene.ts';
import { along, bend, isShown, type Point, strokeAlong, toScreen } from '../../draw/traffic.ts';
import { blockOf } from '../../layout.ts';
import type { LineTransfer, Transfers } from './transfers.ts';

/** Where everything is that an excerpt leaves out: in the middle, where it shows the line. */
const elsewhere = (scene: LiveScene): Point => linePoint(scene);

/** Where a transfer starts: the supplying CPU, else its LLC's port, else the memory below the block. */
function supplierPoint(scene: LiveScene, transfer: LineTransfer): Point {
  const { layout, cells, machine } = scene;
  if (isShown(scene, transfer.fromCpu)) return cellMiddle(scene, transfer.fromCpu);
  if (transfer.fromCpu >= 0) return elsewhere(scene);
  const source = blockOf(layout, transfer.fromLlc);
  if (source) {
    const { port } = source;
    return toScreen(scene, port.x, (port.top + port.bottom) / 2);
  }
  const home = blockOf(layout, machine.catalog.topology.llc[transfer.to]!);
  if (transfer.fromLlc >= 0 || !home) return elsewhere(scene);
  const bottom = toScreen(scene, 0, home.rect.y + home.rect.height).y;
  return { x: cells.x[transfer.to]! + cells.width / 2, y: bottom };
}

function cellMiddle(scene: LiveScene, cpu: number): Point {
  const { cells } = scene;
  return { x: cells.x[cpu]! + cells.width / 2, y: cells.y[cpu]! + cells.height / 2 };
}

/** A cache line on its way: a square, to tell it from a task. */
function drawSquare(context: CanvasContext, at: Point, side: number): void {
  context.fillRect(at.x - side / 2, at.y - side / 2, side, side);
}

function drawTransfer(scene: LiveScene, transfers: Transfers, transfer: LineTransfer): void {
  const { context, palette, snapshot } = scene;
  const t = transfers.shareTravelled(transfer);
  if (t < 0) return;
  const from = supplierPoint(scene, transfer);
  const to = isShown(scene, transfer.to) ? cellMiddle(scene, transfer.to) : elsewhere(scene);
  const way = [from, bend(from, to), to] as const;
  const colour = heatColour(1, palette.heat);
  const reached = snapshot.reducedMotion ? 1 : t;
  const layers: readonly (readonly [string, number, number])[] = [
    [palette.background, 5 * palette.stroke, 1],
    [colour, 1.25 * palette.stroke, 1],
    [colour, 2.75 * palette.stroke, reached],
  ];
  for (const [style, width, end] of layers) {
    context.strokeStyle = style;
    context.lineWidth = width;
    strokeAlong(context, way, 0, end);
  }
  const side = scene.level === 'near' ? 11 : 8;
  const head = along(...way, reached);
  context.fillStyle = palette.background;
  drawSquare(context, head, side + 3);
  context.fillStyle = colour;
  drawSquare(context, head, side);
}

export function drawTransfers(scene: LiveScene, transfers: Transfers): void {
  const { context } = scene;
  context.save();
  context.lineCap = 'round';
  for (const transfer of transfers.drawn) drawTransfer(scene, transfers, transfer);
  context.restore();
}
