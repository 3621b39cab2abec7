// Why an address leads to nothing: there is no such story, or what there is could not be opened.

import { placeOf } from '../scenario/place.ts';
import { isRefusal } from './scene.ts';

/** `missing`: no story or talk has the name in the address. `refused`: the network is gone, a link is damaged, and the like. */
export type Lost = 'missing' | 'refused';

export interface LostProps {
  readonly lost: Lost;
  readonly onAgain: () => void;
}

/** A story or talk as it comes has nothing that could be refused but its name. */
export const lostBy = (error: unknown, address: string): Lost =>
  isRefusal(error) && placeOf(address).kind !== 'link' ? 'missing' : 'refused';
