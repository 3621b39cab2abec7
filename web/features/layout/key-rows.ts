// The keys of the view, for the help.

import type { KeyRow } from '../../stage/feature.ts';

export const keyRows: { readonly title: string; readonly rows: readonly KeyRow[] } = {
  title: 'Struct layout, with the focus on a field',
  rows: [
    ['← → ↑ ↓', 'go from field to field'],
    ['Enter', 'pick the field up, or put it down'],
    ['Esc', 'put it back where it was picked up'],
  ],
};
