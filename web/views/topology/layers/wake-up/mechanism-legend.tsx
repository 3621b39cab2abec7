// What the key and the tables say of the search for a CPU.

import type { LayerLegend } from '../legend.ts';
import type { WakeUpNote } from './mechanism.ts';
import { lookOrder } from './placement.ts';
import { words } from './words.ts';

const OrderMark = () => (
  <svg width="14" height="14" aria-hidden="true">
    <circle cx="7" cy="7" r="5.5" fill="none" stroke="var(--focus)" strokeWidth="1.5" />
    <path d="M5.5 5L7.5 4V10" fill="none" stroke="var(--ink)" strokeWidth="1.25" />
  </svg>
);

const BusyMark = () => (
  <svg width="10" height="10" aria-hidden="true">
    <path d="M1 1L9 9M9 1L1 9" stroke="var(--cpu-lock)" strokeWidth="2" />
  </svg>
);

const Frame = ({ dash, colour }: { readonly dash?: string; readonly colour: string }) => (
  <svg width="14" height="14" aria-hidden="true">
    <rect
      x="1"
      y="1"
      width="12"
      height="12"
      rx="2"
      fill="none"
      stroke={colour}
      strokeWidth="2"
      strokeDasharray={dash}
    />
  </svg>
);

const isThere = ({ note }: { readonly note: WakeUpNote | undefined }) => note !== undefined;

export default {
  name: 'wake-up',
  entries: [
    {
      mark: <OrderMark />,
      meaning: words.key.orderMeaning,
      when: isThere,
      text: () => words.key.order,
    },
    {
      mark: <BusyMark />,
      meaning: words.key.busyMeaning,
      when: isThere,
      text: () => words.key.busy,
    },
    {
      mark: <Frame colour="var(--focus)" />,
      meaning: words.key.takenMeaning,
      when: isThere,
      text: () => words.key.taken,
    },
    {
      mark: <Frame colour="var(--accent)" dash="3 2" />,
      meaning: words.key.neverMeaning,
      when: isThere,
      text: () => words.key.never,
    },
  ],
  table: ({ placement }) => ({
    title: words.table,
    columns: Object.values(words.column),
    rows: placement.looks.map(({ cpu, found }, at) => {
      const test = placement.tests.find(({ from, to }) => from <= at + 1 && at + 1 <= to);
      const said = test ? words.test(placement, test).said : '';
      return [String(at + 1), `CPU ${cpu}`, said, words.found[found]];
    }),
  }),
  cpu: ({ placement, never }, of) => {
    if (never.includes(of)) return words.cpuNever;
    const order = lookOrder(placement, of);
    return order > 0 ? words.cpu(order, placement.looks[order - 1]!.found) : undefined;
  },
  sentence: ({ placement, task, never }) => words.sentence(placement, task, never),
} satisfies LayerLegend<WakeUpNote>;
