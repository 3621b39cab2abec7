// Page lists: the list of free pages that each CPU keeps, the zone that they come from, and the gate of zone->lock
// between them, with the CPUs that wait there.

import type { MechanismDrawing } from '../../mechanism-drawing.ts';
import { drawLists } from './draw.ts';
import { fullScaleOf } from './lists.ts';
import { rememberLists } from './memory.ts';
import { noteLists } from './note.ts';
import { placesOfLists } from './places.ts';
import { zoneRoom } from './zone.ts';

export default {
  room: ({ palette, form }) => {
    const zones = zoneRoom(palette.textSmall);
    return { above: 0, below: form === 'cards' ? zones : Math.round(zones * 1.25) };
  },
  keeps: ['domains', 'selection'],
  remember: rememberLists,
  draw: drawLists,
  places: placesOfLists,
  note: noteLists,
  fullScale: fullScaleOf,
} satisfies MechanismDrawing;
