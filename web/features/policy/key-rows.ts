// The keys of the view, for the help.

import type { KeyRow } from '../../stage/feature.ts';

export const keyRows: { readonly title: string; readonly rows: readonly KeyRow[] } = {
  title: 'Policy, in its text',
  rows: [
    ['Ctrl + Enter', 'run it as a variant of its own'],
    ['Tab', 'leave the text'],
  ],
};
