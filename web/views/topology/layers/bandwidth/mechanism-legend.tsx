// What the key and the tables say of memory bandwidth.

import type { LayerLegend } from '../legend.ts';
import type { NodeNote } from './mechanism.ts';
import { words } from './words.ts';

const BarMark = () => (
  <svg width="18" height="10" aria-hidden="true">
    <rect x=".5" y=".5" width="17" height="9" rx="2" fill="none" stroke="var(--outline-strong)" />
    <rect x="1" y="1" width="11" height="8" rx="2" fill="var(--accent)" />
  </svg>
);

export default {
  name: 'bandwidth',
  entries: [
    {
      mark: <BarMark />,
      meaning: words.key.barMeaning,
      when: ({ note }) => note !== undefined,
      text: () => words.key.bar,
    },
  ],
  table: (nodes) => ({
    title: words.title,
    columns: Object.values(words.column),
    rows: nodes.map(({ node, rate, limit, cpus }) => [
      words.node(node),
      words.rate(rate),
      limit > 0 ? words.rate(limit) : words.noLimit,
      String(cpus),
    ]),
  }),
  sentence: (nodes) =>
    nodes.map(({ node, rate, limit, cpus }) => words.sentence(node, rate, limit, cpus)).join(' '),
} satisfies LayerLegend<readonly NodeNote[]>;
