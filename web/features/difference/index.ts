// Where the runs part: marks on the track of the playhead, and the row that goes to them and says why.

import { lazy } from 'react';
import { feature } from '../../stage/feature.ts';

/** One chunk: what is on the track and under it comes together. */
const parts = () => import('./parts.tsx');

export default feature({
  parts: [
    { place: 'track', order: 10, view: lazy(async () => ({ default: (await parts()).OnTrack })) },
    { place: 'below', order: 10, view: lazy(async () => ({ default: (await parts()).Below })) },
  ],
});
