// The distance ruler: what it costs on this machine to fetch a line that another CPU has changed,
// from the same core to the other socket. Bars of one scale, always in sight.

import type { Ruler } from '../../engine/types.ts';
import { whole } from '../format.ts';
import { ruler as words } from '../messages.ts';
import styles from './DistanceRuler.module.css';

const marks = ['sameCore', 'sameLlc', 'sameNode', 'near', 'far', 'otherSocket'] as const;

/** The distances a machine has, shortest first; what is 0 does not exist there. */
export function distances(ruler: Ruler): { name: (typeof marks)[number]; ns: number }[] {
  return marks.map((name) => ({ name, ns: ruler[name] })).filter(({ ns }) => ns > 0);
}

export function DistanceRuler({ ruler }: { readonly ruler: Ruler }) {
  const shown = distances(ruler);
  const longest = Math.max(1, ...shown.map(({ ns }) => ns));
  return (
    <dl className={styles.ruler} aria-label={words.label} title={words.title}>
      {shown.map(({ name, ns }) => (
        <div key={name} className={styles.mark}>
          <dt>{words[name]}</dt>
          <dd>
            {words.ns(whole(ns))}
            <span className={styles.bar} style={{ width: `${(100 * ns) / longest}%` }} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
