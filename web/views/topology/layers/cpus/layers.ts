// What CPUs do: how busy LLCs are, what each CPU does. Layers of their own,
// because shares of time take the place of moments in Summary, and cards that of numbers near by.

import { drawFills } from '../../draw/fills.ts';
import { isShares } from '../../draw/scene.ts';
import type { Layer, LazyLayer } from '../layer.ts';

export const utilisation: LazyLayer = {
  name: 'utilisation',
  when: ({ level }) => level === 'far',
};

export const shares: LazyLayer = {
  name: 'shares',
  when: (scene) => scene.level !== 'far' && isShares(scene),
};

export const momentLayer: Layer = {
  name: 'moment',
  when: (scene) => scene.level !== 'far' && !isShares(scene),
  draw: drawFills,
};

export const cards: LazyLayer = { name: 'cards', when: ({ level }) => level === 'near' };

export const numbers: LazyLayer = { name: 'numbers', when: ({ level }) => level === 'mid' };
