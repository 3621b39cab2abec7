// The small picture of a story: a moment of its real run, every CPU a cell, filled by what it does.

import { type Activity, activities } from '../../views/topology/activity.ts';
import type { Miniature } from '../../views/topology/miniature.ts';
import styles from './StoryPicture.module.css';

const waiting: readonly Activity[] = ['stalled', 'spinning'];

/** CPUs in a picture that wait for a line or a lock. */
export const waitingIn = ({ cells }: Miniature): number =>
  waiting.reduce((sum, activity) => sum + cells[activity].cpus, 0);

/** `name` says in words what it shows; without one it is part of something that does. */
export function StoryPicture(props: { readonly picture: Miniature; readonly name?: string }) {
  const { width, height, cells } = props.picture;
  return (
    <svg
      className={styles.picture}
      viewBox={`0 0 ${width} ${height}`}
      role={props.name === undefined ? undefined : 'img'}
      aria-label={props.name}
      aria-hidden={props.name === undefined}
    >
      {activities.map((activity) => (
        <path key={activity} d={cells[activity].path} className={styles[activity]} />
      ))}
    </svg>
  );
}
