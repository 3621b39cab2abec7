// The second half of a lesson, in the place of the story: the run while it is computed, then what it
// says to the predictions. All numbers are of the complete run, from the engine.

import { useEffect, useState } from 'react';
import { type Elsewhere, Results } from '../../learn/lesson/LessonView.tsx';
import { type Prediction, questionsOf } from '../../learn/lesson/lesson.ts';
import type { Recipe } from '../../scenario/index.ts';
import { formatFigure } from '../../stage/figure.ts';
import { useHeadReport } from '../../stage/head-report.ts';
import { measure } from '../../stage/measures.ts';
import { useSession, useSummaryPart } from '../../stage/session.ts';
import { choose, useStageState } from '../../stage/store.ts';
import { messageOf } from '../../ui/errors.ts';

/** What a lesson has on stage: of another variant, of other settings and of ratios it knows nothing. */
const isElsewhere = ({ about, set }: Prediction): boolean =>
  set !== undefined || about.than !== undefined || !['A', 'B'].includes(about.variant);

/** The answer of extra runs to a question; undefined if they give no number. Rejects when the view has been closed. */
async function answerElsewhere(
  { view: _, selection: __, lesson: ___, ...recipe }: Recipe,
  question: Prediction,
  over: AbortSignal,
): Promise<number | undefined> {
  const [{ runAsk }, { figureOf }] = await Promise.all([
    import('../../learn/lab/runs.ts'),
    import('../../scenario/lab/judge.ts'),
  ]);
  return figureOf(question.about, await runAsk(recipe, question, over), question);
}

/** What the runs of each question say that those on stage do not answer, by id, one after the other from `isDue` on. */
function useElsewhere(isDue: boolean): (question: Prediction) => Elsewhere {
  const { opened } = useSession();
  const [found, setFound] = useState<Readonly<Record<string, Elsewhere>>>({});
  useEffect(() => {
    if (!isDue) return;
    const over = new AbortController();
    const answer = async () => {
      for (const question of questionsOf(opened.scenario).filter(isElsewhere)) {
        const news = await answerElsewhere(opened.recipe, question, over.signal).then(
          (value): Elsewhere => ({ answer: value }),
          (error): Elsewhere => ({ problem: messageOf(error) }),
        );
        if (over.signal.aborted) return;
        setFound((before) => ({ ...before, [question.id]: news }));
      }
    };
    void answer();
    return () => {
      over.abort();
      setFound({}); // of a run that is not on stage any more
    };
  }, [opened, isDue]);
  // A question may be called "constructor".
  return ({ id }) => (Object.hasOwn(found, id) ? found[id] : undefined);
}

/** "40 %" until the runs a lesson speaks of are complete: A's and, where there is one, B's. */
function useProgress(): string | undefined {
  const { duration, scenario } = useSession().opened;
  const count = Math.min(2, scenario.variants.length);
  return useSummaryPart(({ variants }) => {
    const heads = [variants.A, variants.B]
      .slice(0, count)
      .map(({ status }) => status?.headTime ?? 0);
    const head = Math.min(...heads);
    return head >= duration ? undefined : `${Math.floor((100 * head) / duration)} %`;
  });
}

export default function LessonResults() {
  const { scenario, duration, window } = useSession().opened;
  const lesson = useStageState((state) => state.lesson);
  const computing = useProgress();
  const [a, b] = [useHeadReport('A'), useHeadReport('B')];
  const reports = { A: a, B: b };
  const elsewhere = useElsewhere(computing === undefined);
  if (!lesson) return null;
  // The last report may be a moment older than the end of the run.
  const isWhole = [a, b]
    .slice(0, scenario.variants.length)
    .every((report) => report && report.headline.windowLength >= duration - window.from);
  return (
    <Results
      scenario={scenario}
      lesson={lesson}
      onLesson={(next) => choose({ lesson: next })}
      onLeave={() => choose({ lesson: undefined })}
      progress={computing ?? (isWhole ? undefined : '99 %')}
      format={formatFigure}
      elsewhere={elsewhere}
      isElsewhere={isElsewhere}
      measured={({ metric, line, variant }) => {
        if (variant !== 'A' && variant !== 'B') return undefined;
        const value = measure(metric, reports[variant], a, line);
        return typeof value === 'number' ? value : undefined;
      }}
    />
  );
}
