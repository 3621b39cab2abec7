// Colours of the stylesheet as numbers: for painting pixels, and to tell light from dark. A canvas of
// one pixel reads any notation the stylesheet uses.

import type { Palette } from '../../ui/theme.ts';
import type { Colours } from './raster.ts';

type Rgb = readonly [number, number, number];

const known = new Map<string, Rgb>();

/** Red, green and blue, 0 to 255; black if the colour cannot be read. */
export function rgbOf(colour: string): Rgb {
  const before = known.get(colour);
  if (before) return before;
  const pen = new OffscreenCanvas(1, 1).getContext('2d')!;
  pen.fillStyle = colour;
  pen.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = pen.getImageData(0, 0, 1, 1).data;
  known.set(colour, [red, green, blue]);
  return [red, green, blue];
}

/** As one opaque pixel, 0xAABBGGRR. */
export function pixelOf(colour: string): number {
  const [red, green, blue] = rgbOf(colour);
  return ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0;
}

/** 0 black to 1 white, as WCAG weighs the channels, without its curve. */
export function lightnessOf(colour: string): number {
  const [red, green, blue] = rgbOf(colour);
  return (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255;
}

export function coloursOf(palette: Palette): Colours {
  const { outlineStrong, user, kernel, line, lock, hatch, group, groupUser, groupKernel } = palette;
  return {
    idle: pixelOf(outlineStrong),
    user: pixelOf(user),
    kernel: pixelOf(kernel),
    line: pixelOf(line),
    lock: pixelOf(lock),
    hatch: pixelOf(hatch),
    group: pixelOf(group),
    groupUser: pixelOf(groupUser),
    groupKernel: pixelOf(groupKernel),
  };
}
