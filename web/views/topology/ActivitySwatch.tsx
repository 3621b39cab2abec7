// A small sample of a CPU's fill, for keys and tables: the same lightness and hatch as in the picture.

import { useId } from 'react';
import { Hatch, isHatched } from '../../ui/Hatch.tsx';
import type { Activity } from './activity.ts';

const plain: Readonly<Partial<Record<Activity, string>>> = {
  idle: 'var(--cpu-idle)',
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
  const hatched = isHatched(activity);
  const fill = hatched ? `url(#${id})` : (plain[activity] ?? 'none');
  return (
    <svg width={size} height={size} aria-hidden="true">
      {hatched && <Hatch id={id} kind={activity} />}
      <rect
        x="0.5"
        y="0.5"
        width={size - 1}
        height={size - 1}
        fill={fill}
        stroke={activity === 'idle' ? 'var(--outline-strong)' : 'none'}
      />
    </svg>
  );
}
