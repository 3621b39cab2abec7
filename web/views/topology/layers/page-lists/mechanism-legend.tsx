// What the key and the tables say of page lists.

import { whole } from '../../../../ui/format.ts';
import { taskHueVariable } from '../../../../ui/theme.ts';
import type { LayerLegend, LegendEntry } from '../legend.ts';
import { typeHue } from './list.ts';
import type { ListsNote, ZoneLockNote } from './note.ts';
import { words } from './words.ts';

const TickMark = ({ colour = 'var(--accent)' }: { readonly colour?: string }) => (
  <svg width="14" height="12" aria-hidden="true">
    <path d="M1 4.5H13M1 9H13" stroke={colour} strokeWidth="2" />
  </svg>
);

const HighMark = () => (
  <svg width="16" height="12" aria-hidden="true">
    <path d="M0 6H16" stroke="var(--ink-muted)" strokeDasharray="3 2" />
  </svg>
);

const ParcelMark = () => (
  <svg width="16" height="12" aria-hidden="true">
    <rect x=".5" y=".5" width="15" height="11" rx="2" fill="none" stroke="var(--accent)" />
    <path d="M4 3V9M7 3V9M10 3V9M13 3V9" stroke="var(--accent)" strokeWidth="1.5" />
  </svg>
);

const typeEntries: readonly LegendEntry<ListsNote>[] = words.key.types.map((name, at) => ({
  mark: (
    <TickMark
      colour={
        ['var(--accent)', taskHueVariable(typeHue.unmovable), taskHueVariable(typeHue.reclaimable)][
          at
        ]!
      }
    />
  ),
  meaning: words.key.typeMeaning,
  when: ({ note }) => note?.byType === true,
  text: () => name,
}));

function lockSaid(name: string, { holder, queue }: ZoneLockNote): string {
  if (holder >= 0) return words.lockHeld(name, holder, queue);
  return queue.length > 0 ? words.lockWaited(name, queue) : words.lockFree(name);
}

const lockName = { zone: words.zoneLock, lru: words.lruLock } as const;

export default {
  name: 'page-lists',
  entries: [
    {
      mark: <TickMark />,
      meaning: words.key.tickMeaning,
      when: ({ note }) => note !== undefined,
      text: ({ note }) => words.key.tick(note!.perTick),
    },
    ...typeEntries,
    {
      mark: <HighMark />,
      meaning: words.key.highMeaning,
      when: ({ note }) => note !== undefined,
      text: () => words.key.high,
    },
    {
      mark: <ParcelMark />,
      meaning: words.key.parcelMeaning,
      when: ({ note }) => note?.zones.some(({ trip }) => trip > 0) ?? false,
      text: () => words.key.parcel,
    },
  ],
  table: ({ lists }) => ({
    title: words.title,
    columns: Object.values(words.column),
    rows: lists.map(({ cpu, held, high, batch, waits }) => [
      words.holder(cpu),
      whole(held),
      whole(high),
      whole(batch),
      waits ? lockName[waits] : '',
    ]),
  }),
  cpu: ({ lists }, of) => {
    const list = lists.find(({ cpu }) => cpu === of);
    return list && words.cpu(list.held, list.high);
  },
  sentence: ({ zones }) =>
    zones
      .map(({ node, free, lock, lru }) => {
        const locks = [lockSaid(words.zoneLock, lock)];
        if (lru) locks.push(lockSaid(words.lruLock, lru));
        return words.sentence(node, free, locks.join('; '));
      })
      .join(' '),
} satisfies LayerLegend<ListsNote>;
