// The layouts of structures: how each is, what uses it, and layouts of one’s own.

import { lazy } from 'react';
import { feature } from '../../stage/feature.ts';
import { isAboutLines } from '../../stage/story-subject.ts';

export default feature({
  tab: {
    link: 'struct-layout',
    title: 'Struct layout',
    order: 3,
    group: 'memory',
    isFor: isAboutLines,
    of: 'side',
    size: 'work',
    view: lazy(() => import('./LayoutTab.tsx')),
    isStacked: true,
    keys: async () => (await import('./key-rows.ts')).keyRows,
  },
});
