// The policy beside A, seed by seed: a dot a seed, and the same as a table. Props only.

import { useEffect, useRef, useState } from 'react';
import { type PlacedRacer, placeRacer } from '../../engine/sweep/placed.ts';
import { shippedBar, shippedErrors } from '../../scenario/error-bars/shipped.ts';
import { errorBarWords, orderWords } from '../../scenario/error-bars/words.ts';
import { metrics } from '../../scenario/metrics.ts';
import { Button } from '../../ui/Button.tsx';
import { Select } from '../../ui/Select.tsx';
import styles from './Race.module.css';
import { words } from './words.ts';

type Measured = Readonly<Record<string, number>>;

export interface RaceProps {
  readonly own: 'C' | 'D';
  /** Finished runs, of all there are. */
  readonly done: number;
  readonly total: number;
  readonly isRunning: boolean;
  readonly problem: string | undefined;
  /** What both measured, by seed; empty before it was run. */
  readonly runs: readonly { readonly A: Measured; readonly own: Measured }[];
  readonly onRun: () => void;
  readonly onCancel: () => void;
}

const number = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 4 });
const percent = (value: number) => `${value >= 0 ? '+' : '−'}${Math.abs(value).toFixed(1)} %`;

/** What every run measured, and what is not 0 everywhere. */
const measuredOf = (runs: RaceProps['runs']) =>
  metrics.filter(({ name, ofLine }) => {
    if (ofLine) return false;
    const values = runs.flatMap(({ A, own }) => [A[name], own[name]]);
    return values.every((value) => value !== undefined) && values.some((value) => value !== 0);
  });

function Dots({ of, side, from, to }: { of: PlacedRacer; side: string; from: number; to: number }) {
  const at = (value: number) => 2 + (96 * (value - from)) / Math.max(to - from, Number.EPSILON);
  return (
    <svg className={styles.dots} role="img" aria-label={words.dots(of.name)}>
      <line x1="0" x2="100%" y1="50%" y2="50%" />
      {of.values.map((value, seed) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a dot is its seed
        <circle key={seed} data-side={side} cx={`${at(value)}%`} cy="50%" r="5" />
      ))}
    </svg>
  );
}

/** The expected error of a custom policy. It has no measurement, so its change is compared with all claims. */
function Expected({ medianGain }: PlacedRacer) {
  const asked = { metric: 'throughput_gain', value: medianGain, workload: '', ownPolicy: true };
  const bar = shippedBar(asked);
  return bar ? (
    <p className={styles.note}>
      {words.expected(percent(medianGain), errorBarWords(bar))} {orderWords(shippedErrors)}
    </p>
  ) : null;
}

function Outcome({ own, runs }: Pick<RaceProps, 'own' | 'runs'>) {
  const measured = measuredOf(runs);
  const [chosen, setChosen] = useState('throughput');
  const metric = measured.find(({ name }) => name === chosen) ?? measured[0];
  if (!metric) return null;
  const valuesOf = (side: 'A' | 'own') => runs.map((run) => run[side][metric.name]!);
  const first = { name: 'A', values: valuesOf('A') };
  const rows = [
    placeRacer(first, first),
    placeRacer({ name: own, values: valuesOf('own') }, first),
  ];
  const from = Math.min(...rows.map(({ least }) => least));
  const to = Math.max(...rows.map(({ greatest }) => greatest));
  return (
    <>
      <Select
        name={words.measure}
        value={metric.name}
        onChange={setChosen}
        offers={measured.map(({ name, unit }) => ({
          key: name,
          label: unit ? `${name}, ${unit}` : name,
        }))}
      />
      {rows.map((row) => (
        <div key={row.name} className={styles.row}>
          <strong aria-hidden="true">{row.name}</strong>
          <Dots of={row} side={row.name} from={from} to={to} />
        </div>
      ))}
      <table className={styles.table}>
        <thead>
          <tr>
            {words.columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, i) => (
            <tr key={row.name}>
              <th scope="row">{row.name}</th>
              <td>{number.format(row.median)}</td>
              <td>{words.range(number.format(row.least), number.format(row.greatest))}</td>
              <td>{i > 0 && percent(row.medianGain)}</td>
              <td>{i > 0 && words.agree(row.agree, row.values.length)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Expected {...rows[1]!} />
    </>
  );
}

export function RacePanel({
  own,
  done,
  total,
  isRunning,
  problem,
  runs,
  onRun,
  onCancel,
}: RaceProps) {
  const section = useRef<HTMLElement>(null);
  const isOver = runs.length > 0 && !isRunning;
  // What was waited for is below the button, and in a low window out of sight. No more is moved than what it stands in.
  useEffect(() => {
    const place = section.current?.parentElement;
    if (isOver && place) place.scrollTop = section.current!.offsetTop - place.offsetTop;
  }, [isOver]);
  return (
    <section ref={section} className={styles.race} aria-label={words.race}>
      <div className={styles.head}>
        <Button onClick={isRunning ? onCancel : onRun}>
          {isRunning ? words.cancel : words.race}
        </Button>
        <span className={styles.note} role="status">
          {isRunning ? words.racing(done, total) : words.raceOf(own)}
        </span>
      </div>
      {problem !== undefined && <p role="alert">{problem}</p>}
      {isOver && <Outcome own={own} runs={runs} />}
    </section>
  );
}
