// A trace of a real machine: read here, said in figures, set beside simulated runs of a workload made of it.

import { lazy } from 'react';
import { feature } from '../../stage/feature.ts';

export default feature({
  tab: {
    link: 'recording',
    title: 'Trace',
    order: 11,
    group: 'time',
    isFor: ({ recorded }) => recorded !== undefined,
    of: 'stage',
    size: 'work',
    view: lazy(() => import('./RecordingTab.tsx')),
  },
});
