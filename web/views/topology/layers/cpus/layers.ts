// What CPUs do: how busy LLCs are, what each CPU does. Layers of their own,
// because shares of time take the place of moments in Summary, and cards that of numbers near by.

import { drawFills } from '../../draw/fills.ts';
import { isShares } from '../../draw/scene.ts';
import type { LateLayer, Layer } from '../layer.ts';

export const utilisation: LateLayer = {
  name: 'utilisation',
  when: ({ level }) => level === 'far',
};

export const shares: LateLayer = {
  name: 'shares',
  when: (scene) => scene.level !== 'far' && isShares(scene),
};

export const moment: Layer = {
  name: 'moment',
  when: (scene) => scene.level !== 'far' && !isShares(scene),
  draw: drawFills,
};

export const cards: LateLayer = { name: 'cards', when: ({ level }) => level === 'near' };

export const numbers: LateLayer = { name: 'numbers', when: ({ level }) => level === 'mid' };
