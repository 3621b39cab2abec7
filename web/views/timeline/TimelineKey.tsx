// The key to fills and marks: the same lightness and hatch as in the picture.

import { useId } from 'react';
import type { TileActivity } from '../../engine/slices.ts';
import { Hatch, isHatched } from '../../ui/Hatch.tsx';
import styles from './TimelineView.module.css';
import { words } from './words.ts';

const size = 12;
const shownActivities = ['user', 'kernel', 'stalled', 'spinning'] as const;

function Swatch({ activity }: { readonly activity: TileActivity }) {
  const id = useId();
  const hatched = isHatched(activity);
  return (
    <svg width={size} height={size} aria-hidden="true">
      {hatched && <Hatch id={id} kind={activity} />}
      <rect width={size} height={size} fill={hatched ? `url(#${id})` : `var(--cpu-${activity})`} />
    </svg>
  );
}

const marks = {
  wake: 'M6 2.5 9.5 9.5H2.5Z',
  migrate: 'M2 4H10V8H2Z',
  decision: 'M6 2 10 6 6 10 2 6Z',
  sleep: 'M2.5 2.5H9.5L6 9.5Z',
} as const;

export function TimelineKey() {
  return (
    <ul className={styles.key} aria-label={words.key.name}>
      {shownActivities.map((activity) => (
        <li key={activity}>
          <Swatch activity={activity} />
          {words.activity[activity]}
        </li>
      ))}
      {(Object.keys(marks) as (keyof typeof marks)[]).map((mark) => (
        <li key={mark}>
          <svg width={size} height={size} aria-hidden="true">
            <path d={marks[mark]} fill={mark === 'sleep' ? 'var(--ink-muted)' : 'var(--ink)'} />
          </svg>
          {words.key[mark]}
        </li>
      ))}
    </ul>
  );
}
