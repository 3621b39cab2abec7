// Which machine a story runs on: the list in the top bar, and the dialog for one of a person's own.

import { lazy } from 'react';
import { feature } from '../../stage/feature.ts';

export default feature({
  // With all presets: nothing that moves waits for it.
  parts: [{ place: 'bar', order: 10, view: lazy(() => import('./MachineSelect.tsx')) }],
  overlay: {
    when: ({ ownMachine }) => ownMachine,
    view: lazy(() => import('./MachineDialog.tsx')),
  },
});
