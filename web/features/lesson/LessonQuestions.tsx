// The questions of a lesson instead of the stage: nothing that could give an answer away is on the page.

import { unitOf } from '../../learn/lab/unit.ts';
import { Questions } from '../../learn/lesson/LessonView.tsx';
import { useSession } from '../../stage/session.ts';
import { choose, useStageState } from '../../stage/store.ts';

/** What is on stage when the run begins: the kernels at work, the lesson beside them. */
const running = { playing: true, story: true } as const;

export default function LessonQuestions() {
  const { scenario } = useSession().opened;
  const lesson = useStageState((state) => state.lesson);
  if (!lesson) return null;
  const stage = scenario.variants.length > 1 ? 'A | B' : 'A';
  return (
    <Questions
      scenario={scenario}
      lesson={lesson}
      unitOf={(question) => (question.kind === 'number' ? unitOf(question) : '')}
      onLesson={(next) =>
        choose(next.phase === 'run' ? { lesson: next, stage, ...running } : { lesson: next })
      }
      onLeave={() => choose({ lesson: undefined })}
    />
  );
}
