// What the key says of bundles: how many transfers one at full width stands for.

import { rate as perSecond } from '../../../../ui/format.ts';
import type { Face } from '../face.ts';

const BundleMark = () => (
  <svg width="22" height="12" aria-hidden="true">
    <path d="M0 .5h14v-0l8 5.5-8 5.5H0z" fill="var(--ink-muted)" />
  </svg>
);

export const bundles: Face = {
  name: 'bundles',
  key: [
    {
      mark: <BundleMark />,
      meaning: 'Cache lines handed from one LLC to another: transfers per second of simulated time',
      when: ({ tempo }) => tempo !== 'follow',
      text: ({ fullRate }) => (fullRate > 0 ? `= ${perSecond(fullRate)}` : 'transfers'),
      isNumber: true,
    },
  ],
};
