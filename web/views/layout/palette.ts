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

/** Above it dark ink reads better than white: contrast to black and to white is the same there, WCAG 2.2. */
const middle = 0.179;

/** The fill of a field of this warmth (0 to 1) and the ink that reads best on it. */
export function heatPaint(warmth: number, range: HeatRange): { fill: string; ink: string } {
  const fill = heatColour(warmth, range);
  return { fill, ink: luminance(fill) > middle ? 'var(--on-light)' : 'var(--on-dark)' };
}
