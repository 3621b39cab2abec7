// The heat colours in force, read from the stylesheet.

import { useEffect, useState } from 'react';
import type { HeatRange } from './cividis.ts';

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
