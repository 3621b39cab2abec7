// What the key and the tables say of a balance pass.

import type { LayerLegend } from '../legend.ts';
import type { BalancePass } from './pass.ts';
import { words } from './pass-words.ts';

const Frame = ({ colour }: { readonly colour: string }) => (
  <svg width="14" height="14" aria-hidden="true">
    <rect x="1.5" y="1.5" width="11" height="11" fill="none" stroke={colour} strokeWidth="2" />
  </svg>
);

export default {
  name: 'domains',
  entries: [
    {
      mark: <Frame colour="var(--focus)" />,
      meaning: words.key.toMeaning,
      when: ({ note }) => note !== undefined,
      text: () => words.key.to,
    },
    {
      mark: <Frame colour="var(--accent)" />,
      meaning: words.key.fromMeaning,
      when: ({ note }) => (note?.from ?? -1) >= 0,
      text: () => words.key.from,
    },
  ],
  table: ({ own, busiest }) => ({
    title: words.title,
    columns: Object.values(words.column),
    rows: [
      [words.own, words.tasks(own), words.idle(own), words.rest(own)],
      ...(busiest
        ? ([
            [words.busiest, words.tasks(busiest), words.idle(busiest), words.rest(busiest)],
          ] as const)
        : []),
    ],
  }),
  cpu: ({ to, from }, of) => {
    if (of === to) return words.cpu.to;
    return of === from ? words.cpu.from : undefined;
  },
  sentence: words.sentence,
} satisfies LayerLegend<BalancePass>;
