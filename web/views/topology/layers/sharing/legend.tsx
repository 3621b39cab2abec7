// What the key and the table say of LLCs that are shared while others are empty.

import type { LayerLegend } from '../legend.ts';
import type { Shared } from './sharing.ts';

const SharedMark = () => (
  <svg width="12" height="14" aria-hidden="true">
    <rect
      x="1"
      y="1"
      width="10"
      height="12"
      rx="2"
      fill="none"
      stroke="var(--cpu-line)"
      strokeWidth="2"
    />
  </svg>
);

export const sharingLegend: LayerLegend<readonly Shared[]> = {
  name: 'sharing',
  entries: [
    {
      mark: <SharedMark />,
      meaning: 'An LLC under which several tasks run while all CPUs of another LLC idle',
      when: ({ note }) => note !== undefined && note.length > 0,
      text: () => 'shared, others empty',
    },
  ],
  row: (note, llc) =>
    note
      .filter((each) => each.llc === llc)
      .map(({ running }) => `${running} tasks run here while another LLC is empty`),
};
