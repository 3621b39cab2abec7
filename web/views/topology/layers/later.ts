// How the layers are drawn that the first picture does without, what they keep and say: one chunk, loaded after
// it. What they keep begins then.

import { drawBundles } from './bundles/draw.ts';
import { drawDomains } from './domains/draw.ts';
import { drawEpoch, noteEpoch } from './epoch/draw.ts';
import { drawHomes, noteHomes } from './homes/draw.ts';
import { drawMoves, noteMoves } from './moves/draw.ts';
import { rememberMoves } from './moves/memory.ts';
import { drawOccupancy, noteOccupancy } from './occupancy/draw.ts';
import { drawPasses } from './passes/draw.ts';
import { rememberPasses } from './passes/memory.ts';
import { drawTasks } from './tasks/draw.ts';
import { rememberBrushes } from './tasks/memory.ts';
import { drawTaskNames } from './tasks/names.ts';
import { noteTasks } from './tasks/note.ts';

export const later = {
  bundles: { draw: drawBundles },
  domains: { draw: drawDomains },
  epoch: { draw: drawEpoch, note: noteEpoch },
  homes: { draw: drawHomes, note: noteHomes },
  moves: { draw: drawMoves, note: noteMoves, remember: rememberMoves },
  occupancy: { draw: drawOccupancy, note: noteOccupancy },
  passes: { draw: drawPasses, remember: rememberPasses },
  tasks: { draw: drawTasks, note: noteTasks, remember: rememberBrushes },
  taskNames: { draw: drawTaskNames },
};

export type Later = typeof later;
export type LateName = keyof Later;
