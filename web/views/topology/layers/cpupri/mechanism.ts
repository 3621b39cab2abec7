// cpupri: the vector of masks by which a real-time task finds a CPU that runs at a lower level, with its bits, the wrong
// ones among them, and where the last search ended.

import type { MechanismDrawing } from '../../mechanism-drawing.ts';
import { drawCpupri } from './draw.ts';
import { rememberLevels } from './memory.ts';
import { noteCpupri } from './note.ts';
import { placesOfMasks } from './places.ts';
import { rowsRoom } from './rows.ts';

export default {
  room: ({ palette, form }) => ({ above: rowsRoom(palette.textSmall, form), below: 0 }),
  keeps: ['domains', 'selection'],
  remember: rememberLevels,
  draw: drawCpupri,
  places: placesOfMasks,
  note: noteCpupri,
} satisfies MechanismDrawing;
