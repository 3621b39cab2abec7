// What is selected, as it is now, and why the last decision fell as it did.

import { lazy } from 'react';
import { askWhy } from '../../stage/commands.ts';
import { feature } from '../../stage/feature.ts';
import { panels } from '../../stage/messages.ts';

export default feature({
  panel: {
    place: 'inspector',
    name: panels.inspector,
    when: () => true,
    view: lazy(() => import('./InspectorPanel.tsx')),
  },
  keys: [
    {
      order: 60,
      what: 'why: explain the last decision',
      commands: { why: { key: 'i', run: () => askWhy(true) } },
    },
  ],
});
