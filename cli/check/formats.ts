// The formats of vector files that `check` understands. A new format is a module beside this one and
// a line here.

import { cacheAwareVectors } from './cache-aware.ts';
import { coherenceFormat } from './coherence.ts';
import { cpupriVectors } from './cpupri.ts';
import { fairVectors } from './fair.ts';
import { pcpVectors } from './pcp.ts';
import { topologyVectors } from './topology.ts';
import type { VectorFormat } from './types.ts';

export const vectorFormats: readonly VectorFormat[] = [
  topologyVectors,
  coherenceFormat,
  cpupriVectors,
  pcpVectors,
  fairVectors,
  cacheAwareVectors,
];
