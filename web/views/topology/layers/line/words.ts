// What the picture, the key and the tables say of a line. Texts only.

import { lineBytes } from '../../../../engine/types.ts';
import { plural } from '../../../../ui/format.ts';
import type { Held, State } from './fields.ts';

const states: Readonly<Record<State, string>> = {
  M: 'modified',
  E: 'exclusive',
  S: 'shared',
  I: 'in no cache',
};

const holder = ({ state, owner, sharers, home }: Held): string => {
  if (owner >= 0) return `core ${owner}`;
  return state === 'S' ? plural(sharers, 'core') : `memory of node ${home}`;
};

export const words = {
  title: 'Fields of a line',
  none: 'No line was fetched yet.',
  heading: (name: string, number: number) =>
    `${name}, bytes ${(number - 1) * lineBytes} to ${number * lineBytes - 1}`,
  pair: (number: number) => `prefetched with line ${number}`,
  state: (state: State) => `${state}: ${states[state]}`,
  unknown: 'not fetched',
  holder,
  waiting: (count: number) => `${count} ${count === 1 ? 'waits' : 'wait'}`,
  written: (cpu: number) => `w ${cpu}`,
  read: (cpu: number) => `r ${cpu}`,
  padding: 'unnamed',
  more: (count: number) => `+${count}`,
  key: {
    field: 'field of the line',
    fieldMeaning: 'Fields that share the line, in their order and by their size',
    waits: 'field that CPUs wait for',
    waitsMeaning: 'The CPU stalls until the line arrives',
    access: 'w 4, r 7: CPU 4 wrote last, CPU 7 read',
    accessMeaning: 'The CPUs that fetched the line last for that field, to write it and to read it',
  },
  column: {
    field: 'Field',
    bytes: 'Bytes',
    waiting: 'CPUs waiting',
    writer: 'last to write',
    reader: 'last to read',
  },
  cpu: (id: number) => (id < 0 ? '' : `CPU ${id}`),
  sentence: (
    name: string,
    held: Held | undefined,
    queue: readonly number[],
    cores: readonly number[],
  ) => {
    const state = held ? `${states[held.state]}, ${holder(held)}` : 'not fetched so far';
    const copies = held?.state === 'S' && cores.length > 0 ? ` (cores ${cores.join(', ')})` : '';
    const waits =
      queue.length === 0
        ? 'no CPU waits for it'
        : `${queue.length === 1 ? 'CPU' : 'CPUs'} ${queue.join(', ')} ${queue.length === 1 ? 'waits' : 'wait'} in this order`;
    return `${name}: ${state}${copies}; ${waits}.`;
  },
} as const;
