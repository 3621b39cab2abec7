// A lesson on the scenario: what was predicted, beside what came of it. Its questions take the whole page.

import { lazy } from 'react';
import { feature } from '../../stage/feature.ts';
import { panels } from '../../stage/messages.ts';

export default feature({
  parts: [
    {
      place: 'whole',
      order: 0,
      when: ({ lesson }) => lesson?.phase === 'predict',
      view: lazy(() => import('./LessonQuestions.tsx')),
    },
  ],
  panel: {
    place: 'story',
    name: panels.lesson,
    when: ({ lesson }) => lesson !== undefined,
    view: lazy(() => import('./LessonResults.tsx')),
  },
});
