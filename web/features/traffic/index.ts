// How transfers between caches are drawn: a choice behind "⋯".

import { lazy } from 'react';
import { feature } from '../../stage/feature.ts';

export default feature({
  parts: [{ place: 'more', order: 10, view: lazy(() => import('./TrafficSelect.tsx')) }],
});
