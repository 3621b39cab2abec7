// What a policy did: what it was asked, how that ended, what a call takes, and where the last failing one failed.

import type { ReactNode } from 'react';
import type { PolicyCounts, PolicyFault } from '../../engine/policy.ts';
import type { CompiledPolicy } from '../../policy/compiled.ts';
import type { LineHeat } from '../../policy/heat.ts';
import { formatTime } from '../../scenario/units.ts';
import { Button } from '../../ui/Button.tsx';
import styles from './PolicyView.module.css';
import { words } from './words.ts';

const number = new Intl.NumberFormat('en-US');
const mean = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });
const sum = (values: readonly number[]) => values.reduce((total, each) => total + each, 0);

/** Rows of what happened at all. */
const rowsOf = (names: readonly string[], counts: readonly number[]) =>
  names.map((name, i) => [name, counts[i] ?? 0] as const).filter(([, count]) => count > 0);

function Counts({ counts }: { readonly counts: PolicyCounts }) {
  const calls = sum(counts.ended);
  const share = (count: number) => `${mean.format((100 * count) / Math.max(1, calls))} %`;
  return (
    <dl className={styles.counts}>
      {rowsOf(words.points, counts.asked).map(([name, count]) => (
        <div key={name}>
          <dt>
            {words.asked}: <code>{name}</code>
          </dt>
          <dd>{number.format(count)}</dd>
        </div>
      ))}
      {rowsOf(words.ends, counts.ended).map(([name, count]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {number.format(count)} ({share(count)})
          </dd>
        </div>
      ))}
      {calls > 0 && (
        <>
          <div>
            <dt>{words.aCall}</dt>
            <dd>
              {words.aCallIs(
                mean.format(counts.operations / calls),
                mean.format(counts.words / calls),
              )}
            </dd>
          </div>
          <div>
            <dt>{words.longest}</dt>
            <dd>{formatTime(counts.longest)}</dd>
          </div>
        </>
      )}
      {counts.pulled > 0 && (
        <div>
          <dt>{words.pulled}</dt>
          <dd>{number.format(counts.pulled)}</dd>
        </div>
      )}
    </dl>
  );
}

const mostLines = 5;

/** The lines at which calls waited longest. */
function Heat({
  heat,
  onLine,
}: {
  readonly heat: readonly LineHeat[];
  readonly onLine: (line: number) => void;
}) {
  const hottest = heat
    .filter(({ waited }) => waited > 0)
    .sort((a, b) => b.waited - a.waited)
    .slice(0, mostLines);
  if (hottest.length === 0) return null;
  return (
    <>
      <h3>{words.heat}</h3>
      <ol className={styles.heat}>
        {hottest.map(({ line, runs, waited }) => (
          <li key={line}>
            <Button onClick={() => onLine(line)}>{words.goToLine(line)}</Button>{' '}
            {words.heatOf(number.format(runs), formatTime(waited))}
          </li>
        ))}
      </ol>
    </>
  );
}

export function Did({
  compiled,
  counts,
  heat,
  onLine,
  onFault,
  children,
}: {
  readonly compiled: CompiledPolicy | undefined;
  readonly counts: PolicyCounts | undefined;
  readonly heat: readonly LineHeat[];
  readonly onLine: (line: number) => void;
  readonly onFault: (fault: PolicyFault) => void;
  /** Below it. */
  readonly children?: ReactNode;
}) {
  const fault = counts?.fault;
  const line = fault && compiled?.places[fault.word]?.line;
  return (
    <section className={styles.did} aria-label={words.did}>
      <h2>{words.did}</h2>
      {counts ? <Counts counts={counts} /> : <p className={styles.note}>{words.nothing}</p>}
      <Heat heat={heat} onLine={onLine} />
      {fault && (
        <div className={styles.fault}>
          <h3>{words.fault}</h3>
          <p>{words.faultIs(words.shortEnds[fault.end]!, fault.cpu, formatTime(fault.time))}</p>
          <div className={styles.bar}>
            {line !== undefined && (
              <Button onClick={() => onLine(line)}>{words.goToFault(line)}</Button>
            )}
            <Button onClick={() => onFault(fault)}>{words.goToMoment}</Button>
          </div>
        </div>
      )}
      {counts && <p className={styles.note}>{words.predicted}</p>}
      {children}
    </section>
  );
}
