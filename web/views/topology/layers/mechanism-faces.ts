// What the key and the tables say of each mechanism: a chunk of its own, fetched by the page once it is shown.

import type { MechanismName } from '../../../scenario/mechanisms.ts';
import type { Face } from './face.ts';

const found = import.meta.glob<Face>('./*/mechanism-face.tsx', { import: 'default' });

/** Rejects without a network; undefined: it has none. */
export const loadFace = async (name: MechanismName): Promise<Face | undefined> =>
  found[`./${name}/mechanism-face.tsx`]?.();
