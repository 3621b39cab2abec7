// The choice of a mechanism, and what mechanisms share of a focus: what in them matters, and how strong the rest is. What a
// mechanism is: mechanism-drawing.ts.

import type { Explain } from '../../engine/types.ts';
import type { MechanismName } from '../../scenario/mechanisms.ts';

/** Which mechanism is shown, as it was chosen. */
export interface MechanismChoice {
  readonly name: MechanismName;
  /** What in it matters, as a pointer names it (`gate`, `list:cpu 4`); undefined: all of it. */
  readonly focus?: string | undefined;
  /** The decision that it draws, of those that draw one: the last at or before the moment. */
  readonly decision?: Explain | undefined;
  /** The decision of this moment is still looked for. */
  readonly isAsking?: boolean | undefined;
}

/** Every CPU in full, as a card; or the machine as it is, with a strip beside it. */
export type MechanismForm = 'cards' | 'strip';

/** A machine of at most so many CPUs in the picture has cards. */
export const mostCards = 16;

/** How strong what is not the focus still is. */
export const receding = 0.35;

/** How strong a mark is, by the pointers that name it: whole where there is no focus, or it is that. */
export const strengthOf = (focus: string | undefined, pointer: string, also = pointer): number =>
  focus === undefined || focus === pointer || focus === also ? 1 : receding;

/** Names by number, each made once: pictures are drawn without making texts. */
const numbered = (begin: string) => {
  const made: string[] = [];
  return (id: number): string => {
    made[id] ??= `${begin}${id}`;
    return made[id];
  };
};

/** Pointers of what has a number. */
export const pointers = {
  cpu: numbered('cpu:'),
  list: numbered('list:cpu '),
  llc: numbered('llc:'),
  node: numbered('node:'),
  gate: 'gate',
} as const;

/** What stands on the cards of CPUs. */
export const cpuName = numbered('CPU ');
