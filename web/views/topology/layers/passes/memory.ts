// What the layer of passes keeps from frame to frame.

import type { Catalog } from '../../../../engine/types.ts';
import type { Memory } from '../../memory.ts';
import { Passes } from './passes.ts';

interface Kept extends Memory {
  readonly passes: Passes;
}

export function rememberPasses(catalog: Catalog): Kept {
  const passes = new Passes(catalog);
  return { passes, add: (frame) => passes.add(frame) };
}
