// The words of the page that sets two links side by side, which Home does not need.

export const words = {
  title: 'Compare two links – Schedscape',
  path: 'Compare',
  heading: 'What differs between two links?',
  what: 'Paste two links of this page. You see every setting that differs, and what each link shows. Where machine, workload and times are the same, one link shows both runs as A and B.',
  one: 'First link',
  other: 'Second link',
  variantOf: { one: 'Variant of the first', other: 'Variant of the second' },
  example: '#r=3.… or #/pcp/one-zone',
  none: 'This link does not lead to a run. Copy one with Share.',
  field: 'setting',
  first: 'first',
  second: 'second',
  table: 'Settings that differ',
  shown: 'What the links show differently',
  same: 'Both links show the same run.',
  open: 'Show both, the first as A',
  apart: (why: string) => `They cannot be shown as A and B: ${why}.`,
  unsaid: 'not set',
} as const;
