// A talk: its bar in the place of the top bar while it lasts, and the button that gives the story on stage as one.

import { lazy } from 'react';
import { feature } from '../../stage/feature.ts';

export default feature({
  parts: [
    {
      place: 'top',
      order: 0,
      when: ({ presenting }) => presenting,
      view: lazy(() => import('./Talk.tsx')),
    },
    {
      place: 'bar',
      order: 30,
      view: lazy(() => import('./PresentButton.tsx')),
    },
  ],
});
