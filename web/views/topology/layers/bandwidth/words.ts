// What the picture, the key and the tables say of memory bandwidth. Texts only.

import { significant } from '../../../../ui/format.ts';

/** Bytes a second, as memory is sold: in GB/s. */
const rate = (bytes: number): string => `${significant(bytes / 1e9, 3)}\u00a0GB/s`;

export const words = {
  title: 'Memory of nodes',
  heading: 'Memory bandwidth that running tasks use on each node',
  none: 'No task streams from memory.',
  node: (id: number) => `Node ${id}`,
  rate,
  of: (bytes: number, limit: number) =>
    limit > 0 ? `${rate(bytes)} of ${rate(limit)}` : rate(bytes),
  cpus: (count: number) => (count === 1 ? '1 CPU' : `${count} CPUs`),
  full: 'full',
  key: {
    bar: 'bandwidth in use',
    barMeaning: 'Memory bandwidth used on a node, against its maximum',
  },
  column: { node: 'Node', rate: 'In use', limit: 'Most', cpus: 'CPUs that use it' },
  noLimit: 'not modelled',
  sentence: (node: number, bytes: number, limit: number, cpus: number) =>
    `Node ${node}: ${words.of(bytes, limit)}, by ${words.cpus(cpus)}.`,
} as const;
