// What the key says of single transfers, and of the line in the queue at its holder.

import type { LayerLegend } from '../legend.ts';

const LineMark = () => (
  <svg width="26" height="12" aria-hidden="true">
    <path d="M0 9Q10 0 18 6" fill="none" stroke="var(--ink-muted)" strokeWidth="1.5" />
    <rect x="16" y="2" width="9" height="9" fill="var(--ink)" />
  </svg>
);

const HolderMark = () => (
  <svg width="16" height="12" aria-hidden="true">
    <rect x="1" y="2" width="12" height="9" fill="none" stroke="var(--ink)" strokeWidth="1.5" />
    <rect x="10" y="0" width="6" height="6" fill="var(--ink)" stroke="var(--background)" />
  </svg>
);

export const transfersLegend: LayerLegend = {
  name: 'transfers',
  entries: [
    {
      mark: <LineMark />,
      meaning: 'A cache line on its way from the CPU that had it to the one that requested it',
      when: ({ tempo }) => tempo === 'follow',
      text: ({ isCrowded }) => (isCrowded ? 'line' : 'line on its way'),
    },
    {
      mark: <HolderMark />,
      meaning:
        'The core that holds the cache line whose queue stands below; a frame without the square: a CPU that waits for it',
      when: ({ isCrowded, isHeld }) => isHeld && !isCrowded,
      text: () => 'holds the line',
    },
  ],
};
