// What the key and the tables say of locks.

import type { LayerLegend } from '../legend.ts';
import type { LockNote } from './mechanism.ts';
import { words } from './words.ts';

const GateMark = ({ isHolder }: { readonly isHolder: boolean }) => (
  <svg width="16" height="12" aria-hidden="true">
    <rect
      x="1"
      y="1"
      width="14"
      height="10"
      rx="2"
      fill="none"
      stroke="var(--cpu-lock)"
      strokeWidth={isHolder ? 2 : 1}
    />
  </svg>
);

const isThere = ({ note }: { readonly note: readonly LockNote[] | undefined }) =>
  note !== undefined && note.length > 0;

const holderOf = ({ holder, held }: LockNote): string =>
  holder < 0 ? '' : words.cpu(holder, held);
const waitsOf = ({ queue }: LockNote): string =>
  queue.map(({ cpu, since }) => words.cpu(cpu, since)).join(', ');

export default {
  name: 'lock',
  entries: [
    {
      mark: <GateMark isHolder />,
      meaning: words.key.gateMeaning,
      when: isThere,
      text: () => words.key.gate,
    },
    {
      mark: <GateMark isHolder={false} />,
      meaning: words.key.queueMeaning,
      when: isThere,
      text: () => words.key.queue,
    },
  ],
  table: (locks) => ({
    title: words.title,
    columns: Object.values(words.column),
    rows: locks.map((lock) => [lock.name, holderOf(lock) || words.free, waitsOf(lock)]),
  }),
  sentence: (locks) =>
    locks.length === 0
      ? words.none
      : locks.map((lock) => words.sentence(lock.name, holderOf(lock), waitsOf(lock))).join(' '),
} satisfies LayerLegend<readonly LockNote[]>;
