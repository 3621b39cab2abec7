// The story as it is told: the step on stage in prose, with the way to the next and to the one before. After the last
// one what the story is about and why it happens.

import { lazy, Suspense, useRef } from 'react';
import { flushSync } from 'react-dom';
import { newLesson, questionsOf } from '../../learn/lesson/lesson.ts';
import { bound } from '../../learn/step/step.ts';
import type { Step } from '../../scenario/step-schema.ts';
import { skipSteps } from '../../stage/commands.ts';
import { useFeatures } from '../../stage/feature.ts';
import { ownLanguage, useLocalised } from '../../stage/language.ts';
import { story as words } from '../../stage/messages.ts';
import { useSession } from '../../stage/session.ts';
import { choose, useStageState } from '../../stage/store.ts';
import { guessOf, settle, useOpenQuestion } from '../../stage/withheld.ts';
import { Button } from '../../ui/Button.tsx';
import { unbroken } from '../../ui/unbroken.tsx';
import { LinkedText } from './LinkedText.tsx';
import styles from './StoryPanel.module.css';
import { unmeasured } from './step-words.ts';

const StepText = lazy(() => import('./StepText.tsx'));
const StepAsk = lazy(() => import('./StepAsk.tsx'));
const StepEye = lazy(() => import('./StepEye.tsx'));
// Without a network the story ends without a way on.
const Neighbour = lazy(() => import('./Neighbour.tsx').catch(() => ({ default: () => null })));

/** The page is cleared of everything that could give an answer away. */
function beginLesson(): void {
  const cleared = { playing: false, step: undefined, dock: undefined, inspector: false } as const;
  choose({ lesson: newLesson, ...cleared });
}

export function StoryText() {
  const session = useSession();
  const { opened, steps } = session;
  // On another machine it is told what runs there, in no other words.
  const isElsewhere = opened.recipe.machine !== undefined;
  const { scenario, language } = useLocalised(
    opened.scenario,
    isElsewhere ? undefined : opened.name,
  );
  // Behind the last step stands the end, which has no number.
  const index = useStageState((state) => state.step) ?? steps.length;
  const isOver = index >= steps.length;
  const step = scenario.steps?.[index];
  const question = scenario.question ?? scenario.title;
  const isAsking = useOpenQuestion() !== undefined;
  const { heading, leave } = useHeading();
  return (
    <>
      {steps.length > 0 && (
        <Progress
          index={index}
          steps={steps.length}
          onSkip={() => leave(() => skipSteps(session))}
        />
      )}
      {/* A step is told under its own title; the question stands over the first, and over the end. */}
      {step && index === 0 && !isAsking && (
        <p className={styles.question} lang={language}>
          {unbroken(question)}
        </p>
      )}
      <h2 ref={heading} tabIndex={-1} className={styles.title} lang={language}>
        {unbroken(step?.title ?? question)}
      </h2>
      <div className={styles.prose} lang={language} data-asks={step?.ask !== undefined}>
        {step && <StepPart key={index} step={step} language={language} leave={leave} />}
        {isOver && <p>{unbroken(scenario.what)}</p>}
        {isElsewhere && opened.notices.map((notice) => <p key={notice}>{unbroken(notice)}</p>)}
        {isOver && <End why={scenario.why} language={language} />}
      </div>
      {isOver && questionsOf(scenario).length > 0 && (
        <Button onClick={beginLesson}>{words.lesson}</Button>
      )}
      {steps.length > 0 && <Ways isFirst={index === 0} isOver={isOver} />}
    </>
  );
}

/** Makes a change that takes what was pressed away: the heading of what comes has the focus then, and is read. */
type Leave = (change: () => void) => void;

function useHeading() {
  const heading = useRef<HTMLHeadingElement>(null);
  const leave: Leave = (change) => {
    flushSync(change);
    heading.current?.focus();
  };
  return { heading, leave };
}

/** What stays English among words of another language. */
const englishIn = (language: string | undefined) => language && ownLanguage;

