// What the key and the table say of the epoch clock.

import type { LayerLegend } from '../legend.ts';

const EpochMark = () => (
  <svg width="13" height="13" aria-hidden="true">
    <circle cx="6.5" cy="6.5" r="5.5" fill="none" stroke="var(--ink-muted)" />
    <path d="M6.5 6.5V1A5.5 5.5 0 0 1 12 6.5z" fill="var(--ink-muted)" />
  </svg>
);

export const epochLegend: LayerLegend<string> = {
  name: 'epoch',
  isCrowding: (note) => Boolean(note),
  entries: [
    {
      mark: <EpochMark />,
      meaning:
        'How much has passed of the epoch in which cache-aware balancing counts where processes run; at its end one thread of a process looks again which LLC to prefer',
      when: ({ note }) => Boolean(note),
      text: () => 'epoch',
    },
  ],
  sentence: (note) => note,
};
