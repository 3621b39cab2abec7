// Scheduling domains at work: the last balance pass, what it summed up of its groups of CPUs, and what it moved.
// The layer of that name draws the outlines of the selected CPU's domains, on request.

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
