// The search, which is also how commands are given by name. Its key holds everywhere on the page (app/Page.tsx);
// what it finds comes when it opens.

import { lazy } from 'react';
import { feature } from '../../stage/feature.ts';
import { choose } from '../../stage/store.ts';

export default feature({
  overlay: { when: ({ search }) => search, view: lazy(() => import('./SearchDialog.tsx')) },
  parts: [{ place: 'bar', order: 20, view: lazy(() => import('./SearchButton.tsx')) }],
  keys: [
    {
      order: 95,
      what: 'search stories, terms, names and commands',
      commands: { search: { key: 'Ctrl+k', run: () => choose({ search: true }) } },
    },
  ],
});
