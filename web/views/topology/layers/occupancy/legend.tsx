// What the key and the table say of how full LLCs are.

import type { LayerLegend } from '../legend.ts';
import type { Holding } from './holdings.ts';
import { holds } from './words.ts';

const GaugeMark = () => (
  <svg width="7" height="14" aria-hidden="true">
    <rect x="1" y="6" width="5" height="7" fill="var(--task-1)" />
    <rect x=".5" y=".5" width="6" height="13" fill="none" stroke="var(--ink-muted)" />
  </svg>
);

export const occupancyLegend: LayerLegend<readonly Holding[]> = {
  name: 'occupancy',
  entries: [
    {
      mark: <GaugeMark />,
      meaning:
        'How much of an LLC is filled, and with whose footprints, in the colours of processes; grey: of tasks in no process',
      when: ({ note }) => note !== undefined && note.length > 0,
      text: () => 'filled',
    },
  ],
  row: (note, llc) => note.filter((each) => each.llc === llc).map(holds),
};
