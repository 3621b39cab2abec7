// A lesson on the scenario: what was predicted, beside what came of it. Its questions take the whole page (App.tsx).

import { lazy } from 'react';
import { feature } from '../../stage/feature.ts';
import { panels } from '../../stage/messages.ts';

export default feature({
  panel: {
    place: 'story',
    name: panels.lesson,
    when: ({ lesson }) => lesson !== undefined,
    view: lazy(() => import('./LessonResults.tsx')),
  },
});
