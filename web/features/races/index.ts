// All the orders in which a few threads can fall, in a core of its own.

import { lazy } from 'react';
import { feature } from '../../stage/feature.ts';

export default feature({
  tab: {
    link: 'races',
    title: 'Races',
    order: 7,
    of: 'stage',
    size: 'work',
    view: lazy(() => import('./RacesTab.tsx')),
  },
});
