// Every word of the c2c view. Column names are perf's.

import { percent, whole } from '../../ui/format.ts';

export const words = {
  line: 'Cache line',
  caption: (line: string, side: string, other: string | undefined) =>
    `${line}, machine ${side}: simulated${other ? ` beside ${other}` : ''}`,
  captionAlone: (title: string) => `${title}: as reported, without a simulated line`,
  offset: 'Offset',
  symbol: 'Symbol',
  field: 'Field',
  rmtHitm: 'Rmt Hitm',
  lclHitm: 'Lcl Hitm',
  storeL1Hit: 'Store L1 Hit',
  loadCycles: 'Load cycles',
  records: 'Records',
  simulated: 'simulated',
  published: 'published',
  reported: 'reported',
  notSimulated: 'not simulated',
  source: (title: string, document: string) => `Published: ${title}, from ${document}.`,
  met: (published: number, met: number) =>
    `${met} of ${published} published rows have a simulated one of the same offset and function.`,
  own: (title: string, found: string) => `${title}. ${found}`,
  metOwn: (reported: number, met: number) =>
    `${met} of ${reported} reported rows have a simulated one of the same offset and function.`,
  allEventsOwn:
    'Simulated rows count all events of the measured window; reported rows are samples.',
  noPublished: 'No table was published for this line.',
  publishedBaseline: 'The published table is from the baseline kernel.',
  allEvents: 'Simulated rows count all events of the measured window; published rows are samples.',
  merged: 'Published rows of several instruction addresses are merged by offset and symbol.',
  warmingUp: 'Warming up: rows are counted from the start of the measured window.',
  loading: 'Reading the rows…',
  dropped: (number: number) => `${whole(number)} accesses found no free row and are missing here.`,
  dash: '–',
  percent: (share: number) => (share === 0 ? '0 %' : percent(share)),
} as const;
