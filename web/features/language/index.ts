// The language in which stories are told.

import { lazy } from 'react';
import { feature } from '../../stage/feature.ts';

export default feature({
  parts: [{ place: 'more', order: 60, view: lazy(() => import('./LanguageOfStory.tsx')) }],
});
