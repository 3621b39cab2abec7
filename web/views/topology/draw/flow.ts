// What flows between CPUs: bundles of transfers between the parts of a machine, and tasks in flight. Loaded
// after the first picture, which shows single transfers.

import { MIGRATE } from '../../../engine/abi.gen.ts';
import { heatColour } from '../../../ui/cividis.ts';
import { rate as perSecond } from '../../../ui/format.ts';
import { type Bundle, bundlesOf, type Curve, fullWidthOf } from '../bundles.ts';
import type { Flight } from '../flights.ts';
import { type Context, type LiveScene, legible, textFont } from './scene.ts';
import { taskDot } from './tasks.ts';
import { along, bend, isShown, type Point, strokeAlong, toScreen } from './traffic.ts';

export { curvesOf } from '../bundles.ts';
export { drawDomains } from './domains.ts';
export { drawPasses } from './passes.ts';

/** Arrowhead at the end of a curve, as long as it is wide. */
function drawHead(context: Context, tip: Point, side: 1 | -1, width: number): void {
  const length = Math.max(4, width * 0.8);
  const half = Math.max(2.6, width * 0.85);
  context.beginPath();
  context.moveTo(tip.x, tip.y);
  context.lineTo(tip.x + side * length, tip.y - half);
  context.lineTo(tip.x + side * length, tip.y + half);
  context.closePath();
  context.fill();
}

function drawBundle(scene: LiveScene, bundle: Bundle, curve: Curve, full: number): void {
  const { context, palette } = scene;
  const colour = heatColour(bundle.share, palette.heat);
  const width = Math.max(0.75, bundle.share * full * palette.stroke);
  const start = toScreen(scene, curve.x0, curve.y0);
  const end = toScreen(scene, curve.x3, curve.y3);
  const first = toScreen(scene, curve.x1, curve.y1);
  const second = toScreen(scene, curve.x2, curve.y2);
  const { side } = curve;
  const head = Math.max(4, width * 0.8);
  context.strokeStyle = colour;
  context.fillStyle = colour;
  context.lineWidth = width;
  context.beginPath();
  context.moveTo(start.x, start.y);
  context.bezierCurveTo(first.x, first.y, second.x, second.y, end.x + side * head * 0.8, end.y);
  context.stroke();
  drawHead(context, end, side, width);
}

/** A loop whose rate goes beyond the scale says how large it is. */
function drawLoopRate(scene: LiveScene, curve: Curve, rate: number): void {
  const { context, palette } = scene;
  const at = toScreen(scene, curve.x0 + 0.75 * (curve.x1 - curve.x0), (curve.y0 + curve.y3) / 2);
  context.font = textFont(palette, legible(palette, palette.textSmall * 0.86), 500);
  context.textAlign = curve.side > 0 ? 'left' : 'right';
  context.textBaseline = 'middle';
  context.lineWidth = 3 * palette.stroke;
  context.strokeStyle = palette.background;
  const x = at.x + curve.side * 8;
  if (scene.layout.corridor * scene.camera.scale < palette.textSmall * 7) return;
  context.strokeText(perSecond(rate), x, at.y);
  context.fillStyle = palette.inkMuted;
  context.fillText(perSecond(rate), x, at.y);
}

/** Bundles between parts and the loops inside LLCs, thin ones first; curves by pair. */
export function drawBundles(scene: LiveScene, curves: readonly (Curve | undefined)[]): void {
  const { context, snapshot } = scene;
  const full = fullWidthOf(curves, scene.camera.scale);
  const bundles = bundlesOf(snapshot.rates, snapshot.fullRate);
  context.save();
  context.lineCap = 'butt';
  context.globalAlpha = 0.92;
  for (const bundle of bundles) {
    const curve = curves[bundle.pair];
    if (curve) drawBundle(scene, bundle, curve, full);
  }
  for (const { pair } of bundles) {
    const curve = curves[pair];
    const rate = snapshot.rates[pair]!;
    if (curve && rate > snapshot.fullRate * 1.001) drawLoopRate(scene, curve, rate);
  }
  context.restore();
}

