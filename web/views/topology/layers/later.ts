// How the layers are drawn that the first picture does without, and what they say: one chunk, loaded after
// it.

import { drawBundles } from './bundles/draw.ts';
import { drawDomains } from './domains/draw.ts';
import { drawEpoch, noteEpoch } from './epoch/draw.ts';
import { drawFlights, noteFlights } from './flights/draw.ts';
import { drawHomes, noteHomes } from './homes/draw.ts';
import { drawOccupancy, noteOccupancy } from './occupancy/draw.ts';
import { drawPasses } from './passes/draw.ts';

export const later = {
  bundles: { draw: drawBundles },
  domains: { draw: drawDomains },
  epoch: { draw: drawEpoch, note: noteEpoch },
  flights: { draw: drawFlights, note: noteFlights },
  homes: { draw: drawHomes, note: noteHomes },
  occupancy: { draw: drawOccupancy, note: noteOccupancy },
  passes: { draw: drawPasses },
};

export type LateName = keyof typeof later;
