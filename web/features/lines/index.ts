// The hottest cache lines, with their owners and queues.

import { lazy } from 'react';
import { feature } from '../../stage/feature.ts';
import { isAboutLines } from '../../stage/story-subject.ts';

export default feature({
  tab: {
    link: 'cache-lines',
    title: 'Cache lines',
    order: 2,
    group: 'memory',
    isFor: isAboutLines,
    of: 'side',
    size: 'glance',
    view: lazy(() => import('./CacheLinesTab.tsx')),
  },
});
