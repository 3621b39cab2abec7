// Where the runs part: marks on the track of the playhead, and the row that goes to them and says why.

import { lazy } from 'react';
import { feature } from '../../stage/feature.ts';

export default feature({
  parts: [
    { place: 'track', order: 10, view: lazy(() => import('./PartingMarks.tsx')) },
    { place: 'below', order: 10, view: lazy(() => import('./Marks.tsx')) },
    { place: 'below', order: 20, view: lazy(() => import('./Partings.tsx')) },
  ],
});
