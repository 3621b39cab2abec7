// The words of the line that says how far it is from core to core.

import { significant } from '../ui/format.ts';

export const distances = {
  lead: 'distances',
  unit: 'ns ',
  ns: (least: number, most: number) =>
    least === most ? significant(most) : `${significant(least)}–${significant(most)}`,
  kinds: { core: 'core', cache: 'cache', socket: 'socket', across: 'across' },
} as const;
