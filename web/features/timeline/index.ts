// What every CPU did over time.

import { lazy } from 'react';
import { feature } from '../../stage/feature.ts';

export default feature({
  tab: {
    link: 'timeline',
    title: 'Timeline',
    order: 1,
    group: 'time',
    of: 'side',
    size: 'glance',
    view: lazy(() => import('./TimelineTab.tsx')),
    keys: async () => (await import('./key-rows.ts')).keyRows,
  },
});
