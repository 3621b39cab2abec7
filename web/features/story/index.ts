// The story column: what is told, measured and turned, and what is not modelled. And the way to the chapter, before the
// title in the top bar.

import { lazy } from 'react';
import { feature } from '../../stage/feature.ts';
import { panels } from '../../stage/messages.ts';

export default feature({
  panel: {
    place: 'story',
    name: panels.story,
    when: ({ lesson }) => lesson === undefined,
    view: lazy(() => import('./StoryPanel.tsx')),
  },
  parts: [{ place: 'crumb', order: 10, view: lazy(() => import('./Crumb.tsx')) }],
  keys: [
    {
      order: 60,
      what: 'next or previous step of the story',
      commands: {
        nextStep: { key: 'n', run: ({ stage }) => void stage.stepBy(1) },
        previousStep: { key: 'p', run: ({ stage }) => void stage.stepBy(-1) },
      },
    },
  ],
});
