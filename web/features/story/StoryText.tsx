// The story as it is told: the step on stage in prose, with the way to the next and to the one before. After the last
// one what the story is about and why it happens.

import { lazy, Suspense } from 'react';
import { newLesson, questionsOf } from '../../learn/lesson/lesson.ts';
import { bound } from '../../learn/step/step.ts';
import type { Step } from '../../scenario/step-schema.ts';
import { endFirstSight } from '../../stage/commands.ts';
import { useFeatures } from '../../stage/feature.ts';
import { ownLanguage, useTold } from '../../stage/language.ts';
import { story as words } from '../../stage/messages.ts';
import { useSession } from '../../stage/session.ts';
import { choose, useStageState } from '../../stage/store.ts';
import { Button } from '../../ui/Button.tsx';
import { unbroken } from '../../ui/format.ts';
import styles from './StoryPanel.module.css';
import { unmeasured } from './step-words.ts';

const StepText = lazy(() => import('./StepText.tsx'));
const StepAsk = lazy(() => import('./StepAsk.tsx'));
// Without a network the story ends without a way on.
const Neighbour = lazy(() => import('./Neighbour.tsx').catch(() => ({ default: () => null })));

/** The page is cleared of everything that could give an answer away. */
function beginLesson(): void {
  const cleared = { playing: false, step: undefined, dock: undefined, inspector: false } as const;
  choose({ lesson: newLesson, ...cleared });
}

export function StoryText() {
  const session = useSession();
  const { opened, steps, stage } = session;
  const keys = useFeatures();
  const { scenario, language } = useTold(opened.scenario, opened.name);
  // What stays English among words of another language.
  const english = language && ownLanguage;
  // Behind the last step stands the end, which has no number.
  const index = useStageState((state) => state.step) ?? steps.length;
  const isOver = index >= steps.length;
  const step = scenario.steps?.[index];
  const question = scenario.question ?? scenario.title;
  return (
    <>
      {steps.length > 0 && <Progress index={index} steps={steps.length} />}
      {/* A step is told under its own title; the question stands over the first, and over the end. */}
      {step && index === 0 && (
        <p className={styles.question} lang={language}>
          {unbroken(question)}
        </p>
      )}
      <h2 className={styles.title} lang={language}>
        {unbroken(step?.title ?? question)}
      </h2>
      <div className={styles.prose} lang={language}>
        {step && <Prose step={step} />}
        {step?.ask && (
          <div lang={english}>
            <Suspense>
              <StepAsk key={index} ask={step.ask} hints={step.hints ?? []} />
            </Suspense>
          </div>
        )}
        {isOver && <p>{unbroken(scenario.what)}</p>}
        {isOver && scenario.why && (
          <>
            <h3 lang={english}>{words.why}</h3>
            <p>{unbroken(scenario.why)}</p>
          </>
        )}
        {isOver && (
          <div lang={english}>
            <Suspense>
              <Neighbour by={1} />
            </Suspense>
          </div>
        )}
      </div>
      {isOver && questionsOf(scenario).length > 0 && (
        <Button onClick={beginLesson}>{words.lesson}</Button>
      )}
      {steps.length > 0 && (
        <div className={styles.ways}>
          <Button
            aria-label={words.previous}
            aria-keyshortcuts={keys.shortcut('previousStep')}
            disabled={index === 0}
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
      )}
    </>
  );
}

/** The prose of a step; one that names no value needs no run to be read. */
function Prose({ step }: { readonly step: Step }) {
  const isBound = (step.values ?? []).length > 0;
  const awaited = bound(step.text, step.values ?? [], () => unmeasured);
  if (!isBound) return <p>{unbroken(step.text)}</p>;
  return (
    <Suspense fallback={<p>{awaited}</p>}>
      <StepText step={step} />
    </Suspense>
  );
}

function Progress({ index, steps }: { readonly index: number; readonly steps: number }) {
  return (
    <div>
      <div className={styles.bars} aria-hidden="true">
        {Array.from({ length: steps }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the bars have nothing but their place
          <span key={at} data-done={at <= index} />
        ))}
      </div>
      <p className={styles.index}>
        {index < steps && (
          <>
            <span>{words.step(index + 1, steps)}</span>
            <Button title={words.skipHint} onClick={endFirstSight}>
              {words.skip}
            </Button>
          </>
        )}
      </p>
    </div>
  );
}
