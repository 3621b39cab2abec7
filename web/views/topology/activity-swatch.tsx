// A small sample of a CPU's fill, for keys and tables: the same lightness and hatch as in the picture.

import { useId } from 'react';
import type { Activity } from './activity.ts';

const plain: Readonly<Partial<Record<Activity, string>>> = {
  user: 'var(--cpu-user)',
  kernel: 'var(--cpu-kernel)',
};

export function ActivitySwatch({
  activity,
  size = 12,
}: {
  readonly activity: Activity;
  readonly size?: number;
}) {
  const id = useId();
  const hatched = activity === 'stalled' || activity === 'spinning';
  const fill = hatched ? `url(#${id})` : (plain[activity] ?? 'none');
  return (
    <svg width={size} height={size} aria-hidden="true">
      {hatched ? (
        <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse">
          <rect width="6" height="6" fill="var(--cpu-wait)" />
          <path
            d={
              activity === 'stalled'
                ? 'M-1 1 1-1M0 6 6 0M5 7 7 5'
                : 'M-1 1 1-1M0 6 6 0M5 7 7 5M-1 5 1 7M0 0 6 6M5-1 7 1'
            }
            stroke="var(--cpu-hatch)"
            strokeWidth={activity === 'stalled' ? 1.9 : 1.3}
          />
        </pattern>
      ) : null}
      <rect
        x="0.5"
        y="0.5"
        width={size - 1}
        height={size - 1}
        fill={fill}
        stroke={activity === 'idle' ? 'var(--cpu-idle)' : hatched ? 'var(--cpu-hatch)' : 'none'}
      />
    </svg>
  );
}
