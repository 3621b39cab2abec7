// The page allocator of each node at the playhead.

import { lazy } from 'react';
import { feature } from '../../stage/feature.ts';

export default feature({
  tab: {
    link: 'pages',
    title: 'Pages',
    order: 5,
    group: 'memory',
    of: 'side',
    size: 'work',
    view: lazy(() => import('./PagesTab.tsx')),
  },
});
