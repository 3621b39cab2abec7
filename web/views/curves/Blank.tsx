// What stands over charts without a point: why there is none, and the way to some.

import styles from './CurvesView.module.css';
import type { Curve } from './curve.ts';
import { RunButton, type SweepControlProps } from './SweepControl.tsx';
import { words } from './words.ts';

/** Whether there is nothing to draw: neither simulated here, nor shipped, nor published, nor a formula's. */
export const isBlank = (curves: readonly Curve[]): boolean =>
  curves.every(
    ({ series, shipped, published, instant }) =>
      instant === undefined &&
      [...series.flatMap(({ points }) => points), ...shipped, ...published].length === 0,
  );

interface BlankProps extends Pick<SweepControlProps, 'sweep' | 'onRun'> {
  readonly whyNone?: string;
}

export function Blank({ whyNone, sweep, onRun }: BlankProps) {
  return (
    <div className={styles.blank}>
      <p className={styles.why}>
        {words.nothingYet} {whyNone}
      </p>
      <RunButton sweep={sweep} onRun={onRun} />
    </div>
  );
}
