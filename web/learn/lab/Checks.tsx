// What a design or a policy of one's own has to hold, with what each is worth: read before anything is tried.

import styles from './Lab.module.css';
import { words } from './words.ts';

interface ChecksProps {
  readonly checks: readonly {
    readonly id: string;
    readonly says: string;
    readonly points: number;
  }[];
}

export function Checks({ checks }: ChecksProps) {
  return (
    <ul className={styles.checks}>
      {checks.map(({ id, says, points }) => (
        <li key={id}>
          {says} <span className={styles.note}>({words.worth(points)})</span>
        </li>
      ))}
    </ul>
  );
}
