// The button that runs a sweep, or goes on with it, or cancels it, and how far it is.

import { Button } from '../../ui/Button.tsx';
import styles from './CurvesView.module.css';
import { words } from './words.ts';

/** How the sweep is getting on. */
export interface SweepState {
  /** `left`: it ran when the stage was left, and was stopped by that. */
  readonly state: 'none' | 'running' | 'cancelled' | 'left' | 'done' | 'failed';
  readonly done: number;
  readonly total: number;
  /** How long is left, in words; '' when unknown. */
  readonly left: string;
  /** When done: the fewest and the most seeds that a place has; left out: as many as were wanted. */
  readonly seeds?: readonly [number, number];
  /** Set when failed. */
  readonly message?: string;
}

export interface SweepControlProps {
  readonly sweep: SweepState;
  /** Seeds that every place will have. */
  readonly seeds: number;
  /** When a place has more seeds than that, in a sentence; left out: never. */
  readonly until?: string;
  readonly onRun: () => void;
  readonly onCancel: () => void;
}

export const isDone = ({ state, done, total }: SweepState): boolean =>
  state === 'done' || (total > 0 && done === total);

/** Begins a sweep, or goes on with it; nothing where there is nothing left to run. */
export function RunButton({ sweep, onRun }: Pick<SweepControlProps, 'sweep' | 'onRun'>) {
  if (isDone(sweep)) return null;
  return (
    <Button onClick={onRun} disabled={sweep.total === 0}>
      {sweep.done > 0 ? words.goOn : words.run}
    </Button>
  );
}

/** `runsElsewhere`: the button stands where the points will be. */
export function SweepControl({
  sweep,
  seeds,
  until,
  onRun,
  onCancel,
  runsElsewhere,
}: SweepControlProps & { readonly runsElsewhere: boolean }) {
  const { state, done, total, left, message } = sweep;
  const running = state === 'running';
  const progress = words.progress(done, total, left, until !== undefined);
  const far = state === 'left' ? words.left(progress) : progress;
  const said = isDone(sweep) ? words.finished(total, sweep.seeds ?? [seeds, seeds]) : far;
  return (
    <div className={styles.control}>
      {running ? (
        <Button onClick={onCancel}>{words.cancel}</Button>
      ) : (
        !runsElsewhere && <RunButton sweep={sweep} onRun={onRun} />
      )}
      {running && <progress value={done} max={Math.max(1, total)} aria-label={words.run} />}
      <span role="status" className={styles.note}>
        {message ?? said}
      </span>
    </div>
  );
}
