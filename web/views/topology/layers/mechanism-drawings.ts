// What draws each mechanism: a chunk of its own, fetched by the worker once it is to be shown.

import type { MechanismName } from '../../../scenario/mechanisms.ts';
import type { MechanismDrawing } from '../mechanism-drawing.ts';

const found = import.meta.glob<MechanismDrawing>('./*/mechanism.ts', { import: 'default' });

/** Rejects without a network; undefined: nothing draws it. */
export const loadDrawing = async (name: MechanismName): Promise<MechanismDrawing | undefined> =>
  found[`./${name}/mechanism.ts`]?.();