interface StepPartProps {
  readonly step: Step;
  readonly language: string | undefined;
  readonly leave: Leave;
}

/** A step: its question, as long as that stands open with the text behind it; then what became of that, and the text. */
function StepPart({ step, language, leave }: StepPartProps) {
  const isAsking = useOpenQuestion() !== undefined;
  const english = englishIn(language);
  const { ask, hints = [], why } = step;
  const isAnswered = useStageState(
    ({ guesses }) => ask !== undefined && typeof guessOf(ask, guesses) === 'object',
  );
  // Behind a verdict comes what shows it; where a step ends in something to try, that stands at its end.
  const isWatchedFirst = isAnswered && !step.try && !step.meets;
  return (
    <>
      {ask && (
        <div lang={english}>
          <Suspense>
            <StepAsk
              ask={ask}
              hints={hints}
              why={why}
              onSkip={() => leave(() => settle(ask, 'skipped'))}
            />
          </Suspense>
        </div>
      )}
      {isAsking ? (
        <details className={styles.setting}>
          <summary lang={english}>{words.setting}</summary>
          <Prose step={step} />
        </details>
      ) : (
        <>
          {isWatchedFirst && <Eye step={step} />}
          <Prose step={step} />
          {!isWatchedFirst && <Eye step={step} />}
        </>
      )}
    </>
  );
}

/** What leads the eye, where a step has it. */
function Eye({ step }: { readonly step: Step }) {
  const leads = step.watch ?? step.try ?? step.meets;
  if (leads === undefined && typeof step.at !== 'object') return null;
  return (
    <Suspense>
      <StepEye step={step} />
    </Suspense>
  );
}

interface EndProps {
  readonly why: string | undefined;
  readonly language: string | undefined;
}

/** Behind the last step: why it happens, and where to go on. */
function End({ why, language }: EndProps) {
  const english = englishIn(language);
  return (
    <>
      {why && (
        <>
          <h3 lang={english}>{words.why}</h3>
          <p>{unbroken(why)}</p>
        </>
      )}
      <div lang={english}>
        <Suspense>
          <Neighbour by={1} />
        </Suspense>
      </div>
    </>
  );
}

interface WaysProps {
  readonly isFirst: boolean;
  readonly isOver: boolean;
}

/** The way on and the way back. */
function Ways({ isFirst, isOver }: WaysProps) {
  const { stage } = useSession();
  const keys = useFeatures();
  return (
    <div className={styles.ways}>
      <Button
        aria-label={words.previous}
        aria-keyshortcuts={keys.shortcut('previousStep')}
        disabled={isFirst}
        onClick={() => void stage.stepBy(-1)}
      >
        {words.back}
      </Button>
      <Button
        className={styles.next}
        aria-label={words.next}
        aria-keyshortcuts={keys.shortcut('nextStep')}
        disabled={isOver}
        onClick={() => void stage.stepBy(1)}
      >
        {words.goOn}
      </Button>
    </div>
  );
}

/** The prose of a step; one that names no value needs no run to be read. */
function Prose({ step }: { readonly step: Step }) {
  const isBound = (step.values ?? []).length > 0;
  const awaited = (
    <p>
      <LinkedText>{bound(step.text, step.values ?? [], () => unmeasured)}</LinkedText>
    </p>
  );
  if (!isBound) return awaited;
  return (
    <Suspense fallback={awaited}>
      <StepText step={step} />
    </Suspense>
  );
}

interface ProgressProps {
  readonly index: number;
  readonly steps: number;
  readonly onSkip: () => void;
}

function Progress({ index, steps, onSkip }: ProgressProps) {
  return (
    <div className={styles.progress}>
      {index < steps && <p>{words.step(index + 1, steps)}</p>}
      <div className={styles.bars} aria-hidden="true">
        {Array.from({ length: steps }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the bars have nothing but their place
          <span key={at} data-done={at <= index} />
        ))}
      </div>
      {index < steps && (
        <Button title={words.skipHint} onClick={onSkip}>
          {words.skip}
        </Button>
      )}
    </div>
  );
}
