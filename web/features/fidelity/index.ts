// The fidelity report: what is claimed of published figures, row by row.

import { lazy } from 'react';
import { feature } from '../../stage/feature.ts';

export default feature({
  parts: [{ place: 'more', order: 30, view: lazy(() => import('./FidelityButton.tsx')) }],
});
