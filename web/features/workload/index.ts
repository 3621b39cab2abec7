// A workload of one's own: its text, what its tasks do step by step, and the press that runs it here.

import { lazy } from 'react';
import { feature } from '../../stage/feature.ts';

export default feature({
  tab: {
    link: 'workload',
    title: 'Workload',
    order: 10,
    group: 'try',
    isFor: ({ opened }) => opened.recipe.workload !== undefined,
    of: 'stage',
    isApart: true,
    size: 'text',
    view: lazy(() => import('./WorkloadTab.tsx')),
    keys: async () => (await import('./key-rows.ts')).keyRows,
  },
});
