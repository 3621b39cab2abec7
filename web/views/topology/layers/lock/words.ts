// What the picture, the key and the tables say of locks. Texts only.

import { duration } from '../../../../ui/format.ts';

export const words = {
  title: 'Locks',
  none: 'No lock is held or waited for.',
  lock: (name: string, id: number) => name || `lock ${id}`,
  holder: (cpu: number, held: number) => `CPU ${cpu}, ${duration(held)}`,
  free: 'free',
  protects: (structure: string) => (structure ? `protects ${structure}` : ''),
  since: (ns: number) => duration(ns),
  more: (count: number) => `+${count}`,
  key: {
    gate: 'lock with its holder',
    gateMeaning: 'A lock as a gate: one CPU is inside, the others wait in front of it',
    queue: 'waiting, next in line nearest',
    queueMeaning: 'CPUs that wait for the lock, in order of arrival, and for how long',
  },
  column: { lock: 'Lock', holder: 'Holder', waits: 'Waiting, in order' },
  cpu: (id: number, ns: number) => `CPU ${id} for ${duration(ns)}`,
  sentence: (name: string, holder: string, waits: string) =>
    `${name}: ${holder === '' ? 'free' : `held by ${holder}`}; ${waits === '' ? 'no CPU waits' : `${waits} in this order`}.`,
} as const;
