// All the orders in which a few threads can fall, in a core of its own.

import { lazy } from 'react';
import { feature } from '../../stage/feature.ts';

export default feature({
  tab: {
    link: 'races',
    title: 'Interleavings',
    order: 7,
    group: 'try',
    isFor: () => false,
    of: 'stage',
    isApart: true,
    size: 'work',
    view: lazy(() => import('./RacesTab.tsx')),
  },
});
