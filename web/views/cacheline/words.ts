// Every word of the Cache lines view.

import { percent, plural, whole } from '../../ui/format.ts';

export const words = {
  caption: (side: string, time: string) => `Hottest cache lines of machine ${side} at ${time}`,
  line: 'Line',
  fields: 'Fields on it',
  owner: 'Owner now',
  queue: 'Queue',
  transfers: 'Transfers/s',
  transfersMeaning:
    'Transfers a second of simulated time, over 50 µs or more; else since the start of the run',
  hitm: 'HITM lcl / rmt',
  wait: 'Mean wait',
  strip: 'Last fetches, by node',
  nobody: 'shared',
  ownerCpu: (cpu: number, node: number) => `CPU ${cpu}, node ${node}`,
  more: (number: number) => `+${number}`,
  stripText: (parts: readonly string[]) => `Last fetches by node: ${parts.join(', ')}`,
  /** "node 3 62 % of 14". */
  mostOf: (most: string | undefined, fetches: number) =>
    most === undefined ? 'none yet' : `${most} of ${whole(fetches)}`,
  stripPart: (node: number, share: number) => `node ${node} ${percent(share, 0)}`,
  rest: (shown: number, all: number) =>
    `${whole(shown)} of ${plural(all, 'line', 'lines')} that were fetched`,
} as const;
