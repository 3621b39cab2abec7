// The keys of the view, for the help.

import type { KeyRow } from '../../stage/feature.ts';

export const keyRows: { readonly title: string; readonly rows: readonly KeyRow[] } = {
  title: 'Workload, in its text',
  rows: [
    ['Ctrl + Enter', 'run it on the machine and the kernels of the scenario'],
    ['Tab', 'leave the text'],
  ],
};
