// Which mechanism the machines show: a choice beside what their colours say.

import { lazy } from 'react';
import { feature } from '../../stage/feature.ts';

export default feature({
  parts: [{ place: 'legend', order: 2, view: lazy(() => import('./MechanismSelect.tsx')) }],
});
