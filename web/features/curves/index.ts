// What is measured along an axis: sweeps of all variants at once.

import { lazy } from 'react';
import { feature } from '../../stage/feature.ts';

export default feature({
  tab: {
    link: 'curves',
    title: 'Curves',
    order: 6,
    group: 'try',
    of: 'stage',
    size: 'work',
    view: lazy(() => import('./CurvesTab.tsx')),
  },
});
