// What the picture, the key and the tables say of page lists. Texts only.

import { plural, whole } from '../../../../ui/format.ts';

export const words = {
  title: 'Page lists',
  zoneLock: 'zone→lock',
  lruLock: 'LRU lock',
  free: 'free',
  holder: (cpu: number) => `CPU ${cpu}`,
  high: 'high',
  highMin: 'high_min',
  highMax: 'high_max',
  waits: 'waits',
  atGate: 'has the lock',
  waiting: (count: number) => `${plural(count, 'CPU')} ${count === 1 ? 'waits' : 'wait'}`,
  perTrip: (pages: number) => `${plural(pages, 'page')} per trip`,
  more: (count: number) => `+${count}`,
  refill: (pages: number, cpu: number) => `${plural(pages, 'page')} for CPU ${cpu}`,
  flush: (pages: number, cpu: number) => `${plural(pages, 'page')} from CPU ${cpu}`,
  zone: (node: number, free: number) => `Zone, node ${node}: ${whole(free)} free pages`,
  shortZone: (node: number, free: number) => `Node ${node}: ${whole(free)} free`,
  orders: 'free blocks, order 0 to 10',
  order: (order: number) => `order ${order}`,
  listOf: (cpu: number) => `List of CPU ${cpu}`,
  held: (held: number, high: number) => `${whole(held)} of ${whole(high)} pages`,
  key: {
    tick: (pages: number) => (pages === 1 ? 'one free page' : `${whole(pages)} free pages`),
    tickMeaning: 'Free pages on the list of a CPU, filled from below',
    high: 'high: the most a list keeps',
    highMeaning: 'Above this mark a CPU gives pages back to the zone',
    parcel: 'refill or flush',
    parcelMeaning:
      'Pages that a CPU takes from the zone or gives back while it holds zone→lock once',
    types: ['movable', 'unmovable', 'reclaimable'],
    typeMeaning: 'Migrate type of the pages on a list',
  },
  column: {
    cpu: 'CPU',
    held: 'pages on its list',
    high: 'high',
    batch: 'batch',
    waits: 'waits for',
  },
  cpu: (held: number, high: number) => `${plural(held, 'page')} on its list, high ${whole(high)}`,
  sentence: (node: number, free: number, lock: string) =>
    `Zone of node ${node}: ${whole(free)} free pages; ${lock}.`,
  lockFree: (name: string) => `${name} is free`,
  lockHeld: (name: string, holder: number, queue: readonly number[]) =>
    `CPU ${holder} holds ${name}${
      queue.length > 0
        ? `, ${queue.length === 1 ? 'CPU' : 'CPUs'} ${queue.join(', ')} ${queue.length === 1 ? 'waits' : 'wait'} in this order`
        : ''
    }`,
  lockWaited: (name: string, queue: readonly number[]) =>
    `${name} changes hands, ${queue.length === 1 ? 'CPU' : 'CPUs'} ${queue.join(', ')} wait${queue.length === 1 ? 's' : ''}`,
} as const;
