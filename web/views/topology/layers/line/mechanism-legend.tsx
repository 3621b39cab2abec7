// What the key and the tables say of a line.

import type { LayerLegend } from '../legend.ts';
import type { LineNote } from './mechanism.ts';
import { words } from './words.ts';

const FieldMark = ({ fill }: { readonly fill: string }) => (
  <svg width="18" height="12" aria-hidden="true">
    <rect x="1" y="1" width="16" height="10" rx="2" fill={fill} stroke="var(--outline-strong)" />
  </svg>
);

const isThere = ({ note }: { readonly note: LineNote | undefined }) => note !== undefined;

export default {
  name: 'line',
  entries: [
    {
      mark: <FieldMark fill="none" />,
      meaning: words.key.fieldMeaning,
      when: isThere,
      text: () => words.key.field,
    },
    {
      mark: <FieldMark fill="var(--cpu-line)" />,
      meaning: words.key.waitsMeaning,
      when: isThere,
      text: () => words.key.waits,
    },
    {
      mark: null,
      meaning: words.key.accessMeaning,
      when: isThere,
      text: () => words.key.access,
    },
  ],
  table: ({ fields }) => ({
    title: words.title,
    columns: Object.values(words.column),
    rows: fields.map(({ name, from, to, waiting, writer, reader }) => [
      name || `${words.padding} ${from}`,
      `${from}–${to - 1}`,
      String(waiting),
      words.cpu(writer),
      words.cpu(reader),
    ]),
  }),
  sentence: ({ name, held, queue, cores }) => words.sentence(name, held, queue, cores),
} satisfies LayerLegend<LineNote>;
