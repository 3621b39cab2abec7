// What the key says of moves.

import type { LayerLegend } from '../legend.ts';

const MoveMark = () => (
  <svg width="26" height="12" aria-hidden="true">
    <path d="M2 10Q10 0 20 6" fill="none" stroke="var(--ink-muted)" strokeWidth="1.5" />
    <path d="M24 8L17.5 7.5L20 2.5Z" fill="var(--ink)" />
  </svg>
);

/** `note`: moves for each one drawn. */
export const movesLegend: LayerLegend<number> = {
  name: 'moves',
  entries: [
    {
      mark: <MoveMark />,
      meaning:
        'A task that migrated, shown for a second: plain for a wake-up, prongs for a fork, dashes for balancing (dots when a CPU was about to idle), a chevron for push, pull and the move of a running task',
      text: ({ note = 1 }) => (note > 1 ? `1 of ${note} migrations` : 'migration'),
      isNumber: true,
    },
  ],
};
