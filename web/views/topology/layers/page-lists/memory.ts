// What the drawing of page lists keeps: room for queues and parcels, made once for a machine, and what a tick stood for in
// the last picture, which the key says.

import type { Catalog } from '../../../../engine/types.ts';
import type { Memory } from '../../memory.ts';
import { type Queue, queueFor } from '../../queue.ts';
import { noParcel, type Parcel } from './lists.ts';

export interface PageListsMemory extends Memory {
  readonly queue: Queue;
  /** By zone, as many as have been asked for. */
  readonly parcels: Parcel[];
  perTick: number;
}

export const rememberLists = ({ topology }: Pick<Catalog, 'topology'>): PageListsMemory => ({
  queue: queueFor(topology.cpus),
  parcels: Array.from({ length: topology.nodes }, noParcel),
  perTick: 1,
  add: () => {},
});
