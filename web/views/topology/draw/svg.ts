// The picture of a machine as SVG: the layers draw on a context that writes. A chunk of its own: few ask for it.

import { escapedXml, SvgContext } from '../../../ui/svg-context.ts';
import type { Palette } from '../../../ui/theme.ts';
import type { CanvasContext, LiveScene, WaitHatches } from './scene.ts';

/** As the tiles of hatches.ts, CSS pixels. */
const tile = 6;
const stripe = 1.9;

/** A pattern, by its id; `ground` and `colour` as the tile on a canvas has them. */
function pattern(id: string, ground: string, colour: string, lattice: boolean): string {
  const across = `M${-tile} ${tile}L0 0M0 ${tile}L${tile} 0M${tile} ${tile}L${2 * tile} 0`;
  const back = lattice
    ? `M${-tile} 0L0 ${tile}M0 0L${tile} ${tile}M${tile} 0L${2 * tile} ${tile}`
    : '';
  const width = lattice ? stripe * 0.7 : stripe;
  const ink = `stroke="${escapedXml(colour)}" stroke-width="${width}"`;
  const rect = `<rect width="${tile}" height="${tile}" fill="${escapedXml(ground)}"/>`;
  return `<pattern id="${id}" width="${tile}" height="${tile}" patternUnits="userSpaceOnUse">${rect}<path d="${across}${back}" ${ink}/></pattern>`;
}

/** Patterns are inks like any colour. */
const ink = (id: string) => `url(#${id})` as unknown as CanvasPattern;

/** What `draw` draws of a scene, as the elements of an SVG whose ids begin with `prefix`. */
export function svgOf(
  scene: LiveScene,
  prefix: string,
  { line, lock, hatch }: Palette,
  draw: (scene: LiveScene) => void,
): string {
  const ids = { stalled: `${prefix}stalled`, spinning: `${prefix}spinning` };
  const hatches: WaitHatches = { stalled: ink(ids.stalled), spinning: ink(ids.spinning) };
  const context = new SvgContext(scene.context, prefix);
  draw({ ...scene, hatches, context: context as unknown as CanvasContext, ground: undefined });
  const tiles = pattern(ids.stalled, line, hatch, false) + pattern(ids.spinning, lock, hatch, true);
  return `<defs>${tiles}</defs>${context.body}`;
}
