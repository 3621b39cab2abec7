// How colours look to people with different sight: WCAG 2.2 contrast, the three dichromacies, and the distance
// between two colours. For tests of the palette alone: the page never asks.

/** Red, green and blue, 0 to 1. */
type Rgb = readonly [number, number, number];

/** Of "#rrggbb" or "rgb(r g b)". */
export function rgbOf(colour: string): Rgb {
  const channels = colour.startsWith('#')
    ? [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
    : colour.match(/\d+/g)!.slice(0, 3).map(Number);
  const [red, green, blue] = channels.map((value) => value / 255);
  return [red!, green!, blue!];
}

const linear = (value: number): number =>
  value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;

function luminance(colour: string): number {
  const [red, green, blue] = rgbOf(colour).map(linear);
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

/** Contrast ratio of two colours, 1 to 21 (WCAG 2.2). */
export function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((x, y) => x - y);
  return (light! + 0.05) / (dark! + 0.05);
}

/**
 * Matrices on linear RGB for complete dichromacy (severity 1.0): G. M. Machado, M. M. Oliveira, L. A. F. Fernandes, "A
 * Physiologically-based Model for Simulation of Color Vision Deficiency", IEEE Transactions on Visualization
 * and Computer Graphics 15(6), 2009, table 1.
 */
const sights = {
  'normal sight': [1, 0, 0, 0, 1, 0, 0, 0, 1],
  protanopia: [
    0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998,
  ],
  deuteranopia: [
    0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881,
  ],
  tritanopia: [
    1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039,
  ],
} as const;

export type Sight = keyof typeof sights;
export const allSights = Object.keys(sights) as readonly Sight[];

/** In OKLab (Björn Ottosson, 2020), as seen with that sight. */
function seen(colour: string, sight: Sight): Rgb {
  const [red, green, blue] = rgbOf(colour).map(linear) as unknown as Rgb;
  const m = sights[sight];
  const row = (at: number): number =>
    Math.min(1, Math.max(0, m[at]! * red + m[at + 1]! * green + m[at + 2]! * blue));
  const [r, g, b] = [row(0), row(3), row(6)];
  const long = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const middle = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const short = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * long + 0.793617785 * middle - 0.0040720468 * short,
    1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short,
    0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short,
  ];
}

/** How far apart two colours look: the distance in OKLab. About 0.02 can just be noticed side by side. */
export function apart(one: string, other: string, sight: Sight): number {
  const [a, b] = [seen(one, sight), seen(other, sight)];
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}
