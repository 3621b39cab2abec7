// Balance passes over the domains of a CPU.

import type { Catalog } from '../../../../engine/types.ts';
import type { Memory } from '../../memory.ts';
import type { LateLayer } from '../layer.ts';
import { Passes } from './passes.ts';

interface Kept extends Memory {
  readonly passes: Passes;
}

function remember(catalog: Catalog): Kept {
  const passes = new Passes(catalog);
  return { passes, add: (frame) => passes.add(frame) };
}

export const passes: LateLayer<Kept> = {
  name: 'passes',
  when: ({ level, snapshot }) => level !== 'far' && snapshot.tempo !== 'summary',
  remember,
};
