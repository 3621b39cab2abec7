// What perf c2c would show of the run, beside what was published.

import { lazy } from 'react';
import { feature } from '../../stage/feature.ts';
import { isAboutLines } from '../../stage/story-subject.ts';

export default feature({
  tab: {
    link: 'c2c',
    title: 'c2c',
    order: 4,
    group: 'memory',
    isFor: isAboutLines,
    of: 'side',
    size: 'glance',
    view: lazy(() => import('./C2cTab.tsx')),
  },
});
