// The words of the field, each with its entry.

import { lazy } from 'react';
import { feature } from '../../stage/feature.ts';
import { choose } from '../../stage/store.ts';

export default feature({
  overlay: {
    when: ({ glossary }) => glossary !== undefined,
    view: lazy(() => import('./Glossary.tsx')),
  },
  keys: [
    {
      order: 90,
      what: 'glossary',
      commands: { glossary: { key: 'g', run: () => choose({ glossary: '' }) } },
    },
  ],
});
