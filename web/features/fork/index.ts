// Forks the past at the playhead: a button beside the steps.

import { lazy } from 'react';
import { feature } from '../../stage/feature.ts';

export default feature({
  parts: [{ place: 'steps', order: 10, view: lazy(() => import('./ForkButton.tsx')) }],
});
