// Runs, tables and pictures on their way out: the menu "Export".

import { lazy } from 'react';
import { feature } from '../../stage/feature.ts';

export default feature({
  parts: [{ place: 'more', order: 40, view: lazy(() => import('./ExportButton.tsx')) }],
});
