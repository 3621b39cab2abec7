// Bundles of transfers between the parts of a machine, as wide as their rate. Loaded after the first
// picture, which shows single transfers.

import { heatColour } from '../../../../ui/cividis.ts';
import { rate as perSecond } from '../../../../ui/format.ts';
import { type Context, type LiveScene, legible, textFont } from '../../draw/scene.ts';
import { type Point, toScreen } from '../../draw/traffic.ts';
import type { Layout } from '../../layout.ts';
import { pairUp } from '../../pairs.ts';
import { type Bundle, bundlesOf, type Curve, curvesOf, fullWidthOf } from './bundles.ts';

type Curves = readonly (Curve | undefined)[];

/** Where bundles run in a layout, by pair: worked out once, drawn in every picture. */
const placed = new WeakMap<Layout, Curves>();

function curvesIn({ layout, machine }: LiveScene): Curves {
  const known = placed.get(layout);
  if (known) return known;
  const curves = curvesOf(layout, pairUp(machine.catalog.topology));
  placed.set(layout, curves);
  return curves;
}

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

/** Bundles between parts and the loops inside LLCs, thin ones first. */
export function drawBundles(scene: LiveScene): void {
  const { context, snapshot } = scene;
  const curves = curvesIn(scene);
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
