// Single transfers between CPUs, and the ways along which things move. Bundles and flights: flow.ts.

import { heatColour } from '../../../ui/cividis.ts';
import { toScreenX, toScreenY } from '../camera.ts';
import { blockOf } from '../layout.ts';
import type { Transfer } from '../transfers.ts';
import { linePoint } from './line.ts';
import type { Context, LiveScene } from './scene.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

export const toScreen = (scene: LiveScene, x: number, y: number): Point => ({
  x: toScreenX(scene.camera, scene.view, x),
  y: toScreenY(scene.camera, scene.view, y),
});

/** A gently bent way between two points: the control point of a quadratic curve. */
export function bend(from: Point, to: Point): Point {
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  return { x: (from.x + to.x) / 2 + dy * 0.16, y: (from.y + to.y) / 2 - dx * 0.16 };
}

export function along(from: Point, control: Point, to: Point, t: number): Point {
  const u = 1 - t;
  return {
    x: u * u * from.x + 2 * u * t * control.x + t * t * to.x,
    y: u * u * from.y + 2 * u * t * control.y + t * t * to.y,
  };
}

export function strokeAlong(
  context: Context,
  way: readonly [Point, Point, Point],
  begin: number,
  end: number,
): void {
  const steps = 16;
  context.beginPath();
  for (let i = 0; i <= steps; i++) {
    const point = along(...way, begin + ((end - begin) * i) / steps);
    if (i === 0) context.moveTo(point.x, point.y);
    else context.lineTo(point.x, point.y);
  }
  context.stroke();
}

export const isShown = (scene: LiveScene, cpu: number): boolean =>
  cpu >= 0 && !Number.isNaN(scene.layout.cpuX[cpu]);

/** Where everything is that an excerpt leaves out: in the middle, where it shows the line. */
const elsewhere = (scene: LiveScene): Point => linePoint(scene);

/** Where a transfer starts: the supplying CPU, else its LLC's port, else the memory below the block. */
function supplierPoint(scene: LiveScene, transfer: Transfer): Point {
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

/** A line of cache on its way: a square, so that nobody takes it for a task. */
function drawSquare(context: Context, at: Point, side: number): void {
  context.fillRect(at.x - side / 2, at.y - side / 2, side, side);
}

function drawTransfer(scene: LiveScene, transfer: Transfer): void {
  const { context, palette, snapshot } = scene;
  const t = snapshot.transfers.shareTravelled(transfer);
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

export function drawTransfers(scene: LiveScene): void {
  const { context, snapshot } = scene;
  context.save();
  context.lineCap = 'round';
  for (const transfer of snapshot.transfers.drawn) drawTransfer(scene, transfer);
  context.restore();
}
