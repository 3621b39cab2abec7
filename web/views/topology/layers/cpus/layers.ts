// What CPUs do: how busy LLCs are, what each CPU does. Layers of their own,
// because shares of time take the place of moments in Summary, and cards that of numbers near by.

import { drawMoment, drawShares, drawUtilisation } from '../../draw/cells.ts';
import { drawCards, drawNumbers } from '../../draw/near.ts';
import type { LiveScene } from '../../draw/scene.ts';
import type { Layer } from '../layer.ts';

const isMoment = ({ level, snapshot }: LiveScene): boolean =>
  level !== 'far' && snapshot.tempo !== 'summary';

export const utilisation: Layer = {
  name: 'utilisation',
  when: () => true,
  draw: drawUtilisation,
};

export const shares: Layer = {
  name: 'shares',
  when: ({ level, snapshot }) => level !== 'far' && snapshot.tempo === 'summary',
  draw: drawShares,
};

export const moment: Layer = { name: 'moment', when: isMoment, draw: drawMoment };

export const cards: Layer = {
  name: 'cards',
  when: ({ level }) => level === 'near',
  draw: drawCards,
};

export const numbers: Layer = {
  name: 'numbers',
  when: ({ level }) => level === 'mid',
  draw: drawNumbers,
};
