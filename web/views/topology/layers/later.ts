// How the layers are drawn that the first picture does without, and what they say: one chunk, loaded after
// it.

import { drawBundles } from './bundles/draw.ts';
import { drawDomains } from './domains/draw.ts';
import { drawEpoch, noteEpoch } from './epoch/draw.ts';
import { drawHomes, noteHomes } from './homes/draw.ts';
import { drawMoves, noteMoves } from './moves/draw.ts';
import { drawOccupancy, noteOccupancy } from './occupancy/draw.ts';
import { drawPasses } from './passes/draw.ts';
import { drawTasks } from './tasks/draw.ts';
import { drawTaskNames } from './tasks/names.ts';
import { noteTasks } from './tasks/note.ts';

export const later = {
  bundles: { draw: drawBundles },
  domains: { draw: drawDomains },
  epoch: { draw: drawEpoch, note: noteEpoch },
  homes: { draw: drawHomes, note: noteHomes },
  moves: { draw: drawMoves, note: noteMoves },
  occupancy: { draw: drawOccupancy, note: noteOccupancy },
  passes: { draw: drawPasses },
  tasks: { draw: drawTasks, note: noteTasks },
  taskNames: { draw: drawTaskNames },
};

export type LateName = keyof typeof later;
