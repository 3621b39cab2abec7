// How the layers are drawn that the first picture does without, what they keep and say, and how heat is counted: one
// chunk, loaded after it. What they keep begins then.

import { shownAccessQueue } from '../access-queue.ts';
import { drawAccessQueue } from '../draw/access-queue.ts';
import { drawShares, drawUtilisation } from '../draw/cells.ts';
import { drawExcerptLine } from '../draw/line.ts';
import { drawQueueMarks, drawSelection } from '../draw/marks.ts';
import { drawMatrix } from '../draw/matrix.ts';
import { drawCards, drawNumbers } from '../draw/near.ts';
import type { LiveScene } from '../draw/scene.ts';
import { TaskMarks } from '../draw/task-marks.ts';
import { fly } from '../flight.ts';
import { Heat } from '../heat.ts';
import { LineRates } from '../line-rates.ts';
import { leastCell, rowsIn, sumByRow } from '../matrix-rows.ts';
import { matrixNote, TrafficChoice, trafficNote } from '../traffic.ts';
import { drawMoment, rememberMoment } from './cpus/memory.ts';
import { drawDomains } from './domains/draw.ts';
import { drawEpoch, noteEpoch } from './epoch/draw.ts';
import { drawHomes, noteHomes } from './homes/draw.ts';
import { drawMoves, noteMoves, placesOfMoves } from './moves/draw.ts';
import { rememberMoves } from './moves/memory.ts';
import { drawOccupancy, noteOccupancy } from './occupancy/draw.ts';
import { drawPasses } from './passes/draw.ts';
import { rememberPasses } from './passes/memory.ts';
import { drawRibbons } from './ribbons/draw.ts';
import { drawRing } from './ring/draw.ts';
import { drawSharing, noteSharing } from './sharing/draw.ts';
import { drawTasks } from './tasks/draw.ts';
import { rememberBrushes } from './tasks/memory.ts';
import { drawTaskNames } from './tasks/names.ts';
import { noteTasks } from './tasks/note.ts';
import { drawTransfers } from './transfers/draw.ts';
import { type TransferMemory as KeptTransfers, rememberTransfers } from './transfers/memory.ts';

/** The queue under the machine and the matrix beside it, which are no layers; what counts heat and rates of a line, chooses ribbons, reads the queue and places tasks; how the camera flies. */
export {
  drawAccessQueue,
  drawMatrix,
  fly,
  Heat,
  LineRates,
  leastCell,
  matrixNote,
  rowsIn,
  shownAccessQueue,
  sumByRow,
  TaskMarks,
  TrafficChoice,
  trafficNote,
};

export const lazyLayers = {
  cards: { draw: drawCards },
  domains: { draw: drawDomains },
  epoch: { draw: drawEpoch, note: noteEpoch },
  homes: { draw: drawHomes, note: noteHomes },
  line: { draw: (scene: LiveScene) => drawExcerptLine(scene, scene.snapshot.accessQueue) },
  moment: { draw: drawMoment, remember: rememberMoment, drawsGround: true },
  moves: { draw: drawMoves, note: noteMoves, places: placesOfMoves, remember: rememberMoves },
  numbers: { draw: drawNumbers },
  occupancy: { draw: drawOccupancy, note: noteOccupancy },
  passes: { draw: drawPasses, remember: rememberPasses },
  'queue-marks': { draw: (scene: LiveScene) => drawQueueMarks(scene, scene.snapshot.accessQueue) },
  ribbons: { draw: drawRibbons },
  ring: { draw: drawRing },
  selection: { draw: drawSelection },
  shares: { draw: drawShares },
  sharing: { draw: drawSharing, note: noteSharing },
  tasks: { draw: drawTasks, note: noteTasks, remember: rememberBrushes },
  taskNames: { draw: drawTaskNames },
  transfers: {
    draw: (scene: LiveScene, kept: KeptTransfers) => drawTransfers(scene, kept.transfers),
    remember: rememberTransfers,
  },
  utilisation: { draw: drawUtilisation },
};

export type LazyLayers = typeof lazyLayers;
export type LazyLayerName = keyof LazyLayers;
