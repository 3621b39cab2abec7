// A talk: its bar in the place of the top bar while it lasts, and the button that begins it.

import { lazy } from 'react';
import { feature } from '../../stage/feature.ts';

const talk = () => import('./Talk.tsx');

export default feature({
  parts: [
    {
      place: 'top',
      order: 0,
      when: ({ presenting }) => presenting,
      view: lazy(talk),
    },
    {
      place: 'bar',
      order: 30,
      view: lazy(async () => ({ default: (await talk()).PresentButton })),
    },
  ],
});
