// What an audience reads over the machines: the title of the step, and little of the talk itself. Buttons for a pointer come
// when one is there. What they do is the caller's business; the keys are in keys.ts.

import { Button } from '../ui/Button.tsx';
import { unbroken } from '../ui/unbroken.tsx';
import type { KeyMeaning } from './keys.ts';
import styles from './TalkBar.module.css';
import { isReady, type TalkState } from './talk.ts';
import { words } from './words.ts';

export interface TalkBarProps {
  readonly state: TalkState;
  readonly onCommand: (command: KeyMeaning) => void;
}

const buttons = [
  ['previous', 'PageUp'],
  ['next', 'PageDown'],
  ['black', 'B'],
  ['reset', 'Home'],
  ['speaker', 'S'],
  ['print', undefined],
  ['leave', 'Escape'],
] as const;

function status({ typed, isBlack, at, steps }: TalkState): string {
  if (typed) return words.typed(typed);
  return isBlack ? words.blackScreen : words.step(at + 1, steps.length);
}

export function TalkBar({ state, onCommand }: TalkBarProps) {
  const { steps, at, isBlack, begun } = state;
  return (
    <nav className={styles.bar} aria-label={words.region}>
      <h1 className={styles.title}>{unbroken(steps[at]!.title)}</h1>
      <span className={styles.step} role="status">
        {status(state)}
      </span>
      <div className={styles.buttons}>
        {buttons.map(([command, shortcut]) => (
          <Button
            key={command}
            className={styles.large}
            aria-label={words[command]}
            title={words[command]}
            aria-keyshortcuts={shortcut}
            aria-pressed={command === 'black' ? isBlack : undefined}
            onClick={() => onCommand(command)}
          >
            {words.short[command]}
          </Button>
        ))}
      </div>
      {begun === undefined && <Cover state={state} onCommand={onCommand} />}
      {isBlack && <div className={styles.black} data-testid="black" aria-hidden="true" />}
    </nav>
  );
}

/** Over everything until the talk begins: what it is, and whether everything is computed. */
function Cover({ state, onCommand }: TalkBarProps) {
  const { title, steps, at, computed, problem } = state;
  const ready = isReady(state);
  const minutes = Math.round(steps.reduce((sum, { seconds }) => sum + seconds, 0) / 60);
  return (
    <section className={styles.cover} aria-label={title}>
      <h2 className={styles.name}>{title}</h2>
      <p>{words.steps(steps.length, minutes)}</p>
      <progress className={styles.progress} value={computed} aria-label={words.preparing(0)} />
      <p role="status" className={styles.ready}>
        {ready ? words.ready : words.preparing(Math.floor(100 * computed))}
      </p>
      <p>{problem ? words.problem(problem) : ready ? words.readyHint : words.preparingHint}</p>
      <div className={styles.ways}>
        <Button
          className={`${styles.large} ${styles.begin}`}
          look="strong"
          onClick={() => onCommand('begin')}
        >
          {!ready ? words.beginAnyway : at > 0 ? words.beginAt(at + 1) : words.begin}
        </Button>
        <Button className={styles.large} onClick={() => onCommand('speaker')}>
          {words.speaker}
        </Button>
        <Button className={styles.large} disabled={!ready} onClick={() => onCommand('print')}>
          {words.print}
        </Button>
        <Button className={styles.large} onClick={() => onCommand('leave')}>
          {words.leave}
        </Button>
      </div>
      <p className={styles.keys}>{words.keysHint}</p>
    </section>
  );
}
