// Scheduling domains at work: the last balance pass, what it summed up of its groups of CPUs, and what it moved. The outlines
// of the selected CPU's domains are drawn by the layer of that name, where somebody asks for them.

import type { MechanismDrawing, MechanismMoment } from '../../mechanism-drawing.ts';
import { type BalancePass, passOf } from './pass.ts';
import { drawPass, passRoom } from './pass-draw.ts';

export default {
  isStrip: true,
  room: ({ palette }) => ({ above: 0, below: passRoom(palette.textSmall) }),
  draw: drawPass,
  note: ({ frame, machine, choice }: MechanismMoment): BalancePass | undefined =>
    passOf(machine.catalog, choice.decision, frame.time),
} satisfies MechanismDrawing;
