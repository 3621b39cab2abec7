// What the colours of the machines say, with its legend, which is a filter.

import { lazy } from 'react';
import { feature } from '../../stage/feature.ts';

export default feature({
  parts: [{ place: 'legend', order: 1, view: lazy(() => import('./ColourBy.tsx')) }],
});
