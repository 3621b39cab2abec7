// What the key and the table say of preferred LLCs.

import type { LayerLegend } from '../legend.ts';
import type { Home } from './homes.ts';

const AwayMark = () => (
  <svg width="14" height="14" aria-hidden="true">
    <circle cx="7" cy="7" r="3" fill="var(--ink-muted)" />
    <circle cx="7" cy="7" r="5.5" fill="none" stroke="var(--task-1)" strokeWidth="1.5" />
  </svg>
);

const isSome = (homes: readonly Home[] | undefined): boolean =>
  homes !== undefined && homes.length > 0;

export const homesLegend: LayerLegend<readonly Home[]> = {
  name: 'homes',
  isCrowding: isSome,
  entries: [
    {
      mark: <AwayMark />,
      meaning:
        'A task outside the LLC that cache-aware balancing prefers for its process; a strip in the colour of the process stands at that LLC, filled by the share of its threads that are there',
      when: ({ tempo, note }) => tempo !== 'summary' && isSome(note),
      text: () => 'away',
    },
  ],
  row: (note, llc) =>
    note
      .filter((home) => home.llc === llc)
      .map(
        ({ process, threads, there }) =>
          `preferred by process ${process}, ${there} of its ${threads} threads there`,
      ),
};
