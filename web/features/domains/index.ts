// The scheduling domains that the kernel builds from the machine.

import { lazy } from 'react';
import { feature } from '../../stage/feature.ts';
import { isAboutPlaces } from '../../stage/story-subject.ts';

export default feature({
  cpuPart: { view: lazy(() => import('./MachineDomains.tsx')) },
  tab: {
    link: 'domains',
    title: 'Domains',
    order: 8,
    group: 'try',
    isFor: isAboutPlaces,
    of: 'side',
    size: 'work',
    view: lazy(() => import('./DomainsTab.tsx')),
  },
});
