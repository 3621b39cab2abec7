// A policy of one's own: its text, what it did, and the way to run it as a variant.

import { lazy } from 'react';
import { feature } from '../../stage/feature.ts';

export default feature({
  tab: {
    link: 'policy',
    title: 'Policy',
    order: 9,
    group: 'try',
    of: 'stage',
    isApart: true,
    size: 'text',
    view: lazy(() => import('./PolicyTab.tsx')),
    keys: async () => (await import('./key-rows.ts')).keyRows,
  },
});
