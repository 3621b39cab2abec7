// What the key and the tables say of accounts.

import type { LayerLegend } from '../legend.ts';
import type { Account } from './accounts.ts';
import { words } from './words.ts';

const BarMark = () => (
  <svg width="12" height="14" aria-hidden="true">
    <rect x="1" y="6" width="4" height="7" fill="var(--task-1)" />
    <rect x="7" y="2" width="4" height="11" fill="var(--task-1)" />
  </svg>
);

const PreferredMark = () => (
  <svg width="12" height="14" aria-hidden="true">
    <rect x="3" y="6" width="6" height="7" fill="var(--task-1)" />
    <rect
      x="1"
      y="1"
      width="10"
      height="12"
      rx="2"
      fill="none"
      stroke="var(--ink)"
      strokeWidth="1.5"
    />
  </svg>
);

const isThere = ({ note }: { readonly note: readonly Account[] | undefined }) =>
  note !== undefined && note.length > 0;

const byLlc = <Value,>(values: readonly Value[], said: (value: Value) => string): string =>
  values.map((value, llc) => `${words.llc(llc)}: ${said(value)}`).join(', ');

export default {
  name: 'cache-account',
  entries: [
    {
      mark: <BarMark />,
      meaning: words.key.barMeaning,
      when: isThere,
      text: () => words.key.bar,
    },
    {
      mark: <PreferredMark />,
      meaning: words.key.preferredMeaning,
      when: isThere,
      text: () => words.key.preferred,
    },
  ],
  table: (accounts) => ({
    title: words.title,
    columns: Object.values(words.column),
    rows: accounts.map((account) => [
      words.process(account.process),
      words.prefers(account.preferred),
      byLlc(account.shares, words.share),
      byLlc(account.running, String),
      words.facts(account),
      words.refused(account),
    ]),
  }),
  sentence: (accounts) => accounts.map(words.sentence).join(' '),
} satisfies LayerLegend<readonly Account[]>;
