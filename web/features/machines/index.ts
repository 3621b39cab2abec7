// Which machine a story runs on: the dialog for one of a person's own.

import { lazy } from 'react';
import { feature } from '../../stage/feature.ts';

export default feature({
  overlay: {
    when: ({ ownMachine }) => ownMachine,
    view: lazy(() => import('./MachineDialog.tsx')),
  },
});
