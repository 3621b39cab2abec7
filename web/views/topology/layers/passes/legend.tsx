// What the key says of balance passes.

import type { LayerLegend } from '../legend.ts';

const PassMark = () => (
  <svg width="18" height="12" aria-hidden="true">
    <rect
      x="1"
      y="1"
      width="16"
      height="10"
      fill="none"
      stroke="var(--ink)"
      strokeDasharray="3.5 2"
    />
  </svg>
);

export const passesLegend: LayerLegend = {
  name: 'passes',
  entries: [
    {
      mark: <PassMark />,
      meaning:
        'A CPU looks over its domain for tasks to move: dashed at a tick, dashed and dotted for a CPU without a tick, dotted before the CPU idles; stronger if tasks are moved',
      when: ({ tempo }) => tempo === 'flow',
      text: () => 'balance pass',
    },
  ],
};