/** How far a tail reaches back, as a share of the way. */
const tailShare = 0.34;

/** A chevron that points along a direction, its tip `ahead` pixels from a point. */
function chevron(context: Context, at: Point, towards: Point, ahead: number, reach: number): void {
  const length = Math.hypot(towards.x, towards.y) || 1;
  const [ux, uy] = [towards.x / length, towards.y / length];
  const tip = { x: at.x + ux * ahead, y: at.y + uy * ahead };
  context.beginPath();
  context.moveTo(tip.x - ux * reach - uy * reach, tip.y - uy * reach + ux * reach);
  context.lineTo(tip.x, tip.y);
  context.lineTo(tip.x - ux * reach + uy * reach, tip.y - uy * reach - ux * reach);
  context.stroke();
}

/**
 * Tail shapes: wake-up a plain line, fork two prongs, exec two pairs of them, push a chevron behind the task, pull one ahead of
 * it, balance dashes, balance of a running task dashes with a chevron behind (NUMA balancing, too), balance for a CPU without
 * a tick dashes and dots, new-idle dots.
 */
function drawTail(
  context: Context,
  reason: number,
  way: readonly [Point, Point, Point],
  t: number,
  radius: number,
): void {
  const head = along(...way, t);
  const back = along(...way, t - 0.05);
  const towards = { x: head.x - back.x, y: head.y - back.y };
  const isForced = reason === MIGRATE.ACTIVE || reason === MIGRATE.NUMA;
  if (reason === MIGRATE.BALANCE || isForced) context.setLineDash([5, 4]);
  if (reason === MIGRATE.NOHZ) context.setLineDash([5, 3, 1, 3]);
  if (reason === MIGRATE.NEWIDLE) context.setLineDash([0.5, 4]);
  strokeAlong(context, way, Math.max(0, t - tailShare), t);
  context.setLineDash([]);
  if (reason === MIGRATE.PUSH || isForced) {
    chevron(context, head, towards, -radius - 1.5, radius);
  }
  if (reason === MIGRATE.PULL) chevron(context, head, towards, radius + 5, radius);
  if (reason === MIGRATE.EXEC) {
    chevron(context, head, towards, 0, radius * 2.6);
    chevron(context, head, towards, -radius * 1.6, radius * 2.6);
  }
  if (reason === MIGRATE.FORK) chevron(context, head, towards, 0, radius * 2.6);
}

function drawFlight(scene: LiveScene, flight: Flight): void {
  const { context, palette, snapshot } = scene;
  const from = taskDot(scene, flight.from);
  const to = taskDot(scene, flight.to);
  const way = [from, bend(from, to), to] as const;
  const group = snapshot.frame.tasks.group[flight.task];
  const mine = snapshot.selection.group !== undefined && group === snapshot.selection.group;
  const colour = mine ? palette.group : palette.flight;
  const radius = Math.max(2, Math.min(5, from.radius * 0.9));
  const width = radius < 3 ? 1.25 : 1.75;
  const strokes: readonly (readonly [string, number])[] = [
    [palette.background, (width + 2.25) * palette.stroke],
    [colour, width * palette.stroke],
  ];
  const t = Math.min(1, snapshot.flights.shareFlown(flight));
  for (const [style, lineWidth] of strokes) {
    context.strokeStyle = style;
    context.fillStyle = style;
    context.lineWidth = lineWidth;
    if (snapshot.reducedMotion) strokeAlong(context, way, 0, 1);
    else drawTail(context, flight.reason, way, t, radius);
    const head = snapshot.reducedMotion ? to : along(...way, t);
    context.beginPath();
    context.arc(head.x, head.y, radius + (style === palette.background ? 1.5 : 0), 0, Math.PI * 2);
    context.fill();
  }
}

export function drawFlights(scene: LiveScene): void {
  const { context, snapshot } = scene;
  context.save();
  context.lineCap = 'round';
  context.lineJoin = 'round';
  for (const flight of snapshot.flights.flying) {
    if (isShown(scene, flight.from) && isShown(scene, flight.to)) drawFlight(scene, flight);
  }
  context.restore();
}
