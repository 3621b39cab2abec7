// What the key and the tables say of each mechanism: a chunk of its own, fetched by the page once it is shown.

import type { MechanismName } from '../../../scenario/mechanisms.ts';
import type { LayerLegend } from './legend.ts';

const found = import.meta.glob<LayerLegend>('./*/mechanism-legend.tsx', { import: 'default' });

/** Rejects without a network; undefined: it has none. */
export const loadLegend = async (name: MechanismName): Promise<LayerLegend | undefined> =>
  found[`./${name}/mechanism-legend.tsx`]?.();
