// A ring around marks of the picture: what is pointed at elsewhere on the page. Types only; where a mark lies say
// layers/ring and the layers that draw it.

import type { Pointer } from '../../scenario/pointer.ts';
import type { Rect } from './layout.ts';

export interface Ring {
  readonly pointed: Pointer;
  /** A thin line that stays, and nothing recedes: for less motion. */
  readonly isThin: boolean;
}

/** Where a mark lies on screen, CSS pixels. */
export interface RingPlace extends Rect {
  readonly isRound?: boolean;
}
