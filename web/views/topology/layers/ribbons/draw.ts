// Ribbons of transfers through the gutters of a machine, as wide as their rate. Loaded after the first picture,
// which shows single transfers.

import type { CanvasContext, LiveScene } from '../../draw/scene.ts';
import { toScreen } from '../../draw/traffic.ts';
import type { Layout } from '../../layout.ts';
import { isHotRate } from '../../rates.ts';
import { type Way, type WayPoint, type Ways, waysOf } from './ways.ts';

/** Widths at the full rate of the scale, CSS pixels; one that can hardly be seen still is. */
const widest = 11;
const thinnest = 1;

interface Known {
  readonly shown: readonly number[];
  readonly ways: Ways;
}

/** Where ribbons run in a layout: worked out when others are shown, drawn in every picture. */
const placed = new WeakMap<Layout, Known>();

function waysIn({ layout, machine, snapshot }: LiveScene): Ways {
  const { shown } = snapshot.traffic;
  const known = placed.get(layout);
  if (known?.shown === shown) return known.ways;
  const ways = waysOf(layout, shown, machine.catalog.topology.llcs);
  placed.set(layout, { shown, ways });
  return ways;
}

/** Width at the full rate: the same for all ribbons, so that widths compare. */
export const fullWidth = ({ room }: Pick<Ways, 'room'>, scale: number): number =>
  Math.min(widest, Math.max(2 * thinnest, room * scale));

/** Arrowhead at the edge of the block where a ribbon ends. */
function drawHead(context: CanvasContext, tip: WayPoint, side: 1 | -1, width: number): void {
  const length = headLength(width);
  const half = Math.max(2.2, width * 0.8);
  context.beginPath();
  context.moveTo(tip.x, tip.y);
  context.lineTo(tip.x + side * length, tip.y - half);
  context.lineTo(tip.x + side * length, tip.y + half);
  context.closePath();
  context.fill();
}
const headLength = (width: number): number => Math.max(4, width * 0.8);

/** The way as the current path, up to where the arrowhead begins. */
function trace(context: CanvasContext, way: Way, points: readonly WayPoint[], short: number): void {
  const [first, ...rest] = points as [WayPoint, ...WayPoint[]];
  const last = rest.pop()!;
  const end = { x: last.x + way.side * short, y: last.y };
  context.beginPath();
  context.moveTo(first.x, first.y);
  if (way.form === 'curve') {
    const [one, two] = rest as [WayPoint, WayPoint];
    context.bezierCurveTo(one.x, one.y, two.x, two.y, end.x, end.y);
    return;
  }
  rest.forEach((corner, at) => {
    const next = rest[at + 1] ?? end;
    context.arcTo(corner.x, corner.y, next.x, next.y, 6);
  });
  context.lineTo(end.x, end.y);
}

function drawRibbon(scene: LiveScene, way: Way, width: number): void {
  const { context } = scene;
  const points = way.points.map(({ x, y }) => toScreen(scene, x, y));
  context.lineWidth = width;
  trace(context, way, points, headLength(width) * 0.8);
  context.stroke();
  drawHead(context, points.at(-1)!, way.side, width);
}

/**
 * Ribbons between caches, thin ones first. What crosses is waited for: they have the colour of a wait for a line, whatever the
 * fills say, unless hardly anything crosses.
 */
export function drawRibbons(scene: LiveScene): void {
  const { context, snapshot, palette } = scene;
  const { shown, rates } = snapshot.traffic;
  if (shown.length === 0 || !(snapshot.fullRate > 0)) return;
  const found = waysIn(scene);
  const full = fullWidth(found, scene.camera.scale) * palette.stroke;
  const order = [...shown.keys()].sort((a, b) => rates[shown[a]!]! - rates[shown[b]!]!);
  context.save();
  context.lineCap = 'butt';
  context.globalAlpha = 0.72;
  for (const at of order) {
    const way = found.ways[at];
    const rate = rates[shown[at]!]!;
    const share = Math.min(1, rate / snapshot.fullRate);
    context.strokeStyle = isHotRate(rate) ? palette.line : palette.inkFaint;
    context.fillStyle = context.strokeStyle;
    if (way) drawRibbon(scene, way, Math.max(thinnest, share * full));
  }
  context.restore();
}
