// The CPUs of a machine as one strip, by number: which of them a domain spans, where its groups begin
// and end, and where the CPU asked for is.

import type { Domain } from '../../engine/domains/words.ts';
import styles from './DomainsView.module.css';
import { words } from './words.ts';

interface Range {
  readonly first: number;
  readonly last: number;
}

export function rangesOf(list: string): Range[] {
  return list.split(',').map((part) => {
    const [first, last = first] = part.split('-').map(Number) as [number, number?];
    return { first, last };
  });
}

interface StripProps {
  readonly domain: Domain;
  readonly cpus: number;
  readonly cpu: number;
}

export function Strip({ domain, cpus, cpu }: StripProps) {
  const height = 10;
  return (
    <svg
      className={styles.strip}
      viewBox={`0 0 ${cpus} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={words.picture(domain.name, domain.span, domain.groups.length)}
    >
      <rect className={styles.outside} x={0} y={3} width={cpus} height={4} />
      {domain.groups.flatMap((group, index) =>
        rangesOf(group.span).map(({ first, last }) => (
          <rect
            key={`${group.span} ${first}`}
            className={index % 2 ? styles.odd : styles.even}
            x={first}
            y={1}
            width={last - first + 1}
            height={8}
          />
        )),
      )}
      <rect className={styles.mine} x={cpu} y={0} width={Math.max(1, cpus / 400)} height={height} />
    </svg>
  );
}
