// The story column: what is told, measured and turned, and what is not modelled.

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
});
