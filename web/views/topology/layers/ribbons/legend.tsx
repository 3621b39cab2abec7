// What the key says of ribbons: how many transfers one at full width stands for, and what is not drawn.

import { rate as perSecond } from '../../../../ui/format.ts';
import { words } from '../../words.ts';
import type { LayerLegend } from '../legend.ts';

const RibbonMark = () => (
  <svg width="22" height="12" aria-hidden="true">
    <path d="M0 .5h14v-0l8 5.5-8 5.5H0z" fill="var(--ink-muted)" />
  </svg>
);

export const ribbonsLegend: LayerLegend = {
  name: 'ribbons',
  entries: [
    {
      mark: <RibbonMark />,
      meaning:
        'Cache-line transfers between caches, per second of simulated time: a ribbon at full width, or the brightest cell of the matrix. The same on all machines on stage. A grey ribbon: fewer than 50,000 a second, about 1 % of one CPU’s time. Transfers within a cache are not drawn',
      when: ({ tempo, traffic }) =>
        tempo !== 'follow' && (traffic === undefined || traffic.shown.length > 0),
      text: ({ fullRate }) => (fullRate > 0 ? `= ${perSecond(fullRate)}` : 'transfers'),
      isNumber: true,
    },
    {
      mark: null,
      meaning: 'Directions between caches that are not drawn, in total',
      when: ({ tempo, traffic }) =>
        tempo !== 'follow' && traffic?.isMatrix === false && traffic.rest.directions > 0,
      text: ({ traffic }) =>
        traffic ? words.rest(traffic.rest.directions, perSecond(traffic.rest.rate)) : '',
      isNumber: true,
    },
  ],
};
