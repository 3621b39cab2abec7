// The heat colours in force, read from the stylesheet, and ink that can be read on them.

import { useEffect, useState } from 'react';
import { type HeatRange, heatColour } from '../../ui/cividis.ts';

const fallback: HeatRange = { from: 0.4, to: 1 };

function rangeNow(): HeatRange {
  const style = getComputedStyle(document.documentElement);
  const from = Number.parseFloat(style.getPropertyValue('--heat-from'));
  const to = Number.parseFloat(style.getPropertyValue('--heat-to'));
  return Number.isFinite(from) && Number.isFinite(to) ? { from, to } : fallback;
}

/** The part of cividis that the theme uses; follows the theme. */
export function useHeatRange(): HeatRange {
  const [range, setRange] = useState(fallback);
  useEffect(() => {
    const read = () => setRange(rangeNow());
    read();
    const observer = new MutationObserver(read);
    observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    return () => observer.disconnect();
  }, []);
  return range;
}

/** Relative luminance of "rgb(r g b)", WCAG 2.2. */
function luminance(colour: string): number {
  const [r, g, b] = colour
    .match(/\d+/g)!
    .map((value) => Number(value) / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}

const dark = 'rgb(10 14 18)';
const light = 'rgb(255 255 255)';

const contrast = (one: number, other: number): number =>
  (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);

/** The fill of a field of this warmth (0 to 1) and the ink that reads best on it. */
export function heatPaint(warmth: number, range: HeatRange): { fill: string; ink: string } {
  const fill = heatColour(warmth, range);
  const ground = luminance(fill);
  const isDarkBetter = contrast(ground, luminance(dark)) >= contrast(ground, luminance(light));
  return { fill, ink: isDarkBetter ? dark : light };
}
