// The speaker's window, drawn: the note of the step that is shown, the clock against the plan, the step after it, and all
// steps to jump to. Props only.

import { useEffect, useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { unbroken } from '../ui/unbroken.tsx';
import styles from './SpeakerView.module.css';
import { clockText, isReady, plannedBefore, type TalkCommand, type TalkState } from './talk.ts';
import { words as talkWords, speakerWords as words } from './words.ts';

export interface SpeakerViewProps {
  /** Undefined: nothing was heard of a talk yet. */
  readonly state: TalkState | undefined;
  readonly isGone: boolean;
  readonly onCommand: (command: TalkCommand) => void;
}

export function SpeakerView({ state, isGone, onCommand }: SpeakerViewProps) {
  if (!state) {
    return (
      <main className={styles.empty}>
        <h1>{words.waiting}</h1>
        <p>{words.waitingHint}</p>
      </main>
    );
  }
  const { steps, at } = state;
  const next = steps[at + 1];
  return (
    <main className={styles.page}>
      <header className={styles.head}>
        <h1 className={styles.talk}>{state.title}</h1>
        <p className={styles.state} role="status">
          {isGone ? words.gone : stateOf(state)}
        </p>
        <Clock state={state} />
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long note scrolls, by keyboard, too */}
      <section className={styles.now} aria-label={words.now} tabIndex={0}>
        <h2>{unbroken(steps[at]!.title)}</h2>
        <p className={styles.note}>{unbroken(steps[at]!.note)}</p>
      </section>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: as above */}
      <section className={styles.next} aria-label={words.next} tabIndex={0}>
        <h2>{words.next}</h2>
        {next ? (
          <>
            <h3>{next.title}</h3>
            <p>{unbroken(next.note)}</p>
          </>
        ) : (
          <p>{words.last}</p>
        )}
      </section>
      <Buttons state={state} onCommand={onCommand} />
      <nav className={styles.jump} aria-label={words.jump}>
        <ol>
          {steps.map(({ title, seconds }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: steps have nothing but their place
            <li key={index}>
              <button
                type="button"
                aria-current={index === at ? 'step' : undefined}
                onClick={() => onCommand({ go: index })}
              >
                <span>{index + 1}</span> <span>{title}</span>{' '}
                <small>{words.seconds(seconds)}</small>
              </button>
            </li>
          ))}
        </ol>
      </nav>
    </main>
  );
}

function stateOf(state: TalkState): string {
  const { typed, isBlack, begun, at, steps, computed, problem } = state;
  if (typed) return talkWords.typed(typed);
  if (isBlack) return talkWords.blackScreen;
  if (problem) return talkWords.problem(problem);
  if (begun !== undefined && isReady(state)) return talkWords.step(at + 1, steps.length);
  return isReady(state) ? talkWords.ready : talkWords.preparing(Math.floor(100 * computed));
}

function Buttons({ state, onCommand }: Omit<SpeakerViewProps, 'isGone'>) {
  const isBegun = state?.begun !== undefined;
  return (
    <div className={styles.buttons}>
      {!isBegun && <Button onClick={() => onCommand('begin')}>{talkWords.begin}</Button>}
      {(['previous', 'next', 'black', 'reset'] as const).map((command) => (
        <Button
          key={command}
          disabled={!isBegun}
          aria-pressed={command === 'black' ? state?.isBlack : undefined}
          onClick={() => onCommand(command)}
        >
          {talkWords[command]}
        </Button>
      ))}
    </div>
  );
}

/** ms between two looks at the clock. */
const tick = 250;

function Clock({ state }: { readonly state: TalkState }) {
  const { begun, at, steps } = state;
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tick);
    return () => clearInterval(timer);
  }, []);
  if (begun === undefined) {
    return (
      <div className={styles.clock} role="timer" aria-label={words.clock}>
        <strong>{clockText(0)}</strong> <small>{words.notBegun}</small>
      </div>
    );
  }
  const elapsed = (now - begun) / 1000;
  const [from, to] = [plannedBefore(state, at), plannedBefore(state, at + 1)];
  const whole = clockText(plannedBefore(state, steps.length));
  const late = elapsed > to ? words.behind(clockText(elapsed - to)) : undefined;
  const early = elapsed < from ? words.ahead(clockText(from - elapsed)) : undefined;
  return (
    <div className={styles.clock} role="timer" aria-label={words.clock} data-late={Boolean(late)}>
      <strong>{clockText(elapsed)}</strong>{' '}
      <small>{late ?? early ?? words.plan(clockText(to), whole)}</small>
    </div>
  );
}
