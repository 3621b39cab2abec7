// The distance ruler: how long a line takes to come from the same core, the same LLC, the same socket
// and the other socket, in one machine's nanoseconds. Bars on one scale, so that far looks far.

import type { Ruler } from '../../engine/types.ts';
import styles from './DistanceRuler.module.css';
import { rulerWords as words } from './ruler-words.ts';

export interface Distance {
  readonly kind: 'core' | 'cache' | 'socket' | 'across';
  readonly name: string;
  /** ns. */
  readonly least: number;
  readonly most: number;
}

/** The four distances; one that a machine does not have (0 ns) is left out. */
export function distancesOf(ruler: Ruler): Distance[] {
  const socket = [ruler.sameNode, ruler.near, ruler.far].filter((ns) => ns > 0);
  const distances: Distance[] = [
    { kind: 'core', name: words.sameCore, least: ruler.sameCore, most: ruler.sameCore },
    { kind: 'cache', name: words.sameLlc, least: ruler.sameLlc, most: ruler.sameLlc },
    {
      kind: 'socket',
      name: words.sameSocket,
      least: Math.min(...socket.filter((ns) => ns > ruler.sameLlc), Infinity),
      most: Math.max(0, ...socket.filter((ns) => ns > ruler.sameLlc)),
    },
    { kind: 'across', name: words.otherSocket, least: ruler.otherSocket, most: ruler.otherSocket },
  ];
  return distances.filter((distance) => distance.most > 0);
}

export interface DistanceRulerProps {
  readonly ruler: Ruler;
  /** Accessible name. */
  readonly label?: string;
}

export function DistanceRuler({ ruler, label = words.label }: DistanceRulerProps) {
  const distances = distancesOf(ruler);
  const longest = Math.max(1, ...distances.map((distance) => distance.most));
  const percent = (ns: number): string => `${(100 * ns) / longest}%`;
  return (
    <figure className={styles.ruler} aria-label={label}>
      <dl className={styles.rows}>
        {distances.map(({ name, least, most }) => (
          <div key={name} className={styles.row}>
            <dt>{name}</dt>
            <dd className={styles.bar}>
              <svg aria-hidden="true">
                <rect x="0" y="25%" height="50%" width={percent(most)} fill="var(--outline)" />
                <rect x="0" y="25%" height="50%" width={percent(least)} fill="var(--ink-faint)" />
              </svg>
            </dd>
            <dd className={styles.value}>{words.ns(least, most)}</dd>
          </div>
        ))}
      </dl>
    </figure>
  );
}
