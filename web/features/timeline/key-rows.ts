// The keys of the view, for the help.

import type { KeyRow } from '../../stage/feature.ts';

export const keyRows: { readonly title: string; readonly rows: readonly KeyRow[] } = {
  title: 'Timeline',
  rows: [
    ['W S', 'zoom in or out'],
    ['A D', 'pan to the left or right'],
    ['0', 'the whole run'],
    ['F', 'focus on the range, the slice pressed last or the playhead; again: fit it'],
    ['R', 'select a range; its edges move with ← →'],
    ['Ctrl + wheel', 'zoom at the pointer'],
    ['Shift + drag', 'select a range over some CPUs'],
    [', .', 'slice or mark before or after the playhead, with the focus on the rows'],
    ['↑ ↓ Enter', 'go from row to row, select or unfold it, with the focus on the rows'],
    ['Esc', 'clear the range, then the selection'],
  ],
};
