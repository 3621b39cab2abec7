// The colours of a field of the structure by its heat, and ink that can be read on them.

import { type HeatRange, heatColour } from '../../ui/cividis.ts';

/** Relative luminance of "rgb(r g b)", WCAG 2.2. */
function luminance(colour: string): number {
  const [r, g, b] = colour
    .match(/\d+/g)!
    .map((value) => Number(value) / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}

/** Above it dark ink reads better than white: contrast to black and to white is the same there, WCAG 2.2. */
const middle = 0.179;

/** The fill of a field of this warmth (0 to 1) and the ink that reads best on it. */
export function heatPaint(warmth: number, range: HeatRange): { fill: string; ink: string } {
  const fill = heatColour(warmth, range);
  return { fill, ink: luminance(fill) > middle ? 'var(--on-light)' : 'var(--on-dark)' };
}
